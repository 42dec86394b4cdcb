// The rules that can be chosen besides autoplay's: those of programs that people play in. The module
// knows the programs, and what a person has to know who takes moves from here to one of them.

import { addressAfter } from "./knowledge.js";
import { fromModule } from "./messages.js";
import { notify } from "./notices.js";
import { phrase } from "../common/language.js";
import { byId, setText } from "../common/words.js";

export class Programs {
  constructor(rules) {
    this.list = rules.request("programs", "");
    this.menu = /** @type {HTMLSelectElement} */ (byId("autoplay"));
    const group = document.createElement("optgroup");
    group.label = phrase("As in");
    group.append(...this.list.map(({ word, name }) => new Option(fromModule(name), word)));
    this.menu.append(group);
    /** The rules that were shown last. */
    this.shown = null;
  }

  /** `choose(rule)` is called with the word for rules that were chosen. */
  listen(choose) {
    this.menu.addEventListener("change", () => {
      choose(this.menu.value);
      const program = this.named(this.menu.value);
      if (program) notify(adviceOn(program));
    });
  }

  named(word) {
    return this.list.find((program) => program.word === word);
  }

  /** Shows which rules are in force, and what there is to know about them. */
  show(rule) {
    // A menu that is set anew is laid out anew, even if nothing in it has changed.
    if (rule === this.shown && rule === this.menu.value) return;
    this.shown = rule;
    this.menu.value = rule;
    // Rules that are not offered by themselves can be named in an address.
    if (this.menu.selectedIndex < 0) this.menu.add(new Option(rule, rule, false, true));
    const program = this.named(rule);
    for (const place of document.querySelectorAll(".advice")) {
      place.toggleAttribute("hidden", !program);
      setText(place, program ? adviceOn(program) : "");
    }
  }

  /** A deal or table as it begins while a game is played by some rules: those of a program stay. */
  begin(address, rule) {
    return this.named(rule) && !address.includes(":") ? addressAfter(address, rule) : address;
  }
}

/** What there is to know of a program whose rules are in force, in a few sentences. */
function adviceOn({ name, version, advice, read }) {
  const parts = [phrase("The rules are those of {name} {version}.", { name: fromModule(name), version }), fromModule(advice)];
  if (read) parts.push(phrase("They were read in its source, never seen at work."));
  return parts.join(" ");
}
