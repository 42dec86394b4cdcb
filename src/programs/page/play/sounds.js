// Short sounds, made by the page itself: a card that is put down, one that goes home, a move that
// is not possible, a win. They are off unless somebody wants them.

/** The notes of each sound: when each begins, its pitch in hertz, how long it lasts; in seconds. */
const SOUNDS = {
  move: [[0, 210, 0.07]],
  home: [[0, 520, 0.09], [0.05, 780, 0.12]],
  refused: [[0, 130, 0.12], [0.09, 110, 0.14]],
  won: [[0, 523, 0.16], [0.13, 659, 0.16], [0.26, 784, 0.16], [0.39, 1047, 0.45]],
};
const LOUDNESS = 0.16;

export class Sounds {
  isOn = false;
  /** Made for the first sound: browsers let a page be heard only after a click or a key. */
  context = null;

  play(name) {
    if (!this.isOn || !globalThis.AudioContext) return;
    this.context ??= new AudioContext();
    for (const [delay, pitch, length] of SOUNDS[name]) this.note(this.context.currentTime + delay, pitch, length);
  }

  note(start, pitch, length) {
    const { context } = this;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
