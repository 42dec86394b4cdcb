// What is done for a person who asks for it: hints, whole solutions, and cards sent home.

import { askToShow } from "./notices.js";
import { storage } from "./storage.js";
import { phrase } from "../common/language.js";
import { isHome } from "../common/tables.js";
import { capitalize, stepInWords } from "../common/words.js";

export class Helper {
  /**
   * `fact()` is what is known of the position, `isLost()` says whether the deal itself cannot be won, `canSearch()` says whether an engine finds out
   * more; `tell(title, text)` says something, `awaiting()` is called when an answer is awaited.
   */
  constructor(game, felt, games, { fact, isLost, canSearch, tell, awaiting }) {
    this.game = game;
    this.felt = felt;
    this.games = games;
    this.fact = fact;
    this.isLost = isLost;
    this.canSearch = canSearch;
    this.tell = tell;
    this.awaiting = awaiting;
    /** What to do as soon as a line is known: a hint or the whole solution. */
    this.awaited = null;
  }

  /** Whether a line is known; if not, it is awaited, unless none can come. */
  hasLine(act) {
    const { line, lost, done } = this.fact();
    if (this.game.isWon) return false;
    if (line && !lost) return true;
    if (!this.canSearch()) this.tell(phrase("No hint"), phrase("The solver cannot run in this browser."));
    else if (lost && this.isLost()) this.tell(phrase("No hint"), phrase("Proved: no moves win it."));
    else if (lost) this.tell(phrase("No hint"), phrase("Nothing wins from here: go back some moves."));
    else if (done) this.tell(phrase("No hint"), phrase("The search found no moves that win."));
    else {
      this.awaited = act;
      this.tell(phrase("Searching …"), phrase("It goes on as soon as a solution is known."));
      this.awaiting();
    }
    return false;
  }

  /** Does what waited for an answer, if there is one now. */
  resume() {
    const { line, lost, done } = this.fact();
    if (!this.awaited || !(line || lost || done)) return;
    const act = this.awaited;
    this.awaited = null;
    if (act === "hint") this.hint();
    else this.solve();
  }

  /** Shows the best move known; asked again, plays it. */
  hint() {
    const { game, felt } = this;
    if (!this.hasLine("hint")) return;
    const [best] = this.fact().line;
    if (game.hinted === game.here()) return void game.play(best);
    const step = game.legal().find(({ move }) => move === best)?.steps[0];
    if (!step) return;
    game.hinted = game.here();
    this.games.help("hints");
    felt.markCards("hinted", felt.table[step.from].slice(-step.cards));
    felt.mark("suggested", [step.to]);
    this.tell(phrase("Hint: {move}", { move: best }), phrase("{move}. Ask again to play it.", { move: capitalize(stepInWords(felt.table, step)) }));
  }

  /** Shows the whole line that is known to win, move by move; asks before the first game that it spoils. */
  solve() {
    const { game } = this;
    if (game.line.isPlaying) return game.line.pause();
    if (!this.hasLine("solve")) return undefined;
    if (!this.games.isAtStake() || storage.read().isShowingKnown) return this.show();
    storage.set({ isShowingKnown: true });
    return askToShow({ show: () => this.show() });
  }

  show() {
    const { game } = this;
    this.games.help("shown");
    game.extend(this.fact().line);
    return game.line.play();
  }

  /** A move that takes a card home, if there is one. */
  nextHome() {
    return this.game.legal().find(({ steps }) => isHome(steps[0].to));
  }

  /** Sends home every card that fits there, move by move. */
  async sendHome() {
    const { game } = this;
    if (!game.isWon && !this.nextHome()) this.tell(phrase("Nothing to send home"), phrase("No card fits on its foundation now."));
    for (;;) {
      const next = this.nextHome();
      if (!next || game.isWon) return;
      const { request } = game.line;
      await game.play(next.move);
      if (game.line.request !== request + 1) return;
    }
  }
}
