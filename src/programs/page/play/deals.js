// Deals by their numbers: any, the next, the one before, and that of a day.

import { phrase } from "../common/language.js";

/** The deals of the first program with numbers; one of them cannot be won. */
const CLASSIC = 32000, LOST = 11982;
/** The last deal that has a number. */
const LAST = 2 ** 33 - 1;

/** The cells of a usual game. */
export const CELL_COUNT = 4;

/** Whether a game begins with a deal, under the usual rules. */
export const isNumber = (origin) => /^\d+$/.test(origin);

/** The deal or table that a game begins with, and its number of cells: `617@2` has two. */
export function partsOf(origin) {
  const [start, cells] = origin.split("@");
  return { start, cells: cells === undefined ? CELL_COUNT : Number(cells) };
}

/** A deal or table with a number of cells. */
export const withCells = (start, cells) => (cells === CELL_COUNT ? start : `${start}@${cells}`);

/** What a game is called that begins with a deal or with a table of the person's own. */
export function titleOf(origin) {
  const { start, cells } = partsOf(origin);
  const title = isNumber(start) ? phrase("Deal {deal}", { deal: start }) : phrase("Your game");
  return cells === CELL_COUNT ? title : `${title}, ${phrase("{cells} {cells|cell|cells}", { cells })}`;
}

export const randomDeal = () => String(1 + Math.floor(Math.random() * CLASSIC));

/** The deal that many after another; null if there is none. */
export function dealAfter(origin, by) {
  const { start, cells } = partsOf(origin);
  if (!isNumber(start)) return by > 0 ? randomDeal() : null;
  const deal = Number(start) + by;
  return deal >= 1 && deal <= LAST ? withCells(String(deal), cells) : null;
}

/** The deal of a day: the same for everybody, and never the one that cannot be won. */
export function dailyDeal(date = new Date()) {
  const day = (date.getFullYear() * 12 + date.getMonth()) * 31 + date.getDate();
  const deal = 1 + ((Math.imul(day, 2654435761) >>> 0) % CLASSIC);
  return String(deal === LOST ? deal + 1 : deal);
}
