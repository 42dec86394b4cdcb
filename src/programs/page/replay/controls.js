// The replay's controls: slider, buttons, keys, swipes.

import { listenToButtons, listenToTheme, showPlaying, showProgress } from "../common/controls.js";
import { Felt } from "../common/felt.js";
import { Playback } from "../common/playback.js";
import { countHome } from "../common/tables.js";
import { byId, describe, inMoves, listMoves, markCurrent, PlaceList, say, scrollToCurrent } from "../common/words.js";

const replay = JSON.parse(byId("replay").textContent);
const felt = new Felt(byId("board"));
const places = new PlaceList(byId("places"));
const line = new Playback(felt, {
  arrived: arrive,
  toggled: showPlaying,
  speed: () => Number(byId("speed").value),
});
line.load(replay);

/** Shows a position everywhere except on the felt. */
function arrive(to) {
  const stop = line.stops[to];
  const { title, text } = describe(line, to);
  const end = to === line.last && !stop.reason ? closing() : "";
  say({ title, text: [text, end].filter(Boolean).join(" ") });
  byId("slider").setAttribute("aria-valuetext", title);
  showProgress(line);
  document.body.dataset.outcome = to < line.last ? "" : outcome();
  markCurrent(to);
  scrollToCurrent();
  places.show(line.table(to));
  if (stop.reason) felt.shake(stop.move[0].toLowerCase());
}

function outcome() {
  if (replay.illegal) return "illegal";
  return replay.won ? "won" : "open";
}

function closing() {
  const left = 52 - countHome(line.table(line.last));
  if (left === 0) return `Won after ${inMoves(line.last)}.`;
  return `The line ends with ${left} cards not home.`;
}

const KEYS = {
  " ": () => line.toggle(),
  ArrowLeft: () => line.step(-1),
  ArrowRight: () => line.step(1),
  Home: () => line.jump(0),
  End: () => line.jump(line.last),
};

function onKey(event) {
  const { key, target } = event;
  if (!KEYS[key] || event.ctrlKey || event.altKey || event.metaKey) return;
  // A control that holds the keyboard keeps the keys it understands.
  if (target.matches("select") || (key === " " && target.matches("button"))) return;
  event.preventDefault();
  KEYS[key]();
}

/** A swipe over the felt steps, a tap plays or pauses. */
function listenToFingers(area) {
  let first = null;
  area.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && event.button === 0) first = event;
  });
  area.addEventListener("pointerup", (event) => {
    if (!first) return;
    const [x, y] = [event.clientX - first.clientX, event.clientY - first.clientY];
    first = null;
    if (Math.abs(x) > 40 && Math.abs(x) > Math.abs(y)) line.step(x < 0 ? 1 : -1);
    else if (Math.hypot(x, y) < 10) line.toggle();
  });
}

/** Follows a link to a move: replay.html#12. */
function followFragment() {
  const move = Number(location.hash.slice(1));
  if (move >= 1 && move <= line.last) line.jump(Math.floor(move));
}

function start() {
  byId("title").textContent = replay.title;
  const result = { won: "wins", open: "does not win", illegal: `breaks off at move ${line.last}` }[outcome()];
  const moves = replay.moves.length + replay.rest.length + (replay.illegal ? 1 : 0);
  byId("about").textContent = `${inMoves(moves)} · ${replay.autoplay} autoplay · ${result}`;
  listMoves(line, replay.rest);
  felt.measure();
  line.jump(0, 0);
  listenToTheme();

  byId("play-pause").addEventListener("click", () => line.toggle());
  listenToButtons(line);
  document.addEventListener("keydown", onKey);
  listenToFingers(byId("felt"));
  addEventListener("hashchange", followFragment);
  followFragment();
  felt.listen();
}

start();
