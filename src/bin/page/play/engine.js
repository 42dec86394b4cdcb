// The module with the rules, the deals and the engine: the crate's own code, compiled to
// WebAssembly. Nothing in the scripts knows a rule.

/** Sends requests to the module: a verb and a text go in, a response comes out. */
class Module {
  constructor(instance) {
    this.exports = instance.exports;
  }

  request(verb, text) {
    const { memory, allocate, respond, response } = this.exports;
    const request = new TextEncoder().encode(`${verb} ${text}`);
    const address = allocate(request.length);
    new Uint8Array(memory.buffer, address, request.length).set(request);
    const length = respond();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, response(), length)));
  }
}

/** Compiles the module, which stands at the page's end, deflated and in base 64. */
export async function compileModule() {
  const text = atob(document.getElementById("module").textContent.trim());
  const deflated = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return WebAssembly.compile(await new Response(inflated).arrayBuffer());
}

export async function startModule(module) {
  return new Module(await WebAssembly.instantiate(module));
}

/** What runs in the worker: analyses the game that was sent last, slice by slice. */
function analyzeInWorker() {
  let module = null;
  let wanted = null;
  let isScheduled = false;

  const slice = () => {
    isScheduled = false;
    if (!module || !wanted) return;
    const address = wanted;
    const analysis = module.request("analyze", address);
    postMessage({ address, analysis });
    if (analysis.done || analysis.error) wanted = null;
    schedule();
  };
  // Between two slices, messages with another game can arrive.
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(slice);
  };
  self.onmessage = async ({ data }) => {
    if (data.module) module = new Module(await WebAssembly.instantiate(data.module));
    else wanted = data.address;
    schedule();
  };
}

/** How long a slice for another game may still take, in milliseconds. */
const LONGEST_WAIT = 120;

/** The last analysis of a game for which memory did not suffice. */
const GIVEN_UP = { line: null, lost: false, lower_bound: 0, positions: 0, settled: true, done: true };

/** Analyses one game at a time, in a worker. */
export class Engine {
  /** `received(address, analysis)` is called after each slice. */
  constructor(module, received) {
    const script = [Module, analyzeInWorker].map(String).join("\n");
    const source = new Blob([`${script}\nanalyzeInWorker();`], { type: "text/javascript" });
    this.source = URL.createObjectURL(source);
    Object.assign(this, { module, received, wanted: null, isUsed: false });
    this.startWorker();
  }

  startWorker() {
    this.worker?.terminate();
    this.worker = new Worker(this.source);
    this.worker.onmessage = ({ data: { address, analysis } }) => {
      clearTimeout(this.timeout);
      this.isUsed = true;
      if (analysis.done && address === this.wanted) this.wanted = null;
      this.received(address, analysis);
    };
    // Memory ran out, most likely: then nothing more will be known of this game.
    this.worker.onerror = (event) => {
      event.preventDefault();
      const address = this.wanted;
      this.wanted = null;
      if (!this.isUsed) return this.failed?.();
      this.isUsed = false;
      this.startWorker();
      if (address) this.received(address, GIVEN_UP);
    };
    this.worker.postMessage({ module: this.module });
  }

  /** Analyses that game from now on; nothing if there is no address. */
  want(address) {
    if (address === this.wanted) return;
    const isBusy = this.wanted !== null;
    this.wanted = address;
    this.worker.postMessage({ address });
    clearTimeout(this.timeout);
    if (isBusy && address) this.timeout = setTimeout(() => this.replaceWorker(), LONGEST_WAIT);
  }

  /** Starts a new worker when the old one is still busy with another game. */
  replaceWorker() {
    this.startWorker();
    this.worker.postMessage({ address: this.wanted });
  }
}
