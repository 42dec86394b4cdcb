// Describes what is known of the game: whether it can still be won and in how many moves,
// which move lost it, and which moves made it longer.

import { haveOneRule } from "./knowledge.js";
import { phrase } from "../common/language.js";
import { byId, scrollToCurrent, setText } from "../common/words.js";

/** The verdict on the position: a kind, a title and a sentence; `isDeepening` while more is sought. */
export function verdict(game, knowledge, addresses, isDeepening = false) {
  const { position } = game;
  if (game.isWon) return wonVerdict(game, knowledge, addresses);
  const fact = knowledge.get(game.here());
  if (fact.lost) return lostVerdict(knowledge, addresses, position);
  if (fact.line) return winnableVerdict(fact, position, isDeepening);
  const { positions } = fact;
  if (fact.exhausted) {
    const over = positions ? phrase("The search is over without an answer: {positions} {positions|position|positions} searched.", { positions }) : phrase("The search is over without an answer.");
    return { kind: "open", title: phrase("Not known"), text: over, isOver: true };
  }
  if (fact.done && !isDeepening) {
    return { kind: "open", title: phrase("Not known"), text: phrase("The search ended without an answer: {positions} {positions|position|positions} searched.", { positions }) };
  }
  return { kind: "open", title: phrase("Not known yet"), text: positions ? phrase("{positions} {positions|position|positions} searched …", { positions }) : "…", isPending: true };
}

function winnableVerdict({ line, lowerBound, shortest, done, exhausted }, position, isDeepening) {
  const moves = shortest ?? line.length;
  const title = position > 0
    ? phrase("Can still be won in {moves} {moves|move|moves}", { moves })
    : phrase("Can be won in {moves} {moves|move|moves}", { moves });
  if (lowerBound >= line.length) return { kind: "won", title, text: phrase("Proved: no solution is shorter.") };
  const found = shortest && phrase("Proved: no solution is shorter. The best found here has {moves}", { moves: line.length });
  const bound = found ?? (lowerBound > 0 ? phrase("Any solution needs at least {moves}", { moves: lowerBound }) : "");
  if (exhausted) return { kind: "won", title, text: `${bound ? `${bound}. ` : ""}${phrase("The search is over: more cannot be found here.")}`, isOver: true };
  const isOver = done && !isDeepening;
  return { kind: "won", title, text: bound ? `${bound}${isOver ? "." : " …"}` : isOver ? "" : "…" };
}

function lostVerdict(knowledge, addresses, position) {
  const { move, isSure } = knowledge.losingMove(addresses) ?? { move: position, isSure: false };
  if (move === 0) return { kind: "lost", title: phrase("Cannot be won"), text: phrase("Proved: no moves win it.") };
  const title = isSure ? phrase("Proved lost since move {move}", { move }) : phrase("Proved lost since move {move} or before", { move });
  return { kind: "lost", title, text: "", back: isSure ? move - 1 : null };
}

function wonVerdict({ position, tokens, isShown }, knowledge, addresses) {
  const kind = isShown ? "shown" : "won";
  const title = isShown
    ? phrase("A solution in {moves} {moves|move|moves}", { moves: position })
    : phrase("Won in {moves} {moves|move|moves}", { moves: position });
  const { line, lowerBound, shortest } = knowledge.get(addresses[0]);
  // If the rules changed on the way, lengths cannot be compared.
  if (!line || !haveOneRule(addresses, tokens.slice(0, position))) return { kind, title, text: "" };
  const fewest = shortest ?? line.length;
  const isProved = lowerBound >= fewest || Boolean(shortest);
  if (fewest < position) {
    const text = isProved ? phrase("The shortest solution has {moves}.", { moves: fewest }) : phrase("The shortest solution known has {moves}.", { moves: fewest });
    return { kind, title, text };
  }
  return { kind, title, text: lowerBound >= position ? phrase("Proved: no solution is shorter.") : phrase("No shorter solution is known.") };
}

/** The text in place of the verdict while the person does not want to know. */
export const hiddenVerdict = () => ({ kind: "hidden", title: phrase("Hidden"), text: phrase("Whether the game can be won is known here.") });

/** The box with the verdict. */
export class VerdictBox {
  constructor() {
    this.box = byId("verdict");
    /** The result that screen readers heard of last. */
    this.heard = null;
  }

  /** Whether the box shows what was said of another position. */
  get isStale() {
    return this.box.classList.contains("stale");
  }

  /**
   * Shows a verdict. While nothing is known yet, a verdict on the position before stays, dimmed,
   * if `mayWait`: an answer mostly follows at once, and words that flash are hard to read.
   */
  show(found, mayWait) {
    const isWaiting = Boolean(found.isPending && mayWait);
    this.box.classList.toggle("stale", isWaiting);
    if (isWaiting) return;
    const { kind, title, text, back = null } = found;
    this.announce(found);
    this.box.dataset.kind = kind;
    setText(byId("verdict-title"), title);
    setText(byId("verdict-text"), text);
    byId("go-back").hidden = back === null;
    byId("go-back").dataset.position = back ?? "";
  }

  /** Tells screen readers of results that are new: whether the game can be won, or that a search is over. */
  announce({ kind, title, text, isPending = false, isOver = false }) {
    if (isPending) return;
    const result = kind === "hidden" ? null : `${kind} ${isOver}`;
    if (result && result !== this.heard) setText(byId("announcement"), `${title}. ${text}`);
    this.heard = result;
  }

  /** Forgets what was heard: the next result is of another game. */
  forget() {
    this.heard = null;
  }
}

/** Marks the moves that made the game longer, and the one that lost it. */
export function annotate(knowledge, addresses) {
  const losses = knowledge.losses(addresses);
  const losing = knowledge.losingMove(addresses);
  let isChanged = false;
  [...byId("moves").children].forEach((item, index) => {
    const isLosing = losing?.isSure && losing.move === index && index > 0;
    const text = isLosing ? phrase("lost") : losses[index] > 0 ? `−${losses[index]}` : "";
    if ((item.dataset.loss ?? "") === text) return;
    isChanged = true;
    item.dataset.loss = text;
    item.querySelector("em")?.remove();
    if (!text) return;
    const label = isLosing ? phrase("this move lost the game") : phrase("{moves} {moves|move|moves} longer than needed", { moves: losses[index] });
    const remark = document.createElement("em");
    remark.textContent = text;
    remark.title = label;
    item.firstElementChild.append(remark);
    item.firstElementChild.ariaDescription = label;
  });
  // Remarks widen the list, which may push the current move out of sight.
  if (isChanged) scrollToCurrent();
}
