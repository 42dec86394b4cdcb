// What each legal move leads to, in a dialog: whether the game can still be won after it,
// and in how many moves, as far as that is known.

import { addressAfter } from "./knowledge.js";
import { phrase } from "../common/language.js";
import { button, byId, capitalize, inItem, setText, stepInWords } from "../common/words.js";

/** The narrowest column beside the felt in which the dialog can be read, in pixels. */
const NARROWEST = 180;
/** The least height of the dialog under the felt, and its distance from all edges. */
const LOWEST = 200, GAP = 8;

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
    this.dialog.addEventListener("close", () => this.mark([], []));
    addEventListener("resize", () => this.place());
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
    this.place();
    this.opened();
    this.changed();
  }

  /** Places the dialog where it leaves the table in sight: beside the felt, or else under it. */
  place() {
    if (!this.dialog.open) return;
    const { right, bottom } = byId("felt").getBoundingClientRect();
    const isBeside = innerWidth - right > NARROWEST;
    const top = isBeside ? GAP : Math.min(bottom, innerHeight - LOWEST) + GAP;
    const left = isBeside ? right + GAP : GAP;
    Object.assign(this.dialog.style, { top: `${top}px`, left: `${left}px`, right: `${GAP}px`, maxHeight: `${innerHeight - top - GAP}px` });
  }

  /** A move's button: it plays the move, and shows where it leads while it is hovered over or has the focus. */
  draw(move, step) {
    const element = button("", () => {
      this.dialog.close();
      this.game.play(move);
    });
    const [notation, words, outcome] = ["strong", "span", "em"].map((tag) => document.createElement(tag));
    notation.textContent = move;
    words.textContent = capitalize(stepInWords(this.felt.table, step));
    element.append(notation, " ", words, " ", outcome);
    const show = () => this.mark(this.felt.table[step.from].slice(-step.cards), [step.to]);
    element.addEventListener("pointerenter", show);
    element.addEventListener("focus", show);
    return element;
  }

  /** Marks the cards of a move and where they go. */
  mark(cards, places) {
    this.felt.markCards("hinted", cards);
    this.felt.mark("suggested", places);
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
      const open = done ? phrase("not known") : "…";
      element.dataset.kind = kind;
      element.classList.toggle("best", line?.length === best);
      setText(element.lastElementChild, { lost: phrase("lost"), won: phrase("wins in {moves}", { moves: (line?.length ?? 0) + 1 }), open }[kind]);
    }
  }
}
