// What is known of each game that came up: whether it can still be won, in how many
// moves, and how few any line needs. It is found by address; what is known of one game
// implies facts about those before and after it.

/** The address of a game after one more move or change of rules. */
export const addressAfter = (address, token) => `${address}${address.includes(":") ? "-" : ":"}${token}`;
/** The move of a token: the word for new rules may stand before it. */
export const moveOf = (token) => token.split("-").at(-1);
/** The word for the rules that come into force with a token, if any do; it may have dashes, too. */
export const ruleOf = (token) => token.split("-").slice(0, -1).join("-") || null;
/** Whether the moves of a line of play, whose tokens these are, all have the rules that it begins with. */
export const haveOneRule = (addresses, tokens) => tokens.map(moveOf).reduce(addressAfter, addresses[0]) === addresses[tokens.length];

/** Whether one move leads from a game to another, by the same rules. */
const isOneMove = (from, to) => to.startsWith(from) && moveOf(to.slice(from.length + 1)) === to.slice(from.length + 1);

/** The most games of which something is known at a time; some megabytes. */
const MOST_FACTS = 5000;

export class Knowledge {
  constructor() {
    this.facts = new Map();
    /** The beginning of all games that count: what is found of others comes too late. */
    this.origin = "";
  }

  /** Turns to another deal or table: nothing is kept of those before. */
  turnTo(origin) {
    if (this.origin === origin) return;
    this.origin = origin;
    this.facts.clear();
  }

  /** Whether a game begins with the deal or table that this is about. */
  isAbout(address) {
    return address === this.origin || address.startsWith(`${this.origin}:`);
  }

  /** Forgets, once it is much, all but a line of play and the best one from a position of it. */
  tidy(addresses, here) {
    if (this.facts.size <= MOST_FACTS) return;
    const kept = [...addresses, here];
    for (const move of this.get(here).line ?? []) kept.push(addressAfter(kept.at(-1), move));
    this.facts = new Map(kept.map((address) => [address, this.get(address)]));
  }

  /**
   * What is known of a game: `line`, `lost`, `lowerBound`, `positions`; how many moves the
   * `shortest` line has, where that was proved before; whether its length is `settled`
   * enough to be compared, and whether its analysis is `done`, or `exhausted` even if deepened.
   */
  get(address) {
    if (!this.facts.has(address)) {
      this.facts.set(address, { line: null, lost: false, lowerBound: 0, shortest: null, positions: 0, settled: false, done: false, exhausted: false });
    }
    return this.facts.get(address);
  }

  /** Whether it is known if the game can be won, or that this cannot be found out. */
  isAnswered(address) {
    const { line, lost, done } = this.get(address);
    return line !== null || lost || done;
  }

  /** Whether a deeper analysis could tell more. */
  isOpen(address) {
    const { line, lost, lowerBound, done, exhausted } = this.get(address);
    return done && !exhausted && !lost && (line === null || lowerBound < line.length);
  }

  /** Takes in the result of a slice. */
  learn(address, { line, lost, lower_bound: lowerBound, shortest, positions, settled, done, exhausted }) {
    const fact = this.get(address);
    fact.lost ||= lost;
    fact.positions = Math.max(fact.positions, positions);
    fact.settled ||= settled;
    fact.lowerBound = Math.max(fact.lowerBound, lowerBound);
    fact.shortest ??= shortest;
    fact.done ||= done;
    fact.exhausted ||= exhausted;
    if (line && (!fact.line || line.length < fact.line.length)) fact.line = line;
    if (fact.line) this.passOn(address);
  }

  /** Adds what follows for the games along a line from what is known of the first. */
  passOn(address) {
    const { line, lowerBound, settled } = this.get(address);
    let at = address;
    line.forEach((move, index) => {
      at = addressAfter(at, move);
      const rest = line.slice(index + 1);
      const fact = this.get(at);
      if (!fact.line || rest.length < fact.line.length) fact.line = rest;
      fact.lowerBound = Math.max(fact.lowerBound, lowerBound - index - 1);
      fact.settled ||= settled;
      fact.done ||= fact.lowerBound >= fact.line.length;
    });
  }

  /** Spreads what is known along a line of play: the addresses of its positions, its tokens. */
  connect(addresses, tokens) {
    const isPlain = (index) => haveOneRule(addresses.slice(index, index + 2), [tokens[index]]);
    for (let index = tokens.length - 1; index >= 0; index--) {
      const { line } = this.get(addresses[index + 1]);
      const before = this.get(addresses[index]);
      if (!line || !isPlain(index)) continue;
      if (!before.line || before.line.length > line.length + 1) {
        before.line = [moveOf(tokens[index]), ...line];
      }
    }
    for (const index of tokens.keys()) {
      if (!isPlain(index) || !this.get(addresses[index]).lost) continue;
      Object.assign(this.get(addresses[index + 1]), { lost: true, settled: true, done: true });
    }
  }

  /**
   * How much longer each move of a line of play made the shortest line known; null where
   * too little is known.
   */
  losses(addresses) {
    return addresses.map((address, index) => {
      if (index === 0) return null;
      const [from, to] = [this.get(addresses[index - 1]), this.get(address)];
      if (!from.line || !to.line || !from.settled || !to.settled) return null;
      if (!isOneMove(addresses[index - 1], address)) return null;
      return to.line.length + 1 - from.line.length;
    });
  }

  /** The move that lost a line of play; `isSure` unless it may have been an earlier one. */
  losingMove(addresses) {
    const move = addresses.findIndex((address) => this.get(address).lost);
    if (move < 0) return null;
    const isSure = () => this.get(addresses[move - 1]).line !== null && isOneMove(addresses[move - 1], addresses[move]);
    return { move, isSure: move === 0 || isSure() };
  }

  /**
   * The address to analyse next: the current position, then whatever helps to say which
   * move lost the game, or which moves made it longer.
   */
  next(addresses, position) {
    const here = addresses[position];
    if (!this.get(here).settled) return here;
    const past = addresses.slice(0, position);
    const lost = this.losingMove(addresses);
    if (lost && lost.move > 0 && !lost.isSure) {
      const won = past.findLastIndex((address) => this.get(address).line !== null);
      const open = past.slice(won + 1, lost.move).filter((address) => !this.isAnswered(address));
      // Whatever the answer, it settles one half of them.
      if (open.length) return open[Math.floor(open.length / 2)];
    }
    const open = past.filter((address) => !this.get(address).settled);
    if (open.length) return open.at(-1);
    if (!this.get(here).done) return here;
    return past.findLast((address) => !this.get(address).done) ?? null;
  }
}
