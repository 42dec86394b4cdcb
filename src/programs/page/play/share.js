// Sharing the game: its link and its moves, and its cards as other programs read them.

import { titleOf } from "./deals.js";
import { duration } from "./statistics.js";
import { phrase } from "../common/language.js";
import { byId, setText } from "../common/words.js";

/** Lets people copy the game in the forms that other programs read, or send it by the system's own sheet. */
export class Share {
  constructor(rules, game) {
    this.rules = rules;
    this.game = game;
    const share = (form) => rules.request("share", game.here())[form];
    const texts = {
      "copy-link": () => this.link(),
      "copy-result": () => this.result(),
      "copy-line": () => share("line"),
      "copy-turn": () => share("turn"),
      "copy-board": () => share("board"),
      "copy-pysol": () => share("pysol"),
      "copy-rows": () => share("rows"),
    };
    byId("share").addEventListener("click", () => this.open());
    for (const [id, text] of Object.entries(texts)) {
      byId(id).addEventListener("click", () => copy(text(), byId(id).textContent));
    }
    byId("send").hidden = !navigator.share;
    byId("send").addEventListener("click", () => this.send());
  }

  open(text = "") {
    byId("copied").value = text;
    byId("copy-result").hidden = !this.game.isWon;
    byId("sharing").showModal();
  }

  link() {
    return `${location.href.split("#")[0]}#${this.game.here()}`;
  }

  /** The game in one sentence: its deal, how it was won, and its moves. */
  result() {
    const { game } = this;
    const { position: moves, elapsed } = game;
    const values = { title: titleOf(game.origin), moves, time: duration(elapsed) };
    const title = game.isWon && !game.isShown ? phrase("FreeCell, {title}: won in {moves} {moves|move|moves} and {time}", values) : phrase("FreeCell, {title}: {moves} {moves|move|moves}", values);
    const { line } = this.rules.request("share", game.here());
    return line ? `${title}\n${line}` : title;
  }

  /** Hands the game to the system's sheet; where there is none, shows what there is to copy. */
  async send() {
    if (!navigator.share) {
      this.open();
      return copy(this.result(), byId("copy-result").textContent);
    }
    // A page opened from a file has no address that others could follow.
    const url = location.protocol.startsWith("http") ? { url: this.link() } : {};
    try {
      return await navigator.share({ title: `FreeCell, ${titleOf(this.game.origin)}`, text: this.result(), ...url });
    } catch {
      // The person closed the sheet.
      return undefined;
    }
  }
}

/** Copies a text; shows it as well, for browsers that do not let a page copy. */
export async function copy(text, name, shown = byId("copied")) {
  shown.hidden = false;
  shown.value = text;
  shown.select();
  try {
    await navigator.clipboard.writeText(text);
    setText(byId("announcement"), phrase("Copied: {name}", { name }));
  } catch {
    document.execCommand("copy");
  }
}
