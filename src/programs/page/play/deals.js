// Deals by their numbers: any, the next, the one before, and that of a day.

import { phrase } from "../common/language.js";

/** The deals of the first program with numbers; one of them cannot be won. */
const CLASSIC = 32000, LOST = 11982;
/** The last deal that has a number. */
const LAST = 2 ** 33 - 1;

export const isNumber = (origin) => /^\d+$/.test(origin);

/** What a game is called that begins with a deal or with a table of the person's own. */
export const titleOf = (origin) => (isNumber(origin) ? phrase("Deal {deal}", { deal: origin }) : phrase("Your game"));

export const randomDeal = () => String(1 + Math.floor(Math.random() * CLASSIC));

/** The deal that many after another; null if there is none. */
export function dealAfter(origin, by) {
  if (!isNumber(origin)) return by > 0 ? randomDeal() : null;
  const deal = Number(origin) + by;
  return deal >= 1 && deal <= LAST ? String(deal) : null;
}

/** The deal of a day: the same for everybody, and never the one that cannot be won. */
export function dailyDeal(date = new Date()) {
  const day = (date.getFullYear() * 12 + date.getMonth()) * 31 + date.getDate();
  const deal = 1 + ((Math.imul(day, 2654435761) >>> 0) % CLASSIC);
  return String(deal === LOST ? deal + 1 : deal);
}
