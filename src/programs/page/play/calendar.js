// The calendar of the deals of the day: which days were played and won, and the way to each of
// their deals.

import { dailyDeal } from "./deals.js";
import { dayName, resultsOfDays, streaksOfDays } from "./history.js";
import { disable } from "../common/controls.js";
import { languageCode, phrase } from "../common/language.js";
import { button, byId, setText } from "../common/words.js";

/** The first month that is shown. */
const FIRST = new Date(2020, 0);

export class Calendar {
  /** `open(deal, day)` opens the deal of a day. */
  constructor(open) {
    this.openDay = open;
    this.dialog = byId("calendar");
    /** The first day of the month that is shown. */
    this.month = FIRST;
    byId("month-before").addEventListener("click", () => this.turn(-1));
    byId("month-after").addEventListener("click", () => this.turn(1));
    byId("days").addEventListener("keydown", (event) => this.press(event));
  }

  open() {
    this.show(new Date());
    this.dialog.showModal();
    byId("days").querySelector("[aria-current]")?.focus();
  }

  turn(by) {
    const month = new Date(this.month.getFullYear(), this.month.getMonth() + by);
    if (month >= FIRST && month <= new Date()) this.show(month);
  }

  /** Shows the month of a date. */
  show(date) {
    const today = new Date();
    this.month = new Date(date.getFullYear(), date.getMonth());
    const days = resultsOfDays();
    const { current, longest } = streaksOfDays(days, today);
    setText(byId("streak"), phrase("Days won in a row: {current}. The most so far: {longest}.", { current, longest }));
    setText(byId("month"), new Intl.DateTimeFormat(languageCode(), { month: "long", year: "numeric" }).format(this.month));
    disable("month-before", this.month <= FIRST);
    disable("month-after", this.month.getFullYear() === today.getFullYear() && this.month.getMonth() === today.getMonth());
    byId("weekdays").replaceChildren(...weekdays().map((name) => cell(name)));
    byId("days").replaceChildren(...this.draw(days, today));
  }

  /** The days of the month, each a button, after as many blanks as its first week needs. */
  draw(days, today) {
    const [year, month] = [this.month.getFullYear(), this.month.getMonth()];
    const blanks = (this.month.getDay() - firstWeekday() + 7) % 7;
    const count = new Date(year, month + 1, 0).getDate();
    const drawn = Array.from({ length: count }, (_, index) => this.drawDay(new Date(year, month, index + 1), days, today));
    return [...Array.from({ length: blanks }, () => cell("")), ...drawn];
  }

  drawDay(date, days, today) {
    const day = dayName(date);
    const result = days.get(day) ?? "none";
    const element = button(String(date.getDate()), () => {
      this.dialog.close();
      this.openDay(dailyDeal(date), day);
    });
    element.disabled = date > today;
    element.dataset.result = result;
    const words = { won: phrase("won"), hinted: phrase("won with hints"), shown: phrase("solution shown"), begun: phrase("played, not won"), none: phrase("not played") }[result];
    const name = new Intl.DateTimeFormat(languageCode(), { day: "numeric", month: "long" }).format(date);
    element.setAttribute("aria-label", `${name}: ${words}`);
    element.title = `${name}: ${words}`;
    if (day === dayName(today)) element.setAttribute("aria-current", "date");
    return element;
  }

  /** Arrow keys go from day to day. */
  press(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!by) return;
    event.preventDefault();
    const buttons = [...byId("days").querySelectorAll("button:enabled")];
    buttons[buttons.indexOf(document.activeElement) + by]?.focus();
  }
}

/** The day with which a week begins: 0 is Sunday. */
function firstWeekday() {
  const locale = /** @type {any} */ (new Intl.Locale(navigator.language));
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return firstDay % 7;
}

function weekdays() {
  const format = new Intl.DateTimeFormat(languageCode(), { weekday: "short" });
  // The first of November 2020 was a Sunday.
  return Array.from({ length: 7 }, (_, index) => format.format(new Date(2020, 10, 1 + firstWeekday() + index)));
}

function cell(text) {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}
