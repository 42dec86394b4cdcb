
// A line on the felt. Position 0 is the table that it begins with, position n the
// table after the nth move; a move that fails has a position of its own, on which
// nothing moves.

const GLIDE = 420, JUMP = 320, REST = 420;
const LONGEST_AUTOPLAY = 3200;

/** A line of moves on a felt, and where it stands. */
class Playback {
  /**
   * `arrived(position)` is called wherever the line comes to stand, `toggled(playing)`
   * when it begins or ceases to play by itself; `speed()` is how many times as fast.
   */
  constructor(felt, { arrived, toggled = () => {}, speed = () => 1 }) {
    Object.assign(this, { felt, arrived, toggled, speed });
    this.position = 0;
    this.isPlaying = false;
    // Counts what the person asks for; a newer request stops older ones.
    this.request = 0;
  }

  /** Takes a story; what lies on the felt stays until the line goes somewhere. */
  load(story) {
    this.story = story;
    this.tables = tablesOf(story);
    this.stations = stationsOf(story);
    this.last = this.stations.length - 1;
  }

  /** The table at a position. */
  table(position = this.position) {
    return this.tables[this.stations[position].last];
  }

  /** Begins a new request; whatever was under way ends. */
  begin(playing) {
    this.isPlaying = playing;
    this.toggled(playing);
    return ++this.request;
  }

  /** Waits; resolves to whether the request still stands. */
  async wait(duration, mine) {
    await new Promise((done) => setTimeout(done, duration / this.speed()));
    return mine === this.request;
  }

  arrive(to) {
    this.position = to;
    this.arrived(to);
  }

  /** Goes to a position at once. */
  jump(to, duration = JUMP / this.speed()) {
    this.begin(false);
    this.arrive(to);
    this.felt.show(this.table(to), duration);
  }

  async play() {
    if (this.position === this.last) this.jump(0);
    const mine = this.begin(true);
    while (this.position < this.last && (await this.wait(REST, mine))) {
      await this.playMove(this.position + 1, mine);
    }
    if (mine === this.request) this.begin(false);
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

  /** Plays one move: its own cards, then those of autoplay. */
  async playMove(to, mine) {
    const { tables } = this;
    const { first, steps } = this.stations[to];
    this.felt.show(tables[first], JUMP / this.speed());
    this.arrive(to);
    // Where motion is unwelcome, nothing is to be waited for.
    if (stillness.matches) return this.felt.show(this.table(to));
    const beat = Math.min(GLIDE * 0.7, LONGEST_AUTOPLAY / steps.length);
    for (const index of steps.keys()) {
      this.felt.show(tables[first + index + 1], GLIDE / this.speed());
      if (!(await this.wait(index === 0 ? GLIDE : beat, mine))) return;
    }
  }
}

/** The stops of a line: each move with the tables that it leads through. */
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
