// The dialogs: another game, sharing this one, statistics, and help with settings.

import { exportStatistics, showStatistics, streak } from "./statistics.js";
import { storage } from "./storage.js";
import { button, byId, inItem, pluralize, setText } from "../common/words.js";

/** The deals of the first program with numbers; one of them cannot be won. */
const CLASSIC = 32000, LOST = 11982;

export const randomDeal = () => String(1 + Math.floor(Math.random() * CLASSIC));
const nextDeal = (origin) => (/^\d+$/.test(origin) ? String(Number(origin) + 1) : randomDeal());

/** The deal of a day: the same for everybody, and never the one that cannot be won. */
export function dailyDeal(date = new Date()) {
  const day = (date.getFullYear() * 12 + date.getMonth()) * 31 + date.getDate();
  const deal = 1 + ((Math.imul(day, 2654435761) >>> 0) % CLASSIC);
  return String(deal === LOST ? deal + 1 : deal);
}

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
    byId("deals").showModal();
    byId("number").select();
  });
  byId("by-number").addEventListener("submit", (event) => {
    event.preventDefault();
    choose(byId("number").value);
  });
  byId("daily").addEventListener("click", () => choose(dailyDeal()));
  byId("random").addEventListener("click", () => choose(randomDeal()));
  byId("next").addEventListener("click", () => choose(nextDeal(game.origin)));
  byId("by-level").addEventListener("submit", async (event) => {
    event.preventDefault();
    const deal = await findDeal(Number(byId("level").value), ask);
    if (deal) choose(deal);
  });
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    choose(byId("pasted").value);
  });
}

/** Says how hard the deal on the table is. */
async function showLevel(origin, ask) {
  setText(byId("level-text"), "");
  const rating = await ask("rate", origin);
  if (!rating || byId("level-text").textContent) return;
  const { level, moves, winning, spare } = rating;
  const narrowest = spare === null ? "" : `, with ${spare ? pluralize(spare, "place") : "no place"} to spare at its narrowest`;
  setText(byId("level-text"), `This one: ${level} of 10. A line is soon found after ${winning} of its ${pluralize(moves, "first move")}${narrowest}.`);
}

let searches = 0;

/** Finds a deal of a level among random ones, until the dialog is closed or another is sought. */
async function findDeal(level, ask) {
  const search = ++searches;
  for (let tries = 1; byId("deals").open && search === searches; tries++) {
    setText(byId("level-text"), `${pluralize(tries, "deal")} tried …`);
    const deal = randomDeal();
    const rating = await ask("rate", deal);
    if (!rating) break;
    if (rating.level === level && byId("deals").open && search === searches) return deal;
  }
  return null;
}

function listUnfinished(choose) {
  const items = storage.games().map(({ title, here, position }) => {
    return inItem(button(`${title.replace("Deal ", "")}: ${pluralize(position, "move")}`, () => choose(here)));
  });
  byId("unfinished").replaceChildren(...items);
  byId("unfinished-title").hidden = items.length === 0;
}

/** Lets people copy the game in the forms that other programs read. */
export function listenToShare(rules, game) {
  const share = (form) => rules.request("share", game.here())[form];
  const texts = {
    "copy-link": () => `${location.href.split("#")[0]}#${game.here()}`,
    "copy-line": () => share("line"),
    "copy-turn": () => share("turn"),
    "copy-board": () => share("board"),
    "copy-pysol": () => share("pysol"),
    "copy-rows": () => share("rows"),
  };
  byId("share").addEventListener("click", () => {
    byId("copied").value = "";
    byId("sharing").showModal();
  });
  for (const [id, text] of Object.entries(texts)) {
    byId(id).addEventListener("click", () => copy(text(), byId(id).textContent));
  }
}

/** Copies a text; shows it as well, for browsers that do not let a page copy. */
async function copy(text, name, shown = byId("copied")) {
  shown.hidden = false;
  shown.value = text;
  shown.select();
  try {
    await navigator.clipboard.writeText(text);
    setText(byId("announcement"), `Copied: ${name}`);
  } catch {
    document.execCommand("copy");
  }
}

export function listenToStatistics() {
  const show = () => {
    showStatistics();
    byId("exported").hidden = true;
    byId("keys").close();
    byId("record").showModal();
  };
  for (const id of ["statistics", "statistics-too"]) byId(id).addEventListener("click", show);
  byId("export").addEventListener("click", () => copy(exportStatistics(), "statistics", byId("exported")));
}

/** The settings in the help dialog; `changed(settings)` is called at once and after changes. */
export function listenToSettings(changed) {
  const boxes = { keys: byId("single-keys"), known: byId("show-known") };
  const settings = { keys: true, known: true, speed: "normal", ...storage.read().settings };
  const keep = () => {
    storage.set({ settings: { ...settings } });
    changed(settings);
  };
  const speed = byId("speed");
  speed.value = settings.speed;
  speed.addEventListener("change", () => {
    settings.speed = speed.value;
    keep();
  });
  for (const [name, box] of Object.entries(boxes)) {
    box.checked = settings[name];
    box.addEventListener("change", () => {
      settings[name] = box.checked;
      keep();
    });
  }
  // Small screens have no room for the button.
  for (const id of ["help", "help-too"]) {
    byId(id).addEventListener("click", () => {
      byId("deals").close();
      byId("keys").showModal();
    });
  }
  changed(settings);
}

/** Closes a dialog by a click beside it or on its cross. */
export function listenToBackdrops() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }
}

/** Says what it means to leave a game that is not over, and asks whether to. */
export function askToLeave(title, { leave }) {
  const dialog = byId("leaving");
  const wins = streak();
  const row = wins > 0 ? `, and ends your row of ${pluralize(wins, "win")}` : "";
  setText(byId("leaving-title"), `Leave ${title.replace("Deal", "deal")}?`);
  setText(byId("leaving-text"), `A game that is left after its first move counts as not won${row}. It is kept: if you come back and win it, it counts as won.`);
  byId("stay").onclick = () => dialog.close();
  byId("leave").onclick = () => {
    dialog.close();
    leave();
  };
  dialog.showModal();
  byId("stay").focus();
}

/** Shows a sentence over the felt, with what can be done about it. */
export function notify(text, label = "", act = () => {}) {
  setText(byId("notice-text"), text);
  const acts = label ? [button(label, () => (dismiss(), act()))] : [];
  byId("notice-action").replaceChildren(...acts);
  byId("notice").hidden = false;
}

export function dismiss() {
  byId("notice").hidden = true;
}
