// What comes after a game that was won, or whose solution was shown to its end: the next deal,
// the same once more, and sharing it.

import { dealAfter } from "./deals.js";
import { duration, streak } from "./statistics.js";
import { phrase } from "../common/language.js";
import { byId, setText } from "../common/words.js";

export class After {
  /**
   * `open(deal)` opens another deal, `again()` the same once more, `share()` shares the game, `calendar()` opens the calendar;
   * `showsTime()` says whether times are shown.
   */
  constructor(game, { open, again, share, calendar, showsTime }) {
    this.game = game;
    this.openDeal = open;
    this.showsTime = showsTime;
    this.box = byId("after");
    /** The game whose box was closed by hand. */
    this.closed = null;
    byId("after-next").addEventListener("click", () => this.next());
    byId("after-again").addEventListener("click", again);
    byId("after-share").addEventListener("click", share);
    byId("after-calendar").addEventListener("click", calendar);
    byId("after-close").addEventListener("click", () => this.close());
  }

  get isOpen() {
    return !this.box.hidden;
  }

  /** Shows the box if the game is over, with what is known of its length; hides it otherwise. */
  show({ title, text }) {
    const { game } = this;
    const isOver = game.isWon && this.closed !== game.id;
    if (!game.isWon) this.closed = null;
    if (isOver) {
      byId("after-calendar").hidden = !game.day;
      setText(byId("after-title"), title);
      setText(byId("after-text"), [text, this.figures()].filter(Boolean).join(" "));
    }
    if (isOver !== this.isOpen) this.toggle(isOver);
  }

  toggle(isOpen) {
    this.box.hidden = !isOpen;
    // Who plays by keys is on the cards' buttons, which have nothing to do any more.
    if (isOpen && document.activeElement?.closest("#places")) byId("after-next").focus();
  }

  figures() {
    const { isShown, isFromDeal, help, elapsed } = this.game;
    if (isShown || !isFromDeal) return "";
    const time = this.showsTime() ? phrase("Your time: {time}.", { time: duration(elapsed) }) : "";
    const wins = help ? 0 : streak();
    return [time, wins > 1 ? phrase("Won in a row: {wins}.", { wins }) : ""].filter(Boolean).join(" ");
  }

  close() {
    this.closed = this.game.id;
    this.toggle(false);
  }

  /** Opens the next deal; does nothing unless the game is over. */
  next() {
    const { origin } = this.game;
    if (this.isOpen) this.openDeal(dealAfter(origin, 1) ?? origin);
  }
}
