
// What is said of a line: where it stands, in a sentence, in a list of moves, in a
// list of places for screen readers; and the colours that a person chooses.

const $ = (id) => document.getElementById(id);
const upper = (text) => text[0].toUpperCase() + text.slice(1);
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A position, described in a title and a sentence. */
function describe(line, to) {
  const { move, steps, why, first } = line.stations[to];
  if (to === 0) return { title: "The deal", text: "" };
  if (why) return { title: `Move ${to}: ${move} is illegal`, text: `${upper(why)}.` };
  const [own, ...autoplay] = steps.map((step, index) => movedBy(line.tables[first + index], step).map(nameOf));
  const onIt = own.length > 1 ? ` and the ${own.length > 2 ? own.length - 1 : "card"} on it` : "";
  const sentences = [`${upper(own[0])}${onIt}, ${placeName(steps[0].from)} to ${placeName(steps[0].to)}.`];
  if (autoplay.length > 0) sentences.push(`The game plays home: ${listed(autoplay.flat())}.`);
  return { title: `Move ${to}: ${move}`, text: sentences.join(" ") };
}

/** Says a title and a sentence in the status. */
function say({ title, text }) {
  $("status").querySelector("strong").textContent = title;
  $("status").querySelector("span").textContent = text;
}

/** Names in a row, or where that is long, the first and the last. */
function listed(names) {
  if (names.length <= 4) return names.join(", ");
  return `${names.length} cards, from the ${names[0]} to the ${names.at(-1)}`;
}

function placeName(place) {
  if (isHome(place)) return `the foundation of ${SUITS[place[1]]}`;
  return `${CELLS.includes(place) ? "cell" : "cascade"} ${place}`;
}

/** The table as a list, for screen readers. */
function listPlaces(table) {
  const items = PLACES.map((place) => {
    const cards = isHome(place) ? table[place].slice(-1) : table[place];
    return inItem(`${upper(placeName(place))}: ${cards.map(nameOf).join(", ") || "empty"}`);
  });
  $("places").replaceChildren(...items);
}

/** The moves as buttons that go there, and what follows them unplayed. */
function listMoves(line, unplayed = []) {
  const played = line.stations.map(({ move, steps, why }, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    const home = steps.length - 1;
    if (home > 0) button.append(note(`+${home}`));
    if (why) button.append(note("illegal"));
    const label = [index ? `Move ${index}, ${move}` : "The deal", home > 0 && `${home} more home`, why && "illegal"];
    button.setAttribute("aria-label", label.filter(Boolean).join(", "));
    button.addEventListener("click", () => line.jump(index));
    return button;
  });
  const rest = unplayed.map((move) => {
    const text = document.createElement("s");
    text.textContent = move;
    const remark = note(" not played");
    remark.className = "unseen";
    text.append(remark);
    return text;
  });
  $("moves").replaceChildren(...[...played, ...rest].map(inItem));
}

/** Marks the move of a position as the current one. */
function mark(to) {
  const moves = $("moves");
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = moves.children[to].firstChild;
  current.setAttribute("aria-current", "step");
  // Scrolls the list and never the page.
  moves.scrollTop = current.offsetTop - moves.clientHeight / 2;
  moves.scrollLeft = current.offsetLeft - moves.clientWidth / 2;
}

function note(text) {
  const note = document.createElement("small");
  note.textContent = text;
  return note;
}

function inItem(content) {
  const item = document.createElement("li");
  item.append(content);
  return item;
}

/** Shows how far the line is on the slider, and which ways are open. */
function showProgress(line) {
  const { position, last } = line;
  $("count").textContent = `${position} / ${last}`;
  $("slider").max = last;
  $("slider").value = position;
  for (const id of ["to-start", "step-back"]) $(id).setAttribute("aria-disabled", position === 0);
  for (const id of ["step-forward", "to-end"]) $(id).setAttribute("aria-disabled", position === last);
}

/** Shows whether the line plays by itself. */
function showPlaying(playing) {
  $("play-pause").setAttribute("aria-label", playing ? "Pause" : "Play");
  $("play-pause").querySelector("use").setAttribute("href", playing ? "#pause" : "#play");
}

/** Lets the buttons under the felt go back and forth on the line. */
function listenToButtons(line) {
  $("step-back").addEventListener("click", () => line.step(-1));
  $("step-forward").addEventListener("click", () => line.step(1));
  $("to-start").addEventListener("click", () => line.jump(0));
  $("to-end").addEventListener("click", () => line.jump(line.last));
  $("slider").addEventListener("input", () => line.jump(Number($("slider").value)));
  // A click leaves the keyboard where it was, so that space goes on to mean play.
  document.addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
}

/** Follows the system's colours until the person switches them. */
function listenToTheme(switched = () => {}) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const press = () => $("theme").setAttribute("aria-pressed", isDark());
  $("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    press();
    switched(root.dataset.theme);
  });
  system.addEventListener("change", press);
  press();
}
