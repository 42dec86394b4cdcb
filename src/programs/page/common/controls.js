// The controls that both pages have: the slider and the buttons under the felt, and the
// button for dark colours.

import { phrase } from "./language.js";
import { byId, setText } from "./words.js";

/** Shows the position on the slider, and which directions are open. */
export function showProgress(line) {
  const { position, last } = line;
  setText(byId("count"), `${position} / ${last}`);
  const slider = byId("slider");
  if (Number(slider.max) !== last) slider.max = last;
  if (Number(slider.value) !== position) slider.value = position;
  for (const id of ["to-start", "step-back"]) disable(id, position === 0);
  for (const id of ["step-forward", "to-end"]) disable(id, position === last);
}

export function disable(id, isDisabled) {
  const element = byId(id);
  if (element.ariaDisabled !== String(isDisabled)) element.ariaDisabled = String(isDisabled);
}

/** Shows whether the line plays by itself. */
export function showPlaying(playing) {
  byId("play-pause").setAttribute("aria-label", playing ? phrase("Pause") : phrase("Play"));
  byId("play-pause").querySelector("use").setAttribute("href", playing ? "#pause" : "#play");
}

/** Makes the buttons and the slider under the felt go back and forth on the line. */
export function listenToButtons(line) {
  byId("step-back").addEventListener("click", () => line.step(-1));
  byId("step-forward").addEventListener("click", () => line.step(1));
  byId("to-start").addEventListener("click", () => line.jump(0));
  byId("to-end").addEventListener("click", () => line.jump(line.last));
  listenToSlider(line);
  // A click leaves the keyboard focus alone, so that space still plays and pauses.
  document.addEventListener("mousedown", (event) => {
    if (/** @type {Element} */ (event.target).closest("button")) event.preventDefault();
  });
}

/** The cards follow the slider without animation, once a frame. */
function listenToSlider(line) {
  let isDue = false;
  byId("slider").addEventListener("input", () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      line.jump(Math.min(Number(byId("slider").value), line.last), 0);
    });
  });
}

/** Follows the system's colours until the person chooses. */
export function listenToTheme(chosen = (theme) => {}) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const press = () => byId("theme").setAttribute("aria-pressed", String(isDark()));
  byId("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    press();
    chosen(root.dataset.theme);
  });
  system.addEventListener("change", press);
  press();
}
