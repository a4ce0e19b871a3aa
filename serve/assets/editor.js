// A rule file beside its board: faults at their place, what it changes, drawings of new pieces; saved in the folder.

import { drawing, find, made, table } from "./dom.js";
import * as server from "./server.js";

// The time without a key before a draft is checked, in milliseconds.
const PAUSE = 250;

export class Editor {
  // `onDraft` shows a board; `onSaved` is called with the id of a saved file that can be played.
  constructor(onDraft, onSaved) {
    this.onDraft = onDraft;
    this.onSaved = onSaved;
    this.isOpen = false;
    find("text").addEventListener("input", () => this.later());
    find("text").addEventListener("paste", (event) => this.paste(event));
    find("file").addEventListener("input", () => {
      this.known = null;
      this.later();
    });
    find("text").addEventListener("keydown", (event) => {
      if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.save(false);
      }
    });
    find("save").addEventListener("click", () => this.save(false));
    find("save-play").addEventListener("click", () => this.save(true));
    find("versions").addEventListener("change", () => this.goBack());
    find("save-try").addEventListener("click", () => this.tryOut());
  }

  async open(rules) {
    const { text, save_as, exists } = await server.ruleText(rules);
    find("file").value = save_as;
    find("text").value = text;
    this.known = exists ? text : null;
    this.clean = text;
    this.isOpen = true;
    await this.check();
    await this.listVersions();
  }

  // Earlier versions of the file, the latest first.
  async listVersions() {
    const times = await server.versions(this.body().rules);
    const items = times.map((time) => made("option", new Date(1000 * time).toLocaleString(), { value: time }));
    find("versions").replaceChildren(made("option", "now", { value: "" }), ...items);
    find("earlier").hidden = !times.length;
  }

  // Shows an earlier version, or what was written before one was shown.
  async goBack() {
    const time = find("versions").value;
    this.latest ??= find("text").value;
    try {
      find("text").value = time ? await server.version(this.body().rules, time) : this.latest;
      if (!time) this.latest = undefined;
      await this.check();
    } catch (error) {
      this.say(error.message);
    }
  }

  close() {
    this.isOpen = false;
    this.running?.abort();
  }

  isChanged() {
    return this.isOpen && this.clean !== find("text").value;
  }

  body() {
    return { rules: find("file").value.trim(), text: find("text").value, known: this.known };
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    this.running?.abort();
    const running = (this.running = new AbortController());
    try {
      const found = await server.draft(this.body(), running.signal);
      if (this.running === running) this.show(found);
    } catch (error) {
      if (error.name !== "AbortError") this.say(error.message);
    }
  }

  say(message) {
    find("draft").textContent = message;
  }

  show(found) {
    const count = found.view?.pieces.length;
    this.say(found.fault ? "It cannot be played yet:" : `${found.view.name}: no faults, ${count} piece types`);
    find("draft-fault").hidden = !found.fault;
    find("draft-fault").textContent = found.fault ?? "";
    find("warnings").replaceChildren(...found.warnings.map((one) => made("li", one)));
    if (found.fault) return;
    const drawings = found.pieces.map((one) => drawing(one.name, one.svg));
    find("changes").replaceChildren(...(found.changes.length ? [table(["change", "before", "now"], found.changes)] : []), ...drawings);
    this.onDraft(found);
  }

  async save(isPlayed) {
    try {
      const body = this.body();
      await server.save(body);
      this.known = this.clean = body.text;
      this.latest = undefined;
      await this.listVersions();
      this.say(`saved as ${body.rules}`);
      await this.onSaved(body.rules, isPlayed);
    } catch (error) {
      this.say(error.message);
    }
  }

  // A game of another program that is pasted becomes a rule file of its own. Parts of rule files stay what they are.
  async paste(event) {
    const text = event.clipboardData.getData("text/plain");
    const isForeign = /^\s*(files|ranks)\s*=|\bfiles=\d|^\s*\[[\w-]+(:[\w-]+)?\]|^\s*(setup|piece) /m.test(text) && !/=\s*["'[{]/.test(text);
    if (!isForeign) return;
    event.preventDefault();
    try {
      const found = await server.imported(text);
      find("text").value = found.text;
      find("file").value = found.save_as;
      this.known = null;
      await this.check();
      find("warnings").prepend(...found.notes.map((one) => made("li", one)));
    } catch (error) {
      this.say(`It cannot be imported, ${error.message}`);
    }
  }

  // Saves the file, plays it against its parent, and watches.
  async tryOut() {
    await this.save(false);
    if (this.isChanged()) return;
    try {
      const run = await server.start(this.body().rules);
      location.href = `/runs#${new URLSearchParams({ run })}`;
    } catch (error) {
      this.say(error.message);
    }
  }
}
