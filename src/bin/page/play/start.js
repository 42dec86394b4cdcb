
// The page's controls, and how everything begins.

const felt = new Felt($("board"));
const line = new Playback(felt, { arrived: () => game.look(), toggled: showPlaying });
const knowledge = new Knowledge();
let game, thinker, hand, typing;
/** What is to be done as soon as a line is known: a hint or the whole solution. */
let awaited = null;
let addresses = [];
/** The story whose moves are shown. */
let shown = null;

/** Shows the game wherever it has come to, and thinks about it. */
function show() {
  const { position } = game;
  if (shown !== line.story) listMoves(line);
  shown = line.story;
  mark(position);
  showProgress(line);
  listPlaces(line.table());
  $("title").firstChild.textContent = game.title;
  document.title = `${game.title} · FreeCell`;
  $("autoplay").value = game.autoplay;
  document.body.dataset.outcome = game.isWon ? "won" : "";
  say(sentence(position));
  typing?.pick(null);
  addresses = knowledge.connect(game.origin, game.tokens);
  save();
  showClock();
  reflect();
}

/** What is said of a position: its move, and whether that ended the game. */
function sentence(position) {
  const { title, text } = describe(line, position);
  if (game.isWon) return { title, text: `${text} Won after ${counted(position, "move")}, in ${clock()}.` };
  return { title, text: game.legal().length ? text : `${text} No move is left.` };
}

/** Says what is known by now, does what waited for it, and thinks on. */
function reflect() {
  const played = addresses.slice(0, game.position).concat(game.here());
  showVerdict(verdict(game, knowledge, played));
  annotate(knowledge, addresses);
  const fact = knowledge.of(game.here());
  for (const id of ["hint", "solve"]) {
    $(id).setAttribute("aria-disabled", game.isWon || fact.lost || (fact.done && !fact.line));
    $(id).setAttribute("aria-busy", awaited === id);
  }
  const fitsHome = game.legal().some(({ steps }) => isHome(steps[0].to));
  $("send-home").setAttribute("aria-disabled", !fitsHome);
  // Nobody waits for what a hidden page might find.
  if (document.hidden) thinker?.want(null);
  else thinker?.want(game.isWon ? nextOfThePast(played) : knowledge.next(played, game.position));
  if (awaited && fact.line) {
    const wish = awaited;
    awaited = null;
    wish === "hint" ? hint() : solve();
  }
}

/** After the win, only where length was lost is left to say. */
function nextOfThePast(played) {
  return knowledge.next(played.slice(0, -1), Math.max(0, played.length - 2));
}

function learn(address, thought) {
  knowledge.learn(address, thought);
  knowledge.connect(game.origin, game.tokens);
  reflect();
}

/** Plays the best first move known, or does so once one is known. */
function hint() {
  const fact = knowledge.of(game.here());
  if (game.isWon || fact.lost) return;
  if (fact.line) game.play(fact.line[0]);
  else wish("hint");
}

/** Plays the whole line that is known to win, step by step. */
function solve() {
  const fact = knowledge.of(game.here());
  if (line.isPlaying) return line.pause();
  if (game.isWon || fact.lost) return;
  if (!fact.line) return wish("solve");
  game.extend(fact.line);
  line.play();
}

function wish(what) {
  awaited = what;
  reflect();
}

/** Sends home every card that fits there, move by move. */
async function sendHome() {
  for (;;) {
    const next = game.legal().find(({ steps }) => isHome(steps[0].to));
    if (!next || game.isWon) return;
    const { request } = line;
    await game.play(next.move);
    if (line.request !== request + 1) return;
  }
}

/** Plays on what was undone; where that is nothing, the solution. */
function playOn() {
  if (line.isPlaying || line.position < line.last || game.isWon) line.toggle();
  else solve();
}

const KEYS = {
  " ": playOn,
  ArrowLeft: () => line.step(-1),
  ArrowRight: () => line.step(1),
  Backspace: () => line.step(-1),
  Home: () => line.jump(0),
  End: () => line.jump(line.last),
  "?": hint,
  i: hint,
  s: solve,
  h: sendHome,
  n: () => open(randomDeal()),
  g: () => $("title").click(),
  Escape: () => typing.pick(null),
};

function onKey(event) {
  const { key, target } = event;
  if (document.querySelector("dialog[open]") || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    const by = { z: event.shiftKey ? 1 : -1, y: 1 }[key.toLowerCase()];
    if (!by) return;
    event.preventDefault();
    line.step(by);
    return;
  }
  // A control that holds the keyboard keeps the keys it understands; one in a dialog
  // that was closed may hold it for another moment.
  const isHeld = !target.closest("dialog");
  if (isHeld && target.matches("select, input:not([type=range]), textarea")) return;
  if (isHeld && key === " " && target.matches("button")) return;
  awaited = null;
  if (typing.take(key)) event.preventDefault();
  else if (KEYS[key]) {
    event.preventDefault();
    KEYS[key]();
  }
}

/** Opens an address or whatever can be read as one; what is wrong with it. */
function open(text, options) {
  const { address, fault } = game.door.ask("read", text);
  if (fault) return fault;
  awaited = null;
  const broken = game.open(address, options);
  if (game.origin) remember(game.origin, game.title);
  return broken;
}

/** Keeps the game in the address and in what outlasts a reload. */
function save() {
  const here = game.here();
  if (location.hash.slice(1) !== here) history.replaceState(null, "", `#${here}`);
  const last = game.position === line.last ? here : game.address(line.last);
  memory.write({ game: { last, here, position: game.position, elapsed: Math.round(game.elapsed) } });
}

/** The game that the address names, or the last one, or any. */
function restore() {
  const named = decodeURIComponent(location.hash.slice(1));
  const { game: kept } = memory.read();
  const isKept = kept && (!named || named === kept.here);
  if (isKept && !open(kept.last, kept)) return;
  const fault = named && open(named);
  if (!game.origin) open(randomDeal());
  if (fault) say({ title: "The address is faulty", text: fault });
}

const clock = () => {
  const seconds = Math.round(game.elapsed);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

function showClock() {
  $("clock").textContent = clock();
  $("moves-made").textContent = ` · ${counted(game.position, "move")}`;
}

/** The time runs while somebody plays: from the first move to the win. */
function tick() {
  if (document.hidden || game.isWon || game.position === 0) return;
  game.elapsed += 1;
  showClock();
  if (game.elapsed % 5 === 0) save();
}

function listen() {
  listenToButtons(line);
  listenToDeals(open, () => game.origin);
  listenToShare(game.door, game);
  listenToBackdrops();
  listenToTheme((theme) => memory.write({ theme }));
  const wishes = { "play-pause": playOn, hint, solve, "send-home": sendHome };
  for (const [id, act] of Object.entries(wishes)) $(id).addEventListener("click", act);
  $("help").addEventListener("click", () => $("keys").showModal());
  $("go-back").addEventListener("click", () => line.jump(Number($("go-back").dataset.position)));
  $("autoplay").addEventListener("change", () => {
    game.rule($("autoplay").value);
    $("autoplay").blur();
  });
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== game.here()) restore();
  });
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", reflect);
  setInterval(tick, 1000);
}

/** Lets the empty felt be seen first; a page in the background is not painted at all. */
function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 50);
  });
}

async function start() {
  const { theme } = memory.read();
  if (theme) document.documentElement.dataset.theme = theme;
  felt.measure();
  await painted();
  const module = await carriedModule();
  const door = new Door(await WebAssembly.instantiate(module));
  game = new Game(door, line, { changed: show });
  hand = new Hand(game, felt, { preferred: () => knowledge.of(game.here()).line?.[0] });
  typing = new Typing(game, hand, felt, { refused: (text) => say({ title: "Illegal", text }) });
  listen();
  restore();
  thinker = new Thinker(module, learn);
  reflect();
  new ResizeObserver(() => {
    felt.measure();
    mark(game.position);
  }).observe($("board"));
}

start();
