// The games that a person has: opens them, keeps the unfinished ones, and says
// what became of the one before.

import { isNumber, partsOf, randomDeal, titleOf } from "./deals.js";
import { dayOf, gameLog, record } from "./history.js";
import { fromModule } from "./messages.js";
import { askToLeave, dismiss, notify } from "./notices.js";
import { countBack, countBegun, countLeft, countShown, countWon, helpFor, keepHelp, resultOf } from "./statistics.js";
import { isOnLine, newId, storage, whenIdle } from "./storage.js";
import { phrase } from "../common/language.js";
import { byId } from "../common/words.js";

/** How long after its first move a game's level is asked for, in milliseconds: the engine comes first. */
const RATING_DELAY = 2000;

export class Games {
  /** `shown(illegal)` is called when another game is on the table, with what breaks its line off. */
  constructor(rules, game, programs, { shown }) {
    this.rules = rules;
    this.game = game;
    this.programs = programs;
    this.shown = shown;
    /** The worker for requests that take long; null if there is none. */
    this.assistant = null;
    /** The key of the game on the table once it was saved. */
    this.saved = null;
    /** The game whose level was asked for. */
    this.rated = null;
    /** The address's fragment when the game on the table was last opened or written into it. */
    this.fragment = "";
  }

  /** Opens a text as a game, or plays it as moves; returns the error if it is neither. */
  open(text, { isNavigation = false, day = null } = {}) {
    const isAlone = isNavigation || this.game.origin === null;
    const read = isAlone ? this.rules.request("read", text) : this.rules.request("paste", `${this.game.here()} ${text}`);
    if (read.error) return fromModule(read.error);
    if (read.form === "moves") this.goOn(read);
    else this.change({ ...read, day }, isNavigation);
    return null;
  }

  /** Puts moves that were pasted after the position: a game that they win is not won by hand. */
  goOn(read) {
    const illegal = this.game.open(read.address, { ...this.game.facts(), isFromDeal: false, isPlayed: true });
    if (this.game.isWon) this.help("shown");
    this.shown(illegal);
    this.remark(read);
  }

  /** Puts another game on the table; asks before one is left for it for the first time. */
  change(read, isNavigation) {
    const kept = storage.findGame(read.address);
    const address = kept || isNavigation ? read.address : this.programs.begin(read.address, this.game.rule);
    const go = () => this.replace({ ...read, address }, kept, isNavigation);
    if (!this.isLeft(kept) || storage.read().isLeavingKnown) return go();
    storage.set({ isLeavingKnown: true });
    return askToLeave(this.game.origin, { leave: go });
  }

  /** Opens the deal or table of this game once more, as a new game. */
  again() {
    const { origin, rule } = this.game;
    this.replace({ address: this.programs.begin(origin, rule) }, undefined, false);
  }

  /** Whether the game on the table is not over and another one takes its place. */
  isLeft(kept) {
    return this.isBegun() && kept?.id !== this.game.id;
  }

  /** Whether the game on the table was begun and may still be won without help. */
  isAtStake() {
    return this.isBegun() && !this.game.help;
  }

  /** Whether the game on the table counts as begun, and not yet as anything else. */
  isBegun() {
    if (!this.game.isPlayed) return false;
    this.save();
    return resultOf(this.game.id) === "begun";
  }

  replace(read, kept, isNavigation) {
    const { address } = read;
    // What a dialog says is of the game before.
    if (isNavigation) for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
    const left = this.game.origin === null ? this.lastElsewhere(kept) : this.leave(kept);
    if (this.game.origin !== null && !isNavigation) history.pushState(null, "", `#${address}`);
    this.fragment = location.hash;
    const illegal = kept ? this.resume(kept, address) : this.game.open(address);
    this.game.day ??= read.day ?? dayOf(this.game.origin);
    this.game.takeHelp(helpFor(this.game.origin));
    if (this.game.isWon && !kept) this.help("shown");
    this.shown(illegal);
    this.welcome(kept, address, left);
    this.remark(read);
  }

  /** Says what was odd about a text that was read, and which deal it is. */
  remark({ warning }) {
    if (warning) notify(phrase("About the game: {warning}.", { warning: fromModule(warning) }));
    this.recognize();
  }

  /** Finds out whether a table of the person's own is a deal that has a number. */
  async recognize() {
    const { game } = this;
    const { origin } = game;
    if (isNumber(partsOf(origin).start)) return;
    const { address } = (await this.assistant?.ask("recognize", origin)) ?? {};
    if (!address || game.origin !== origin) return;
    const last = game.whole().replace(origin, address);
    game.open(last, { ...game.facts(), position: game.position });
    if (game.help) keepHelp(address, game.help);
    game.takeHelp(helpFor(address));
    this.shown();
    // The notice shown already may offer the way back to the game before.
    if (byId("notice").hidden) notify(phrase("This is deal {deal}.", { deal: address }));
  }

  /** Continues a kept game; one that cannot be read any more is opened from its deal. */
  resume(kept, address) {
    const position = kept.here === address || kept.origin === address ? kept.position : countMoves(address);
    if (this.game.open(kept.last, { ...kept, position })) return this.game.open(address);
    countBack(kept.id);
    return null;
  }

  /** Keeps the game that is being left, and returns its title and address. */
  leave(kept) {
    const { id, origin, isPlayed, isWon } = this.game;
    const isLeft = this.isLeft(kept);
    if (isLeft) countLeft(id);
    return isPlayed && !isWon && { origin, address: this.game.here() };
  }

  /** A game that is not over and was left by closing the page: said once. */
  lastElsewhere(kept) {
    const last = storage.current();
    if (!last || last.id === kept?.id || storage.read().isLeavingKnown || resultOf(last.id) !== "begun") return null;
    storage.set({ isLeavingKnown: true });
    return { origin: last.origin, address: last.here, isElsewhere: true };
  }

  /** Says what became of the game before, and that a kept one is continued. */
  welcome(kept, address, left) {
    const { game } = this;
    const isOther = left && !left.address.startsWith(game.origin);
    if (kept && kept.origin === address && game.position > 0) {
      notify(phrase("You left off after {moves} {moves|move|moves}.", { moves: game.position }), phrase("Start over"), () => game.line.jump(0));
    } else if (isOther) {
      const title = titleOf(left.origin);
      const text = left.isElsewhere ? phrase("{title} is kept, but counts as not won once you play on here.", { title }) : phrase("{title} is kept.", { title });
      const name = isNumber(left.origin) ? left.origin : title;
      notify(text, phrase("Back to {name}", { name }), () => this.open(left.address));
    } else if (!kept && game.help === "shown" && !game.isWon) {
      notify(phrase("The solution of this deal was shown before: it does not count as won."));
    } else dismiss();
  }

  /** Takes note of help, which stays with the game and its deal: `hints`, or a solution that was `shown`. */
  help(kind) {
    const { game } = this;
    game.takeHelp(kind);
    keepHelp(game.origin, game.help);
    if (kind === "shown" && (game.isFromDeal || resultOf(game.id) === "begun")) {
      countShown(game.id);
      this.record("shown");
    }
    this.save();
  }

  /** Keeps the game in the address and in what outlasts a reload, soon. */
  save() {
    const { game } = this;
    if (game.origin === null) return;
    // Another tab has taken the game and plays on: this one is a game of its own from here.
    if (this.saved === game.key && storage.isTaken(game.key)) game.key = newId();
    this.saved = game.key;
    const here = game.here();
    const { origin, title, position, elapsed, isPlayed } = game;
    const last = game.whole();
    const kept = { ...game.facts(), origin, title, last, here, position, elapsed: Math.round(elapsed) };
    storage.setCurrent(kept);
    whenIdle(() => this.write());
    if (game.isWon) storage.dropGame(game.key);
    else if (isPlayed) storage.keepGame(kept);
    if (!game.isFromDeal) return;
    if (isPlayed && position > 0) this.begin();
    if (!game.isWon) return;
    countWon(game);
    this.record({ shown: "shown", hints: "hinted" }[game.help] ?? "won");
  }

  /** Counts the game as begun, and has its level found out. */
  begin() {
    const { id, origin } = this.game;
    countBegun(id);
    this.record("begun");
    if (this.rated === id || !isNumber(origin)) return;
    this.rated = id;
    setTimeout(async () => {
      const rating = await this.assistant?.ask("rate", origin);
      if (rating?.level) record(id, { level: rating.level });
    }, RATING_DELAY);
  }

  /** Takes note of what has become of the game. */
  record(result) {
    const { id, origin, day, position: moves, elapsed: seconds } = this.game;
    const end = result === "begun" ? {} : { moves, seconds };
    record(id, { origin, day, result, ...end });
  }

  /** Takes note of the fewest moves that are known to win the game that was won. */
  compare(fewest) {
    const { game } = this;
    if (fewest && game.isWon && game.isFromDeal) record(game.id, { fewest });
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
    gameLog.flush();
  }

  /** Goes where the browser has gone. */
  follow() {
    if (decoded(location.hash) !== this.game.here()) this.restore();
    this.fragment = location.hash;
  }

  /**
   * Whether the page was loaded again before the browser took the last moves into the address: what
   * is written there while it already leaves does not count.
   */
  isBehind(current) {
    const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    if (this.game.origin !== null || navigation?.type !== "reload" || typeof current?.last !== "string") return false;
    const address = decoded(location.hash);
    return address === current.origin || address === current.last || isOnLine(address, current.last);
  }

  /** Opens the game that the address names, or the last one, or any. */
  restore() {
    const current = storage.current();
    const named = this.isBehind(current) ? current.here : decoded(location.hash);
    const error = named ? this.open(named, { isNavigation: true }) : null;
    if (named && !error) return;
    if (this.game.origin === null && typeof current?.here === "string") this.open(current.here, { isNavigation: true });
    if (this.game.origin === null) this.open(randomDeal(), { isNavigation: true });
    if (error) notify(phrase("The link cannot be read: {error}. Your own game is here instead.", { error }));
    this.save();
  }
}

/** The number of moves in an address: the names of rules among them are longer. */
const countMoves = (address) => address.split(":")[1].split("-").filter(({ length }) => length === 2).length;

/** The address after a #; as it stands where it is not well-formed. */
export function decoded(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
