// The table of texts has every text of the scripts, and nothing else than texts of the page.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fromModule, recognize } from "../../../play/messages.js";
import { LANGUAGES, phrase, speak } from "../../../common/language.js";

const folder = new URL("../../../", import.meta.url);
const files = ["common", "play"].flatMap((name) => readdirSync(new URL(name, folder)).map((file) => `${name}/${file}`));
const sources = files.filter((file) => /\.(js|html)$/.test(file)).map((file) => readFileSync(new URL(file, folder), "utf8"));
const { texts: TEXTS, messages } = JSON.parse(readFileSync(new URL("play/texts.json", folder), "utf8"));
recognize(messages);
const speakIn = (code) => speak(code, new Map(TEXTS.map((row) => [row[0], row[LANGUAGES.indexOf(code)]])));

test("every text of the scripts is in the table, once", () => {
  const keys = TEXTS.map(([english]) => english);
  assert.equal(new Set(keys).size, keys.length);
  const used = sources.flatMap((source) => [...source.matchAll(/\bphrase\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text));
  assert.ok(used.length > 150, `${used.length}`);
  assert.deepEqual(used.filter((text) => !keys.includes(text)), []);
});

test("every text of the table is one of the page", () => {
  const all = sources.join("\n").replace(/\s+/g, " ");
  assert.deepEqual(TEXTS.map(([english]) => english).filter((text) => !all.includes(text)), []);
});

test("words that depend on numbers have their forms", () => {
  const text = "Can be won in {moves} {moves|move|moves}";
  const said = (code) => [1, 2, 1200].map((moves) => (speakIn(code), phrase(text, { moves }))).join(", ").replace(/\s/g, " ");
  assert.equal(said("de"), "In 1 Zug zu gewinnen, In 2 Zügen zu gewinnen, In 1.200 Zügen zu gewinnen");
  assert.equal(said("fr"), "Gagnable en 1 coup, Gagnable en 2 coups, Gagnable en 1 200 coups");
  assert.equal(said("en"), "Can be won in 1 move, Can be won in 2 moves, Can be won in 1,200 moves");
});

test("what the module says is said in the language that is spoken", () => {
  const said = (code, message) => (speakIn(code), fromModule(message));
  const examples = {
    "the 10 of hearts does not fit on the ace of clubs": "Herz-10 passt nicht auf Kreuz-Ass",
    "cell b is not the lowest free cell: cell a is": "Zelle b ist nicht die erste freie Zelle, sondern Zelle a",
    "5 cards would have to move, and at most 4 can": "5 Karten müssten ziehen, und höchstens 4 können es",
    'line 6: found "QX", expected a card such as TH': 'Zeile 6: gefunden "QX", erwartet eine Karte wie TH (Herz-10)',
    "move 2 (12) is illegal: cascade 1 is empty": "Zug 2 (12) ist regelwidrig: Spalte 1 ist leer",
  };
  for (const [english, german] of Object.entries(examples)) {
    assert.equal(said("de", english), german);
    assert.equal(said("en", english), english);
  }
  assert.equal(said("fr", "the king of spades is not the next card of its suit"), "le roi de pique n’est pas la prochaine carte de son enseigne");
  assert.equal(said("de", "something that was never said"), "something that was never said");
});
