// The games that a person has: opens them, keeps the unfinished ones, and says
// what became of the one before.

import { dismiss, notify, randomDeal } from "./dialogs.js";
import { countPlayed, countWon } from "./statistics.js";
import { storage, whenIdle } from "./storage.js";
import { byId, pluralize } from "../common/words.js";

export class Games {
  /** `shown(illegal)` is called when another game is on the table, with what breaks its line off. */
  constructor(rules, game, { shown }) {
    this.rules = rules;
    this.game = game;
    this.shown = shown;
    /** The worker for requests that take long; null if there is none. */
    this.assistant = null;
    /** The game that was counted as played. */
    this.counted = null;
    /** The address's fragment when the game on the table was last opened or written into it. */
    this.fragment = "";
  }

  /** Opens a text as a game, or plays it as moves; returns the error if it is neither. */
  open(text, { isNavigation = false } = {}) {
    const isAlone = isNavigation || this.game.origin === null;
    const read = isAlone ? this.rules.request("read", text) : this.rules.request("paste", `${this.game.here()} ${text}`);
    if (read.error) return read.error;
    if (read.form === "moves") this.goOn(read.address);
    else this.change(read.address, isNavigation);
    if (read.warning) notify(`About the table: ${read.warning}.`);
    this.recognize();
    return null;
  }

  /** Puts moves that were pasted after the position: a game that they win is not won by hand. */
  goOn(address) {
    const { id, elapsed, hints, position, shownFrom } = this.game;
    const illegal = this.game.open(address, { id, elapsed, hints, shownFrom: shownFrom ?? position, isPlayed: true });
    this.shown(illegal);
  }

  /** Puts another game on the table. */
  change(address, isNavigation) {
    const left = this.game.origin !== null && this.leave();
    const kept = storage.findGame(address);
    if (this.game.origin !== null && !isNavigation) history.pushState(null, "", `#${address}`);
    this.fragment = location.hash;
    const illegal = kept ? this.resume(kept, address) : this.game.open(address);
    if (this.game.isWon && !kept) this.game.shownFrom = 0;
    this.game.isCounted = this.game.isWon;
    this.shown(illegal);
    this.welcome(kept, address, left);
  }

  /** Finds out whether a table of the person's own is a deal that has a number. */
  async recognize() {
    const { game } = this;
    const { origin } = game;
    if (/^\d+$/.test(origin)) return;
    const { address } = (await this.assistant?.ask("recognize", origin)) ?? {};
    if (!address || game.origin !== origin) return;
    const { id, elapsed, hints, shownFrom, isPlayed, position } = game;
    const last = game.addresses.at(-1).replace(origin, address);
    game.open(last, { id, elapsed, hints, shownFrom, isPlayed, position });
    this.shown();
    // The notice shown already may offer the way back to the game before.
    if (byId("notice").hidden) notify(`This is deal ${address}.`);
  }

  /** Continues a kept game; one that cannot be read any more is opened from its deal. */
  resume(kept, address) {
    const position = kept.here === address || kept.origin === address ? kept.position : address.split(":")[1].split("-").length;
    if (kept.here === kept.last || position < kept.position || kept.here === address) {
      if (!this.game.open(kept.last, { ...kept, position })) return null;
    }
    return this.game.open(address, this.game.origin === kept.origin ? { id: kept.id } : {});
  }

  /** Keeps the game that is being left, and returns its title and address. */
  leave() {
    const { title, isPlayed, isWon } = this.game;
    this.save();
    return isPlayed && !isWon && { title, address: this.game.here() };
  }

  /** Says what became of the game before, and that a kept one is continued. */
  welcome(kept, address, left) {
    const isOther = left && !left.address.startsWith(this.game.origin);
    if (kept && kept.origin === address && this.game.position > 0) {
      notify(`You left off after ${pluralize(this.game.position, "move")}.`, "Start over", () => this.game.line.jump(0));
    } else if (isOther) {
      notify(`${left.title} is kept.`, `Back to ${left.title.replace("Deal ", "")}`, () => this.open(left.address));
    } else dismiss();
  }

  /** Keeps the game in the address and in what outlasts a reload, soon. */
  save() {
    const { game } = this;
    const { line } = game;
    if (game.origin === null) return;
    const here = game.here();
    const { id, origin, title, position, elapsed, hints, shownFrom, isPlayed } = game;
    const last = position === line.last ? here : game.addresses[line.last];
    const kept = { id, origin, title, last, here, position, elapsed: Math.round(elapsed), hints, shownFrom, isPlayed };
    storage.set({ current: kept });
    whenIdle(() => this.write());
    if (game.isWon) this.finish();
    else if (isPlayed) storage.keepGame(kept);
    if (isPlayed && position > 0 && this.counted !== id) {
      this.counted = id;
      if (!storage.read().countedGames?.includes(id)) {
        countPlayed();
        storage.change("countedGames", ({ countedGames = [] }) => ({ countedGames: [id, ...countedGames].slice(0, 100) }));
      }
    }
  }

  /** Writes the game into the address, unless the browser has gone to another one already. */
  write() {
    if (this.game.origin === null || location.hash !== this.fragment) return;
    const here = this.game.here();
    if (decoded(location.hash) === here) return;
    history.replaceState(null, "", `#${here}`);
    this.fragment = location.hash;
  }

  /** Writes now what would be written soon. */
  flush() {
    this.write();
    storage.flush();
  }

  /** Takes a won game off the unfinished ones, and counts the win once. */
  finish() {
    const { game } = this;
    storage.dropGame(game.id);
    if (game.isCounted || game.isShown) return;
    game.isCounted = true;
    countWon(game);
  }

  /** Goes where the browser has gone. */
  follow() {
    if (decoded(location.hash) !== this.game.here()) this.restore();
    this.fragment = location.hash;
  }

  /** Opens the game that the address names, or the last one, or any. */
  restore() {
    const named = decoded(location.hash);
    const { current } = storage.read();
    const error = named ? this.open(named, { isNavigation: true }) : null;
    if (named && !error) return;
    if (this.game.origin === null && typeof current?.here === "string") this.open(current.here, { isNavigation: true });
    if (this.game.origin === null) this.open(randomDeal(), { isNavigation: true });
    if (error) notify(`The link cannot be read: ${error}. Your own game is here instead.`);
    this.save();
  }
}

/** The address after a #; as it stands where it is not well-formed. */
export function decoded(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
