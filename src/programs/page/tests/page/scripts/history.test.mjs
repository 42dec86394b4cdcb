// The days and levels of the games that were played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dailyDeal } from "../../../play/deals.js";
import { figuresByLevel, resultsOfDays, streaksOfDays } from "../../../play/history.js";

const days = (...names) => new Map(names.map((name) => [name, "won"]));
const today = new Date(2026, 2, 2);

test("the best result of a day counts", () => {
  const games = ["begun", "won", "shown"].map((result) => ({ day: "2026-03-01", result }));
  assert.deepEqual([...resultsOfDays([...games, { day: null, result: "won" }])], [["2026-03-01", "won"]]);
});

test("days in a row end with today, or with yesterday while today is not won", () => {
  assert.deepEqual(streaksOfDays(days("2026-02-27", "2026-02-28", "2026-03-01"), today), { current: 3, longest: 3 });
  assert.deepEqual(streaksOfDays(days("2026-03-01", "2026-03-02"), today), { current: 2, longest: 2 });
  assert.deepEqual(streaksOfDays(days("2026-02-26", "2026-02-27", "2026-02-28"), today), { current: 0, longest: 3 });
  assert.deepEqual(streaksOfDays(new Map([["2026-03-02", "begun"], ["2026-03-01", "hinted"]]), today), { current: 1, longest: 1 });
  assert.deepEqual(streaksOfDays(new Map(), today), { current: 0, longest: 0 });
});

test("days in a row go on over the day on which clocks change", () => {
  assert.equal(streaksOfDays(days("2026-03-28", "2026-03-29", "2026-03-30"), new Date(2026, 2, 30)).current, 3);
});

test("games are summed up by level, averages over wins without help", () => {
  const won = (level, moves, seconds, fewest) => ({ level, result: "won", moves, seconds, fewest });
  const games = [won(3, 44, 100, 40), won(3, 42, 200, undefined), { level: 3, result: "begun" }, { level: 9, result: "hinted", moves: 50, seconds: 5, fewest: 50 }, won(undefined, 41, 300, 40)];
  assert.deepEqual(figuresByLevel(games), [
    { level: null, played: 5, won: 3, hinted: 1, seconds: 200, over: 2.5 },
    { level: 3, played: 3, won: 2, hinted: 0, seconds: 150, over: 4 },
    { level: 9, played: 1, won: 0, hinted: 1, seconds: null, over: null },
  ]);
});

test("each day has one deal, and a year has many", () => {
  const dates = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, 1 + day));
  const deals = dates.map((date) => dailyDeal(date));
  assert.ok(new Set(deals).size > 350);
  assert.ok(deals.every((deal) => Number(deal) >= 1 && Number(deal) <= 32001 && deal !== "11982"));
});
