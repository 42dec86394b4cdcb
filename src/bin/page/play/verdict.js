
// What is said of the game: whether it can still be won and how soon, with which move
// it was lost, and where the line of play lost length.

/** The verdict on the game as it stands: a kind, a title and a sentence. */
function verdict(game, knowledge, addresses) {
  const { position } = game;
  if (game.isWon) return wonVerdict(game, knowledge, addresses);
  const fact = knowledge.of(game.here());
  if (fact.lost) return lostVerdict(knowledge, addresses, position);
  if (fact.line) return winnableVerdict(fact, position);
  const searched = fact.positions ? `${fact.positions.toLocaleString("en")} positions searched` : "";
  if (fact.done) return { kind: "open", title: "Not known", text: `No answer, ${searched}.` };
  return { kind: "open", title: "Not known yet", text: searched ? `${searched} …` : "…" };
}

function winnableVerdict({ line, atLeast, done }, position) {
  const still = position > 0 ? "still " : "";
  const title = `Can ${still}be won in ${counted(line.length, "move")}`;
  if (atLeast >= line.length) return { kind: "won", title, text: "No line is shorter, which is proved." };
  const bound = atLeast > 0 ? `Any line needs at least ${atLeast}` : "";
  return { kind: "won", title, text: bound ? `${bound}${done ? "." : " …"}` : done ? "" : "…" };
}

function lostVerdict(knowledge, addresses, position) {
  const { move, isSure } = knowledge.losingMove(addresses) ?? { move: position, isSure: false };
  if (move === 0) return { kind: "lost", title: "Cannot be won", text: "No line wins, which is proved." };
  const since = isSure ? `since move ${move}` : `since move ${move} or before`;
  return { kind: "lost", title: `Proved lost ${since}`, text: "", back: isSure ? move - 1 : null };
}

function wonVerdict({ position, tokens }, knowledge, addresses) {
  const title = `Won in ${counted(position, "move")}`;
  const { line, atLeast } = knowledge.of(addresses[0]);
  // Under rules that changed on the way, lengths do not compare.
  if (!line || !tokens.slice(0, position).every(isPlain)) return { kind: "won", title, text: "" };
  if (line.length < position) return { kind: "won", title, text: `The shortest line known has ${line.length}.` };
  const proved = atLeast >= position ? "No line is shorter, which is proved." : "No shorter line is known.";
  return { kind: "won", title, text: proved };
}

/** Shows the verdict; screen readers hear of it when it turns. */
function showVerdict({ kind, title, text, back = null }) {
  const box = $("verdict");
  if (box.dataset.kind !== kind) $("heard").textContent = `${title}. ${text}`;
  box.dataset.kind = kind;
  $("verdict-title").textContent = title;
  $("verdict-text").textContent = text;
  $("go-back").hidden = back === null;
  $("go-back").dataset.position = back ?? "";
}

/** Marks the moves that lost length, and the one that lost the game. */
function annotate(knowledge, addresses) {
  const losses = knowledge.losses(addresses);
  const losing = knowledge.losingMove(addresses);
  [...$("moves").children].forEach((item, index) => {
    const isLosing = losing?.isSure && losing.move === index && index > 0;
    const text = isLosing ? "lost" : losses[index] > 0 ? `−${losses[index]}` : "";
    const label = isLosing ? "with it the game was lost" : `${losses[index]} moves longer than need be`;
    if ((item.dataset.loss ?? "") === text) return;
    item.dataset.loss = text;
    item.querySelector("em")?.remove();
    if (!text) return;
    const remark = document.createElement("em");
    remark.textContent = text;
    remark.title = label;
    item.firstChild.append(remark);
    item.firstChild.ariaDescription = label;
  });
}
