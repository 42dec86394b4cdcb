// The page in the language of its reader: the one that was chosen, or else the browser's. Its
// texts stand in one table (`texts.json`), a row for each: in English, as the scripts and the
// markup have it, in German and in French. With the patterns of what the module says, the page has it deflated.

import { inflated } from "./engine.js";
import { recognize } from "./messages.js";
import { storage } from "./storage.js";
import { languageCode, LANGUAGES, phrase, speak } from "../common/language.js";

/** The attributes that people are told of. */
const ATTRIBUTES = ["aria-label", "label", "title", "placeholder"];

/** The first of the browser's languages that the page speaks. */
const preferred = () => navigator.languages.map((each) => each.slice(0, 2)).find((each) => LANGUAGES.includes(each)) ?? LANGUAGES[0];

/** Speaks the chosen language, and has the markup in it. */
export async function chooseLanguage() {
  const { language } = storage.read().settings ?? {};
  const code = LANGUAGES.includes(language) ? language : preferred();
  if (code === languageCode()) return;
  const column = LANGUAGES.indexOf(code);
  const { texts, messages } = await inflated("texts").json();
  recognize(messages);
  speak(code, new Map(texts.map((row) => [row[0], row[column]])));
  document.documentElement.lang = code;
  for (const element of document.body.querySelectorAll("*")) translateElement(element);
}

function translateElement(element) {
  if (element.closest("script, noscript, svg, kbd, [lang]:not(html)")) return;
  for (const name of ATTRIBUTES) {
    const text = element.getAttribute(name);
    if (text && hasLetters(text)) element.setAttribute(name, phrase(text));
  }
  // A sentence with marked words in it is one text.
  if (element.matches("p, dd") && element.children.length && [...element.children].every((child) => child.matches("i, kbd"))) {
    element.innerHTML = phrase(flat(element.innerHTML));
    return;
  }
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !hasLetters(node.data) || element.matches("i")) continue;
    const [, before, text, after] = node.data.match(/^(\s*)(.*?)(\s*)$/s);
    node.data = before + phrase(flat(text)) + after;
  }
}

const hasLetters = (text) => /\p{L}/u.test(text);
/** A text in one line, as the table has it. */
const flat = (text) => text.trim().replace(/\s+/g, " ");
