// The dialog with the statistics: figures, games by level, the best of each deal; export, import
// and reset.

import { figuresByLevel, gamesOf, playedGames, replaceGames } from "./history.js";
import { copy } from "./share.js";
import { areFigures, duration, figures, replaceFigures, resetFigures } from "./statistics.js";
import { storage } from "./storage.js";
import { phrase } from "../common/language.js";
import { byId, setText } from "../common/words.js";

/** The most deals that the dialog lists. */
const LISTED = 100;
/** What stands for an average of nothing. */
const NONE = "–";

export function listenToStatistics() {
  for (const id of ["statistics", "statistics-too"]) byId(id).addEventListener("click", openStatistics);
  byId("export").addEventListener("click", () => copy(exported(), phrase("statistics"), byId("exported")));
  byId("import").addEventListener("click", (event) => importFigures(event));
  byId("reset").addEventListener("click", (event) => confirmed(event, phrase("Really reset?"), reset));
}

function openStatistics() {
  showFigures();
  byId("exported").hidden = true;
  setText(byId("import-text"), "");
  calm();
  byId("keys").close();
  byId("record").showModal();
}

/** The statistics as a text to keep elsewhere. */
const exported = () => JSON.stringify({ ...figures(), games: playedGames() }, null, 2);

/** Opens the field to paste into; with a text in it, takes over its figures. */
function importFigures(event) {
  const field = byId("exported");
  if (field.hidden || !field.value.trim()) {
    field.value = "";
    field.hidden = false;
    field.focus();
    return setText(byId("import-text"), phrase("Paste what was copied on another device, then import it."));
  }
  const given = parsedFigures(field.value);
  if (!given) return setText(byId("import-text"), phrase("These are no statistics of this page: nothing was changed."));
  return confirmed(event, phrase("Replace what is here?"), () => {
    replaceFigures(given);
    replaceGames(gamesOf(given));
    showFigures();
    field.hidden = true;
    setText(byId("import-text"), phrase("Imported: {games} {games|game|games}.", { games: given.played }));
  });
}

/** The figures in a text; null if it has none. */
function parsedFigures(text) {
  try {
    const given = JSON.parse(text);
    return areFigures(given) ? given : null;
  } catch {
    return null;
  }
}

function reset() {
  resetFigures();
  replaceGames([]);
  showFigures();
  setText(byId("import-text"), phrase("All figures are at zero."));
}

/** The button that asks whether it is really meant, and what it usually says. */
let asking = null;

/**
 * Acts when a button is pressed for the second time, or at once if nothing would be lost. A double
 * click is no second press.
 */
function confirmed({ currentTarget: button, detail: clicks }, question, act) {
  if (clicks > 1) return undefined;
  const isSure = asking?.button === button || figures().played === 0;
  calm();
  if (isSure) return act();
  asking = { button, text: button.textContent };
  return setText(button, question);
}

function calm() {
  if (asking) setText(asking.button, asking.text);
  asking = null;
}

function showFigures() {
  const { played, won, hinted, shown, streak, longestStreak, deals } = figures();
  // Earlier pages counted wins with hints among these.
  const all = Object.values(deals).filter(({ hints = 0 }) => hints === 0);
  const least = (values) => (values.length ? Math.min(...values) : null);
  const [moves, seconds] = [least(all.map((deal) => deal.moves)), least(all.map((deal) => deal.seconds))];
  const share = won && played ? ` (${Math.round((100 * won) / played)} %)` : "";
  const rows = [
    [phrase("Played"), played],
    [phrase("Won"), `${won}${share}`],
    [phrase("Won with hints"), hinted],
    [phrase("Solution shown"), shown],
    [phrase("Left, or not over"), Math.max(0, played - won - hinted - shown)],
    [phrase("Won in a row"), streak],
    [phrase("Most in a row"), longestStreak],
    [phrase("Fewest moves"), moves ?? NONE],
    [phrase("Shortest time"), seconds === null ? NONE : duration(seconds)],
  ];
  byId("figures").replaceChildren(...rows.flatMap(([name, value]) => [term("dt", name), term("dd", value)]));
  showLevels();
  const best = all.slice(-LISTED).reverse();
  const words = (deal) => phrase("{title}: {moves} {moves|move|moves}, {time}, won {wins} {wins|time|times}", { ...deal, time: duration(deal.seconds) });
  byId("best").replaceChildren(...best.map((deal) => term("li", words(deal))));
  byId("no-best").hidden = best.length > 0;
  setText(byId("kept-where"), storage.isRefused ? phrase("This browser keeps nothing for the page: all this ends with it.") : phrase("Kept in this browser only."));
}

/** The games by level: won without help of those played, average time, and moves above the fewest known. */
function showLevels() {
  const rows = figuresByLevel().map(({ level, played, won, hinted, seconds, over }) => {
    const row = document.createElement("tr");
    const name = term("th", level ?? phrase("All"));
    name.scope = "row";
    const time = seconds === null ? NONE : duration(seconds);
    const above = over === null ? NONE : `+${over.toFixed(1)}`;
    row.append(name, ...[played, won, hinted, time, above].map((value) => term("td", value)));
    return row;
  });
  byId("levels").replaceChildren(...rows);
}

function term(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
