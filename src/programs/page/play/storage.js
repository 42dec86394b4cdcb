// What outlasts a reload, if the browser permits it: settings, unfinished games and
// statistics. Writing takes time, so changes are collected and written when the browser
// is idle; each is applied to what is stored then, since other tabs write as well.

/** The most unfinished games that are kept. */
const MOST_GAMES = 40;

/** Calls a function when the browser is idle, or else soon. */
export const whenIdle = globalThis.requestIdleCallback
  ? (act) => requestIdleCallback(act, { timeout: 500 })
  : (act) => setTimeout(act, 200);

/** A number that no other tab has; later ones are greater. */
export const newId = () => Date.now() + Math.random();

/** What is stored under one key. */
export class Store {
  changes = new Map();
  isScheduled = false;
  /** Whether the browser refused to keep what was last written. */
  isRefused = false;
  /** Called after each write that was refused. */
  refused = () => {};

  constructor(key) {
    this.key = key;
  }

  /** What is stored, with all changes that are still to be written. */
  read() {
    return [...this.changes.values()].reduce((stored, change) => ({ ...stored, ...change(stored) }), this.stored());
  }

  stored() {
    return parsed(() => localStorage, this.key);
  }

  /** Changes what is stored; a later change of the same name replaces one still unwritten. */
  change(name, change) {
    // The order counts: each change finds what those before it have made.
    this.changes.delete(name);
    this.changes.set(name, change);
    if (this.isScheduled) return;
    this.isScheduled = true;
    whenIdle(() => this.flush());
  }

  set(values) {
    for (const [name, value] of Object.entries(values)) this.change(name, () => ({ [name]: value }));
  }

  /** Writes the changes. Those that the browser refuses hold as long as the page is open. */
  flush() {
    this.isScheduled = false;
    if (!this.changes.size) return;
    try {
      localStorage.setItem(this.key, JSON.stringify(this.read()));
      this.changes.clear();
      this.isRefused = false;
    } catch {
      this.isRefused = true;
      this.refused();
    }
  }
}

/** Settings, unfinished games and figures. */
class Storage extends Store {
  /** The page in this tab, as long as it is not loaded again. */
  tab = newId();

  /** The games that were kept, the last one first. */
  games() {
    return gamesIn(this.read());
  }

  /** Keeps a game, or its newest state, as the last one. */
  keepGame(game) {
    const kept = { ...game, tab: this.tab };
    this.change(`game ${game.key}`, (stored) => ({
      games: [kept, ...gamesIn(stored).filter(({ key }) => key !== game.key)].slice(0, MOST_GAMES),
    }));
  }

  dropGame(dropped) {
    this.change(`game ${dropped}`, (stored) => ({ games: gamesIn(stored).filter(({ key }) => key !== dropped) }));
  }

  /** Whether a game that this page had has meanwhile been kept by another tab. */
  isTaken(taken) {
    return this.games().some(({ key, tab }) => key === taken && tab !== this.tab);
  }

  /** The game on this tab's table before it was loaded again; in a new tab, on any tab's. */
  current() {
    const own = parsed(() => sessionStorage, this.key).current;
    return own ?? this.read().current;
  }

  setCurrent(current) {
    this.set({ current });
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ current }));
    } catch {
      // Then a reload finds the game of the tab that wrote last.
    }
  }

  /** A kept game that an address names: the last one, a position on a line, or the same deal. */
  findGame(address) {
    for (const current of [this.current(), this.read().current]) {
      if (current?.here === address && typeof current.last === "string") return withKey(current);
    }
    const games = this.games();
    const onLine = games.find(({ here, last }) => here === address || last === address || isOnLine(address, last));
    return onLine ?? games.find(({ origin }) => origin === address);
  }
}

/** What a storage of the browser's has; nothing if it cannot be read. */
function parsed(storage, key) {
  try {
    return JSON.parse(storage().getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** The kept games; whatever else is stored in their place does not count. */
function gamesIn({ games }) {
  const isGame = (game) => ["origin", "title", "last", "here"].every((name) => typeof game?.[name] === "string");
  return Array.isArray(games) ? games.filter(isGame).map(withKey) : [];
}

/** A kept game with the key under which it is kept. */
const withKey = (game) => ({ key: game.id, ...game });

/** Whether an address is a position on the line of another. */
export function isOnLine(address, last) {
  return address.includes(":") && last.startsWith(`${address}-`);
}

export const storage = new Storage("freecell");
