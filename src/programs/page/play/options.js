// What each legal move leads to, in a dialog: whether the game can still be won after it,
// and in how many moves, as far as that is known.

import { addressAfter } from "./knowledge.js";
import { placeName } from "../common/tables.js";
import { button, byId, inItem, setText } from "../common/words.js";

export class Options {
  /** `opened()` and `changed()` are called when the dialog opens. */
  constructor(game, knowledge, felt, { opened, changed }) {
    this.game = game;
    this.knowledge = knowledge;
    this.felt = felt;
    this.opened = opened;
    this.changed = changed;
    this.dialog = byId("options");
    /** The moves, each with the address of the game after it and its button. */
    this.moves = [];
    this.dialog.addEventListener("close", () => this.felt.markCards("hinted", []));
  }

  open() {
    const { game } = this;
    if (game.isWon) return;
    this.moves = game.legal().map(({ move, steps }) => ({
      move,
      address: addressAfter(game.here(), move),
      element: this.draw(move, steps[0]),
    }));
    byId("option-list").replaceChildren(...this.moves.map(({ element }) => inItem(element)));
    this.dialog.showModal();
    this.opened();
    this.changed();
  }

  /** A move's button: it plays the move, and marks its cards while it is hovered over or has the focus. */
  draw(move, { from, to, cards }) {
    const element = button("", () => {
      this.dialog.close();
      this.game.play(move);
    });
    const name = document.createElement("strong");
    name.textContent = move;
    name.title = `${placeName(from)} to ${placeName(to)}`;
    element.append(name, " ", document.createElement("span"));
    const show = () => this.felt.markCards("hinted", this.felt.table[from].slice(-cards));
    element.addEventListener("pointerenter", show);
    element.addEventListener("focus", show);
    return element;
  }

  /** The address to analyse next while the dialog is open: any answers come first. */
  next() {
    if (!this.dialog.open) return null;
    const addresses = this.moves.map(({ address }) => address);
    const { knowledge } = this;
    return addresses.find((address) => !knowledge.isAnswered(address)) ?? addresses.find((address) => !knowledge.get(address).settled) ?? null;
  }

  /** Adds what follows for the position before the moves from what is known after them. */
  connect() {
    if (!this.dialog.open) return;
    for (const { move, address } of this.moves) this.knowledge.connect([this.game.here(), address], [move]);
  }

  /** Shows what is known of each move. */
  show() {
    if (!this.dialog.open) return;
    const lengths = this.moves.map(({ address }) => this.knowledge.get(address).line?.length ?? Infinity);
    const best = Math.min(...lengths);
    for (const { address, element } of this.moves) {
      const { line, lost, done } = this.knowledge.get(address);
      const kind = lost ? "lost" : line ? "won" : "open";
      const open = done ? "not known" : "…";
      element.dataset.kind = kind;
      element.classList.toggle("best", line?.length === best);
      setText(element.lastElementChild, { lost: "lost", won: `wins in ${(line?.length ?? 0) + 1}`, open }[kind]);
    }
  }
}
