// What outlasts a reload, if the browser permits it: settings, unfinished games and
// statistics. Writing takes time, so changes are collected and written when the browser
// is idle; each is applied to what is stored then, since other tabs write as well.

const KEY = "freecell";
/** The most unfinished games that are kept. */
const MOST_GAMES = 40;

/** Calls a function when the browser is idle, or else soon. */
export const whenIdle = globalThis.requestIdleCallback
  ? (act) => requestIdleCallback(act, { timeout: 500 })
  : (act) => setTimeout(act, 200);

class Storage {
  changes = new Map();
  isScheduled = false;

  /** What is stored, with all changes that are still to be written. */
  read() {
    return [...this.changes.values()].reduce((stored, change) => ({ ...stored, ...change(stored) }), this.stored());
  }

  stored() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  }

  /** Changes what is stored; a later change of the same name replaces one still unwritten. */
  change(name, change) {
    this.changes.set(name, change);
    if (this.isScheduled) return;
    this.isScheduled = true;
    whenIdle(() => this.flush());
  }

  set(values) {
    for (const [name, value] of Object.entries(values)) this.change(name, () => ({ [name]: value }));
  }

  flush() {
    this.isScheduled = false;
    if (!this.changes.size) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.read()));
    } catch {
      // Private windows may refuse: then nothing outlasts a reload.
    }
    this.changes.clear();
  }

  /** The games that were kept, the last one first. */
  games() {
    return gamesIn(this.read());
  }

  /** Keeps a game, or its newest state, as the last one. */
  keepGame(game) {
    this.change(`game ${game.id}`, (stored) => ({
      games: [game, ...gamesIn(stored).filter(({ id }) => id !== game.id)].slice(0, MOST_GAMES),
    }));
  }

  dropGame(id) {
    this.change(`game ${id}`, (stored) => ({ games: gamesIn(stored).filter((game) => game.id !== id) }));
  }

  /** A kept game that an address names: the last one, a position on a line, or the same deal. */
  findGame(address) {
    const { current } = this.read();
    if (current?.here === address && typeof current.last === "string") return current;
    const games = this.games();
    const onLine = games.find(({ here, last }) => here === address || last === address || isOnLine(address, last));
    return onLine ?? games.find(({ origin }) => origin === address);
  }
}

/** The kept games; whatever else is stored in their place does not count. */
function gamesIn({ games }) {
  const isGame = (game) => ["origin", "title", "last", "here"].every((name) => typeof game?.[name] === "string");
  return Array.isArray(games) ? games.filter(isGame) : [];
}

/** Whether an address is a position on the line of another. */
function isOnLine(address, last) {
  return address.includes(":") && last.startsWith(`${address}-`);
}

export const storage = new Storage();
