// Starts the page, or says why it cannot.

import { compileModule, startModule } from "./engine.js";
import { makeInstallable } from "./install.js";
import { notify } from "./notices.js";
import { Page } from "./page.js";
import { storage } from "./storage.js";
import { chooseLanguage } from "./translate.js";
import { phrase } from "../common/language.js";

/** Lets the empty felt be painted first; a page in the background is not painted at all. */
function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 50);
  });
}

/** What the page needs from the browser and the browser lacks. */
function missing() {
  const needed = ["WebAssembly"];
  return needed.filter((name) => !(name in globalThis));
}

async function start() {
  const { theme } = storage.read();
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const lacking = missing();
  if (lacking.length) throw new Error(phrase("this browser is too old, it lacks {names}", { names: lacking.join(", ") }));
  await chooseLanguage();
  await painted();
  const module = await compileModule();
  const page = new Page(await startModule(module));
  page.felt.measure();
  page.listen();
  page.games.restore();
  page.startEngine(module);
  makeInstallable();
}

start().catch((error) => notify(phrase("FreeCell cannot start: {error}.", { error: error.message })));
