
// The tables of a story, and the felt on which the cards lie and glide. A place is
// named as in a move, a foundation by h and its suit: "3", "a", "hS".

const CASCADES = [..."12345678"];
const CELLS = [..."abcd"];
const FOUNDATIONS = Object.keys(SUITS).map((suit) => `h${suit}`);
const PLACES = [...CELLS, ...FOUNDATIONS, ...CASCADES];

const isHome = (place) => place[0] === "h";
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Every table of the story: the one it starts from, then one after each step. */
function tablesOf({ table, moves }) {
  const tables = [startOf(table)];
  for (const step of moves.flatMap((move) => move.steps)) {
    tables.push(after(tables.at(-1), step));
  }
  return tables;
}

function startOf({ cascades, cells, foundations }) {
  const home = (place, index) => [...RANKS.slice(0, foundations[index])].map((rank) => rank + place[1]);
  return Object.fromEntries([
    ...CASCADES.map((place, index) => [place, cascades[index]]),
    ...CELLS.map((place, index) => [place, cells[index] ? [cells[index]] : []]),
    ...FOUNDATIONS.map((place, index) => [place, home(place, index)]),
  ]);
}

function after(table, step) {
  const moved = movedBy(table, step);
  return {
    ...table,
    [step.from]: table[step.from].slice(0, -moved.length),
    [step.to]: [...table[step.to], ...moved],
  };
}

/** The cards that a step lifts off a table, deepest first. */
const movedBy = (table, { from, cards }) => table[from].slice(-cards);

/** How many cards are home. */
const countHome = (table) => FOUNDATIONS.reduce((sum, place) => sum + table[place].length, 0);

/** The felt: slots and cards, laid out to the size it is given. */
class Felt {
  constructor(board) {
    this.board = board;
    this.cards = {};
    this.slots = {};
    this.table = Object.fromEntries(PLACES.map((place) => [place, []]));
    this.flights = 0;
    for (const place of PLACES) this.slots[place] = board.appendChild(drawSlot(place));
  }

  /** Shows a table; cards that lie elsewhere now glide for so many milliseconds. */
  show(table, duration = 0) {
    this.table = table;
    for (const place of PLACES) {
      table[place].forEach((card, index) => this.put(card, place, index, duration));
    }
  }

  put(card, place, index, duration) {
    const element = this.element(card);
    const { x, y } = this.spot(place, index);
    const target = `translate(${x}px, ${y}px)`;
    if (element.target === target) return;
    const start = getComputedStyle(element).transform;
    const leaves = element.dataset.place !== place;
    element.glide?.cancel();
    element.classList.remove("gliding");
    element.target = target;
    element.dataset.place = place;
    element.style.transform = target;
    element.style.zIndex = index;
    if (duration && !stillness.matches) this.glide(element, start, duration, leaves);
  }

  /** Lets a card glide; one that leaves its place, above all that stay. */
  glide(element, start, duration, leaves) {
    const rest = element.style.zIndex;
    if (leaves) element.style.zIndex = 100 + this.flights++;
    element.classList.toggle("gliding", leaves);
    const frames = [{ transform: start }, { transform: element.target }];
    element.glide = element.animate(frames, { duration, easing: "cubic-bezier(.45, .05, .25, 1)" });
    const land = () => {
      element.style.zIndex = rest;
      element.classList.remove("gliding");
    };
    // A glide that another one cuts short never lands.
    element.glide.finished.then(land, () => {});
  }

  /** Shakes the card that a move cannot take. */
  refuse(place) {
    const card = this.table[place]?.at(-1);
    if (!card || stillness.matches) return;
    const shifts = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    this.cards[card].animate(shifts, { duration: 380, composite: "add" });
  }

  /** Takes cards off the felt; they follow the pointer until they are released. */
  lift(cards) {
    cards.forEach((card, index) => {
      const element = this.element(card);
      element.glide?.cancel();
      element.style.zIndex = 200 + index;
      element.classList.add("lifted");
    });
  }

  /** Shows lifted cards so far from where they lay. */
  carry(cards, x, y) {
    for (const card of cards) {
      const element = this.element(card);
      element.style.transform = `translate(${x}px, ${y}px) ${element.target}`;
    }
  }

  /** Lets lifted cards glide to where they lie, or leaves that to the next table. */
  release(cards, duration) {
    for (const card of cards) {
      const element = this.element(card);
      element.classList.remove("lifted");
      element.target = null;
    }
    this.offer([]);
    this.aim(null);
    if (duration) this.show(this.table, duration);
  }

  /** Marks the places to which cards may go. */
  offer(places) {
    for (const place of PLACES) this.outline(place, "offered", places.includes(place));
  }

  /** Marks the place to which cards would go. */
  aim(place) {
    for (const each of PLACES) this.outline(each, "aimed", each === place);
  }

  /** Marks the place that is picked to move from. */
  pick(place) {
    for (const each of PLACES) this.outline(each, "picked", each === place);
  }

  outline(place, kind, isOn) {
    this.slots[place].classList.toggle(kind, isOn);
    this.table[place].forEach((card, index, { length }) => {
      this.element(card).classList.toggle(kind, isOn && index === length - 1);
    });
  }

  /** The place at a point of the felt, if there is one. */
  placeAt(x, y) {
    const column = Math.floor((x - this.left + (this.pitch - this.card) / 2) / this.pitch);
    if (y < this.fall - this.card * 0.3) return [...CELLS, ...FOUNDATIONS][column];
    return CASCADES[column];
  }

  /** A card's element, made when the card is first seen. */
  element(card) {
    this.cards[card] ??= this.board.appendChild(drawCard(card));
    return this.cards[card];
  }

  /** Fits slots and cards to the size of the felt. */
  measure() {
    const { width, height } = this.board.getBoundingClientRect();
    const gap = width < 560 ? 0.09 : 0.16;
    const columns = 8 + 7 * gap;
    this.card = Math.floor(Math.min(width / columns, height / 6.3, 112));
    this.pitch = this.card * (1 + gap);
    this.left = (width - this.card * columns) / 2;
    this.fall = this.card * 1.9;
    this.room = height - this.fall - this.card * 1.4;
    const isSmall = this.card < 64;
    // Thirteen cards should hang freely where there is height for them.
    const least = isSmall ? 0.45 : 0.42;
    this.fan = Math.min(Math.max(least * this.card, this.room / 12), (least + 0.25) * this.card);
    this.board.classList.toggle("small", isSmall);
    this.board.style.setProperty("--card", `${this.card}px`);
    for (const place of PLACES) {
      const { x, y } = this.spot(place, 0);
      this.slots[place].style.transform = `translate(${x}px, ${y}px)`;
    }
    this.show(this.table);
  }

  /** Where the card of that index in a place lies. */
  spot(place, index) {
    const row = CASCADES.includes(place) ? CASCADES : [...CELLS, ...FOUNDATIONS];
    const x = Math.round(this.left + row.indexOf(place) * this.pitch);
    if (row !== CASCADES) return { x, y: 0 };
    const lying = this.table[place].length;
    const fan = lying > 1 ? Math.min(this.fan, this.room / (lying - 1)) : 0;
    return { x, y: Math.round(this.fall + index * fan) };
  }
}

function drawSlot(place) {
  const slot = document.createElement("div");
  slot.className = CASCADES.includes(place) ? "slot cascade" : "slot";
  slot.innerHTML = isHome(place)
    ? `<svg viewBox="-10 -10 20 20"><use href="#${SUITS[place[1]]}" x="-10" y="-10" width="20" height="20"/></svg>`
    : `<span>${place}</span>`;
  return slot;
}
