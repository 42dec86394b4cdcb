// The dialogs: another game, statistics, and help with settings.

import { CELL_COUNT, dealAfter, isNumber, partsOf, randomDeal, titleOf, withCells } from "./deals.js";
import { addressAfter } from "./knowledge.js";
import { storage } from "./storage.js";
import { disable } from "../common/controls.js";
import { phrase } from "../common/language.js";
import { button, byId, inItem, setText } from "../common/words.js";

/** Lets people choose a deal, continue a game or paste a table. */
export function listenToDeals(open, game, ask) {
  const choose = (text) => {
    const error = open(text);
    setText(byId("error"), error ?? "");
    if (!error) byId("deals").close();
  };
  byId("title").addEventListener("click", () => {
    setText(byId("error"), "");
    listUnfinished(choose);
    showLevel(game.origin, ask);
    byId("cells").value = String(partsOf(game.origin).cells);
    setText(byId("fewest-text"), "");
    disable("previous", !dealAfter(game.origin, -1));
    disable("next", !dealAfter(game.origin, 1));
    byId("deals").showModal();
    byId("number").select();
  });
  byId("by-number").addEventListener("submit", (event) => {
    event.preventDefault();
    choose(byId("number").value);
  });
  byId("random").addEventListener("click", () => choose(randomDeal()));
  const neighbours = { "previous-deal": -1, "next-deal": 1, previous: -1, next: 1 };
  for (const [id, by] of Object.entries(neighbours)) {
    byId(id).addEventListener("click", () => {
      const deal = dealAfter(game.origin, by);
      if (deal) choose(deal);
    });
  }
  byId("by-level").addEventListener("submit", async (event) => {
    event.preventDefault();
    const deal = await findDeal(Number(byId("level").value), ask);
    if (deal) choose(deal);
  });
  byId("by-cells").addEventListener("submit", (event) => {
    event.preventDefault();
    choose(withCells(partsOf(game.origin).start, Number(byId("cells").value)));
  });
  byId("fewest").addEventListener("click", () => showFewest(game, ask));
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    choose(byId("pasted").value);
  });
}

/** How often the level of a deal was asked for. */
let ratings = 0;

/** Says how hard the deal on the table is. */
async function showLevel(origin, ask) {
  setText(byId("level-text"), "");
  if (partsOf(origin).cells < CELL_COUNT) return;
  const number = ++ratings;
  const rating = await ask("rate", origin);
  // Another deal may have been asked about since.
  if (!rating || number !== ratings || byId("level-text").textContent) return;
  setText(byId("level-text"), levelInWords(rating));
}

/** How hard a deal is, in words: its level, what its first moves lead to, and how much room it leaves. */
export function levelInWords({ level, moves, winning, spare }) {
  const words = [phrase("This one: {level} of 10.", { level })];
  if (winning === 0) words.push(phrase("No solution is found quickly."));
  else if (winning === moves) words.push(phrase("A solution is found quickly after each of its {moves} {moves|first move|first moves}.", { moves }));
  else words.push(phrase("A solution is found quickly after {winning} of its {moves} {moves|first move|first moves}.", { winning, moves }));
  if (spare === 0) words.push(phrase("At its narrowest, every cell is taken and no cascade is empty."));
  else if (spare > 0) words.push(phrase("At its narrowest, {spare} {spare|place is|places are} still free.", { spare }));
  return words.join(" ");
}

/** Finds the fewest cells of the deal on the table by the rules in force, and chooses them in the menu. */
async function showFewest({ origin, rule }, ask) {
  setText(byId("fewest-text"), phrase("Searching …"));
  const { enough = null, at_least: atLeast = 0 } = (await ask("fewest", addressAfter(partsOf(origin).start, rule))) ?? {};
  setText(byId("fewest-text"), fewestInWords(enough, atLeast));
  byId("cells").value = String(enough ?? CELL_COUNT);
}

/** With how few cells a game can be won, as far as that is proved. */
function fewestInWords(enough, atLeast) {
  if (enough === null) return phrase("No number of cells was found to be enough.");
  const text = enough === 0 ? phrase("Can be won without cells.") : phrase("Can be won with {cells} {cells|cell|cells}.", { cells: enough });
  if (enough === 0) return text;
  return `${text} ${atLeast === enough ? phrase("Proved: fewer are not enough.") : phrase("Whether fewer are enough is not known.")}`;
}

let searches = 0;

/** Finds a deal of a level among random ones, until the dialog is closed or another is sought. */
async function findDeal(level, ask) {
  const search = ++searches;
  for (let tries = 1; byId("deals").open && search === searches; tries++) {
    setText(byId("level-text"), phrase("{tries} {tries|deal|deals} tried …", { tries }));
    const deal = randomDeal();
    const rating = await ask("rate", deal);
    if (!rating) break;
    if (rating.level === level && byId("deals").open && search === searches) return deal;
  }
  return null;
}

function listUnfinished(choose) {
  const items = storage.games().map(({ origin, here, position }) => {
    const name = isNumber(origin) ? origin : titleOf(origin);
    return inItem(button(phrase("{name}: {moves} {moves|move|moves}", { name, moves: position }), () => choose(here)));
  });
  byId("unfinished").replaceChildren(...items);
  byId("unfinished-title").hidden = items.length === 0;
}

/** Opens the dialog with help and settings; small screens have no room for its button. */
export function listenToHelp() {
  for (const id of ["help", "help-too"]) {
    byId(id).addEventListener("click", () => {
      byId("deals").close();
      byId("keys").showModal();
    });
  }
}

/** Closes a dialog by a click beside it or on its cross. */
export function listenToBackdrops() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }
}
