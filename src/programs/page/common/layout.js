// Where piles stand on a felt of some size, how far apart the cards of a cascade lie, and how
// large the corner of a covered card can be. A cascade can have nineteen cards, seven of the
// deal and twelve on the king above them, and all of them have to be legible on the smallest
// felt: where it is low, cells and foundations stand beside the cascades, and where cards lie
// closer than their corners need, the corners shrink.

import { CASCADES, CELLS, FOUNDATIONS } from "./tables.js";

/** A card is this many times as high as wide. */
const HEIGHT = 1.4;
/** The widest card, in pixels. */
const WIDEST = 210;
/** Cards narrower than this have the face for small sizes. */
const SMALL = 64;
/** The room for the numbers of the cascades between the two rows, and above a single one. */
const NUMBERS = 18, NUMBERS_ABOVE = 15;
/** A felt lower than this and wider than high has a single row. */
const LOW = 360;
/** How much of a card's width its covered corner needs, on the full face and on the small one. */
const CORNER = 0.42, SMALL_CORNER = 0.45;
/** How much of it the corner needs that can shrink, the small face's without what is above it. */
const TIGHT_CORNER = 0.385;

export class Layout {
  /**
   * For a felt of that width and height, and for text of that many times the usual size. `isLeft`
   * has the foundations on the left, `isLarge` has large ranks and suits at every size.
   */
  constructor(width, height, text = 1, { isLeft = false, isLarge = false } = {}) {
    /** The cells and foundations from left to right. */
    this.upper = isLeft ? [...FOUNDATIONS, ...CELLS] : [...CELLS, ...FOUNDATIONS];
    this.isAcross = height < LOW && width > 1.2 * height;
    const gap = width < 560 ? 0.09 : 0.16;
    // A single row keeps its outer piles a little apart from the others.
    const columns = this.isAcross ? 10 + 9 * gap + 2 * gap : 8 + 7 * gap;
    const rows = this.isAcross ? 4 * HEIGHT + 3 * 0.06 : 6.3;
    this.width = Math.max(1, Math.floor(Math.min(width / columns, height / rows, WIDEST)));
    this.pitch = this.width * (1 + gap);
    this.apart = this.isAcross ? this.pitch + this.width * gap : 0;
    this.left = (width - this.width * columns) / 2 + this.apart;
    const high = this.width * HEIGHT;
    this.cascadeTop = this.isAcross ? NUMBERS_ABOVE * text : Math.max(this.width * 1.9, high + NUMBERS * text);
    this.cascadeHeight = height - this.cascadeTop - high;
    // The piles of a column beside the cascades.
    this.step = Math.min(high * 1.06, (height - high) / 3);
    this.isSmall = isLarge || this.width < SMALL;
    this.corner = (this.isSmall ? SMALL_CORNER : CORNER) * this.width;
    // Thirteen cards get their usual distance wherever the felt is high enough.
    this.fan = Math.min(Math.max(this.corner, this.cascadeHeight / 12), this.corner + 0.25 * this.width);
  }

  /** How far apart the cards of a cascade lie that has this number of them. */
  fanOf(length) {
    return length > 1 ? Math.min(this.fan, this.cascadeHeight / (length - 1)) : 0;
  }

  /** Where a card lies, by its index in a place that has this number of cards. */
  positionOf(place, index, length) {
    const column = CASCADES.indexOf(place);
    if (column >= 0) {
      return { x: Math.round(this.left + column * this.pitch), y: Math.round(this.cascadeTop + index * this.fanOf(length)) };
    }
    const pile = this.upper.indexOf(place);
    if (!this.isAcross) return { x: Math.round(this.left + pile * this.pitch), y: 0 };
    return { x: Math.round(this.left + (pile < 4 ? -this.apart : 7 * this.pitch + this.apart)), y: Math.round((pile % 4) * this.step) };
  }

  /** The factor by which the corner of a card in a cascade of this number shrinks; 1 if it does not. */
  cornerOf(place, index, length) {
    // The last card is not covered.
    if (index === length - 1 || !CASCADES.includes(place)) return 1;
    const fan = this.fanOf(length);
    if (fan > this.corner - 1) return 1;
    return Math.floor(((fan - 1.5) / (TIGHT_CORNER * this.width)) * 100) / 100;
  }

  /** The place at a point of the felt, if there is one. */
  placeAt(x, y) {
    const column = Math.floor((x - this.left + (this.pitch - this.width) / 2) / this.pitch);
    if (!this.isAcross) {
      return y < this.cascadeTop - this.width * 0.3 ? this.upper[column] : CASCADES[column];
    }
    const row = Math.min(3, Math.max(0, Math.floor(y / this.step)));
    return column < 0 ? this.upper[row] : (CASCADES[column] ?? this.upper[row + 4]);
  }
}
