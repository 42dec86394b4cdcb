
// The controls: moves, slider, buttons, keys. Position 0 is the deal, position n the
// table after the nth move; a move that fails has a position of its own, on which
// nothing moves.

const story = JSON.parse(document.getElementById("story").textContent);
const tables = tablesOf(story);
const stations = stationsOf(story);
const last = stations.length - 1;
const felt = new Felt(document.getElementById("board"));
const $ = (id) => document.getElementById(id);

const GLIDE = 420, JUMP = 320, REST = 420;
const LONGEST_AUTOPLAY = 3200;

let position = 0;
let isPlaying = false;
// Counts what the person asks for; a newer request stops older ones.
let request = 0;

/** The stops of the line: each move with the tables that it leads through. */
function stationsOf({ moves, fault }) {
  const stations = [{ move: "deal", steps: [], first: 0, last: 0 }];
  for (const { move, steps } of moves) {
    const first = stations.at(-1).last;
    stations.push({ move, steps, first, last: first + steps.length });
  }
  if (fault) {
    const { last } = stations.at(-1);
    stations.push({ ...fault, steps: [], first: last, last });
  }
  return stations;
}

const speed = () => Number($("speed").value);

/** Begins a new request; whatever was under way ends. */
function begin(playing) {
  setPlaying(playing);
  return ++request;
}

/** Waits; resolves to whether the request still stands. */
async function wait(duration, mine) {
  await new Promise((done) => setTimeout(done, duration / speed()));
  return mine === request;
}

/** Goes to a position at once. */
function jump(to) {
  begin(false);
  arrive(to);
  felt.show(tables[stations[to].last], JUMP / speed());
}

async function play() {
  if (position === last) jump(0);
  const mine = begin(true);
  while (position < last && (await wait(REST, mine))) await playMove(position + 1, mine);
  if (mine === request) setPlaying(false);
}

const pause = () => jump(position);

function step(by) {
  const to = position + by;
  if (to < 0 || to > last) return;
  if (by < 0) jump(to);
  else playMove(to, begin(false));
}

/** Plays one move: its own cards, then those of autoplay. */
async function playMove(to, mine) {
  const { first, steps } = stations[to];
  felt.show(tables[first], JUMP / speed());
  arrive(to);
  const beat = Math.min(GLIDE * 0.7, LONGEST_AUTOPLAY / steps.length);
  for (const index of steps.keys()) {
    felt.show(tables[first + index + 1], GLIDE / speed());
    if (!(await wait(index === 0 ? GLIDE : beat, mine))) return;
  }
}

function setPlaying(playing) {
  isPlaying = playing;
  $("play-pause").setAttribute("aria-label", playing ? "Pause" : "Play");
  $("play-pause").querySelector("use").setAttribute("href", playing ? "#pause" : "#play");
}

/** Makes a position the current one everywhere except on the felt. */
function arrive(to) {
  position = to;
  const station = stations[to];
  const { title, text } = describe(to);
  $("status").querySelector("strong").textContent = title;
  $("status").querySelector("span").textContent = text;
  $("count").textContent = `${to} / ${last}`;
  $("slider").value = to;
  $("slider").setAttribute("aria-valuetext", title);
  for (const id of ["to-start", "step-back"]) $(id).setAttribute("aria-disabled", to === 0);
  for (const id of ["step-forward", "to-end"]) $(id).setAttribute("aria-disabled", to === last);
  document.body.dataset.outcome = to < last ? "" : outcome();
  mark(to);
  listPlaces(tables[station.last]);
  if (station.why) felt.refuse(station.move[0].toLowerCase());
}

function outcome() {
  if (story.fault) return "illegal";
  return story.won ? "won" : "open";
}

function mark(to) {
  const moves = $("moves");
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = moves.children[to].firstChild;
  current.setAttribute("aria-current", "step");
  // Scrolls the list and never the page.
  moves.scrollTop = current.offsetTop - moves.clientHeight / 2;
  moves.scrollLeft = current.offsetLeft - moves.clientWidth / 2;
}

/** A position, described in a sentence. */
function describe(to) {
  const { move, steps, why, first } = stations[to];
  const end = to === last && !why ? closing() : "";
  if (to === 0) return { title: "The deal", text: end };
  if (why) return { title: `Move ${to}: ${move} is illegal`, text: `${upper(why)}.` };
  const [own, ...autoplay] = steps.map((step, index) => movedBy(tables[first + index], step).map(nameOf));
  const onIt = own.length > 1 ? ` and the ${own.length - 1} on it` : "";
  const sentences = [`${upper(own[0])}${onIt}, ${placeName(steps[0].from)} to ${placeName(steps[0].to)}.`];
  if (autoplay.length > 0) sentences.push(`The game plays home: ${listed(autoplay.flat())}.`);
  return { title: `Move ${to}: ${move}`, text: [...sentences, end].join(" ") };
}

/** Names in a row, or where that is long, the first and the last. */
function listed(names) {
  if (names.length <= 4) return names.join(", ");
  return `${names.length} cards, from the ${names[0]} to the ${names.at(-1)}`;
}

function closing() {
  const left = 52 - countHome(tables.at(-1));
  if (left === 0) return `Won after ${last} ${last === 1 ? "move" : "moves"}.`;
  return `The line ends with ${left} cards not home.`;
}

const upper = (text) => text[0].toUpperCase() + text.slice(1);

function placeName(place) {
  if (isHome(place)) return `the foundation of ${SUITS[place[1]]}`;
  return `${CELLS.includes(place) ? "cell" : "cascade"} ${place}`;
}

/** The table as a list, for screen readers. */
function listPlaces(table) {
  const items = PLACES.map((place) => {
    const item = document.createElement("li");
    const cards = isHome(place) ? table[place].slice(-1) : table[place];
    item.textContent = `${upper(placeName(place))}: ${cards.map(nameOf).join(", ") || "empty"}`;
    return item;
  });
  $("places").replaceChildren(...items);
}

function listMoves() {
  const played = stations.map(({ move, steps, why }, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    const home = steps.length - 1;
    if (home > 0) button.append(note(`+${home}`));
    if (why) button.append(note("illegal"));
    const label = [index ? `Move ${index}, ${move}` : "The deal", home > 0 && `${home} more home`, why && "illegal"];
    button.setAttribute("aria-label", label.filter(Boolean).join(", "));
    button.addEventListener("click", () => jump(index));
    return button;
  });
  const rest = story.rest.map((move) => {
    const unplayed = document.createElement("s");
    unplayed.textContent = move;
    const remark = note(" not played");
    remark.className = "unseen";
    unplayed.append(remark);
    return unplayed;
  });
  $("moves").replaceChildren(...[...played, ...rest].map(inItem));
}

function note(text) {
  const note = document.createElement("small");
  note.textContent = text;
  return note;
}

function inItem(content) {
  const item = document.createElement("li");
  item.append(content);
  return item;
}

const togglePlay = () => (isPlaying ? pause() : play());
const KEYS = {
  " ": togglePlay,
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => jump(0),
  End: () => jump(last),
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
    if (Math.abs(x) > 40 && Math.abs(x) > Math.abs(y)) step(x < 0 ? 1 : -1);
    else if (Math.hypot(x, y) < 10) togglePlay();
  });
}

/** Follows the system's colours until the person switches them. */
function listenToTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const press = () => $("theme").setAttribute("aria-pressed", isDark());
  $("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    press();
  });
  system.addEventListener("change", press);
  press();
}

/** Follows a link to a move: replay.html#12. */
function followFragment() {
  const move = Number(location.hash.slice(1));
  if (move >= 1 && move <= last) jump(Math.floor(move));
}

function start() {
  $("title").textContent = story.title;
  const result = { won: "wins", open: "does not win", illegal: `breaks at move ${last}` }[outcome()];
  $("about").textContent = `${story.moves.length + story.rest.length + (story.fault ? 1 : 0)} moves · ${story.autoplay} autoplay · ${result}`;
  $("slider").max = last;
  listMoves();
  felt.measure();
  felt.show(tables[0]);
  arrive(0);
  listenToTheme();

  $("play-pause").addEventListener("click", togglePlay);
  $("step-back").addEventListener("click", () => step(-1));
  $("step-forward").addEventListener("click", () => step(1));
  $("to-start").addEventListener("click", () => jump(0));
  $("to-end").addEventListener("click", () => jump(last));
  $("slider").addEventListener("input", () => jump(Number($("slider").value)));
  document.addEventListener("keydown", onKey);
  // A click leaves the keyboard where it was, so that space goes on to mean play.
  document.addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
  listenToFingers($("felt"));
  addEventListener("hashchange", followFragment);
  followFragment();
  new ResizeObserver(() => felt.measure()).observe($("board"));
}

start();
