
// What is known of each game that came up: whether it can still be won, in how many
// moves, and how few any line needs. It is found by address; what is known of one
// game says something of those before and after it.

/** The address of a game after one more move or change of rules. */
const addressAfter = (address, token) => `${address}${address.includes(":") ? "-" : ":"}${token}`;
/** Whether a token is a move alone, and does not bring other rules into force. */
const isPlain = (token) => !token.includes("-");

class Knowledge {
  constructor() {
    this.facts = new Map();
  }

  /**
   * What is known of a game: `line`, `lost`, `atLeast`, `positions`; whether its length
   * is `settled` enough to be compared, and whether thought about it is `done`.
   */
  of(address) {
    if (!this.facts.has(address)) {
      this.facts.set(address, { line: null, lost: false, atLeast: 0, positions: 0, settled: false, done: false });
    }
    return this.facts.get(address);
  }

  /** Whether it is known if the game can be won, as far as that can be known. */
  isAnswered(address) {
    const { line, lost, done } = this.of(address);
    return line !== null || lost || done;
  }

  /** Takes in a slice's result. */
  learn(address, { line, lost, at_least: atLeast, positions, settled, done }) {
    const fact = this.of(address);
    fact.lost ||= lost;
    fact.positions = Math.max(fact.positions, positions);
    fact.settled ||= settled;
    fact.atLeast = Math.max(fact.atLeast, atLeast);
    fact.done ||= done;
    if (line) this.learnLine(address, line);
    else if (fact.line) this.passOn(address);
  }

  learnLine(address, line) {
    const fact = this.of(address);
    if (!fact.line || line.length < fact.line.length) fact.line = line;
    this.passOn(address);
  }

  /** Says of the games along a line what follows from what is known of its first. */
  passOn(address) {
    const { line, atLeast, settled } = this.of(address);
    let at = address;
    line.forEach((move, index) => {
      at = addressAfter(at, move);
      const rest = line.slice(index + 1);
      const fact = this.of(at);
      if (!fact.line || rest.length < fact.line.length) fact.line = rest;
      fact.atLeast = Math.max(fact.atLeast, atLeast - index - 1);
      fact.settled ||= settled;
      fact.done ||= fact.atLeast >= fact.line.length;
    });
  }

  /** Carries what is known along a line of play: `origin`, then its tokens. */
  connect(origin, tokens) {
    const addresses = [origin];
    for (const token of tokens) addresses.push(addressAfter(addresses.at(-1), token));
    for (let index = tokens.length; index > 0; index--) {
      const { line } = this.of(addresses[index]);
      const before = this.of(addresses[index - 1]);
      if (!line || !isPlain(tokens[index - 1])) continue;
      if (!before.line || before.line.length > line.length + 1) {
        before.line = [tokens[index - 1], ...line];
      }
    }
    tokens.forEach((token, index) => {
      if (!isPlain(token) || !this.of(addresses[index]).lost) return;
      Object.assign(this.of(addresses[index + 1]), { lost: true, settled: true, done: true });
    });
    return addresses;
  }

  /**
   * What each move of a line of play lost: moves beyond the shortest line known, or
   * null where that is not known well enough.
   */
  losses(addresses) {
    return addresses.map((address, index) => {
      if (index === 0) return null;
      const before = addresses[index - 1];
      const [from, to] = [this.of(before), this.of(address)];
      if (!from.line || !to.line || !from.settled || !to.settled) return null;
      return to.line.length + 1 - from.line.length;
    });
  }

  /** The move with which a line of play was lost; `isSure` unless it may be earlier. */
  losingMove(addresses) {
    const move = addresses.findIndex((address) => this.of(address).lost);
    if (move < 0) return null;
    return { move, isSure: move === 0 || this.of(addresses[move - 1]).line !== null };
  }

  /**
   * The address to think of next: where the person is, then whatever helps to say with
   * which move the game was lost, or where it lost length.
   */
  next(addresses, position) {
    const here = addresses[position];
    if (!this.of(here).settled) return here;
    const past = addresses.slice(0, position);
    const lost = this.losingMove(addresses);
    if (lost && lost.move > 0 && !lost.isSure) {
      const won = past.findLastIndex((address) => this.of(address).line !== null);
      const open = past.slice(won + 1, lost.move).filter((address) => !this.isAnswered(address));
      // Whatever the answer, half of them need no other.
      if (open.length) return open[Math.floor(open.length / 2)];
    }
    const open = past.filter((address) => !this.of(address).settled);
    if (open.length) return open.at(-1);
    if (!this.of(here).done) return here;
    return past.findLast((address) => !this.of(address).done) ?? null;
  }
}
