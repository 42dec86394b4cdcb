// The language that a page speaks. Its scripts and its markup have all texts in English; a page
// that speaks others has a table of them, in which the English text is the key.

/** The languages of pages that speak several, in the order of the columns of their tables. */
export const LANGUAGES = ["en", "de", "fr"];

/** What is spoken: the language's code, its texts by the English ones, its numbers and its plural. */
const spoken = { code: "en", texts: new Map(), ...formsOf("en") };

function formsOf(code) {
  // Made once, since making them takes as long as all words of a position.
  const plurals = new Intl.PluralRules(code);
  return { numbers: new Intl.NumberFormat(code), isOne: (count) => plurals.select(count) === "one" };
}

/** Speaks a language from now on, with its texts by the English ones. */
export function speak(code, texts) {
  Object.assign(spoken, { code, texts, ...formsOf(code) });
}

/** The code of the language that is spoken. */
export const languageCode = () => spoken.code;

/** A text that the table lacks stays in English, and is complained of to whoever writes the page. */
function untranslated(english) {
  if (spoken.texts.size) console.warn(`no ${spoken.code} for: ${english}`);
  return english;
}

/**
 * A text in the language that is spoken. `{name}` in it is replaced by the value of that name, and
 * `{name|move|moves}` by the first word if the value is one and by the second if it is not.
 */
export function phrase(english, values = {}) {
  const text = spoken.texts.get(english) ?? untranslated(english);
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, other) => {
    const value = values[name];
    if (one !== undefined) return spoken.isOne(value) ? one : other;
    return typeof value === "number" ? spoken.numbers.format(value) : value;
  });
}
