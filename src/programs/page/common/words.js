// Describes a line: its position in a sentence, its moves in a list, its table in a list
// for screen readers.

import { nameOf, theCard } from "./cards.js";
import { phrase } from "./language.js";
import { contentsOf, isCell, isHome, movedBy, placeName, PLACES } from "./tables.js";

/**
 * An element of the page, whatever its kind.
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);
export const capitalize = (text) => text[0].toUpperCase() + text.slice(1);
/** A number of moves in words. */
export const inMoves = (moves) => phrase("{moves} {moves|move|moves}", { moves });

/** Writes a text into an element, unless it is there already. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Describes a position in a title and a sentence. */
export function describe(line, to) {
  const { move, steps, reason, first } = line.stops[to];
  if (to === 0) return { title: phrase("The deal"), text: "" };
  if (reason) return { title: phrase("Move {to}: {move} is illegal", { to, move }), text: `${capitalize(withNames(reason))}.` };
  const [own, ...autoplay] = steps.map((step, index) => movedBy(line.tables[first + index], step).map(nameOf));
  const [from, target] = [placeName(steps[0].from), placeName(steps[0].to)];
  const sentences = [phrase("{cards}, {from} to {target}.", { cards: capitalize(asOne(own)), from, target })];
  if (autoplay.length > 0) sentences.push(phrase("Autoplay: {cards}.", { cards: listed(autoplay.flat()) }));
  return { title: phrase("Move {to}: {move}", { to, move }), text: sentences.join(" ") };
}

/** Names cards that move together. */
function asOne([deepest, ...others]) {
  if (others.length === 0) return deepest;
  if (others.length === 1) return phrase("{card} and the card on it", { card: deepest });
  return phrase("{card} and the {n} cards on it", { card: deepest, n: others.length });
}

/** What a move does, by its first step: "9 of spades onto the 10 of hearts". */
export function stepInWords(table, step) {
  const { to } = step;
  const on = table[to].at(-1);
  const cards = asOne(movedBy(table, step).map(nameOf));
  if (isHome(to)) return phrase("{cards} home", { cards });
  if (isCell(to)) return phrase("{cards} to {place}", { cards, place: placeName(to) });
  if (on) return phrase("{cards} onto {on}", { cards, on: theCard(on) });
  return phrase("{cards} to the empty {place}", { cards, place: placeName(to) });
}

/** A sentence with the names of cards in place of their texts, such as TH. */
const withNames = (sentence) => sentence.replace(/\b[A2-9TJQK][CDHS]\b/g, theCard);

/** Shows a title and a sentence in the status. */
export function say({ title, text }) {
  setText(byId("status").querySelector("strong"), title);
  // With the blank between them, which would be a text of its own that moves.
  setText(byId("status").querySelector("span"), text && ` ${text}`);
}

/** Lists names, or if there are many, the first and the last. */
function listed(names) {
  if (names.length <= 3) return names.join(", ");
  return phrase("{n} cards, {first} to {last}", { n: names.length, first: names[0], last: names.at(-1) });
}

/** The table as a list of places, for screen readers. */
export class PlaceList {
  /** If there is an `activate(place)`, the places are buttons that call it. */
  constructor(list, { activate = null, focused = (places) => {} } = {}) {
    this.items = PLACES.map((place) => {
      const item = document.createElement("li");
      const label = activate ? item.appendChild(button("", () => activate(place))) : item;
      if (activate) {
        label.addEventListener("focus", () => focused(label.matches(":focus-visible") ? [place] : []));
        label.addEventListener("blur", () => focused([]));
      }
      return { place, item, label };
    });
    list.replaceChildren(...this.items.map(({ item }) => item));
  }

  show(table) {
    for (const { place, label } of this.items) {
      setText(label, `${capitalize(placeName(place))}: ${contentsOf(table, place)}`);
    }
  }

  /** Says which place was chosen to move from, if any. */
  pick(chosen) {
    for (const { place, label } of this.items) {
      if (label.matches("button")) label.setAttribute("aria-pressed", String(place === chosen));
    }
  }
}

/** Lists the moves as buttons that go there, and what follows them unplayed. */
export function listMoves(line, unplayed = []) {
  const played = line.stops.map(({ move, steps, reason }, index) => {
    const item = button("", () => line.jump(index));
    item.append(unseen(index ? phrase("Move {index},", { index }) : phrase("The"), " "), index ? move : phrase("deal"));
    const home = steps.length - 1;
    if (home > 0) item.append(remark(`+${home}`, phrase("more home")));
    if (reason) item.append(remark(phrase("illegal")));
    return item;
  });
  const rest = unplayed.map((move) => {
    const text = document.createElement("s");
    text.textContent = move;
    text.append(unseen(` ${phrase("not played")}`));
    return text;
  });
  byId("moves").replaceChildren(...[...played, ...rest].map(inItem));
}

/** Marks the move of a position as the current one. */
export function markCurrent(to) {
  const moves = byId("moves");
  const current = moves.children[to].firstElementChild;
  const marked = moves.querySelector("[aria-current]");
  if (marked !== current) {
    marked?.removeAttribute("aria-current");
    current.setAttribute("aria-current", "step");
  }
}

let isScrollDue = false;

/** Brings the current move into sight, in the next frame; scrolls the list, not the page. */
export function scrollToCurrent() {
  if (isScrollDue) return;
  isScrollDue = true;
  requestAnimationFrame(() => {
    isScrollDue = false;
    scrollNow();
  });
}

/** The same at once: for the end of what is written in a frame, which is laid out by this. */
export function scrollNow() {
  const moves = byId("moves");
  const current = moves.querySelector("[aria-current]");
  if (!current) return;
  const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = current;
  const { clientHeight, clientWidth } = moves;
  moves.scrollTop = offsetTop + (offsetHeight - clientHeight) / 2;
  moves.scrollLeft = offsetLeft + (offsetWidth - clientWidth) / 2;
}

export function button(text, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", act);
  return element;
}

/** A small remark, with words for those who do not see where it stands. */
function remark(text, words = "") {
  const element = document.createElement("small");
  element.append(text, words ? unseen(` ${words}`) : "");
  return element;
}

function unseen(...texts) {
  const element = document.createElement("span");
  element.className = "unseen";
  element.append(...texts);
  return element;
}

export function inItem(content) {
  const item = document.createElement("li");
  item.append(content);
  return item;
}
