
// The hand: cards are dragged, clicked and tapped on the felt, by mouse, finger or pen.

/** How far a pointer may stray and still have clicked, in pixels. */
const STILL = 6;
/** How soon a second click belongs to the first, in milliseconds. */
const DOUBLE = 320;

class Hand {
  constructor(game, felt, { preferred }) {
    Object.assign(this, { game, felt, preferred, held: null, clicked: {} });
    const { board } = felt;
    board.addEventListener("pointerdown", (event) => this.take(event));
    board.addEventListener("pointermove", (event) => this.carry(event));
    board.addEventListener("pointerup", (event) => this.drop(event));
    board.addEventListener("pointercancel", () => this.giveBack());
    board.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
  }

  /** The place under a point, and the card's index there. */
  at(event) {
    const card = event.target.closest(".card");
    if (!card) return null;
    const { place } = card.dataset;
    const index = this.felt.table[place].findIndex((each) => this.felt.cards[each] === card);
    return index < 0 ? null : { place, index };
  }

  take(event) {
    if (!event.isPrimary || event.button !== 0 || this.held) return;
    const at = this.at(event);
    if (!at || isHome(at.place)) return;
    const cards = this.felt.table[at.place].slice(at.index);
    this.held = {
      ...at,
      cards,
      start: [event.clientX, event.clientY],
      isCarried: false,
      mayMove: this.game.movesFrom(at.place, cards.length).length > 0,
    };
    this.felt.board.setPointerCapture(event.pointerId);
  }

  carry(event) {
    const { held } = this;
    if (!held || !held.mayMove) return;
    const [x, y] = [event.clientX - held.start[0], event.clientY - held.start[1]];
    if (!held.isCarried && Math.hypot(x, y) < STILL) return;
    if (!held.isCarried) this.lift();
    this.felt.carry(held.cards, x, y);
    this.felt.aim(this.target(event, x, y));
  }

  lift() {
    this.held.isCarried = true;
    this.felt.lift(this.held.cards);
    const targets = this.game.movesFrom(this.held.place, this.held.cards.length);
    this.felt.offer(targets.map(({ steps }) => steps[0].to));
  }

  /** The place that the cards would fall to: under the pointer, or nearest to the card. */
  target(event, x, y) {
    const { left, top } = this.felt.board.getBoundingClientRect();
    const spot = this.felt.spot(this.held.place, this.held.index);
    const middle = [spot.x + x + this.felt.card / 2, spot.y + y + this.felt.card * 0.5];
    const points = [[event.clientX - left, event.clientY - top], middle];
    const places = points.map(([x, y]) => this.felt.placeAt(x, y));
    return places.find((place) => place && this.moves(place).length) ?? null;
  }

  moves(place) {
    return this.game.movesTo(this.held.place, place, this.held.cards.length);
  }

  drop(event) {
    const { held } = this;
    if (!held) return;
    // A quick finger may not have been seen on its way.
    this.carry(event);
    const [x, y] = [event.clientX - held.start[0], event.clientY - held.start[1]];
    if (!held.isCarried) {
      this.held = null;
      if (Math.hypot(x, y) < STILL) this.click(held);
      else this.felt.refuse(held.place);
      return;
    }
    const target = this.target(event, x, y);
    const moves = target ? this.moves(target) : [];
    this.giveBack(moves.length > 0);
    if (moves.length) this.game.play(...moves);
  }

  /** Lets go: the cards glide back, or to where a move takes them. */
  giveBack(moves = false) {
    const { held } = this;
    this.held = null;
    if (held?.isCarried) this.felt.release(held.cards, moves ? 0 : JUMP);
  }

  /** Plays the likeliest move of what was clicked on. */
  click({ place, cards }) {
    const now = performance.now();
    // Who clicks twice is used to other programs and means it once.
    if (this.clicked.card === cards[0] && now - this.clicked.time < DOUBLE) return;
    this.clicked = { card: cards[0], time: now };
    this.playFrom(place, cards.length);
  }

  /** Plays the best move from a place, or shakes its card. */
  playFrom(place, cards = 1) {
    const moves = this.game.movesFrom(place, cards);
    const best = moves.find(({ move }) => move === this.preferred()) ?? moves[0];
    if (best) this.game.play(best.move);
    else this.felt.refuse(place);
    return Boolean(best);
  }
}

/** Moves are typed as they are written: the place they leave, the place they go to. */
class Typing {
  constructor(game, hand, felt, { refused }) {
    Object.assign(this, { game, hand, felt, refused, from: null });
  }

  /** Takes a key; whether it was one of notation. */
  take(key) {
    const place = key.toLowerCase();
    if (this.from === null) {
      if (![...CASCADES, ...CELLS].includes(place)) return false;
      this.pick(place);
      return true;
    }
    if (![...CASCADES, ...CELLS, "h"].includes(place)) return false;
    const { from } = this;
    this.pick(null);
    if (place === from) {
      if (!this.hand.playFrom(from)) this.refused(`Nothing can move from ${placeName(from)}.`);
      return true;
    }
    const [move] = this.game.movesTo(from, place);
    if (move) this.game.play(move);
    else {
      this.felt.refuse(from);
      this.refused(`${from}${place} is not legal here.`);
    }
    return true;
  }

  pick(place) {
    this.from = place;
    this.felt.pick(place);
  }
}
