// A line on the felt. Position 0 is the table that it begins with, position n the table
// after the nth move. An illegal move has a position of its own, at which nothing moves.

import { reducedMotion } from "./felt.js";
import { tablesOf } from "./tables.js";

/** Durations of a move, a jump and the pause between two moves, in milliseconds. */
const MOVE = 420, JUMP = 320, REST = 420;
/** The longest time that the autoplay after a move may take, in milliseconds. */
const LONGEST_AUTOPLAY = 3200;
/** The factor above which pauses get no shorter. */
const FASTEST_PAUSES = 4;

/** A line of moves on a felt, and the position that it has come to. */
export class Playback {
  /**
   * `arrived(position)` is called after every change of position, `toggled(playing)` when
   * the line begins or stops to play by itself; `speed()` is the factor of all speeds.
   */
  constructor(felt, { arrived, toggled = (playing) => {}, speed = () => 1 }) {
    this.felt = felt;
    this.arrived = arrived;
    this.toggled = toggled;
    this.speed = speed;
    this.position = 0;
    this.isPlaying = false;
    // The number of requests so far; a new request stops older ones.
    this.request = 0;
    /** Settles when the steps of the last move are all shown. */
    this.moving = Promise.resolve();
  }

  /** Takes a line; the felt shows the old one until the next change of position. */
  load(replay) {
    this.replay = replay;
    this.tables = tablesOf(replay);
    this.stops = stopsOf(replay);
    this.last = this.stops.length - 1;
  }

  /** The table at a position. */
  table(position = this.position) {
    return this.tables[this.stops[position].last];
  }

  /** Begins a new request, which stops whatever was under way. */
  begin(playing) {
    if (this.isPlaying !== playing) {
      this.isPlaying = playing;
      this.toggled(playing);
    }
    return ++this.request;
  }

  /** Waits; resolves to whether the request still stands. */
  async wait(duration, request) {
    await new Promise((done) => setTimeout(done, duration / Math.min(this.speed(), FASTEST_PAUSES)));
    return request === this.request;
  }

  /** Goes to a position at once. */
  jump(to, duration = JUMP / this.speed()) {
    this.begin(false);
    this.position = to;
    this.felt.show(this.table(to), duration);
    this.arrived(to);
  }

  async play() {
    if (this.position === this.last) this.jump(0);
    const request = this.begin(true);
    while (this.position < this.last && (await this.wait(REST, request))) {
      await this.playMove(this.position + 1, request);
    }
    if (request === this.request) this.begin(false);
  }

  pause() {
    this.jump(this.position);
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  step(by) {
    const to = this.position + by;
    if (to < 0 || to > this.last) return;
    if (by < 0) this.jump(to);
    else this.playMove(to, this.begin(false));
  }

  /** Resolves when the last move is over and no card is on its way any more. */
  async landed() {
    await this.moving;
    await this.felt.landed();
  }

  playMove(to, request) {
    this.moving = this.playSteps(to, request);
    return this.moving;
  }

  /** Plays one move: its own cards, then those of autoplay. */
  async playSteps(to, request) {
    const { tables } = this;
    const { first, steps } = this.stops[to];
    this.position = to;
    if (!steps.length || reducedMotion.matches) {
      this.felt.show(this.table(to), JUMP / this.speed());
      this.arrived(to);
      return;
    }
    this.felt.show(tables[first + 1], MOVE / this.speed());
    this.arrived(to);
    const beat = Math.min(MOVE * 0.7, LONGEST_AUTOPLAY / steps.length);
    for (const index of steps.keys()) {
      if (index > 0) this.felt.show(tables[first + index + 1], MOVE / this.speed());
      if (!(await this.wait(index === 0 ? MOVE : beat, request))) return;
    }
  }
}

/** The positions of a line: each move with the tables that it leads through. */
function stopsOf({ moves, illegal }) {
  const stops = [{ move: "deal", steps: [], first: 0, last: 0 }];
  for (const { move, steps } of moves) {
    const first = stops.at(-1).last;
    stops.push({ move, steps, first, last: first + steps.length });
  }
  if (illegal) {
    const { last } = stops.at(-1);
    stops.push({ ...illegal, steps: [], first: last, last });
  }
  return stops;
}
