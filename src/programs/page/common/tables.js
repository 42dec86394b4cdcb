// The tables of a line: the one it begins with, then one after each step. A place is
// named as in a move, a foundation by h and its suit: "3", "a", "hS". A table maps each
// place to its cards, the deepest first.

import { nameOf, RANKS, suitName, SUITS } from "./cards.js";
import { phrase } from "./language.js";

export const CASCADES = [..."12345678"];
export const CELLS = [..."abcd"];
export const FOUNDATIONS = Object.keys(SUITS).map((suit) => `h${suit}`);
export const PLACES = [...CELLS, ...FOUNDATIONS, ...CASCADES];

export const isHome = (place) => place[0] === "h";
export const isCell = (place) => CELLS.includes(place);

/** All tables of a line. */
export function tablesOf({ table, moves }) {
  const tables = [firstTable(table)];
  for (const step of moves.flatMap((move) => move.steps)) {
    tables.push(after(tables.at(-1), step));
  }
  return tables;
}

function firstTable({ cascades, cells, foundations }) {
  const home = (place, index) => [...RANKS.slice(0, foundations[index])].map((rank) => rank + place[1]);
  return Object.fromEntries([
    ...CASCADES.map((place, index) => [place, cascades[index]]),
    ...CELLS.map((place, index) => [place, cells[index] ? [cells[index]] : []]),
    ...FOUNDATIONS.map((place, index) => [place, home(place, index)]),
  ]);
}

function after(table, step) {
  const moved = movedBy(table, step);
  return {
    ...table,
    [step.from]: table[step.from].slice(0, -moved.length),
    [step.to]: [...table[step.to], ...moved],
  };
}

/** The cards that a step takes from a table, the deepest first. */
export const movedBy = (table, { from, cards }) => table[from].slice(-cards);

/** Counts the cards that are home. */
export const countHome = (table) => FOUNDATIONS.reduce((sum, place) => sum + table[place].length, 0);

export function placeName(place) {
  if (isHome(place)) return phrase("the foundation of {suit}", { suit: suitName(place[1]) });
  return isCell(place) ? phrase("cell {place}", { place }) : phrase("cascade {place}", { place });
}

/** What a list for screen readers says of a place. */
export function contentsOf(table, place) {
  const cards = isHome(place) ? table[place].slice(-1) : table[place];
  return cards.map(nameOf).join(", ") || phrase("empty");
}
