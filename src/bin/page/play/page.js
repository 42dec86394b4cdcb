// The page: puts the parts together, opens and keeps games, and shows what changes.

import { disable, listenToButtons, listenToTheme, showPlaying, showProgress } from "../common/controls.js";
import { dismiss, listenToBackdrops, listenToDeals, listenToSettings, listenToShare, listenToStatistics, notify, randomDeal } from "./dialogs.js";
import { compileModule, Engine, startModule } from "./engine.js";
import { Felt } from "../common/felt.js";
import { Game } from "./game.js";
import { Keyboard } from "./keyboard.js";
import { Knowledge } from "./knowledge.js";
import { Playback } from "../common/playback.js";
import { Notation, Pointer } from "./pointer.js";
import { countPlayed, countShown, countWon, duration } from "./statistics.js";
import { storage } from "./storage.js";
import { contentsOf, isHome, placeName } from "../common/tables.js";
import { annotate, HIDDEN, showVerdict, verdict } from "./verdict.js";
import { byId, capitalize, describe, listMoves, markCurrent, PlaceList, pluralize, say, setText } from "../common/words.js";

/** How long a position must stand before slow things are done for it, in milliseconds. */
const SETTLING = 60;

class Page {
  constructor(module) {
    this.felt = new Felt(byId("board"));
    this.line = new Playback(this.felt, { arrived: () => this.game.arrive(), toggled: showPlaying });
    this.knowledge = new Knowledge();
    this.game = new Game(module, this.line, { changed: () => this.show() });
    this.rules = module;
    this.engine = null;
    /** What to do as soon as a line is known: a hint or the whole solution. */
    this.awaited = null;
    this.settings = { keys: true, known: true };
    const refused = (text) => say({ title: "Not possible", text });
    const preferred = () => (this.settings.known ? this.fact().line?.[0] : null);
    this.pointer = new Pointer(this.game, this.felt, { preferred, refused });
    this.places = new PlaceList(byId("places"), {
      activate: (place) => this.notation.take(place),
      focused: (places) => this.felt.mark("focused", places),
    });
    const picked = (place) => this.showPicked(place);
    this.notation = new Notation(this.game, this.pointer, this.felt, { refused, picked });
    this.keyboard = new Keyboard(this.line, this.notation, this.keys(), () => (this.awaited = null));
  }

  keys() {
    const { line } = this;
    return {
      " ": () => this.playOn(),
      ArrowLeft: () => line.step(-1),
      ArrowRight: () => line.step(1),
      Backspace: () => line.step(-1),
      Home: () => line.jump(0),
      End: () => line.jump(line.last),
      "?": () => this.hint(),
      i: () => this.hint(),
      s: () => this.solve(),
      h: () => this.sendHome(),
      n: () => this.open(randomDeal()),
      g: () => byId("title").click(),
      Escape: () => this.notation.pick(null),
    };
  }

  fact() {
    return this.knowledge.get(this.game.here());
  }

  showPicked(place) {
    this.places.pick(place);
    if (place) setText(byId("announcement"), `${capitalize(placeName(place))} chosen: ${contentsOf(this.line.table(), place)}`);
  }

  /** Shows the position at once; whatever can wait follows when it has stood for a while. */
  show() {
    const { game, line } = this;
    if (this.shownReplay !== line.replay) {
      listMoves(line);
      this.shownReplay = line.replay;
      setText(byId("title").firstElementChild, game.title);
      document.title = `${game.title} · FreeCell`;
    }
    markCurrent(game.position);
    showProgress(line);
    byId("autoplay").value = game.autoplay;
    document.body.dataset.outcome = game.isWon ? (game.isShown ? "shown" : "won") : "";
    const { note } = game;
    say(this.sentence(note));
    this.notation.pick(null);
    this.felt.markCards("hinted", []);
    this.showClock();
    this.showKnown();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(note), SETTLING);
  }

  settle(note) {
    const { game } = this;
    if (!game.isWon && !game.legal().length) say(this.sentence(`${note} No move is left.`.trim()));
    disable("send-home", !game.legal().some(({ steps }) => isHome(steps[0].to)));
    this.places.show(this.line.table());
    this.knowledge.connect(game.addresses, game.tokens);
    this.save();
    this.reflect();
  }

  /** Describes the position: its move, and whether that ended the game. */
  sentence(note) {
    const { game } = this;
    const { title, text } = describe(this.line, game.position);
    const end = !game.isWon ? note : game.isShown ? "Solution shown." : `Won in ${duration(game.elapsed)}.`;
    return { title, text: [text, end].filter(Boolean).join(" ") };
  }

  /** Shows what is known by now, or that it is hidden. */
  showKnown() {
    const { game, knowledge } = this;
    const isHidden = !this.settings.known && !game.isWon;
    showVerdict(isHidden ? HIDDEN : verdict(game, knowledge, game.past()));
    byId("reveal").hidden = !isHidden;
    const fact = this.fact();
    for (const id of ["hint", "solve"]) {
      disable(id, !this.engine || game.isWon || (!isHidden && fact.lost) || (fact.done && !fact.line && !fact.lost));
      byId(id).setAttribute("aria-busy", String(this.awaited === id));
    }
    disable("play-pause", game.position === this.line.last && !this.line.isPlaying);
  }

  /** Shows what is known, does what waited for it, and has the next game analysed. */
  reflect() {
    const { game, knowledge } = this;
    this.showKnown();
    annotate(this.settings.known ? knowledge : new Knowledge(), game.addresses);
    const past = game.past();
    // Nobody waits for what a hidden page might find.
    if (document.hidden) this.engine?.want(null);
    else if (game.isWon) this.engine?.want(knowledge.next(past.slice(0, -1), Math.max(0, past.length - 2)));
    else this.engine?.want(knowledge.next(past, game.position));
    if (this.awaited && this.fact().line) {
      const act = this.awaited;
      this.awaited = null;
      if (act === "hint") this.hint();
      else this.solve();
    }
  }

  learn(address, analysis) {
    if (analysis.error) return;
    this.knowledge.learn(address, analysis);
    this.knowledge.connect(this.game.addresses, this.game.tokens);
    this.reflect();
  }

  /** Whether a line is known; if not, it is awaited, unless none can come. */
  hasLine(act) {
    const { line, lost, done } = this.fact();
    if (this.game.isWon || !this.engine) return false;
    if (lost) say({ title: "No hint", text: "No line wins from here: go back some moves." });
    else if (!line && !done) {
      this.awaited = act;
      this.reflect();
    }
    return Boolean(line) && !lost;
  }

  /** Shows the best move known; asked again, plays it. */
  hint() {
    const { game } = this;
    if (!this.hasLine("hint")) return;
    const [best] = this.fact().line;
    if (game.hinted === game.here()) return void game.play(best);
    game.hinted = game.here();
    game.hints += 1;
    const steps = game.legal().find(({ move }) => move === best)?.steps;
    if (!steps) return;
    const [{ from, to, cards }] = steps;
    const target = this.felt.table[to].at(-1);
    this.felt.markCards("hinted", [...this.felt.table[from].slice(-cards), ...(target ? [target] : [])]);
    say({ title: `Hint: ${best}`, text: `From ${placeName(from)} to ${placeName(to)}. Ask again to play it.` });
  }

  /** Shows the whole line that is known to win, move by move. */
  solve() {
    if (this.line.isPlaying) return this.line.pause();
    if (!this.hasLine("solve")) return undefined;
    if (this.game.shownFrom === null) countShown();
    this.game.extendByShown(this.fact().line);
    return this.line.play();
  }

  /** Sends home every card that fits there, move by move. */
  async sendHome() {
    const { game, line } = this;
    for (;;) {
      const next = game.legal().find(({ steps }) => isHome(steps[0].to));
      if (!next || game.isWon) return;
      const { request } = line;
      await game.play(next.move);
      if (line.request !== request + 1) return;
    }
  }

  /** Plays what was undone, or pauses. */
  playOn() {
    if (this.line.isPlaying || this.line.position < this.line.last) this.line.toggle();
  }

  /** Opens whatever can be read as a game; returns what is wrong with it. */
  open(text, { isNavigation = false } = {}) {
    const { address, error } = this.rules.request("read", text);
    if (error) return error;
    const left = this.game.origin !== null && this.leave();
    const kept = storage.findGame(address);
    if (this.game.origin !== null && !isNavigation) history.pushState(null, "", `#${address}`);
    const illegal = kept ? this.resume(kept, address) : this.game.open(address);
    if (this.game.isWon && !kept) this.game.shownFrom = 0;
    this.game.isCounted = this.game.isWon;
    this.show();
    if (illegal) say({ title: "The line breaks off", text: illegal });
    this.welcome(kept, address, left);
    return null;
  }

  /** Goes on with a kept game; one that cannot be read any more is opened from its deal. */
  resume(kept, address) {
    const position = kept.here === address || kept.origin === address ? kept.position : address.split(":")[1].split("-").length;
    if (kept.here === kept.last || position < kept.position || kept.here === address) {
      if (!this.game.open(kept.last, { ...kept, position })) return null;
    }
    return this.game.open(address, this.game.origin === kept.origin ? { id: kept.id } : {});
  }

  /** Keeps the game that is being left, and returns its title and address. */
  leave() {
    const { title, isPlayed, isWon } = this.game;
    this.save();
    return isPlayed && !isWon && { title, address: this.game.here() };
  }

  /** Says what became of the game before, and that a kept one goes on. */
  welcome(kept, address, left) {
    const isOther = left && !left.address.startsWith(this.game.origin);
    if (kept && kept.origin === address && this.game.position > 0) {
      notify(`You left off after ${pluralize(this.game.position, "move")}.`, "Start over", () => this.line.jump(0));
    } else if (isOther) {
      notify(`${left.title} is kept.`, `Back to ${left.title.replace("Deal ", "")}`, () => this.open(left.address));
    } else dismiss();
  }

  /** Keeps the game in the address and in what outlasts a reload, soon. */
  save() {
    const { game, line } = this;
    if (game.origin === null) return;
    const here = game.here();
    const { id, origin, title, position, elapsed, hints, shownFrom, isPlayed } = game;
    const last = position === line.last ? here : game.addresses[line.last];
    const kept = { id, origin, title, last, here, position, elapsed: Math.round(elapsed), hints, shownFrom, isPlayed };
    storage.change("address", () => {
      if (game.here() === here && decoded(location.hash) !== here) history.replaceState(null, "", `#${here}`);
      return { current: kept };
    });
    if (game.isWon) this.finish();
    else if (isPlayed) storage.keepGame(kept);
    if (isPlayed && position > 0 && this.counted !== id) {
      this.counted = id;
      if (!storage.read().countedGames?.includes(id)) {
        countPlayed();
        storage.change("countedGames", ({ countedGames = [] }) => ({ countedGames: [id, ...countedGames].slice(0, 100) }));
      }
    }
  }

  /** Takes a won game off the unfinished ones, and counts the win once. */
  finish() {
    const { game } = this;
    storage.dropGame(game.id);
    if (game.isCounted || game.isShown) return;
    game.isCounted = true;
    countWon(game);
  }

  /** Opens the game that the address names, or the last one, or any. */
  restore() {
    const named = decoded(location.hash);
    const { current } = storage.read();
    const error = named ? this.open(named, { isNavigation: true }) : null;
    if (named && !error) return;
    if (this.game.origin === null && typeof current?.here === "string") this.open(current.here, { isNavigation: true });
    if (this.game.origin === null) this.open(randomDeal(), { isNavigation: true });
    if (error) notify(`The link cannot be read: ${error}. Your own game is here instead.`);
    this.save();
  }

  showClock() {
    setText(byId("clock"), duration(this.game.elapsed));
    setText(byId("moves-made"), ` · ${pluralize(this.game.position, "move")}`);
  }

  /** The time runs while somebody plays: from the first move to the win. */
  tick() {
    const { game } = this;
    if (document.hidden || game.isWon || game.position === 0) return;
    game.elapsed += 1;
    this.showClock();
    if (game.elapsed % 5 === 0) this.save();
  }

  listen() {
    const { line, game } = this;
    listenToButtons(line);
    listenToDeals((text) => this.open(text), () => game.origin);
    listenToShare(this.rules, game);
    listenToStatistics();
    listenToSettings((settings) => this.set(settings));
    listenToBackdrops();
    listenToTheme((theme) => storage.set({ theme }));
    const acts = { "play-pause": "playOn", hint: "hint", solve: "solve", "send-home": "sendHome" };
    for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", () => this[act]());
    byId("go-back").addEventListener("click", () => line.jump(Number(byId("go-back").dataset.position)));
    byId("reveal").addEventListener("click", () => byId("show-known").click());
    byId("notice-close").addEventListener("click", dismiss);
    byId("autoplay").addEventListener("change", () => game.chooseRule(byId("autoplay").value));
    addEventListener("hashchange", () => {
      if (decoded(location.hash) !== game.here()) this.restore();
    });
    addEventListener("pagehide", () => (this.save(), storage.flush()));
    document.addEventListener("visibilitychange", () => (storage.flush(), this.reflect()));
    setInterval(() => this.tick(), 1000);
    new ResizeObserver(() => {
      this.felt.measure();
      markCurrent(game.position);
    }).observe(byId("board"));
  }

  set(settings) {
    this.settings = settings;
    this.keyboard.hasSingleKeys = settings.keys;
    if (this.game.origin !== null) this.reflect();
  }

  /** Starts the engine; without one, everything but what it knows is still there. */
  startEngine(module) {
    const fail = () => {
      this.engine = null;
      notify("The solver cannot run in this browser: no hints, no solutions. Playing works.");
    };
    try {
      this.engine = new Engine(module, (address, analysis) => this.learn(address, analysis));
      this.engine.failed = fail;
    } catch {
      fail();
    }
    this.reflect();
  }
}

/** The address after a #; as it stands where it is not well-formed. */
function decoded(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** Lets the empty felt be painted first; a page in the background is not painted at all. */
function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 50);
  });
}

/** What the page needs from the browser and the browser lacks. */
function missing() {
  const needed = ["WebAssembly", "DecompressionStream"];
  return needed.filter((name) => !(name in globalThis));
}

async function start() {
  const { theme } = storage.read();
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const lacking = missing();
  if (lacking.length) throw new Error(`this browser is too old, it lacks ${lacking.join(" and ")}`);
  await painted();
  const module = await compileModule();
  const page = new Page(await startModule(module));
  page.felt.measure();
  page.listen();
  page.restore();
  page.startEngine(module);
}

start().catch((error) => notify(`FreeCell cannot start: ${error.message}.`));
