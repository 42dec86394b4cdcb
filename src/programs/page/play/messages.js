// What the module says, in the language that is spoken. The module has English only: why a move
// is illegal, and what a text has that was not expected. Its sentences are recognised by their
// patterns here, part by part.

import { LANGUAGES } from "./texts.js";
import { RANKS, SUITS, theCard } from "../common/cards.js";
import { languageCode } from "../common/language.js";
import { placeName } from "../common/tables.js";

/** The patterns in English, German and French; longer ones before those that would match them, too. */
const MESSAGES = [
  ["{card} is not the next card of its suit", "{card} ist nicht die nächste Karte ihrer Farbe", "{card} n’est pas la prochaine carte de son enseigne"],
  ["{card} does not fit on {card2}", "{card} passt nicht auf {card2}", "{card} ne va pas sur {card2}"],
  ["{place} is empty", "{place} ist leer", "{place} : rien à prendre"],
  ["{place} is taken", "{place} ist belegt", "{place} : déjà prise"],
  ["there is no {place}", "es gibt keine {place}", "pas de {place}"],
  ["{place} is not the lowest free cell: {place2} is", "{place} ist nicht die erste freie Zelle, sondern {place2}", "{place} n’est pas la première cellule libre, mais {place2}"],
  ["{n} cards would have to move, and at most {m} can", "{n} Karten müssten ziehen, und höchstens {m} können es", "{n} cartes devraient bouger, et {m} au plus le peuvent"],
  ["no card moves from cell to cell", "keine Karte zieht von Zelle zu Zelle", "aucune carte ne va de cellule en cellule"],
  ["its two places are the same", "seine beiden Orte sind derselbe", "ses deux places sont la même"],
  ["there is no fifth cell: the cells are a to d", "es gibt keine fünfte Zelle: Die Zellen sind a bis d", "pas de cinquième cellule : elles vont de a à d"],
  ["not a move", "kein Zug", "pas un coup"],
  ["move {n} ({move}) is illegal: {rest}", "Zug {n} ({move}) ist regelwidrig: {rest}", "le coup {n} ({move}) n’est pas permis : {rest}"],
  ["there is no deal {deal}: expected 1 to {n}", "es gibt kein Spiel {deal}: erwartet wird 1 bis {n}", "il n’y a pas de donne {deal} : de 1 à {n}"],
  ["found no moves", "keine Züge gefunden", "aucun coup trouvé"],
  ["left out of the line: {quoted}", "aus den Zügen ausgelassen: {quoted}", "omis des coups : {quoted}"],
  ["line {n}, column {m}: {rest}", "Zeile {n}, Stelle {m}: {rest}", "ligne {n}, colonne {m} : {rest}"],
  ["line {n}: {rest}", "Zeile {n}: {rest}", "ligne {n} : {rest}"],
  ["found {found}, expected {rest}", "gefunden {found}, erwartet {rest}", "trouvé {found}, attendu {rest}"],
  ["nothing", "nichts", "rien"],
  ["the end of the input", "das Ende des Textes", "la fin du texte"],
  ["the card {code} in a second place", "die Karte {code} an einem zweiten Ort", "la carte {code} à une seconde place"],
  ["the card {code} nowhere", "die Karte {code} nirgends", "la carte {code} nulle part"],
  ["{n} cards instead of {m}", "{n} Karten statt {m}", "{n} cartes au lieu de {m}"],
  ["{n} cells instead of {m}", "{n} Zellen statt {m}", "{n} cellules au lieu de {m}"],
  ["{n} started foundations instead of {m}", "{n} begonnene Ablagen statt {m}", "{n} fondations commencées au lieu de {m}"],
  ["a second entry for {code}", "einen zweiten Eintrag für {code}", "une seconde entrée pour {code}"],
  ["every card once: in a cascade, in a cell or home", "jede Karte einmal: in einer Spalte, in einer Zelle oder auf der Ablage", "chaque carte une fois : en colonne, en cellule ou en fondation"],
  ["every card in a cascade, in a cell or home", "jede Karte in einer Spalte, in einer Zelle oder auf der Ablage", "chaque carte en colonne, en cellule ou en fondation"],
  ["a card such as TH", "eine Karte wie TH (Herz-10)", "une carte comme TH (10 de cœur)"],
  ["a card such as TH, or - for an empty cell", "eine Karte wie TH (Herz-10), oder - für eine leere Zelle", "une carte comme TH (10 de cœur), ou - pour une cellule vide"],
  ["a table", "Karten", "des cartes"],
  ["a table or a deal's number", "Karten oder die Nummer eines Spiels", "des cartes ou le numéro d’une donne"],
  ["a deal's number", "die Nummer eines Spiels", "le numéro d’une donne"],
  ["a deal's number or a table: eight cascades, a dot after each", "die Nummer eines Spiels oder Karten: acht Spalten, nach jeder ein Punkt", "le numéro d’une donne ou des cartes : huit colonnes, un point après chacune"],
  ["each cascade's number of cards plus 1, eight of 1 to 53", "die Kartenzahl jeder Spalte plus 1, acht von 1 bis 53", "le nombre de cartes de chaque colonne plus 1, huit de 1 à 53"],
  ["a cascade's cards, with nothing but a colon before them", "die Karten einer Spalte, mit nichts als einem Doppelpunkt davor", "les cartes d’une colonne, avec un deux-points seul devant"],
  ["one less than line {n} says", "eins weniger, als Zeile {n} sagt", "un de moins que ne dit la ligne {n}"],
  ["no more than there are", "nicht mehr, als es gibt", "pas plus qu’il n’y en a"],
  ["the 14 lines of a turn", "die 14 Zeilen eines Zuges", "les 14 lignes d’un tour"],
  ["the number of started foundations plus 1, 1 to 5", "die Zahl der begonnenen Ablagen plus 1, 1 bis 5", "le nombre de fondations commencées plus 1, de 1 à 5"],
  ["a foundation's suit, dash and top rank, such as H-3", "Farbe, Strich und obersten Wert einer Ablage, wie H-3", "l’enseigne, un tiret et le plus haut rang d’une fondation, comme H-3"],
  ["at most one for each suit", "höchstens einen für jede Farbe", "une au plus par enseigne"],
  ["the label {quoted} or none", "die Beschriftung {quoted} oder keine", "l’étiquette {quoted} ou aucune"],
  ["the label {quoted}", "die Beschriftung {quoted}", "l’étiquette {quoted}"],
  ["{n} cascades, expected eight", "{n} Spalten, erwartet acht", "{n} colonnes, huit attendues"],
  ["a ninth cascade, expected eight", "eine neunte Spalte, erwartet acht", "une neuvième colonne, huit attendues"],
];

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
  for (const row of MESSAGES) {
    const { groups } = line.match(patternOf(row[0])) ?? {};
    if (groups || line === row[0]) return row[column].replace(/\{(\w+)\}/g, (_, name) => partOf(name)[1](groups[name]));
  }
  return line;
}
