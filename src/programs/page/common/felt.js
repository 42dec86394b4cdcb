// The felt: slots and cards, laid out to the size of their box, and the animation of
// cards that move. Whatever is read from the browser is read before anything is written,
// since a read after a write makes the browser lay out the page once more.

import { drawCard, OUTLINES } from "./cards.js";
import { Layout } from "./layout.js";
import { CASCADES, CELLS, isHome, PLACES } from "./tables.js";

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** If more cards move at once, none of them is raised, since order and shadows are slow to paint; each frame is dear. */
const MOST_RAISED = 13;

/** The size of the board on paper, as the style has it. */
const PAPER = { width: 680, height: 600 };
/** How long a card leaps for a win, in milliseconds. */
const LEAP = 1500;
/** Animations shorter than this, in milliseconds, are left out. */
const SHORTEST = 10;
/** How long after their duration many cards may still be about to stop, in milliseconds. */
const STOPPING = 80;

const translate = ({ x, y }) => `translate(${x}px, ${y}px)`;

export class Felt {
  constructor(board) {
    this.board = board;
    /** What is known of each card's element: where it was put, and its animation. */
    this.cards = {};
    this.slots = {};
    /** The elements that have each mark. */
    this.marked = {};
    this.table = Object.fromEntries(PLACES.map((place) => [place, []]));
    this.layout = new Layout(0, 0);
    /** How the cards are laid out, as a person may want it: see `Layout`. */
    this.arrangement = {};
    this.raised = 0;
    /** When the last of many cards that move at once is there, by the page's clock. */
    this.restsAt = 0;
    /** The covered card that is shown whole. */
    this.peeked = null;
    for (const place of PLACES) this.slots[place] = drawSlot(place);
    board.append(...PLACES.map((place) => this.slots[place]));
  }

  /** Shows a table; cards that are elsewhere now move there in that many milliseconds. */
  show(table, duration = 0) {
    this.table = table;
    const changes = PLACES.flatMap((place) => this.changesAt(place));
    if (!changes.length) return;
    const isAnimated = duration >= SHORTEST && !reducedMotion.matches;
    if (isAnimated) {
      for (const change of changes) change.start = startOf(change.card);
    }
    for (const change of changes) this.put(change);
    if (isAnimated) this.animate(changes, duration);
  }

  /**
   * How many milliseconds many cards are still in motion. Until then whatever can wait does: each
   * frame that has anything new to show styles and orders all of them again.
   */
  get unrest() {
    return Math.max(0, this.restsAt - performance.now());
  }

  /** Resolves when no card is on its way any more. */
  landed() {
    const animations = Object.values(this.cards).map(({ animation }) => animation);
    // The promise of one that was cancelled never settles.
    const running = animations.filter((animation) => animation?.playState === "running");
    return Promise.allSettled(running.map(({ finished }) => finished));
  }

  /** The cards of a place that were put elsewhere, with their new positions. */
  changesAt(place) {
    const changes = [];
    const { length } = this.table[place];
    this.table[place].forEach((name, index) => {
      const card = this.card(name);
      const { x, y } = this.positionOf(place, index);
      const corner = this.layout.cornerOf(place, index, length);
      const isMoved = card.x !== x || card.y !== y;
      if (isMoved || card.place !== place || card.index !== index || card.corner !== corner) {
        changes.push({ card, place, index, x, y, corner, isMoved, leaves: card.place !== place || card.isReleased });
      }
    });
    return changes;
  }

  put({ card, place, index, x, y, corner }) {
    const { element } = card;
    if (card.corner !== corner) shrinkCorner(element, corner);
    card.animation?.cancel();
    card.animation = null;
    if (card.isRaised) element.classList.remove("moving");
    if (card.place !== place) element.dataset.place = place;
    Object.assign(card, { place, index, x, y, corner, shown: { x, y }, isRaised: false, isReleased: false });
    element.style.transform = translate(card);
    element.style.zIndex = index;
  }

  /** Animates what has moved; cards that leave their place, or were let go, are raised above those that stay. */
  animate(changes, duration) {
    const areRaised = changes.length <= MOST_RAISED;
    if (!areRaised) this.restsAt = performance.now() + duration + STOPPING;
    for (const { card, index, start, isMoved, leaves } of changes) {
      if (!isMoved || !start) continue;
      const { element } = card;
      // With both ends: a keyframe that stands alone is the end, and the card would glide back.
      const transform = [start, translate(card)];
      const animation = element.animate({ transform }, { duration, easing: "cubic-bezier(.45, .05, .25, 1)" });
      card.animation = animation;
      if (!leaves || !areRaised) continue;
      element.style.zIndex = 100 + this.raised++;
      element.classList.add("moving");
      card.isRaised = true;
      animation.onfinish = () => {
        if (card.animation !== animation) return;
        card.isRaised = false;
        element.style.zIndex = index;
        element.classList.remove("moving");
      };
    }
  }

  /** Shakes the card that a move cannot take. */
  shake(place) {
    const name = this.table[place]?.at(-1);
    if (!name || reducedMotion.matches) return;
    const shifts = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    this.cards[name].element.animate(shifts, { duration: 380, composite: "add" });
  }

  /** Has all cards leap from where they are over the felt and back, for a win. */
  celebrate(speed) {
    if (reducedMotion.matches || LEAP / speed < SHORTEST) return;
    const { clientWidth, clientHeight } = this.board;
    const cards = Object.values(this.cards).sort((one, other) => other.index - one.index);
    // They turn over as they leap.
    this.board.classList.add("turned");
    setTimeout(() => this.board.classList.remove("turned"), (LEAP * 0.75 + 25 * cards.length) / speed);
    cards.forEach(({ element, x, y }, order) => {
      // Multiples of the golden ratio spread evenly, and never in rows.
      const [across, down] = [((order * 0.618) % 1) * (clientWidth - this.width), (0.2 + 0.6 * ((order * 0.382) % 1)) * clientHeight];
      const far = `translate(${across - x}px, ${down - y}px) rotate(${order % 2 ? 190 : -170}deg)`;
      const frames = [{ transform: "none", easing: "ease-out" }, { transform: far, easing: "ease-in" }, { transform: "none" }];
      element.animate(frames, { duration: LEAP / speed, delay: (order * 25) / speed, composite: "add" });
    });
  }

  /** Shows the whole of a covered card, and of no other. */
  peek(name) {
    if (this.peeked) this.cards[this.peeked].element.classList.remove("peeked");
    this.peeked = name;
    if (name) this.cards[name].element.classList.add("peeked");
  }

  /** Raises cards, which follow the pointer until they are released. */
  lift(names) {
    names.forEach((name, index) => {
      const card = this.card(name);
      card.animation?.cancel();
      card.animation = null;
      card.element.style.zIndex = 1000 + index;
      card.element.classList.add("lifted");
    });
  }

  /** Shows lifted cards at that distance from where they were. */
  carry(names, x, y) {
    for (const name of names) {
      const card = this.card(name);
      card.shown = { x: card.x + x, y: card.y + y };
      card.element.style.transform = translate(card.shown);
    }
  }

  /** Lets go of lifted cards: they move to where the next table has them. */
  release(names) {
    for (const name of names) {
      const card = this.card(name);
      card.element.classList.remove("lifted");
      // Neither here nor there, so that the next table moves it.
      Object.assign(card, { x: NaN, y: NaN, isReleased: true });
    }
    for (const mark of ["offered", "aimed"]) this.mark(mark, []);
  }

  /** Gives a mark to the slots and last cards of these places, and to no others. */
  mark(mark, places) {
    for (const element of this.marked[mark] ?? []) element.classList.remove(mark);
    const elements = places.map((place) => {
      const last = this.table[place].at(-1);
      return last ? this.card(last).element : this.slots[place];
    });
    for (const element of elements) element.classList.add(mark);
    this.marked[mark] = elements;
  }

  /** Gives a mark to cards, and to no others. */
  markCards(mark, names) {
    for (const element of this.marked[mark] ?? []) element.classList.remove(mark);
    this.marked[mark] = names.map((name) => this.card(name).element);
    for (const element of this.marked[mark]) element.classList.add(mark);
  }

  /** The place at a point of the felt, if there is one. */
  placeAt(x, y) {
    return this.layout.placeAt(x, y);
  }

  /** A card's record; its element is made when the card is first seen. */
  card(name) {
    if (!this.cards[name]) {
      const element = this.board.appendChild(drawCard(name));
      this.cards[name] = { element, place: null, index: -1, x: NaN, y: NaN, corner: 1, shown: null, animation: null };
    }
    return this.cards[name];
  }

  /** The name of the card that an element shows. */
  nameOf(element) {
    return Object.keys(this.cards).find((name) => this.cards[name].element === element);
  }

  /** Keeps slots and cards fitted to the felt, on the screen and on paper. */
  listen() {
    new ResizeObserver(() => this.measure()).observe(this.board);
    // Before it prints, the browser lays out the page once more and says nothing of the sizes.
    addEventListener("beforeprint", () => this.measure(PAPER));
    addEventListener("afterprint", () => this.measure());
  }

  /** Shows that a game has no more than the first cells. */
  closeCells(count) {
    CELLS.forEach((cell, index) => this.slots[cell].classList.toggle("closed", index >= count));
  }

  /** Lays the cards out in another way: see `Layout`. */
  arrange(arrangement) {
    this.arrangement = arrangement;
    this.measure();
  }

  /** Fits slots and cards to the size of the felt. */
  measure({ width, height } = this.board.getBoundingClientRect()) {
    this.layout = new Layout(width, height, textSize(), this.arrangement);
    this.board.classList.toggle("small", this.layout.isSmall);
    this.board.style.fontSize = `${this.layout.width}px`;
    for (const place of PLACES) this.slots[place].style.transform = translate(this.layout.positionOf(place, 0, 0));
    this.show(this.table);
  }

  /** The width of a card. */
  get width() {
    return this.layout.width;
  }

  /** The position of a card by its index in a place. */
  positionOf(place, index) {
    return this.layout.positionOf(place, index, this.table[place].length);
  }
}

/** How many times the usual size text has. */
function textSize() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** Where a card is seen now; one that is not moving is where it was put. */
function startOf({ element, animation, shown }) {
  if (animation?.playState === "running") return getComputedStyle(element).transform;
  return shown && translate(shown);
}

/** Shows a covered card by a corner of that size; the card itself is as large as ever. */
function shrinkCorner({ classList, firstElementChild: face }, corner) {
  classList.toggle("tight", corner < 1);
  face.style.transform = corner < 1 ? `scale(${corner}) translateY(-3.5%)` : "";
}

function drawSlot(place) {
  const slot = document.createElement("div");
  slot.className = CASCADES.includes(place) ? "slot cascade" : "slot";
  slot.dataset.slot = place;
  slot.innerHTML = isHome(place)
    ? `<svg viewBox="-10 -10 20 20"><path d="${OUTLINES[place[1]]}"/></svg>`
    : `<span>${place}</span>`;
  return slot;
}
