// What the page says over the felt, and what it asks before a game counts as not won.

import { isNumber } from "./deals.js";
import { streak } from "./statistics.js";
import { phrase } from "../common/language.js";
import { button, byId, setText } from "../common/words.js";

/** Says what it means to leave a game that is not over, and asks whether to. */
export function askToLeave(origin, { leave }) {
  const wins = streak();
  const text = wins > 0
    ? phrase("A game that is left after its first move counts as not won, and ends your row of {wins} {wins|win|wins}.", { wins })
    : phrase("A game that is left after its first move counts as not won.");
  const title = isNumber(origin) ? phrase("Leave deal {deal}?", { deal: origin }) : phrase("Leave this game?");
  ask(title, `${text} ${phrase("It is kept: if you come back and win it, it counts as won.")}`, [phrase("Stay"), phrase("Leave it")], leave);
}

/** Says what it means to be shown the solution of a game that counts, and asks whether to. */
export function askToShow({ show }) {
  const wins = streak();
  const text = wins > 0
    ? phrase("A game whose solution was shown counts as not won, and ends your row of {wins} {wins|win|wins}.", { wins })
    : phrase("A game whose solution was shown counts as not won.");
  ask(phrase("Show the solution?"), text, [phrase("Play on"), phrase("Show it")], show);
}

/** Asks a question with two answers; the second one acts. */
function ask(title, text, [no, yes], act) {
  const dialog = byId("asking");
  setText(byId("asking-title"), title);
  setText(byId("asking-text"), text);
  setText(byId("decline"), no);
  setText(byId("agree"), yes);
  byId("decline").onclick = () => dialog.close();
  byId("agree").onclick = () => {
    dialog.close();
    act();
  };
  dialog.showModal();
  byId("decline").focus();
}

/** Whether the notice has something to do about it. */
let isOffer = false;

/** Shows a sentence over the felt, with what can be done about it. */
export function notify(text, label = "", act = () => {}) {
  setText(byId("notice-text"), text);
  const acts = label ? [button(label, () => (dismiss(), act()))] : [];
  byId("notice-action").replaceChildren(...acts);
  byId("notice").hidden = false;
  isOffer = label !== "";
}

/** Takes back what a notice offers to do instead of playing on. */
export function dismissOffer() {
  if (isOffer) dismiss();
}

export function dismiss() {
  byId("notice").hidden = true;
}
