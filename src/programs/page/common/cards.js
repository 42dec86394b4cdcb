// The faces of cards, drawn 100 wide and 140 high. Whatever has the suit's colour is drawn in
// currentColor. A face has few elements and few that are transformed, since a jump draws all
// cards: its pips are one path.

import { phrase } from "./language.js";

export const RANKS = "A23456789TJQK";
export const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

const suitOf = (card) => card[1];
const rankOf = (card) => RANKS.indexOf(card[0]) + 1;
const isRed = (card) => "DH".includes(suitOf(card));
/** The name of a suit. */
export const suitName = (suit) => ({ C: phrase("clubs"), D: phrase("diamonds"), H: phrase("hearts"), S: phrase("spades") })[suit];

/** The name of a card, such as the queen of hearts. */
export function nameOf(card) {
  const rank = { A: phrase("ace"), T: "10", J: phrase("jack"), Q: phrase("queen"), K: phrase("king") }[card[0]] ?? card[0];
  return phrase("{rank} of {suit}", { rank, suit: suitName(suitOf(card)) });
}

/** The same as a sentence has it that speaks of the card: some languages have an article there. */
export function theCard(card) {
  const rank = { A: phrase("the ace"), T: phrase("the {n}", { n: 10 }), J: phrase("the jack"), Q: phrase("the queen"), K: phrase("the king") };
  return phrase("{rank} of {suit}", { rank: rank[card[0]] ?? phrase("the {n}", { n: Number(card[0]) }), suit: suitName(suitOf(card)) });
}

const LEAF = "c0 -2.49 2.01 -4.5 4.5 -4.5 2.49 0 4.5 2.01 4.5 4.5 0 2.49 -2.01 4.5 -4.5 4.5 -2.49 0 -4.5 -2.01 -4.5 -4.5z";
/** The outline of each suit, 20 wide and high around the point where it begins. */
export const OUTLINES = {
  C: `m-4.5 -4.9${LEAF}m-4.9 6.9${LEAF}m9.8 0${LEAF}m-2.8 -4.4l4.8 0 -1.1 5.8c.2 3 .7 5.2 2.4 6.2l-7.4 0c1.7 -1 2.2 -3.2 2.4 -6.2z`,
  D: "m0 -10c1.9 3.8 4.6 7 7.7 10 -3.1 3 -5.8 6.2 -7.7 10 -1.9 -3.8 -4.6 -7 -7.7 -10 3.1 -3 5.8 -6.2 7.7 -10z",
  H: "m0 9.4c-2.5 -3.9 -9.3 -8.2 -9.3 -13.3 0 -3.3 2.3 -5.3 4.8 -5.3 2.1 0 3.8 1.3 4.5 3.2 .7 -1.9 2.4 -3.2 4.5 -3.2 2.5 0 4.8 2 4.8 5.3 0 5.1 -6.8 9.4 -9.3 13.3z",
  S: "m0 -9.6c2.5 3.9 9.2 7.4 9.2 12.5 0 3 -2.2 4.4 -4.3 4.4 -1.7 0 -3.1 -.9 -3.9 -2.2 .2 2.2 .9 3.7 2.7 4.5l-7.4 0c1.8 -.8 2.5 -2.3 2.7 -4.5 -.8 1.3 -2.2 2.2 -3.9 2.2 -2.1 0 -4.3 -1.4 -4.3 -4.4 0 -5.1 6.7 -8.6 9.2 -12.5z",
};

const LEFT = 32.5, MIDDLE = 50, RIGHT = 67.5;
const NINE = [[LEFT, 29], [RIGHT, 29], [LEFT, 56.5], [RIGHT, 56.5], [LEFT, 83.5], [RIGHT, 83.5], [LEFT, 111], [RIGHT, 111]];
const FOUR = [[LEFT, 29], [RIGHT, 29], [LEFT, 111], [RIGHT, 111]];
const SIX = [...FOUR, [LEFT, 70], [RIGHT, 70]];

/** The centres of the pips on the ranks 2 to 10. */
const PIPS = {
  2: [[MIDDLE, 29], [MIDDLE, 111]],
  3: [[MIDDLE, 29], [MIDDLE, 70], [MIDDLE, 111]],
  4: FOUR,
  5: [...FOUR, [MIDDLE, 70]],
  6: SIX,
  7: [...SIX, [MIDDLE, 49.5]],
  8: [...SIX, [MIDDLE, 49.5], [MIDDLE, 90.5]],
  9: [...NINE, [MIDDLE, 70]],
  10: [...NINE, [MIDDLE, 42.5], [MIDDLE, 97.5]],
};

/** The upper half of each court card; the lower half is the same, rotated. */
const COURTS = {
  11: `
    <path class="robe" d="M24 70v-7c5-6 12-8 19-9l7 5 7-5c7 1 14 3 19 9v7z"/>
    <path class="gold" d="M39 55l5-2 6 7 6-7 5 2-5 6-2-2-4 6-4-6-2 2z"/>
    <path class="hair" d="M41 34c-3 5-3 12-2 16 3 1 5 0 5-3V34zM59 34c3 5 3 12 2 16-3 1-5 0-5-3V34z"/>
    <path class="skin" d="M42.5 35h15v9c0 6-4 9.5-7.5 9.5s-7.5-3.5-7.5-9.5z"/>
    <path class="robe" d="M38 34c-1-8 5-12 12-12s14 3 12 12z"/>
    <path class="gold" d="M36.5 33.5h27v3.6h-27z"/>
    <path class="gold" d="M59 33c1-8 6-12 12-11 1 5-4 10-12 11z"/>
    <path class="line" d="M60 32.5c3-3 6-6 9.5-8.5M48.2 48.8c1.2.7 2.4.7 3.6 0M50 41.5v4.3"/>
    <circle class="dot" cx="46.5" cy="41.5" r=".9"/><circle class="dot" cx="53.5" cy="41.5" r=".9"/>`,
  12: `
    <path class="hair" d="M41 33c-7 7-5 18-4 25l7-1V33zM59 33c7 7 5 18 4 25l-7-1V33z"/>
    <path class="robe" d="M24 70v-6c5-6 12-8 18-9 2 5 5 7 8 7s6-2 8-7c6 1 13 3 18 9v6z"/>
    <path class="skin" d="M46.5 50h7v4.5c0 2-1.5 3.5-3.5 3.5s-3.5-1.5-3.5-3.5z"/>
    <path class="skin" d="M42.5 35h15v8c0 6.5-4 10-7.5 10s-7.5-3.5-7.5-10z"/>
    <path class="gold" d="M40 36l-2.5-10c4 3.5 6.5 3 8-.5 1 3 2.5 4 4.5-2.5 2 6.5 3.5 5.5 4.5 2.5 1.5 3.5 4 4 8 .5L60 36z"/>
    <circle class="gold" cx="37.3" cy="25" r="1.7"/><circle class="gold" cx="50" cy="22" r="2"/><circle class="gold" cx="62.7" cy="25" r="1.7"/>
    <path class="line" d="M50 41.5v3.8M44.5 39.8c1.2-1 2.8-1 4 0M51.5 39.8c1.2-1 2.8-1 4 0"/>
    <path class="lips" d="M48 48.3c1.3-.9 2.7-.9 4 0-1.3 1.3-2.7 1.3-4 0z"/>
    <circle class="dot" cx="46.5" cy="41.8" r=".9"/><circle class="dot" cx="53.5" cy="41.8" r=".9"/>
    <circle class="gold" cx="45" cy="61.5" r="1.3"/><circle class="gold" cx="50" cy="65" r="1.6"/><circle class="gold" cx="55" cy="61.5" r="1.3"/>`,
  13: `
    <path class="robe" d="M24 70v-7c5-6 12-8 19-9l7 7 7-7c7 1 14 3 19 9v7z"/>
    <path class="gold" d="M37 56l6-2.5 7 7 7-7 6 2.5-13 14z"/>
    <path class="hair" d="M41 35c-3 4-3 10-1 14l4 1V35zM59 35c3 4 3 10 1 14l-4 1V35z"/>
    <path class="skin" d="M42.5 35h15v11h-15z"/>
    <path class="hair" d="M42.5 44c2.5 2 5 2.5 7.5.8 2.5 1.7 5 1.2 7.5-.8.5 8-3 15.5-7.5 17.5-4.5-2-8-9.5-7.5-17.5z"/>
    <path class="gold" d="M39.5 36.5L36 24.5l7 4.5 7-10 7 10 7-4.5-3.5 12z"/>
    <path class="line" d="M40 33h20M50 40.5v3.5M44.8 39.2h3.2M52 39.2h3.2"/>
    <path class="lips" d="M48 48.7c1.3-.6 2.7-.6 4 0-1.3 1.1-2.7 1.1-4 0z"/>
    <circle class="dot" cx="46.5" cy="41.3" r=".9"/><circle class="dot" cx="53.5" cy="41.3" r=".9"/>`,
};

/** Creates a card's element with two faces: the full one, and one for small sizes. */
export function drawCard(card) {
  const element = document.createElement("div");
  element.className = `card ${isRed(card) ? "red" : "black"} ${SUITS[suitOf(card)]}`;
  element.innerHTML = `<svg viewBox="0 0 100 140">
    <g class="full">${faceOf(card)}</g><g class="small">${smallFaceOf(card)}</g></svg>`;
  return element;
}

function faceOf(card) {
  const rank = rankOf(card);
  const index = rankText(card, 12, 22, 21);
  const pips = pip(card, 12, 34, 13.5) + pip(card, 88, 106, 13.5) + pipsOf(card);
  return `${rank > 10 ? courtOf(card) : ""}<path d="${pips}"/>${index}<g transform="rotate(180 50 70)">${index}</g>`;
}

function pipsOf(card) {
  const rank = rankOf(card);
  if (rank === 1) return pip(card, MIDDLE, 70, 46);
  return (PIPS[rank] ?? []).map(([x, y]) => pip(card, x, y, 17.5)).join("");
}

function courtOf(card) {
  const half = `${COURTS[rankOf(card)]}<path d="${pip(card, 31, 27, 10)}"/>`;
  const frame = `x="25" y="19" width="50" height="102" rx="3"`;
  return `<rect class="ground" ${frame}/><g transform="translate(2 2.8) scale(.96)">${half}</g>
    <g transform="translate(98 137.2) scale(-.96)">${half}</g><rect class="frame" ${frame}/>`;
}

/** A small card's face: the large suit begins below what shows of a covered card. */
function smallFaceOf(card) {
  return `${rankText(card, 30, 40, 46)}<path d="${pip(card, 73, 25, 36)}"/><path d="${pip(card, 50, 103, 56)}"/>`;
}

function rankText(card, x, y, size) {
  const text = card[0] === "T" ? "10" : card[0];
  const tight = text === "10" ? ` textLength="${size * 0.88}" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="${x}" y="${y}" font-size="${size}"${tight}>${text}</text>`;
}

/** The outline of a suit of that size around a point, upside down in the card's lower half. */
function pip(card, x, y, size) {
  const scale = (y > 70 && size < 40 ? -size : size) / 20;
  return `M${x} ${y}${OUTLINES[suitOf(card)].replace(/-?[\d.]+/g, (length) => (Number(length) * scale).toFixed(2))}`;
}
