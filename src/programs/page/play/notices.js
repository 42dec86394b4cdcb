// What the page says over the felt, and what it asks before a game is left.

import { isNumber } from "./deals.js";
import { streak } from "./statistics.js";
import { phrase } from "../common/language.js";
import { button, byId, setText } from "../common/words.js";

/** Says what it means to leave a game that is not over, and asks whether to. */
export function askToLeave(origin, { leave }) {
  const dialog = byId("leaving");
  const wins = streak();
  const text = wins > 0
    ? phrase("A game that is left after its first move counts as not won, and ends your row of {wins} {wins|win|wins}.", { wins })
    : phrase("A game that is left after its first move counts as not won.");
  setText(byId("leaving-title"), isNumber(origin) ? phrase("Leave deal {deal}?", { deal: origin }) : phrase("Leave this game?"));
  setText(byId("leaving-text"), `${text} ${phrase("It is kept: if you come back and win it, it counts as won.")}`);
  byId("stay").onclick = () => dialog.close();
  byId("leave").onclick = () => {
    dialog.close();
    leave();
  };
  dialog.showModal();
  byId("stay").focus();
}

/** Shows a sentence over the felt, with what can be done about it. */
export function notify(text, label = "", act = () => {}) {
  setText(byId("notice-text"), text);
  const acts = label ? [button(label, () => (dismiss(), act()))] : [];
  byId("notice-action").replaceChildren(...acts);
  byId("notice").hidden = false;
}

export function dismiss() {
  byId("notice").hidden = true;
}
