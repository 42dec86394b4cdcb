
// The dialogs: another game, and what can be taken along from this one.

/** The number of the last deal that has one. */
const CLASSIC = 32000;

/** Lets people choose a deal or paste a table. */
function listenToDeals(open, title) {
  const show = (fault) => {
    $("fault").textContent = fault ?? "";
    if (fault) return;
    $("deals").close();
  };
  const choose = (address) => show(open(address));
  $("title").addEventListener("click", () => {
    $("fault").textContent = "";
    listPlayed(choose);
    $("deals").showModal();
    $("number").select();
  });
  $("by-number").addEventListener("submit", (event) => {
    event.preventDefault();
    choose($("number").value.trim());
  });
  $("random").addEventListener("click", () => choose(randomDeal()));
  $("next").addEventListener("click", () => choose(nextDeal(title())));
  $("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    choose($("pasted").value);
  });
}

const randomDeal = () => String(1 + Math.floor(Math.random() * CLASSIC));
const nextDeal = (origin) => (/^\d+$/.test(origin) ? String(Number(origin) + 1) : randomDeal());

function listPlayed(choose) {
  const items = (memory.read().played ?? []).map(({ origin, title }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = title.replace("Deal ", "");
    button.addEventListener("click", () => choose(origin));
    return inItem(button);
  });
  $("played").replaceChildren(...items);
}

/** Lets people copy the game in the forms that other programs read. */
function listenToShare(door, game) {
  const share = (key) => door.ask("share", game.here())[key];
  const texts = {
    "copy-link": () => location.href,
    "copy-line": () => share("line"),
    "copy-turn": () => share("turn"),
    "copy-board": () => share("board"),
    "copy-pysol": () => share("pysol"),
    "copy-rows": () => share("rows"),
  };
  $("share").addEventListener("click", () => {
    $("copied").value = "";
    $("take").showModal();
  });
  for (const [id, text] of Object.entries(texts)) {
    $(id).addEventListener("click", () => copy(text(), $(id).textContent));
  }
}

/** Copies a text; shows it as well, for browsers that do not let a page copy. */
async function copy(text, name) {
  const shown = $("copied");
  shown.value = text;
  shown.select();
  try {
    await navigator.clipboard.writeText(text);
    $("heard").textContent = `Copied: ${name}`;
  } catch {
    document.execCommand("copy");
  }
}

/** A click beside a dialog closes it. */
function listenToBackdrops() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }
}
