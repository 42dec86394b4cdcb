// The settings: how the page looks, sounds and is played on. Each control in the dialog names
// its setting, and the controls' own states are the defaults.

import { storage } from "./storage.js";

/** The settings as they are kept, and by default as the page's markup has them. */
export class Settings {
  /** `changed(settings)` is called at once and after changes. */
  constructor(changed) {
    this.controls = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[data-setting]")]);
    const kept = storage.read().settings ?? {};
    this.values = {};
    for (const control of this.controls) {
      const name = control.dataset.setting;
      if (typeof kept[name] === typeof valueOf(control)) setValue(control, kept[name]);
      this.values[name] = valueOf(control);
      control.addEventListener("change", () => {
        this.values[name] = valueOf(control);
        storage.set({ settings: { ...this.values } });
        changed(this.values, name);
      });
    }
    changed(this.values, null);
  }
}

const isBox = (control) => control.type === "checkbox";
const valueOf = (control) => (isBox(control) ? control.checked : control.value);

function setValue(control, value) {
  const before = control.value;
  if (isBox(control)) control.checked = value;
  else control.value = value;
  // A value that is none of a menu's, from another version of the page.
  if (!isBox(control) && control.selectedIndex < 0) control.value = before;
}
