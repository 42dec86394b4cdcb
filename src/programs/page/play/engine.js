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

/** What stands at the page's end, deflated and in base 85. */
export function inflated(id) {
  const deflated = bytesOf(document.getElementById(id).textContent.trim());
  return new Response(new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
}

/**
 * The bytes of a text in base 85: four of five digits, which are the characters from # on without <.
 * Behind them stands how many of the bytes are too many.
 */
function bytesOf(text) {
  const end = text.length - 1;
  const bytes = new Uint8Array((end / 5) * 4);
  const view = new DataView(bytes.buffer);
  for (let index = 0, at = 0; index < end; at += 4) {
    let word = 0;
    for (const next = index + 5; index < next; index++) {
      const code = text.charCodeAt(index);
      word = word * 85 + code - (code > 60 ? 36 : 35);
    }
    view.setUint32(at, word);
  }
  return bytes.subarray(0, bytes.length - Number(text[end]));
}

/** Compiles the module. */
export const compileModule = async () => WebAssembly.compile(await inflated("module").arrayBuffer());

export async function startModule(module) {
  return new Module(await WebAssembly.instantiate(module));
}

/**
 * What runs in a worker: analyses the game that was sent last, slice by slice, and responds
 * to requests with an id.
 */
function workInWorker() {
  let module = null;
  let wanted = null;
  let isScheduled = false;

  const slice = () => {
    isScheduled = false;
    if (!module || !wanted) return;
    const { address, verb, end } = wanted;
    const analysis = module.request(verb, address);
    postMessage({ address, analysis });
    if (analysis[end] || analysis.error) wanted = null;
    schedule();
  };
  // Between two slices, messages with another game can arrive.
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(slice);
  };
  let ready;
  self.onmessage = async ({ data }) => {
    if (data.module) {
      ready = WebAssembly.instantiate(data.module);
      module = new Module(await ready);
    } else if (data.id) {
      await ready;
      postMessage({ id: data.id, response: module.request(data.verb, data.text) });
    } else {
      wanted = data.wanted;
    }
    schedule();
  };
}

/** The address of the workers' script. */
function workerSource() {
  const script = [Module, workInWorker].map(String).join("\n");
  return URL.createObjectURL(new Blob([`${script}\nworkInWorker();`], { type: "text/javascript" }));
}

/** Responds to requests that take long, in a worker that is started for the first one. */
export class Assistant {
  constructor(module) {
    this.module = module;
    this.worker = null;
    /** The functions that take the responses, in the order of the requests. */
    this.waiting = [];
    this.asked = 0;
  }

  /** Resolves to the response, or to null if the worker broke down. */
  ask(verb, text) {
    this.worker ??= this.startWorker();
    this.worker.postMessage({ id: ++this.asked, verb, text });
    return new Promise((done) => this.waiting.push(done));
  }

  startWorker() {
    const worker = new Worker(workerSource());
    worker.onmessage = ({ data }) => this.waiting.shift()(data.response);
    worker.onerror = (event) => {
      event.preventDefault();
      this.worker = null;
      for (const done of this.waiting.splice(0)) done(null);
    };
    worker.postMessage({ module: this.module });
    return worker;
  }
}

/** How long a slice for another game may still take, in milliseconds, with a second worker ready and without. */
const SHORT_WAIT = 20, LONGEST_WAIT = 120;
/** How long after a worker has begun to respond another one is started, in milliseconds. */
const SPARE = 600;

/** The last analysis of a game for which memory did not suffice. */
const GIVEN_UP = { line: null, lost: false, lower_bound: 0, shortest: null, positions: 0, settled: true, done: true, exhausted: true };

/** Analyses one game at a time, in a worker. */
export class Engine {
  /** `received(address, analysis)` is called after each slice, `failed()` if none can be run. */
  constructor(module, { received, failed }) {
    this.module = module;
    this.received = received;
    this.failed = failed;
    /** What is analysed: its `address`, the `verb` for a slice, and what says that it was the last. */
    this.wanted = null;
    this.isUsed = false;
    /** A worker that is ready to take over from one that is busy with another game. */
    this.spare = null;
    this.source = workerSource();
    this.startWorker();
  }

  startWorker() {
    this.worker?.terminate();
    this.worker = this.spare ?? this.newWorker();
    this.spare = null;
    this.worker.onmessage = ({ data: { address, analysis } }) => {
      clearTimeout(this.timeout);
      this.isUsed = true;
      this.prepareSpare();
      if (address === this.wanted?.address && analysis[this.wanted.end]) this.wanted = null;
      this.received(address, analysis);
    };
    // Memory ran out, most likely: then nothing more will be known of this game.
    this.worker.onerror = (event) => {
      event.preventDefault();
      const address = this.wanted?.address;
      this.wanted = null;
      if (!this.isUsed) return this.failed();
      this.isUsed = false;
      this.startWorker();
      if (address) this.received(address, GIVEN_UP);
    };
  }

  newWorker() {
    const worker = new Worker(this.source);
    worker.postMessage({ module: this.module });
    return worker;
  }

  /** Has a second worker ready, some time after the first has shown that it can work. */
  prepareSpare() {
    if (this.spare || this.isPreparing) return;
    this.isPreparing = true;
    setTimeout(() => {
      this.isPreparing = false;
      this.spare ??= this.newWorker();
      this.spare.onerror = (event) => {
        event.preventDefault();
        this.spare = null;
      };
    }, SPARE);
  }

  /** Analyses that game from now on, with or without the deeper stages; without an address, nothing. */
  want(address, isDeep = false) {
    const verb = isDeep ? "deepen" : "analyze";
    if (this.wanted ? address === this.wanted.address && verb === this.wanted.verb : !address) return;
    const isBusy = this.wanted !== null && address !== this.wanted.address;
    this.wanted = address && { address, verb, end: isDeep ? "exhausted" : "done" };
    this.worker.postMessage({ wanted: this.wanted });
    clearTimeout(this.timeout);
    // Once more after that: what a busy page has received already is handed over first.
    const replace = () => (this.timeout = setTimeout(() => this.replaceWorker(), 0));
    if (isBusy && address) this.timeout = setTimeout(replace, this.spare ? SHORT_WAIT : LONGEST_WAIT);
  }

  /** Starts a new worker when the old one is still busy with another game. */
  replaceWorker() {
    this.startWorker();
    this.worker.postMessage({ wanted: this.wanted });
  }
}
