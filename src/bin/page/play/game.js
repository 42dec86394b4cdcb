
// The game on the table: a line of play that goes on where the person takes it. The
// module is asked what moves do and which are legal; what is kept here is its address.

/** How many past games are remembered. */
const REMEMBERED = 12;

class Game {
  /** `changed()` is called after every change. */
  constructor(door, line, { changed }) {
    Object.assign(this, { door, line, changed });
    this.origin = null;
    /** What the address has for each move: the move, after the rules it brings. */
    this.tokens = [];
    /** The rule that was chosen here, if it is another one than was in force. */
    this.pending = null;
    this.elapsed = 0;
  }

  get position() {
    return this.line.position;
  }

  /** The address of a position. */
  address(position = this.position) {
    return this.tokens.slice(0, position).reduce(addressAfter, this.origin);
  }

  /** The address of the game as it stands. */
  here() {
    return this.pending ? addressAfter(this.address(), this.pending) : this.address();
  }

  /** The autoplay rule in force after a position's moves. */
  ruleAt(position) {
    const bringing = this.tokens.slice(0, position).findLast((token) => !isPlain(token));
    return bringing ? bringing.split("-").at(-2) : "safe";
  }

  /** What may be played now: legal moves with their steps. */
  legal() {
    return this.state.legal;
  }

  get autoplay() {
    return this.state.autoplay;
  }

  /** Opens an address, at its end or at a position; what is wrong with it, if anything. */
  open(address, { position = Infinity, elapsed = 0 } = {}) {
    const story = this.door.ask("game", address);
    if (story.fault?.why === undefined && story.fault) return story.fault;
    const fault = story.fault;
    // The first game simply lies there.
    const duration = this.origin ? JUMP : 0;
    this.take({ ...story, fault: null });
    this.elapsed = elapsed;
    const isAtEnd = position >= this.line.last;
    this.pending = isAtEnd && story.autoplay !== this.ruleAt(this.line.last) ? story.autoplay : null;
    this.line.jump(Math.min(position, this.line.last), duration);
    return fault && `Move ${fault.number} (${fault.move}) is illegal: ${fault.why}.`;
  }

  take(story) {
    this.origin = story.origin;
    this.tokens = story.moves.map(({ token }) => token);
    this.title = story.title;
    this.line.load(story);
  }

  /** Plays moves from here, which ends what else was to be redone; resolves when they lie. */
  async play(...moves) {
    const from = this.position;
    const isRedone = moves.length === 1 && !this.pending && this.tokens[from] === moves[0];
    if (!isRedone) this.extend(moves);
    for (const index of moves.keys()) {
      const mine = this.line.begin(false);
      await this.line.playMove(from + index + 1, mine);
      if (mine !== this.line.request) return;
    }
  }

  /** Puts moves after the position, without playing them. */
  extend(moves) {
    const address = moves.reduce(addressAfter, this.here());
    this.pending = null;
    this.take({ ...this.door.ask("game", address), fault: null });
  }

  /** Brings another rule into force, from the next move on. */
  rule(autoplay) {
    this.pending = autoplay === this.ruleAt(this.position) ? null : autoplay;
    this.tokens.length = this.position;
    this.take({ ...this.door.ask("game", this.address()), fault: null });
    this.line.jump(this.position);
  }

  /** Asks how the game stands, at whatever position the line has come to. */
  look() {
    const next = this.tokens[this.position];
    if (next) this.pending = isPlain(next) ? null : next.split("-").at(-2);
    this.state = this.door.ask("game", this.here());
    this.changed();
  }

  get isWon() {
    return this.state.won;
  }

  /** The legal moves of a place, those first that a click on so many cards means. */
  movesFrom(place, cards = 1) {
    const own = this.legal().filter(({ steps }) => steps[0].from === place);
    const fitting = own.filter(({ steps }) => steps[0].cards >= cards);
    return fitting.sort((one, other) => (other.steps[0].cards === cards) - (one.steps[0].cards === cards));
  }

  /**
   * The moves that bring so many cards of a place to another, or more of the same run:
   * one, or two where a single card would otherwise take its run along; perhaps none.
   */
  movesTo(from, to, cards = 0) {
    const legal = this.movesFrom(from, cards);
    const kind = (place) => (isHome(place) ? "home" : CELLS.includes(place) ? "cell" : place);
    const move = legal.find(({ steps }) => kind(steps[0].to) === kind(to));
    if (!move) return [];
    const split = this.state.splits.find(([first, second]) => first[0] === from && second[1] === to);
    return cards === 1 && split ? split : [move.move];
  }
}

/** What outlasts a reload, if the browser lets it. */
const memory = {
  read() {
    try {
      return JSON.parse(localStorage.getItem("freecell")) ?? {};
    } catch {
      return {};
    }
  },
  write(changes) {
    try {
      localStorage.setItem("freecell", JSON.stringify({ ...this.read(), ...changes }));
    } catch {
      // Then nothing is remembered.
    }
  },
};

/** Remembers a game among the last ones played. */
function remember(origin, title) {
  const others = (memory.read().played ?? []).filter((game) => game.origin !== origin);
  memory.write({ played: [{ origin, title }, ...others].slice(0, REMEMBERED) });
}
