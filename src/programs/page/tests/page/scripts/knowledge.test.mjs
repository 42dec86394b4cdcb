// What is known of games, and what follows from it for those before and after.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressAfter, Knowledge } from "../../../play/knowledge.js";

const found = { line: null, lost: false, lower_bound: 0, shortest: null, positions: 10, settled: true, done: true, exhausted: false };

/** The addresses along a line of play. */
function along(origin, tokens) {
  const addresses = [origin];
  for (const token of tokens) addresses.push(addressAfter(addresses.at(-1), token));
  return addresses;
}

test("a line is known of every game that it leads through", () => {
  const knowledge = new Knowledge();
  knowledge.learn("617", { ...found, line: ["82", "1a", "23"], lower_bound: 3 });
  assert.deepEqual(knowledge.get("617:82-1a").line, ["23"]);
  assert.equal(knowledge.get("617:82").lowerBound, 2);
  // A line as short as its bound needs no analysis.
  assert.ok(knowledge.get("617:82").done);
});

test("a shorter line found later replaces the one known, a longer one does not", () => {
  const knowledge = new Knowledge();
  knowledge.learn("617", { ...found, line: ["82", "1a", "23"] });
  knowledge.learn("617:82", { ...found, line: ["6h"] });
  knowledge.learn("617:82", { ...found, line: ["1a", "23", "4h"] });
  knowledge.connect(along("617", ["82"]), ["82"]);
  assert.deepEqual(knowledge.get("617").line, ["82", "6h"]);
});

test("after a lost position all is lost, until other rules come into force", () => {
  const knowledge = new Knowledge();
  const tokens = ["3a", "1b", "all-2c"];
  const addresses = along("617", tokens);
  knowledge.learn("617:3a", { ...found, lost: true });
  knowledge.connect(addresses, tokens);
  assert.deepEqual(addresses.map((address) => knowledge.get(address).lost), [false, true, true, false]);
});

test("no line passes back over a change of rules", () => {
  const knowledge = new Knowledge();
  knowledge.learn("617:all-82", { ...found, line: ["1a"] });
  knowledge.connect(["617", "617:all-82"], ["all-82"]);
  assert.equal(knowledge.get("617").line, null);
});

test("lengths are compared only where both are settled", () => {
  const knowledge = new Knowledge();
  const addresses = along("617", ["82", "28"]);
  knowledge.learn(addresses[0], { ...found, line: ["1a", "2a"] });
  knowledge.learn(addresses[1], { ...found, line: ["1a", "2a", "3a"] });
  knowledge.learn(addresses[2], { ...found, line: ["1a", "2a", "3a"], settled: false });
  assert.deepEqual(knowledge.losses(addresses), [null, 2, null]);
});

test("the move that lost is sure once the position before it is known to win", () => {
  const knowledge = new Knowledge();
  const addresses = along("617", ["58", "3a", "8b"]);
  assert.equal(knowledge.losingMove(addresses), null);
  knowledge.learn(addresses[3], { ...found, lost: true });
  assert.deepEqual(knowledge.losingMove(addresses), { move: 3, isSure: false });
  // The middle of what is open is asked for next: whatever the answer, it settles one half.
  assert.equal(knowledge.next(addresses, 3), addresses[1]);
  knowledge.learn(addresses[1], { ...found, line: ["1a"] });
  assert.equal(knowledge.next(addresses, 3), addresses[2]);
  knowledge.learn(addresses[2], { ...found, lost: true });
  assert.deepEqual(knowledge.losingMove(addresses), { move: 2, isSure: true });
});

test("the position on the table is analysed first", () => {
  const knowledge = new Knowledge();
  const addresses = along("617", ["82", "1a"]);
  assert.equal(knowledge.next(addresses, 2), addresses[2]);
  knowledge.learn(addresses[2], { ...found, line: ["1b"], done: false });
  assert.equal(knowledge.next(addresses, 2), addresses[1]);
});

test("more can be found where the bound is below the line and the analysis can go on", () => {
  const knowledge = new Knowledge();
  knowledge.learn("1", { ...found, line: ["1a", "1b"], lower_bound: 1 });
  knowledge.learn("2", { ...found, line: ["1a", "1b"], lower_bound: 2 });
  knowledge.learn("3", { ...found, lost: true });
  knowledge.learn("4", { ...found, line: ["1a", "1b"], lower_bound: 1, exhausted: true });
  knowledge.learn("5", { ...found, line: ["1a", "1b"], done: false });
  assert.deepEqual(["1", "2", "3", "4", "5"].filter((address) => knowledge.isOpen(address)), ["1"]);
});

test("another deal begins with nothing, and what is found of the last one comes too late", () => {
  const knowledge = new Knowledge();
  knowledge.turnTo("617");
  knowledge.learn("617", { ...found, line: ["82", "1a"] });
  // The deal's own positions, and no deal whose number begins alike.
  assert.deepEqual(["617", "617:82", "6171", "61"].map((address) => knowledge.isAbout(address)), [true, true, false, false]);
  knowledge.turnTo("617");
  assert.ok(knowledge.get("617").line);
  knowledge.turnTo("618");
  assert.equal(knowledge.facts.size, 0);
  assert.ok(!knowledge.isAbout("617:82"));
});

test("of thousands of positions of one deal, the line of play and what follows stay", () => {
  const knowledge = new Knowledge();
  knowledge.learn("1:2a", { ...found, line: ["3a", "4h"], lower_bound: 1 });
  for (let index = 0; index < 6000; index++) knowledge.learn(`1:${index}`, { ...found, lost: true });
  knowledge.tidy(["1", "1:2a", "1:2a-5h"], "1:2a");
  assert.ok(knowledge.facts.size < 10);
  assert.deepEqual(knowledge.get("1:2a-3a").line, ["4h"]);
  assert.equal(knowledge.get("1:2a").lowerBound, 1);
});
