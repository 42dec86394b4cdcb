// Statistics: which games were played and what became of them, kept in this browser alone.
//
// A game has one result. It is `begun` by its first move, `left` when another game takes its
// place, `won`, won with hints (`hinted`), or its solution was `shown`. A game that was left can
// still be won; what was won or shown stays so, whatever is undone and played again. Help
// stays with the deal, too: who has seen the solution of a deal does not win it any more.

import { storage } from "./storage.js";

const EMPTY = { played: 0, won: 0, hinted: 0, shown: 0, streak: 0, longestStreak: 0, left: null, deals: {} };
const FINAL = ["won", "hinted", "shown"];
/** The most games whose results are kept; far more than are kept unfinished. */
const MOST_RESULTS = 200;

const read = (stored) => ({ ...EMPTY, ...stored.statistics });

/** The results of games by their ids, the latest last. */
function resultsIn({ results, countedGames }) {
  if (Array.isArray(results)) return new Map(results.filter((entry) => entry?.length === 2));
  // Earlier pages kept the ids alone, of games that were counted as played.
  return new Map(Array.isArray(countedGames) ? countedGames.map((id) => [id, "left"]) : []);
}

export const resultOf = (id) => resultsIn(storage.read()).get(id) ?? null;

/** Whether a game has been counted as won, or as shown. */
export const isFinal = (id) => FINAL.includes(resultOf(id));

/** Gives a game a result, unless it has it or a final one; `update` changes the figures. */
function count(id, result, update) {
  storage.change(`${result} ${id}`, (stored) => {
    const results = resultsIn(stored);
    const before = results.get(id);
    if (before === result || FINAL.includes(before) || (before && result === "begun")) return {};
    const old = read(stored);
    const played = old.played + (before ? 0 : 1);
    return { statistics: update({ ...old, played, left: null }), results: withResult(results, id, result) };
  });
}

function withResult(results, id, result) {
  results.delete(id);
  results.set(id, result);
  return [...results].slice(-MOST_RESULTS);
}

/** Counts a game of which the first move was played: all others that are not over are left for it. */
export function countBegun(id) {
  if (resultOf(id) !== null) return;
  for (const [other, result] of resultsIn(storage.read())) if (result === "begun") countLeft(other);
  count(id, "begun", (old) => old);
}

/** Counts a game that was left for another one: it ends a streak. */
export function countLeft(id) {
  count(id, "left", (old) => ({ ...old, streak: 0, left: { id, streak: old.streak } }));
}

/** Takes back that a game was left, if no other was played since. */
export function countBack(id) {
  storage.change(`back ${id}`, (stored) => {
    const old = read(stored);
    if (old.left?.id !== id) return {};
    return { statistics: { ...old, streak: old.left.streak, left: null }, results: withResult(resultsIn(stored), id, "begun") };
  });
}

/** Counts a game whose solution was shown: it ends a streak. */
export function countShown(id) {
  count(id, "shown", (old) => ({ ...old, shown: old.shown + 1, streak: 0 }));
}

/** Counts a win: one with hints apart, one without as it is, with the deal's fewest moves and shortest time. */
export function countWon({ id, origin, title, position: moves, elapsed: seconds, help }) {
  if (help === "shown") return countShown(id);
  if (help === "hints") return count(id, "hinted", (old) => ({ ...old, hinted: old.hinted + 1, streak: 0 }));
  return count(id, "won", (old) => {
    const streak = old.streak + 1;
    const best = old.deals[origin] ?? { moves, seconds, wins: 0 };
    const deal = {
      title,
      moves: Math.min(best.moves, moves),
      seconds: Math.min(best.seconds, seconds),
      wins: best.wins + 1,
    };
    const longestStreak = Math.max(old.longestStreak, streak);
    return { ...old, won: old.won + 1, streak, longestStreak, deals: { ...old.deals, [origin]: deal } };
  });
}

/** The help that was once given for a deal: `hints`, `shown`, or none. */
export const helpFor = (origin) => storage.read().helped?.[origin] ?? null;

/** Keeps the help that was given for a deal. */
export function keepHelp(origin, help) {
  if (helpFor(origin) === help) return;
  storage.change(`help ${origin}`, ({ helped }) => ({ helped: { ...helped, [origin]: help } }));
}

export const streak = () => read(storage.read()).streak;

export const duration = (seconds) => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** What was counted. */
export const figures = () => read(storage.read());

/** Forgets all that was counted. What is over stays over; a game that is played on counts as begun. */
export function resetFigures() {
  storage.change("reset", (stored) => ({ statistics: EMPTY, results: [...resultsIn(stored)].filter(([, result]) => FINAL.includes(result)) }));
}

/** Whether this has all that is counted. */
export function areFigures(given) {
  const isLike = ([name, value]) => value === null || typeof given?.[name] === typeof value;
  return Object.entries(EMPTY).every(isLike);
}

/** Replaces what was counted by figures from elsewhere. */
export function replaceFigures(given) {
  storage.set({ statistics: Object.fromEntries(Object.keys(EMPTY).map((name) => [name, given[name] ?? null])) });
}
