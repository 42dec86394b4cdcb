// The game on the table: a line of play that the person continues. The module
// says what moves do and which are legal; what is kept here is its address.

import { addressAfter, moveOf, ruleOf } from "./knowledge.js";
import { titleOf } from "./deals.js";
import { fromModule } from "./messages.js";
import { newId } from "./storage.js";
import { phrase } from "../common/language.js";
import { countHome, isCell, isHome } from "../common/tables.js";

export class Game {
  /** `changed()` is called after every change, `won()` when the last card of a win is home. */
  constructor(rules, line, { changed, won }) {
    this.rules = rules;
    this.line = line;
    this.changed = changed;
    this.won = won;
    this.origin = null;
    /** For each move, its part of the address: the move, after the rules chosen before it. */
    this.tokens = [];
    /** The addresses of all positions, before other rules are chosen there. */
    this.addresses = [];
    /** The same as the moves after them are played: with the rules that are chosen there. */
    this.played = [];
    /** The rules that were chosen here and are not yet in force. */
    this.pending = null;
    this.begin({});
  }

  /**
   * The facts of a game that its line does not have. It is counted by its `id` and kept under its
   * `key`, which are two where two tabs play on from one game. `help` is the most that was given,
   * hints or a solution that was shown; `isFromDeal` says that the game was begun here, with a deal.
   */
  begin({ id = newId(), key = id, elapsed = 0, hints = 0, shownFrom = null, help = helpOf(hints, shownFrom), isFromDeal = true, isPlayed = false, day = null }) {
    this.id = id;
    this.key = key;
    this.elapsed = elapsed;
    this.help = help;
    this.isFromDeal = isFromDeal;
    this.isPlayed = isPlayed;
    /** The day whose deal it is, if any. */
    this.day = day;
    /** The position for which a hint is shown. */
    this.hinted = null;
    this.note = "";
  }

  facts() {
    const { id, key, elapsed, help, isFromDeal, isPlayed, day } = this;
    return { id, key, elapsed, help, isFromDeal, isPlayed, day };
  }

  /** Takes note of help: a solution that was shown outweighs hints, and neither is forgotten. */
  takeHelp(help) {
    if (this.help !== "shown") this.help = help ?? this.help;
  }

  get position() {
    return this.line.position;
  }

  /** The address of the position. */
  here() {
    const address = this.addresses[this.position];
    return this.pending ? addressAfter(address, this.pending) : address;
  }

  /** The addresses of all positions up to this one. */
  past() {
    return this.played.slice(0, this.position).concat(this.here());
  }

  /** The address of all moves, also those that can be redone. */
  whole() {
    return this.position === this.line.last ? this.here() : this.addresses[this.line.last];
  }

  /** The word for the rules in force after the moves of a position. */
  ruleAt(position) {
    return this.tokens.slice(0, position).map(ruleOf).findLast(Boolean) ?? "safe";
  }

  /** The word for the rules of the next move. */
  get rule() {
    return this.pending ?? this.ruleAt(this.position);
  }

  /** What the module says of the position; asked for when it is first needed. */
  get state() {
    const here = this.here();
    if (this.known?.here !== here) this.known = { here, ...this.rules.request("game", here) };
    return this.known;
  }

  /** The legal moves with their steps. */
  legal() {
    return this.state.legal;
  }

  get isWon() {
    return countHome(this.line.table()) === 52;
  }

  /** Whether a solution was shown: then the game is not won, however its end is reached. */
  get isShown() {
    return this.help === "shown";
  }

  /** Opens an address, at its end or at a position; returns the error if it has one. */
  open(address, { position = Infinity, ...facts } = {}) {
    const opened = this.rules.request("game", address);
    if (opened.error) return opened.error;
    // The first game appears without animation.
    const isFirst = this.origin === null;
    this.begin({ isFromDeal: opened.dealt, ...facts });
    this.load(opened);
    this.pending = null;
    const isAtEnd = position >= this.line.last;
    if (isAtEnd && opened.rules !== this.ruleAt(this.line.last)) this.pending = opened.rules;
    this.go(Math.min(position, this.line.last), isFirst ? 0 : undefined);
    const { illegal } = opened;
    return illegal && phrase("Move {number} ({move}) is illegal: {reason}.", { ...illegal, reason: fromModule(illegal.reason) });
  }

  load(replay) {
    this.origin = replay.origin;
    this.line.felt.closeCells(replay.cells);
    this.title = titleOf(this.origin);
    this.tokens = replay.moves.map(({ token }) => token);
    this.addresses = [this.origin];
    for (const token of this.tokens) this.addresses.push(addressAfter(this.addresses.at(-1), token));
    this.played = this.addresses.map((address, index) => {
      const rule = this.ruleChosenAt(index);
      return rule ? addressAfter(address, rule) : address;
    });
    this.line.load({ ...replay, illegal: null });
  }

  /** Goes to a position without dropping a rule that was chosen there. */
  go(position, duration) {
    this.isKeepingRule = true;
    this.line.jump(position, duration);
    this.isKeepingRule = false;
  }

  /** Plays moves from here, in place of what could be redone; resolves when all are played. */
  async play(...moves) {
    const from = this.position;
    const isRedone = moves.length === 1 && this.played[from] === this.here() && moveOf(this.tokens[from] ?? "") === moves[0];
    if (!isRedone) this.extend(moves);
    this.isPlayed = true;
    for (const index of moves.keys()) {
      const request = this.line.begin(false);
      await this.line.playMove(from + index + 1, request);
      if (request !== this.line.request) return;
    }
    if (this.isWon && !this.isShown) this.won();
  }

  /** Puts moves after the position, without playing them. */
  extend(moves) {
    const address = moves.reduce(addressAfter, this.here());
    this.pending = null;
    this.load(this.rules.request("game", address));
  }

  /**
   * Brings other rules into force from the next move on. Undone moves stay, unless cards go home
   * before the first move by either rules.
   */
  chooseRule(rule) {
    this.pending = rule === this.ruleAt(this.position) ? null : rule;
    const begun = this.rules.request("game", this.here());
    if (this.position === 0 && !isSameTable(begun.table, this.line.replay.table)) this.load(begun);
    this.go(this.position);
  }

  /** The word for the rules that were chosen at a position, for the move that follows; null if none were. */
  ruleChosenAt(position) {
    return ruleOf(this.tokens[position] ?? "");
  }

  /** Takes note of the position that the line has come to. */
  arrive() {
    if (!this.isKeepingRule) this.pending = this.ruleChosenAt(this.position);
    this.hinted = null;
    this.changed();
    this.note = "";
  }

  /** The legal moves of a place, beginning with those that take exactly that many cards. */
  movesFrom(place, cards = 1) {
    const moves = this.legal().filter(({ steps }) => steps[0].from === place && steps[0].cards >= cards);
    const isExact = ({ steps }) => Number(steps[0].cards === cards);
    return moves.sort((one, other) => isExact(other) - isExact(one));
  }

  /**
   * The moves that take that many cards from a place to another, or more of the same run.
   * They are two where one move would take a whole run and a single card is meant.
   */
  movesTo(from, to, cards = 0) {
    const kind = (place) => (isHome(place) ? "home" : isCell(place) ? "cell" : place);
    const move = this.movesFrom(from, cards).find(({ steps }) => kind(steps[0].to) === kind(to));
    if (!move) return [];
    const split = this.state.splits.find(([first, second]) => first[0] === from && second[1] === to);
    return cards === 1 && split ? split : [move.move];
  }

  /** Where a move from a place to another really goes: cells fill from the left. */
  targetOf(from, to) {
    if (!isCell(to)) return to;
    return this.movesFrom(from).find(({ steps }) => isCell(steps[0].to))?.steps[0].to ?? to;
  }

  /** Why a move from a place to another is not possible. */
  whyNot(from, to, cards = 0) {
    if (isCell(from) && isCell(to)) return phrase("A card cannot go from one cell to another: all cells are alike.");
    const move = `${from}${isHome(to) ? "h" : isCell(to) ? this.targetOf(from, to) : to}`;
    const { illegal } = this.rules.request("game", addressAfter(this.here(), move));
    if (illegal) return phrase("{move} is illegal: {reason}.", { move, reason: fromModule(illegal.reason) });
    const legal = this.legal().find((each) => each.move === move);
    const taken = legal?.steps[0].cards ?? 1;
    if (cards > 1 && taken > 1) return phrase("{cards} cards cannot go there: {move} takes {taken}.", { cards, move, taken });
    if (cards > 1) return phrase("{cards} cards cannot go there: {move} takes one.", { cards, move });
    return phrase("{move} is illegal.", { move });
  }
}

/** The help that earlier pages kept as the number of hints and the position from which on moves were shown. */
function helpOf(hints, shownFrom) {
  if (shownFrom !== null) return "shown";
  return hints > 0 ? "hints" : null;
}

/** Whether two tables, as the module has them, have the same cards in the same places. */
const isSameTable = (one, other) => JSON.stringify(one) === JSON.stringify(other);
