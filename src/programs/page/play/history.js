// The games that were played here, each with what became of it: what the calendar and the
// statistics by level are made of. They are stored apart from what changes with every move.

import { dailyDeal } from "./deals.js";
import { Store } from "./storage.js";

/** The most games that are kept, the latest. */
const MOST_KEPT = 2000;
/** What can become of a game; later ones outweigh those before them where a day has several games. */
const RESULTS = ["begun", "shown", "hinted", "won"];

export const gameLog = new Store("freecell-history");

/** The games, the latest last; whatever else is stored in their place does not count. */
export const gamesOf = ({ games }) => (Array.isArray(games) ? games.filter((game) => game?.id && RESULTS.includes(game.result)) : []);

export const playedGames = () => gamesOf(gameLog.read());

/** What was last recorded of each game, so that nothing is written twice. */
const recorded = new Map();

/** Records facts of a game: its `origin`, `day`, `level`, `result`, `moves`, `seconds`, the `fewest` moves known. */
export function record(id, facts) {
  const key = JSON.stringify(facts);
  const name = `${id} ${Object.keys(facts)}`;
  if (recorded.get(name) === key) return;
  recorded.set(name, key);
  gameLog.change(`${name} ${facts.result}`, (stored) => {
    const games = gamesOf(stored);
    const old = games.find((game) => game.id === id) ?? { id, result: "begun" };
    // What was won or shown stays so.
    const { result, moves, seconds, ...others } = facts;
    const isOver = result && result !== "begun" && old.result === "begun";
    const updated = { ...old, ...others, ...(isOver ? { result, moves, seconds } : {}) };
    return { games: [...games.filter((game) => game !== old), updated].slice(-MOST_KEPT) };
  });
}

/** Forgets what was recorded, since all of it is replaced. */
export function replaceGames(games) {
  recorded.clear();
  gameLog.set({ games });
}

/** A day as it is kept, in the person's own time zone: 2026-11-29. */
export function dayName(date = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day whose deal this is, if it is today's. */
export const dayOf = (origin) => (origin === dailyDeal() ? dayName() : null);

/** The best result of each day on which its deal was played. */
export function resultsOfDays(games = playedGames()) {
  const days = new Map();
  for (const { day, result } of games) {
    if (day && RESULTS.indexOf(result) > RESULTS.indexOf(days.get(day) ?? "")) days.set(day, result);
  }
  return days;
}

const isWin = (result) => result === "won" || result === "hinted";

/** The days in a row up to today whose deals were won, also with hints, and the most there ever were. */
export function streaksOfDays(days, today = new Date()) {
  const before = (date, by) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - by);
  const lengthFrom = (date) => {
    let length = 0;
    while (isWin(days.get(dayName(before(date, length))))) length++;
    return length;
  };
  // The day is not over: its deal may still be won.
  const current = lengthFrom(today) || lengthFrom(before(today, 1));
  const lengths = [...days.keys()].map((day) => lengthFrom(new Date(`${day}T12:00`)));
  return { current, longest: Math.max(0, ...lengths) };
}

/** The figures of games by level, with those of all games first. */
export function figuresByLevel(games = playedGames()) {
  const levels = [...new Set(games.map(({ level }) => level))].filter(Boolean).sort((one, other) => one - other);
  return [null, ...levels].map((level) => ({ level, ...figuresOf(level ? games.filter((game) => game.level === level) : games) }));
}

function figuresOf(games) {
  const wins = games.filter(({ result }) => result === "won");
  const compared = wins.filter(({ moves, fewest }) => moves && fewest);
  return {
    played: games.length,
    won: wins.length,
    hinted: games.filter(({ result }) => result === "hinted").length,
    seconds: average(wins.map(({ seconds }) => seconds)),
    over: average(compared.map(({ moves, fewest }) => moves - fewest)),
  };
}

/** The average of numbers; null of none. */
const average = (numbers) => (numbers.length ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : null);
