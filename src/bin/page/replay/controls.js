
// The replay's controls: slider, buttons, keys, swipes.

const story = JSON.parse($("story").textContent);
const felt = new Felt($("board"));
const line = new Playback(felt, {
  arrived: arrive,
  toggled: showPlaying,
  speed: () => Number($("speed").value),
});
line.load(story);

/** Shows a position everywhere except on the felt. */
function arrive(to) {
  const station = line.stations[to];
  const { title, text } = describe(line, to);
  const end = to === line.last && !station.why ? closing() : "";
  say({ title, text: [text, end].filter(Boolean).join(" ") });
  $("slider").setAttribute("aria-valuetext", title);
  showProgress(line);
  document.body.dataset.outcome = to < line.last ? "" : outcome();
  mark(to);
  listPlaces(line.table(to));
  if (station.why) felt.refuse(station.move[0].toLowerCase());
}

function outcome() {
  if (story.fault) return "illegal";
  return story.won ? "won" : "open";
}

function closing() {
  const left = 52 - countHome(line.table(line.last));
  if (left === 0) return `Won after ${counted(line.last, "move")}.`;
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
  let start = null;
  area.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && event.button === 0) start = event;
  });
  area.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
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
  $("title").textContent = story.title;
  const result = { won: "wins", open: "does not win", illegal: `breaks at move ${line.last}` }[outcome()];
  const moves = story.moves.length + story.rest.length + (story.fault ? 1 : 0);
  $("about").textContent = `${counted(moves, "move")} · ${story.autoplay} autoplay · ${result}`;
  listMoves(line, story.rest);
  felt.measure();
  line.jump(0, 0);
  listenToTheme();

  $("play-pause").addEventListener("click", () => line.toggle());
  listenToButtons(line);
  document.addEventListener("keydown", onKey);
  listenToFingers($("felt"));
  addEventListener("hashchange", followFragment);
  followFragment();
  new ResizeObserver(() => felt.measure()).observe($("board"));
}

start();
