// Mouse, fingers and pens: cards are dragged, clicked and tapped on the felt.

import { phrase } from "../common/language.js";
import { isCell, isHome, placeName } from "../common/tables.js";

/** How far a pointer may move and still click, in pixels. */
const CLICK_RADIUS = 6;
/** How soon after the first press, in milliseconds, and how near to it, in pixels, the second of a double click comes. */
const DOUBLE_CLICK = 500, DOUBLE_CLICK_RADIUS = { mouse: CLICK_RADIUS, touch: 24, pen: 24 };
/** How long a press lasts, in milliseconds, that shows a covered card. */
const LONG_PRESS = 350;
/** How long released cards take to return, in milliseconds. */
const RETURN = 320;

export class Pointer {
  /** `preferred()` is a move that clicks choose first, `refused(text)` says why nothing moves. */
  constructor(game, felt, { preferred, refused }) {
    this.game = game;
    this.felt = felt;
    this.preferred = preferred;
    this.refused = refused;
    /** Whether a click chooses a card, and the next one says where it goes. */
    this.isChoosing = false;
    /** @type {Notation | null} */
    this.notation = null;
    /** The cards that are pressed or carried. */
    this.held = null;
    /** The press that a second one may make a double click. */
    this.pressed = null;
    /** The card that the pointer is over. */
    this.over = null;
    const { board } = felt;
    board.addEventListener("pointerover", ({ target }) => {
      this.over = target.closest(".card");
      this.showCursor();
    });
    board.addEventListener("pointerdown", (event) => this.press(event));
    board.addEventListener("pointermove", (event) => this.move(event));
    board.addEventListener("pointerup", (event) => this.release(event));
    board.addEventListener("pointercancel", () => this.cancel());
    board.addEventListener("contextmenu", (event) => (this.held || this.felt.peeked) && event.preventDefault());
  }

  /** Gives the card under the pointer a hand only if it can be taken. */
  showCursor() {
    if (!this.over) return;
    const at = this.at(this.over);
    const cards = at ? this.felt.table[at.place].length - at.index : 0;
    const canMove = at && !isHome(at.place) && this.game.movesFrom(at.place, cards).length > 0;
    this.over.style.cursor = canMove ? "" : "default";
  }

  /** The card under a point: its place and its index there. */
  cardAt(event) {
    const element = event.target.closest(".card");
    return element && this.at(element);
  }

  /** Where the card of an element lies: its place and its index there. */
  at(element) {
    const name = this.felt.nameOf(element);
    const { place } = this.felt.card(name);
    const index = this.felt.table[place].indexOf(name);
    return index < 0 ? null : { place, index };
  }

  press(event) {
    // A second finger pinches the page, or means nothing.
    if (!event.isPrimary) return this.cancel();
    if (this.held) return;
    if (event.button === 2) return this.peek(this.cardAt(event));
    if (event.button !== 0) return;
    const isSecond = this.isSecond(event);
    const at = this.cardAt(event);
    if (!at || isHome(at.place)) return this.choose(this.slotAt(event, at));
    const { left, top } = this.felt.board.getBoundingClientRect();
    const cards = this.felt.table[at.place].slice(at.index);
    const canMove = this.game.movesFrom(at.place, cards.length).length > 0;
    this.held = { ...at, cards, left, top, start: [event.clientX, event.clientY], isCarried: false, canMove, isSecond, target: null };
    this.felt.board.setPointerCapture(event.pointerId);
    this.pressing = setTimeout(() => this.peek(at), LONG_PRESS);
  }

  /** The place of what was pressed that cannot be carried: a foundation, an empty slot, or none. */
  slotAt({ target }, at) {
    return at?.place ?? target.closest(".slot")?.dataset.slot ?? null;
  }

  /** Where clicks choose: takes a place as the keyboard would; a click beside all of them drops the choice. */
  choose(place, cards = 0) {
    if (!this.isChoosing) return;
    if (place && (this.notation.from !== null || this.notation.canLeave(place))) this.notation.take(place, cards);
    else this.notation.pick(null);
  }

  /** Shows the whole of a covered card until the button or the finger is lifted. */
  peek(at) {
    const isCovered = at && !isHome(at.place) && at.index < this.felt.table[at.place].length - 1;
    if (isCovered) this.felt.peek(this.felt.table[at.place][at.index]);
  }

  endPeek() {
    clearTimeout(this.pressing);
    this.felt.peek(null);
  }

  /**
   * Whether a press is the second of a double click, which means a single one, as in other
   * programs. The cards say nothing about that: after the first click others may lie there.
   */
  isSecond({ timeStamp, clientX, clientY, pointerType }) {
    const { pressed } = this;
    const radius = DOUBLE_CLICK_RADIUS[pointerType] ?? CLICK_RADIUS;
    const isSecond = pressed !== null && timeStamp - pressed.timeStamp < DOUBLE_CLICK && Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) <= radius;
    this.pressed = isSecond ? null : { timeStamp, clientX, clientY };
    return isSecond;
  }

  move(event) {
    const { held } = this;
    if (!held || !held.canMove) return;
    const [x, y] = [event.clientX - held.start[0], event.clientY - held.start[1]];
    if (!held.isCarried && Math.hypot(x, y) < CLICK_RADIUS) return;
    if (!held.isCarried) this.lift();
    this.felt.carry(held.cards, x, y);
    const target = this.target(event, x, y);
    if (target === held.target) return;
    held.target = target;
    this.felt.mark("aimed", target ? [this.game.targetOf(held.place, target)] : []);
  }

  lift() {
    this.endPeek();
    this.held.isCarried = true;
    this.felt.lift(this.held.cards);
    const targets = this.game.movesFrom(this.held.place, this.held.cards.length);
    this.felt.mark("offered", targets.map(({ steps }) => steps[0].to));
  }

  /** The places that cards are over: under the pointer, and under the middle of the card. */
  placesUnder(event, x, y) {
    const { left, top, place, index } = this.held;
    const card = this.felt.positionOf(place, index);
    const middle = [card.x + x + this.felt.width / 2, card.y + y + this.felt.width / 2];
    const points = [[event.clientX - left, event.clientY - top], middle];
    return points.map((point) => this.felt.placeAt(...point)).filter(Boolean);
  }

  /** The place that the cards would go to. */
  target(event, x, y) {
    return this.placesUnder(event, x, y).find((place) => this.moves(place).length) ?? null;
  }

  moves(place) {
    return this.game.movesTo(this.held.place, place, this.held.cards.length);
  }

  release(event) {
    const hasPeeked = this.felt.peeked !== null;
    this.endPeek();
    if (!this.held) return;
    // The moves of a quick finger may not have been reported.
    this.move(event);
    const { held } = this;
    const [x, y] = [event.clientX - held.start[0], event.clientY - held.start[1]];
    const isClick = !held.isCarried && Math.hypot(x, y) < CLICK_RADIUS;
    const target = isClick ? null : this.target(event, x, y);
    const moves = target ? this.moves(target) : [];
    const over = isClick ? null : this.placesUnder(event, x, y)[0];
    this.letGo(moves.length > 0);
    if (isClick && hasPeeked) return;
    if (isClick) this.click(held);
    else if (moves.length) this.play(held, target, moves);
    else if (over !== held.place) this.refuse(held, over);
  }

  play({ place }, target, moves) {
    const real = this.game.targetOf(place, target);
    if (real !== target) this.game.note = phrase("Cells fill from the left, so the card is in {place}.", { place: placeName(real) });
    this.game.play(...moves);
  }

  /** Says why cards cannot go to the place where they were dropped. */
  refuse({ place, cards, canMove, isCarried }, over) {
    if (!isCarried) this.felt.shake(place);
    if (!over) return;
    if (canMove || cards.length === 1) this.refused(this.game.whyNot(place, over, cards.length));
    else this.refused(this.whyStuck(place, cards.length));
  }

  whyStuck(place, cards) {
    const most = Math.max(0, ...this.game.movesFrom(place).map(({ steps }) => steps[0].cards));
    if (!most) return phrase("No card can leave {place} now.", { place: placeName(place) });
    if (most === 1) return phrase("{cards} cards cannot leave {place} together, only the last one.", { cards, place: placeName(place) });
    return phrase("{cards} cards cannot leave {place} together, only up to {most}.", { cards, place: placeName(place), most });
  }

  cancel() {
    this.endPeek();
    if (this.held) this.letGo(false);
  }

  /** Lets go: the cards return, or go where a move takes them. */
  letGo(isMove) {
    const { held } = this;
    this.held = null;
    if (!held.isCarried) return;
    this.felt.release(held.cards);
    if (!isMove) this.felt.show(this.felt.table, RETURN);
  }

  /** Plays the likeliest move of what was clicked on. */
  click({ place, cards, isSecond }) {
    // A second click on the chosen card plays its likeliest move.
    if (this.isChoosing) return this.choose(place, cards.length > 1 ? cards.length : 0);
    if (isSecond) return;
    if (!this.playFrom(place, cards.length)) this.refused(this.whyStuck(place, cards.length));
  }

  /** Plays the best move from a place, or shakes its card. */
  playFrom(place, cards = 1) {
    const moves = this.game.movesFrom(place, cards);
    const best = moves.find(({ move }) => move === this.preferred()) ?? moves[0];
    if (best) this.game.play(best.move);
    else this.felt.shake(place);
    return Boolean(best);
  }
}

/** Places that are typed or chosen one after the other: where a move begins and where it ends. */
export class Notation {
  constructor(game, pointer, felt, { refused, picked = (place) => {} }) {
    this.game = game;
    this.pointer = pointer;
    this.felt = felt;
    this.refused = refused;
    this.picked = picked;
    /** Where the move begins that is being typed, and how many cards it takes if that was said. */
    this.from = null;
    this.cards = 0;
  }

  /** Takes a place; "h" and foundations are home. `cards` is how many are meant where a move begins. */
  take(place, cards = 0) {
    const { from } = this;
    const taken = this.cards;
    if (from === null) return this.canLeave(place) ? this.pick(place, cards) : this.refused(phrase("No card can leave {place}.", { place: placeName(place) }));
    this.pick(null);
    if (place === from) {
      if (!this.pointer.playFrom(from)) this.refused(this.pointer.whyStuck(from, 1));
      return undefined;
    }
    const [move] = this.game.movesTo(from, place, taken);
    if (!move) {
      this.felt.shake(from);
      return this.refused(this.game.whyNot(from, place, taken));
    }
    if (isCell(place) && !move.endsWith(place)) {
      this.game.note = phrase("Cells fill from the left, so the card is in {place}.", { place: placeName(move.at(-1)) });
    }
    return void this.game.play(move);
  }

  canLeave(place) {
    return !isHome(place) && this.felt.table[place].length > 0;
  }

  pick(place, cards = 0) {
    this.cards = cards;
    if (this.from === place) return;
    this.from = place;
    this.felt.mark("picked", place ? [place] : []);
    this.picked(place);
  }
}
