// What the page says of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Knowledge } from "../../../play/knowledge.js";
import { verdict } from "../../../play/verdict.js";

const found = { line: null, lost: false, lower_bound: 0, shortest: null, positions: 1200, settled: true, done: true, exhausted: false };

/** The verdict on a deal, or on what its moves lead to, given what was found of each address. */
function verdictOn({ tokens = [], isWon = false, isShown = false, isDeepening = false }, facts) {
  const knowledge = new Knowledge();
  for (const [address, fact] of Object.entries(facts)) knowledge.learn(address, { ...found, ...fact });
  const addresses = tokens.reduce((all, token, index) => [...all, `${all[index]}${index ? "-" : ":"}${token}`], ["1"]);
  const game = { position: tokens.length, tokens, isWon, isShown, here: () => addresses.at(-1) };
  return verdict(game, knowledge, addresses, isDeepening);
}

test("a line is one that can be won, and no shorter than is proved", () => {
  const line = ["1a", "1b", "1c"];
  assert.equal(verdictOn({}, { 1: { line } }).title, "Can be won in 3 moves");
  assert.equal(verdictOn({ tokens: ["2a"] }, { "1:2a": { line } }).title, "Can still be won in 3 moves");
  assert.equal(verdictOn({}, { 1: { line, lower_bound: 3 } }).text, "Proved: no solution is shorter.");
  assert.equal(verdictOn({}, { 1: { line, lower_bound: 2 } }).text, "Any solution needs at least 2.");
});

test("the length of a shortest line may be known before the line", () => {
  const at = (length, fact) => verdictOn({}, { 1: { line: Array(length).fill("1a"), lower_bound: 2, shortest: 2, ...fact } });
  assert.equal(at(4, {}).title, "Can be won in 2 moves");
  assert.equal(at(4, { done: false }).text, "Proved: no solution is shorter. The best found here has 4 …");
  assert.equal(at(4, {}).text, "Proved: no solution is shorter. The best found here has 4.");
  assert.equal(at(2, {}).text, "Proved: no solution is shorter.");
});

test("an analysis that goes on says so", () => {
  const line = ["1a", "1b", "1c"];
  assert.equal(verdictOn({}, { 1: { line, lower_bound: 2, done: false } }).text, "Any solution needs at least 2 …");
  assert.equal(verdictOn({ isDeepening: true }, { 1: { line, lower_bound: 2 } }).text, "Any solution needs at least 2 …");
  assert.equal(verdictOn({}, { 1: { done: false } }).text, "1,200 positions searched …");
  assert.equal(verdictOn({}, { 1: {} }).title, "Not known");
});

test("a game is lost by a move only if that is proved", () => {
  const lost = { lost: true };
  assert.equal(verdictOn({}, { 1: lost }).title, "Cannot be won");
  const unsure = verdictOn({ tokens: ["2a"] }, { "1:2a": lost });
  assert.deepEqual([unsure.title, unsure.back], ["Proved lost since move 1 or before", null]);
  const sure = verdictOn({ tokens: ["2a"] }, { 1: { line: ["1a"] }, "1:2a": lost });
  assert.deepEqual([sure.title, sure.back], ["Proved lost since move 1", 0]);
});

test("what was shown is not won", () => {
  const moves = { tokens: ["1a", "1b"], isWon: true };
  assert.equal(verdictOn(moves, {}).title, "Won in 2 moves");
  assert.deepEqual(verdictOn({ ...moves, isShown: true }, {}), { kind: "shown", title: "A solution in 2 moves", text: "" });
});

test("a win is compared with the shortest line, unless rules changed on the way", () => {
  const win = (tokens, fact) => verdictOn({ tokens, isWon: true }, { 1: fact }).text;
  assert.equal(win(["1a", "1b"], { line: ["4h"] }), "The shortest solution known has 1.");
  assert.equal(win(["1a", "1b"], { line: ["4h", "5h"], shortest: 1 }), "The shortest solution has 1.");
  assert.equal(win(["1a"], { line: ["4h"], lower_bound: 1 }), "Proved: no solution is shorter.");
  assert.equal(win(["1a"], { line: ["4h"] }), "No shorter solution is known.");
  assert.equal(win(["all-1a", "1b"], { line: ["4h"] }), "");
});

test("a deeper search that is over says so, although its bound is the same", () => {
  const line = ["1a", "1b", "1c"];
  const before = verdictOn({}, { 1: { line, lower_bound: 2 } });
  const after = verdictOn({ isDeepening: true }, { 1: { line, lower_bound: 2, exhausted: true } });
  assert.equal(before.text, "Any solution needs at least 2.");
  assert.equal(after.text, "Any solution needs at least 2. The search is over: more cannot be found here.");
  // Which is a result to be announced.
  assert.ok(after.isOver && !before.isOver);
  assert.equal(verdictOn({ isDeepening: true }, { 1: { exhausted: true } }).text, "The search is over without an answer: 1,200 positions searched.");
  assert.equal(verdictOn({}, { 1: { exhausted: true, positions: 0 } }).text, "The search is over without an answer.");
});
