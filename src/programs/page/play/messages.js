// What the module says, in the language that is spoken. The module has English only: why a move
// is illegal, and what a text has that was not expected. Its sentences are recognised by their
// patterns here, part by part.

import { RANKS, SUITS, theCard } from "../common/cards.js";
import { languageCode, LANGUAGES } from "../common/language.js";
import { placeName } from "../common/tables.js";

/** The patterns in each language; longer ones before those that would match them, too. */
let patterns = [];

/** Recognises these patterns from now on. */
export function recognize(rows) {
  patterns = rows;
}

/** What the parts of a pattern stand for, and how their English is said. */
const PARTS = {
  card: ["(?:the )?(?:ace|jack|queen|king|[0-9]+) of (?:clubs|diamonds|hearts|spades)", (text) => theCard(cardOf(text))],
  place: ["(?:cascade|cell) [0-9a-d]", (text) => placeName(text.at(-1))],
  found: [".+?", (text) => fromModule(text)],
  rest: [".+", (text) => fromModule(text)],
  quoted: [".+", (text) => text],
  n: ["[0-9]+", (text) => text],
  m: ["[0-9]+", (text) => text],
};
/** Any other part: a word. */
const WORD = ["[^ ]+", (text) => text];

const partOf = (name) => PARTS[name.replace(/\d$/, "")] ?? WORD;

/** The text of a card by its English name. */
function cardOf(name) {
  const [rank, suit] = name.replace("the ", "").split(" of ");
  const letter = { ace: "A", 10: "T", jack: "J", queen: "Q", king: "K" }[rank] ?? rank;
  return RANKS[RANKS.indexOf(letter)] + Object.keys(SUITS).find((each) => SUITS[each] === suit);
}

const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
const patternOf = (english) => new RegExp(`^${escaped(english).replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${partOf(name)[0]})`)}$`, "u");

/** A message of the module's, as people are told of it. What is not recognised stays as it is. */
export function fromModule(message) {
  const column = LANGUAGES.indexOf(languageCode());
  if (column <= 0) return message;
  return message.split("\n").map((line) => translated(line, column)).join("\n");
}

function translated(line, column) {
  for (const row of patterns) {
    const { groups } = line.match(patternOf(row[0])) ?? {};
    if (groups || line === row[0]) return row[column].replace(/\{(\w+)\}/g, (_, name) => partOf(name)[1](groups[name]));
  }
  return line;
}
