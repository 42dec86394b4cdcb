
// The module: the rules, the deals and the solver, which is the program's own code
// compiled to WebAssembly. Nothing here and in the other scripts knows a rule.

/** The module's door: a verb and a text go in, an answer comes out. */
class Door {
  constructor(instance) {
    this.module = instance.exports;
  }

  ask(verb, text) {
    const { memory, room, answer, place } = this.module;
    const question = new TextEncoder().encode(`${verb} ${text}`);
    const at = room(question.length);
    new Uint8Array(memory.buffer, at, question.length).set(question);
    const length = answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, place(), length)));
  }
}

/** The module that the page carries at its end, deflated and in base 64. */
async function carriedModule() {
  if (document.readyState === "loading") {
    await new Promise((read) => document.addEventListener("DOMContentLoaded", read));
  }
  const text = atob(document.getElementById("module").textContent.trim());
  const deflated = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return WebAssembly.compile(await new Response(inflated).arrayBuffer());
}

/** What runs in the worker: thinks of the game it was last sent, slice by slice. */
function think() {
  let door = null;
  let wanted = null;
  let isUnderWay = false;

  const slice = () => {
    isUnderWay = false;
    if (!door || !wanted) return;
    const address = wanted;
    const thought = door.ask("think", address);
    postMessage({ address, thought });
    if (thought.done || thought.fault) wanted = null;
    goOn();
  };
  // Between two slices there is time for a message that names another game.
  const goOn = () => {
    if (isUnderWay) return;
    isUnderWay = true;
    setTimeout(slice);
  };
  self.onmessage = async ({ data }) => {
    if (data.module) door = new Door(await WebAssembly.instantiate(data.module));
    else wanted = data.address;
    goOn();
  };
}

/** How long a slice of thought about another game may go on, in milliseconds. */
const PATIENCE = 120;

/** The thought that ends all thought of a game. */
const GIVEN_UP = { line: null, lost: false, at_least: 0, positions: 0, settled: true, done: true };

/** Thinks of one game at a time, in a worker. */
class Thinker {
  /** `heard(address, thought)` is called after each slice. */
  constructor(module, heard) {
    const script = [Door, think].map(String).join("\n");
    this.source = URL.createObjectURL(new Blob([`${script}\nthink();`], { type: "text/javascript" }));
    Object.assign(this, { module, heard, wanted: null });
    this.hire();
  }

  hire() {
    this.worker?.terminate();
    this.worker = new Worker(this.source);
    this.worker.onmessage = ({ data: { address, thought } }) => {
      clearTimeout(this.impatience);
      if (thought.done && address === this.wanted) this.wanted = null;
      this.heard(address, thought);
    };
    // Out of memory, for one thing: then nothing more is known of this game.
    this.worker.onerror = (event) => {
      event.preventDefault();
      const address = this.wanted;
      this.wanted = null;
      this.hire();
      if (address) this.heard(address, GIVEN_UP);
    };
    this.worker.postMessage({ module: this.module });
  }

  /** Thinks of that game from now on; of none if there is no address. */
  want(address) {
    if (address === this.wanted) return;
    const isBusy = this.wanted !== null;
    this.wanted = address;
    this.worker.postMessage({ address });
    clearTimeout(this.impatience);
    if (isBusy && address) this.impatience = setTimeout(() => this.replace(), PATIENCE);
  }

  /** Takes a new worker when the old one is still at work on something else. */
  replace() {
    this.hire();
    this.worker.postMessage({ address: this.wanted });
  }
}
