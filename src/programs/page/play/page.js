// The page: puts the parts together, and shows what changes.

import { disable, listenToButtons, listenToTheme, showPlaying, showProgress } from "../common/controls.js";
import { After } from "./after.js";
import { Calendar } from "./calendar.js";
import { dailyDeal, randomDeal } from "./deals.js";
import { listenToBackdrops, listenToDeals, listenToHelp } from "./dialogs.js";
import { Assistant, Engine } from "./engine.js";
import { Felt } from "../common/felt.js";
import { Game } from "./game.js";
import { Games } from "./games.js";
import { Helper } from "./helper.js";
import { Keyboard } from "./keyboard.js";
import { haveOneRule, Knowledge } from "./knowledge.js";
import { dismiss, dismissOffer, notify } from "./notices.js";
import { Options } from "./options.js";
import { Playback } from "../common/playback.js";
import { Programs } from "./programs.js";
import { Notation, Pointer } from "./pointer.js";
import { dayName, gameLog } from "./history.js";
import { listenToStatistics } from "./record.js";
import { Settings } from "./settings.js";
import { Share } from "./share.js";
import { Sounds } from "./sounds.js";
import { duration, isFinal } from "./statistics.js";
import { storage } from "./storage.js";
import { phrase } from "../common/language.js";
import { contentsOf, isHome, placeName } from "../common/tables.js";
import { annotate, hiddenVerdict, verdict, VerdictBox } from "./verdict.js";
import { byId, capitalize, describe, inMoves, listMoves, markCurrent, PlaceList, say, scrollNow, scrollToCurrent, setText } from "../common/words.js";

/** How long a position must stand before slow things are done for it, in milliseconds. */
const SETTLING = 60;
/** How long the verdict on the position before may stay while there is none yet, in milliseconds. */
const PATIENCE = 300;
/** The factors of all speeds that can be chosen. */
const SPEEDS = { slow: 0.5, normal: 1, fast: 2.5, instant: 100 };

export class Page {
  constructor(module) {
    this.felt = new Felt(byId("board"));
    this.line = new Playback(this.felt, { arrived: () => this.game.arrive(), toggled: showPlaying, speed: () => this.speed() });
    this.knowledge = new Knowledge();
    this.verdict = new VerdictBox();
    this.sounds = new Sounds();
    const won = () => {
      this.felt.celebrate(this.speed());
      this.sounds.play("won");
    };
    this.game = new Game(module, this.line, { changed: () => this.show(), won });
    const shown = (illegal) => {
      this.verdict.forget();
      this.knowledge.turnTo(this.game.origin);
      this.show();
      if (illegal) this.tell(phrase("The moves break off"), illegal);
    };
    storage.refused = () => this.sayRefused();
    gameLog.refused = () => this.sayRefused();
    this.programs = new Programs(module);
    this.games = new Games(module, this.game, this.programs, { shown });
    this.calendar = new Calendar((deal, day) => this.games.open(deal, { day }));
    const share = new Share(module, this.game);
    this.after = new After(this.game, { open: (deal) => this.games.open(deal), again: () => this.games.again(), share: () => share.send(), showsTime: () => this.settings.clock, calendar: () => this.calendar.open() });
    this.options = new Options(this.game, this.knowledge, this.felt, { opened: () => this.games.help("hints"), changed: () => this.reflect() });
    this.rules = module;
    this.engine = null;
    /** The game whose analysis is deepened, and the one whose hidden verdict was revealed. */
    this.deepened = null;
    this.revealed = null;
    this.helper = new Helper(this.game, this.felt, this.games, {
      fact: () => this.fact(),
      isLost: () => Boolean(this.knowledge.get(this.game.origin).lost),
      canSearch: () => this.engine !== null,
      tell: (title, text) => this.tell(title, text),
      awaiting: () => this.reflect(),
    });
    this.settings = { keys: true, known: true, speed: "normal", clock: true };
    /** Runs as long as the verdict on the position before may stay. */
    this.patience = null;
    const refused = (text) => {
      this.sounds.play("refused");
      this.tell(phrase("Not possible"), text);
    };
    const preferred = () => (this.settings.known ? this.fact().line?.[0] : null);
    this.pointer = new Pointer(this.game, this.felt, { preferred, refused });
    this.places = new PlaceList(byId("places"), {
      activate: (place) => this.notation.take(place),
      focused: (places) => this.felt.mark("focused", places),
    });
    const picked = (place) => this.showPicked(place);
    this.notation = new Notation(this.game, this.pointer, this.felt, { refused, picked });
    this.pointer.notation = this.notation;
    this.keyboard = new Keyboard(this.line, this.notation, this.keys(), () => (this.helper.awaited = null));
  }

  keys() {
    const { line, helper } = this;
    return {
      " ": () => this.playOn(),
      ArrowLeft: () => line.step(-1),
      ArrowRight: () => line.step(1),
      Backspace: () => line.step(-1),
      Home: () => line.jump(0),
      End: () => line.jump(line.last),
      "?": () => byId("help").click(),
      i: () => helper.hint(),
      s: () => helper.solve(),
      h: () => helper.sendHome(),
      m: () => this.options.open(),
      n: () => this.games.open(randomDeal()),
      g: () => byId("title").click(),
      PageUp: () => byId("previous-deal").click(),
      PageDown: () => byId("next-deal").click(),
      Enter: () => this.after.next(),
      Escape: () => this.notation.pick(null),
    };
  }

  fact() {
    return this.knowledge.get(this.game.here());
  }

  speed() {
    return SPEEDS[this.settings.speed] ?? 1;
  }

  /** Whether more is sought of this position than its usual analysis found. */
  isDeepening() {
    const here = this.game.here();
    return this.deepened === here && this.knowledge.isOpen(here);
  }

  showPicked(place) {
    this.places.pick(place);
    if (place) setText(byId("announcement"), phrase("{place} chosen: {cards}", { place: capitalize(placeName(place)), cards: contentsOf(this.line.table(), place) }));
  }

  /**
   * Shows the position: its cards set off in the next frame, its words follow in the one after
   * or come with them if they are many, and whatever can wait when it has stood for a while.
   */
  show() {
    this.note = this.game.note;
    if (this.line.position !== this.heard) dismissOffer();
    this.sound();
    this.areWordsDue = true;
    this.notation.pick(null);
    this.felt.markCards("hinted", []);
    this.felt.mark("suggested", []);
    const showWords = () => this.showWords();
    requestAnimationFrame(this.felt.unrest ? showWords : () => requestAnimationFrame(showWords));
    clearTimeout(this.settling);
    clearTimeout(this.asking);
    this.settling = setTimeout(() => this.settle(), Math.max(SETTLING, this.felt.unrest));
    // The engine needs no frame. Of a new game, the deal is what is wanted; a line may go on.
    if (this.shownReplay !== this.line.replay && this.game.position === 0) this.ask();
    else this.asking = setTimeout(() => this.ask(), SETTLING);
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.patience = null;
      if (!this.areWordsDue) this.showKnown();
    }, PATIENCE);
  }

  /** The sound of the move that led here: of its own card, or of the first that goes home. */
  sound() {
    const { position, stops } = this.line;
    if (position && position !== this.heard) this.sounds.play(stops[position].steps.some(({ to }) => isHome(to)) ? "home" : "move");
    this.heard = position;
  }

  showWords() {
    if (!this.areWordsDue) return;
    this.areWordsDue = false;
    const { game, line } = this;
    if (this.shownReplay !== line.replay) {
      listMoves(line);
      this.shownReplay = line.replay;
      setText(byId("title").firstElementChild, game.title);
      document.title = `${game.title} · FreeCell`;
    }
    markCurrent(game.position);
    showProgress(line);
    this.programs.show(game.rule);
    document.body.dataset.outcome = game.isWon ? (game.isShown ? "shown" : "won") : "";
    say(this.sentence(this.note));
    this.showClock();
    this.showKnown();
    scrollNow();
  }

  /** Says something else than the position's own sentence. */
  tell(title, text) {
    this.showWords();
    say({ title, text });
  }

  /** Says once that nothing can be kept, when no other notice is in its way. */
  sayRefused() {
    if (!byId("notice").hidden) return;
    storage.refused = () => {};
    gameLog.refused = () => {};
    notify(phrase("This browser lets the page keep nothing: statistics and unfinished games end with it. The address keeps this game."));
  }

  settle() {
    this.showWords();
    const { game } = this;
    if (!game.isWon && !game.legal().length) say(this.sentence(`${this.note} ${phrase("No move is left.")}`.trim()));
    disable("send-home", !this.helper.nextHome());
    this.places.show(this.line.table());
    this.pointer.showCursor();
    this.knowledge.tidy(game.played, game.here());
    this.knowledge.connect(game.played, game.tokens);
    this.games.save();
    this.reflect();
  }

  /** Describes the position: its move, and whether that ended the game. */
  sentence(note) {
    const { game } = this;
    const { title, text } = describe(this.line, game.position);
    const end = game.isWon ? this.ending() : note;
    // How the game ended is in sight, however many cards went home at last.
    return { title, text: (game.isWon ? [end, text] : [text, end]).filter(Boolean).join(" ") };
  }

  /** Says how the game ended, and if that is not counted as a win. */
  ending() {
    const { isShown, help, isFromDeal, elapsed } = this.game;
    if (isShown) return phrase("Solution shown.");
    const time = duration(elapsed);
    if (!isFromDeal) return phrase("Won in {time}, not counted.", { time });
    return help ? phrase("Won in {time} with hints.", { time }) : phrase("Won in {time}.", { time });
  }

  /** Shows what is known by now, or that it is hidden. */
  showKnown() {
    const { game, knowledge } = this;
    const isHidden = !this.settings.known && !game.isWon && this.revealed !== game.here();
    const found = isHidden ? hiddenVerdict() : verdict(game, knowledge, game.past(), this.isDeepening());
    this.verdict.show(found, this.patience !== null);
    // What comes next waits for the cards that are still on their way home.
    if (game.isWon) this.line.landed().then(() => game.isWon && this.after.show(found));
    else this.after.show(found);
    if (!this.verdict.isStale) {
      byId("reveal").hidden = !isHidden;
      byId("go-deeper").hidden = isHidden || !this.engine || game.isWon || this.isDeepening() || !knowledge.isOpen(game.here());
    }
    disable("show-options", game.isWon || !this.engine);
    const fact = this.fact();
    for (const id of ["hint", "solve"]) {
      disable(id, !this.engine || game.isWon || (!isHidden && fact.lost) || (fact.done && !fact.line && !fact.lost));
      byId(id).setAttribute("aria-busy", String(this.helper.awaited === id));
    }
    disable("play-pause", game.position === this.line.last && !this.line.isPlaying);
  }

  /** Shows what is known, does what waited for it, and has the next game analysed. */
  reflect() {
    const { game, knowledge } = this;
    // Words that are due will show it, so that the verdict is not ahead of them.
    if (!this.areWordsDue) this.showKnown();
    annotate(this.settings.known ? knowledge : new Knowledge(), game.played);
    this.options.show();
    if (game.isWon) this.games.compare(this.fewest());
    this.ask();
    this.helper.resume();
  }

  /** The fewest moves known to win this game from its deal; null if they cannot be compared with its own. */
  fewest() {
    const { game, knowledge } = this;
    const { line, shortest } = knowledge.get(game.played[0]);
    return haveOneRule(game.played, game.tokens) ? (shortest ?? line?.length ?? null) : null;
  }

  /** Has the next game analysed. */
  ask() {
    // Nobody waits for what a hidden page might find.
    if (document.hidden) this.engine?.want(null);
    else this.engine?.want(this.nextAddress(), this.isDeepening() && !this.options.next());
  }

  /** The game to analyse now. */
  nextAddress() {
    const { game, knowledge } = this;
    const past = game.past();
    if (game.isWon) return knowledge.next(past.slice(0, -1), Math.max(0, past.length - 2));
    return this.options.next() ?? (this.isDeepening() ? game.here() : knowledge.next(past, game.position));
  }

  learn(address, analysis) {
    const { knowledge, game } = this;
    if (analysis.error || !knowledge.isAbout(address)) return;
    const wasAnswered = knowledge.isAnswered(game.here());
    knowledge.learn(address, analysis);
    this.options.connect();
    knowledge.connect(game.played, game.tokens);
    const isNews = !wasAnswered && knowledge.isAnswered(game.here());
    // While many cards move, no more than an answer is shown.
    if (isNews || !this.felt.unrest) this.reflect();
    else this.ask();
  }

  /** Plays what was undone, or pauses. */
  playOn() {
    if (this.line.isPlaying || this.line.position < this.line.last) this.line.toggle();
  }

  showClock() {
    setText(byId("clock"), duration(this.game.elapsed));
    setText(byId("moves-made"), `${this.settings.clock ? " · " : ""}${inMoves(this.game.position)}`);
  }

  /** The time runs while somebody plays: from the first move to the win, which undoing does not take back. */
  tick() {
    const { game } = this;
    if (document.hidden || game.isWon || game.position === 0 || isFinal(game.id)) return;
    game.elapsed += 1;
    this.showClock();
    if (game.elapsed % 5 === 0) this.games.save();
  }

  listen() {
    const { line, game, games } = this;
    listenToButtons(line);
    listenToDeals((text) => games.open(text), game, (verb, text) => games.assistant?.ask(verb, text));
    listenToStatistics();
    listenToHelp();
    new Settings((settings, name) => (name === "language" ? this.turnToLanguage() : this.set(settings)));
    listenToBackdrops();
    listenToTheme((theme) => storage.set({ theme }));
    byId("daily").addEventListener("click", () => {
      byId("deals").close();
      games.open(dailyDeal(), { day: dayName() });
    });
    byId("show-calendar").addEventListener("click", () => {
      byId("deals").close();
      this.calendar.open();
    });
    for (const [id, key] of Object.entries({ "play-pause": " ", hint: "i", solve: "s", "send-home": "h" })) {
      byId(id).addEventListener("click", this.keyboard.acts[key]);
    }
    const onVerdict = (id, act) => byId(id).addEventListener("click", () => this.verdict.isStale || act());
    onVerdict("go-back", () => line.jump(Number(byId("go-back").dataset.position)));
    onVerdict("reveal", () => {
      this.revealed = game.here();
      this.showKnown();
    });
    onVerdict("go-deeper", () => {
      this.deepened = game.here();
      this.reflect();
    });
    byId("show-options").addEventListener("click", () => this.options.open());
    byId("notice-close").addEventListener("click", dismiss);
    this.programs.listen((rule) => game.chooseRule(rule));
    addEventListener("hashchange", () => games.follow());
    addEventListener("pagehide", () => (games.save(), games.flush()));
    document.addEventListener("visibilitychange", () => (games.flush(), this.reflect()));
    setInterval(() => this.tick(), 1000);
    this.felt.listen();
    new ResizeObserver(scrollToCurrent).observe(byId("moves"));
  }

  set(settings) {
    this.settings = settings;
    this.keyboard.hasSingleKeys = settings.keys;
    this.pointer.isChoosing = settings.click === "chooses";
    this.sounds.isOn = settings.sounds;
    byId("clock").hidden = !settings.clock;
    const { felt, back, four } = settings;
    Object.assign(document.documentElement.dataset, { felt, back, deck: four ? "four" : "two" });
    this.felt.arrange({ isLeft: settings.left, isLarge: settings.large });
    if (this.game.origin === null) return;
    this.showClock();
    this.reflect();
  }

  /** Loads the page again, which then speaks the language that was chosen. */
  turnToLanguage() {
    this.games.save();
    this.games.flush();
    location.reload();
  }

  /** Starts the engine; without one, everything but what it knows is still there. */
  startEngine(module) {
    const fail = () => {
      this.engine = null;
      notify(phrase("The solver cannot run in this browser: no hints, no solutions. Playing works."));
    };
    try {
      const received = (address, analysis) => this.learn(address, analysis);
      this.engine = new Engine(module, { received, failed: fail });
      this.games.assistant = new Assistant(module);
      this.games.recognize();
    } catch {
      fail();
    }
    this.reflect();
  }
}
