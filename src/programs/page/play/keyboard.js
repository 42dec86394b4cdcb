// The keyboard: moves are typed in notation, other keys do what the buttons do. Keys of a
// single character can be switched off, since speech input and slips may trigger them.

import { CASCADES, CELLS } from "../common/tables.js";

export class Keyboard {
  /** `acts` maps keys to what they do; `typed()` is called before any of them. */
  constructor(line, notation, acts, typed) {
    this.line = line;
    this.notation = notation;
    this.acts = acts;
    this.typed = typed;
    this.hasSingleKeys = true;
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const { key, target } = event;
    if (document.querySelector("dialog[open]") || event.altKey) return;
    if (this.notation.pointer.held) return this.pressHeld(event);
    if (event.ctrlKey || event.metaKey) return this.undo(event);
    // A control with the focus keeps the keys that it understands. Focus may remain for a
    // moment on one in a dialog that was closed.
    const isInDialog = target.closest("dialog");
    if (!isInDialog && target.matches("select, input:not([type=range]), textarea")) return;
    if (!isInDialog && (key === " " || key === "Enter") && target.matches("button")) return;
    if (key.length === 1 && key !== " " && !this.hasSingleKeys) return;
    this.typed();
    const act = this.isPlace(key.toLowerCase()) ? () => this.notation.take(key.toLowerCase()) : this.acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** While a card is held, keys do nothing; only Escape lets it go. */
  pressHeld(event) {
    if (event.key === "Escape") this.notation.pointer.cancel();
    if (!event.ctrlKey && !event.metaKey) event.preventDefault();
  }

  /** Whether a key names a place; "h" is one only where a move ends. */
  isPlace(key) {
    return [...CASCADES, ...CELLS].includes(key) || (key === "h" && this.notation.from !== null);
  }

  undo(event) {
    const by = { z: event.shiftKey ? 1 : -1, y: 1 }[event.key.toLowerCase()];
    if (!by) return;
    event.preventDefault();
    this.line.step(by);
  }
}
