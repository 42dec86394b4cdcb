// Statistics: which games were played and won, kept in this browser alone.

import { storage } from "./storage.js";
import { byId, pluralize } from "../common/words.js";

const EMPTY = { played: 0, won: 0, shown: 0, streak: 0, longestStreak: 0, deals: {} };

const read = (stored) => ({ ...EMPTY, ...stored.statistics });

/** Counts a game of which the first move was played. */
export function countPlayed() {
  change("played", (old) => ({ ...old, played: old.played + 1 }));
}

/** Counts a game whose solution was shown: it ends a streak. */
export function countShown() {
  change("shown", (old) => ({ ...old, shown: old.shown + 1, streak: 0 }));
}

/** Counts a win, and keeps a deal's fewest moves and shortest time. */
export function countWon({ origin, title, position: moves, elapsed: seconds, hints }) {
  change("won", (old) => {
    const streak = old.streak + 1;
    const best = old.deals[origin] ?? { title, moves, seconds, wins: 0, hints };
    const deal = {
      title,
      moves: Math.min(best.moves, moves),
      seconds: Math.min(best.seconds, seconds),
      hints: Math.min(best.hints, hints),
      wins: best.wins + 1,
    };
    const longestStreak = Math.max(old.longestStreak, streak);
    return { ...old, won: old.won + 1, streak, longestStreak, deals: { ...old.deals, [origin]: deal } };
  });
}

let count = 0;

function change(name, update) {
  storage.change(`${name} ${++count}`, (stored) => ({ statistics: update(read(stored)) }));
}

export const duration = (seconds) => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** The most deals that the dialog lists. */
const LISTED = 100;

/** Shows the statistics in their dialog. */
export function showStatistics() {
  const { played, won, shown, streak, longestStreak, deals } = read(storage.read());
  const all = Object.values(deals);
  const least = (values) => (values.length ? Math.min(...values) : null);
  const [moves, seconds] = [least(all.map((deal) => deal.moves)), least(all.map((deal) => deal.seconds))];
  const share = played ? ` (${Math.round((100 * won) / played)} %)` : "";
  const rows = [
    ["Played", played],
    ["Won", `${won}${share}`],
    ["Solution shown", shown],
    ["Won in a row", streak],
    ["Most in a row", longestStreak],
    ["Fewest moves", moves ?? "–"],
    ["Shortest time", seconds === null ? "–" : duration(seconds)],
  ];
  byId("figures").replaceChildren(...rows.flatMap(([name, value]) => [term("dt", name), term("dd", value)]));
  const best = all.slice(-LISTED).reverse();
  byId("best").replaceChildren(
    ...best.map((deal) =>
      term("li", `${deal.title}: ${pluralize(deal.moves, "move")}, ${duration(deal.seconds)}, won ${pluralize(deal.wins, "time")}`),
    ),
  );
  byId("no-best").hidden = best.length > 0;
}

/** The statistics as a text to keep elsewhere. */
export const exportStatistics = () => JSON.stringify(read(storage.read()), null, 2);

function term(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
