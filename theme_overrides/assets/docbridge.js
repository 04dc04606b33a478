/* docbridge's search page: field, filters, results, keyboard and deep links. docbridge-worker.js does the searching.
 *
 * One classic script for every theme. It may run before or after the page is there, once for many pages (Material's
 * instant navigation swaps the page under it) or, by mistake, twice for one; `start` can be called at any time.
 */
(() => {
  "use strict";
  if (window.docbridgePage) return;
  window.docbridgePage = true;

  const KINDS = [
    { name: "document", plural: "Pages", badge: "page" },
    { name: "module", plural: "Code", badge: "code" },
    { name: "area", plural: "Areas", badge: "area" },
    { name: "package", plural: "Packages", badge: "package" },
  ];
  const PAGE_SIZE = 30;
  const URL_PAUSE = 300; // ms; browsers refuse more than about a hundred history changes in half a minute
  const IDLE = "Finds pages, code, areas and packages.";

  // -- the engine: in a worker, or here where a page from disk may not start one

  /** An engine in a worker: resolves when its script runs, rejects when the browser or the site refuses it. */
  function startWorker(url) {
    return new Promise((resolve, reject) => {
      const worker = new Worker(url);
      const waiting = new Map();
      let last = 0;
      const call = (method, ...args) => new Promise((done, failed) => {
        last += 1;
        waiting.set(last, { done, failed });
        worker.postMessage({ id: last, method, args });
      });
      const engine = { add: (...args) => call("add", ...args), search: (...args) => call("search", ...args) };
      worker.onmessage = ({ data }) => {
        if (data.id === 0) return resolve(engine);
        const { done, failed } = waiting.get(data.id);
        waiting.delete(data.id);
        return data.error === undefined ? done(data.value) : failed(new Error(data.error));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        const error = new Error(event.message || "the search worker stopped");
        waiting.forEach(({ failed }) => failed(error));
        waiting.clear();
        reject(error);
      };
    });
  }

  function loadScript(url) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = url;
      script.onload = () => resolve(script.remove());
      script.onerror = () => reject(new Error(`${url.split("/").pop()} could not be loaded`));
      document.head.append(script);
    });
  }

  const opened = new Map(); // by index address: parsed once per visit, however often the page is entered

  /** The engine of a search page, with its first index loaded; `later` resolve as the others are. */
  function open(source) {
    const key = source.indexes.join(" ");
    if (!opened.has(key)) {
      opened.set(key, (async () => {
        const inWorker = location.protocol === "file:" ? null : await startWorker(source.worker).catch(() => null);
        if (!inWorker && !window.docbridgeSearch) await loadScript(source.worker);
        const engine = inWorker || window.docbridgeSearch.start(loadScript);
        const more = await engine.add(source.indexes[0], source.lunr);
        let before = null; // one after the other: between two of them the engine answers what is typed
        engine.later = [...source.indexes.slice(1), ...more].map((index) => {
          before = Promise.resolve(before).catch(() => null).then(() => engine.add(index, source.lunr));
          return before;
        });
        return engine;
      })());
    }
    return opened.get(key);
  }

  // -- nodes

  /** An element; text goes in as text nodes only, so nothing from the index is ever read as HTML. */
  function node(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /** Text in pieces `[text, matched]`, the matched ones in `mark`. */
  const marked = (pieces) => pieces.map(([text, hit]) => (hit ? node("mark", {}, text) : text));

  /** The absolute address of a result, or null when it has no page or an address that is not one of a page. */
  function address(url, base) {
    if (typeof url !== "string") return null;
    const absolute = new URL(url, base);
    return ["http:", "https:", "file:"].includes(absolute.protocol) ? absolute.href : null;
  }

  function linkNode(hit, base) {
    const href = address(hit.url, base);
    const tag = href ? "a" : "span"; // Material cannot bear a link without an address
    const attributes = href ? { href } : { role: "link", tabindex: "0", "aria-disabled": "true" };
    const link = node(tag, { class: "docbridge-result__link", ...attributes });
    link.append(node("span", { class: "docbridge-result__title" }, ...marked(hit.title)));
    if (!hit.heading) return link;
    link.append(node("span", { class: "docbridge-result__step" }, " › "), node("span", {}, ...marked(hit.heading)));
    return link;
  }

  function symbolsNode(hit) {
    const names = hit.symbols.map((symbol) => node("code", {}, ...marked(symbol)));
    const more = hit.hiddenSymbols ? [`and ${hit.hiddenSymbols} more`] : [];
    return node("span", { class: "docbridge-result__symbols" }, ...names, ...more);
  }

  function resultNode(hit, base) {
    const kind = KINDS.find(({ name }) => name === hit.kind);
    const badge = node("span", { class: "docbridge-badge" }, kind ? kind.badge : hit.kind);
    const head = node("div", { class: "docbridge-result__head" }, linkNode(hit, base), badge);
    if (hit.symbols.length) head.append(symbolsNode(hit));
    head.append(node("kbd", { class: "docbridge-result__enter", "aria-hidden": "true" }, "Enter"));
    const item = node("li", { class: "docbridge-result", "data-kind": hit.kind, "data-id": hit.id }, head);
    if (hit.excerpt.length) item.append(node("p", { class: "docbridge-result__excerpt" }, ...marked(hit.excerpt)));
    item.append(node("p", { class: "docbridge-result__why" }, `why: ${hit.why}`));
    return item;
  }

  function hintNode() {
    const keys = [["↑", " "], ["↓", " to move · "], ["Enter", " opens · "], ["Esc", " clears · "], ["/", " focuses"]];
    const parts = keys.map(([key, text]) => [node("kbd", {}, key), text]);
    return node("p", { class: "docbridge-search__hint", "aria-hidden": "true" }, ...[].concat(...parts));
  }

  const isChord = (event) => event.isComposing || event.ctrlKey || event.metaKey || event.altKey;

  // -- one search page

  class SearchPage {
    constructor(root) {
      this.root = root;
      const here = (url) => new URL(url, location.href).href;
      this.base = here(root.dataset.base || "./");
      this.source = {
        indexes: root.dataset.index.trim().split(/\s+/).map(here),
        lunr: here(root.dataset.lunr),
        worker: new URL("assets/docbridge-worker.js", this.base).href,
      };
      this.path = location.pathname;
      this.chosen = new Set();
      this.limit = PAGE_SIZE;
      this.shown = null; // the query whose results stand in the list
      this.build();
      this.readAddress();
    }

    build() {
      const label = { placeholder: "Search this repository", "aria-label": "Search this repository" };
      const raw = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" };
      const input = { type: "search", class: "docbridge-search__input", maxlength: 200, ...label, ...raw };
      this.input = node("input", input);
      this.filters = new Map(KINDS.map(({ name, plural }) => [name, this.filter(name, plural)]));
      const buttons = [...this.filters.values()].map(({ button }) => button);
      const group = node("div", { class: "docbridge-search__kinds", role: "group", "aria-label": "Kinds" }, ...buttons);
      const bar = node("div", { class: "docbridge-search__bar", role: "search" }, this.input, group);
      this.status = node("p", { class: "docbridge-search__status", role: "status" }, IDLE);
      this.list = node("ol", { class: "docbridge-results", role: "list", "aria-label": "Results" });
      this.more = node("button", { type: "button", class: "docbridge-search__more", hidden: "" }, "Show more");
      this.input.addEventListener("input", () => this.changed());
      this.input.addEventListener("focus", () => this.load());
      this.list.addEventListener("click", (event) => this.opening(event));
      this.more.addEventListener("click", () => this.showMore());
      this.root.addEventListener("keydown", (event) => this.key(event));
      const line = node("div", { class: "docbridge-search__line" }, this.status, hintNode());
      this.root.replaceChildren(bar, line, this.list, this.more);
    }

    filter(name, plural) {
      const count = node("span", { class: "docbridge-search__count" });
      const attributes = { type: "button", class: "docbridge-search__kind", "data-kind": name };
      const button = node("button", attributes, `${plural} `, count);
      button.addEventListener("click", () => this.toggle(name));
      return { button, count };
    }

    get query() {
      return this.input.value.trim();
    }

    /** Whether this page is still the one in the address bar; the address moves first, the page follows. */
    get here() {
      return this.root.isConnected && location.pathname === this.path;
    }

    readAddress() {
      const parameters = new URLSearchParams(location.search);
      this.input.value = parameters.get("q") || "";
      this.chosen = new Set((parameters.get("kind") || "").split(",").filter((name) => this.filters.has(name)));
      this.press();
      if (this.query || this.shown !== null) this.refresh();
    }

    writeAddress() {
      clearTimeout(this.addressTimer);
      if (!this.here) return;
      const url = new URL(location.href);
      const put = (name, value) => (value ? url.searchParams.set(name, value) : url.searchParams.delete(name));
      put("q", this.query);
      put("kind", [...this.chosen].sort().join(","));
      if (url.href === location.href) return;
      try {
        history.replaceState(history.state, "", url);
      } catch (error) {
        if (error.name !== "SecurityError") throw error; // refused on some pages from disk: search works without it
      }
    }

    changed() {
      this.openFirst = false;
      this.limit = PAGE_SIZE;
      clearTimeout(this.addressTimer);
      this.addressTimer = setTimeout(() => this.writeAddress(), URL_PAUSE);
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => this.refresh());
    }

    load() {
      if (this.engine) return this.engine;
      this.engine = open(this.source);
      const slow = setTimeout(() => this.say("Loading the index …"), 250);
      this.engine.then((engine) => {
        if (!this.query) this.refresh();
        engine.later.forEach((part) => part.then(() => this.refresh(), (error) => this.fail(error)));
      }, (error) => this.fail(error)).then(() => clearTimeout(slow));
      return this.engine;
    }

    /** Asks for the results of what is typed now; an answer that is no longer wanted is dropped. */
    async refresh() {
      this.asked = (this.asked || 0) + 1;
      const ticket = this.asked;
      const query = this.query;
      try {
        const engine = await this.load();
        await this.busy; // one search at a time: the worker has no queue of what is no longer wanted
        if (ticket !== this.asked) return;
        const search = engine.search(query, { kinds: [...this.chosen], limit: this.limit });
        this.busy = search.catch(() => null);
        const answer = await search;
        if (ticket === this.asked && this.root.isConnected) this.show(answer, query);
      } catch (error) {
        this.fail(error);
      }
    }

    show(answer, query) {
      const idOf = (link) => link.closest("li").dataset.id;
      const active = this.list.contains(document.activeElement) ? idOf(document.activeElement) : null;
      this.shown = query;
      for (const [name, { button, count }] of this.filters) {
        button.hidden = !(name in answer.counts);
        count.textContent = String(answer.counts[name] || 0);
      }
      this.list.replaceChildren(...answer.hits.map((hit) => resultNode(hit, this.base)));
      this.more.hidden = answer.hits.length >= answer.total;
      this.say(query ? this.sentence(answer, query) : IDLE);
      if (active !== null) (this.links().find((link) => idOf(link) === active) || this.input).focus();
      if (this.openFirst) this.openShown();
    }

    sentence({ counts, total, hits }, query) {
      const everywhere = Object.values(counts).reduce((sum, count) => sum + count, 0);
      if (total > hits.length) return `First ${hits.length} of ${total} results`;
      if (total) return total === 1 ? "1 result" : `${total} results`;
      if (!everywhere) return `Nothing matches “${query}”. Try fewer words, part of a path, or the name of a symbol.`;
      return `Nothing of the chosen kinds; ${everywhere} of the others. Press a chosen kind again to see them.`;
    }

    say(text, failed = false) {
      if (this.status.textContent !== text) this.status.textContent = text;
      this.status.classList.toggle("docbridge-search__status--bad", failed);
    }

    fail(error) {
      this.openFirst = false;
      const remedy = "Build the site again with the docbridge plugin (mkdocs build), then reload this page.";
      this.say(`The search index could not be used: ${error.message}. ${remedy}`, true);
    }

    press() {
      this.filters.forEach(({ button }, name) => button.setAttribute("aria-pressed", String(this.chosen.has(name))));
    }

    toggle(name) {
      if (!this.chosen.delete(name)) this.chosen.add(name);
      this.limit = PAGE_SIZE;
      this.press();
      this.writeAddress();
      this.refresh();
    }

    async showMore() {
      const before = this.links().length;
      this.limit += 2 * PAGE_SIZE;
      await this.refresh();
      (this.links()[before] || this.input).focus();
    }

    links() {
      return [...this.list.querySelectorAll(".docbridge-result__link")];
    }

    /** Opens the first result of what is typed: at once, or as soon as it is there. */
    openShown() {
      this.openFirst = this.query !== this.shown;
      if (this.openFirst) return;
      const [first] = this.links();
      if (first) first.click();
    }

    opening(event) {
      const link = event.target.closest(".docbridge-result__link");
      if (!link || link.hasAttribute("href")) return this.writeAddress();
      return this.say("This result has no page to open. With repo_url in mkdocs.yml, code opens in the repository.");
    }

    key(event) {
      const links = this.links();
      const at = links.indexOf(document.activeElement); // -1: in the field
      const typing = document.activeElement === this.input;
      if (isChord(event) || (!typing && at < 0)) return;
      const above = typing ? null : links[at - 1] || this.input;
      const next = { ArrowDown: links[at + 1] || links[at], ArrowUp: above }[event.key];
      if (next) {
        next.focus();
      } else if (event.key === "Escape") {
        this.input.value = "";
        this.input.focus();
        this.changed();
      } else if (event.key === "Enter" && typing) {
        if (this.query) this.openShown();
      } else if (event.key === "Enter" && !links[at].hasAttribute("href")) {
        links[at].click();
      } else {
        return;
      }
      event.preventDefault();
    }
  }

  // -- the page, now and after each instant navigation

  let current = null;

  function start() {
    const root = document.querySelector("[data-docbridge-search]");
    if (current && current.root === root) return;
    current = root ? new SearchPage(root) : null;
  }

  /** Keys of the page, before the theme sees them: its search shortcuts, and typing on a result, mean our field. */
  function pageKey(event) {
    if (!current || !current.root.isConnected || isChord(event)) return;
    const active = document.activeElement;
    if (active.isContentEditable || /^(input|textarea|select)$/i.test(active.tagName)) return;
    const shortcut = event.key === "/" || (window.document$ && (event.key === "f" || event.key === "s"));
    const refining = current.list.contains(active) && event.key.length === 1 && event.key !== " ";
    if (!shortcut && !refining) return;
    event.stopImmediatePropagation();
    if (!refining || event.key === "/") event.preventDefault();
    current.input.focus();
  }

  /** Material opens its own search for any `?q=`, and drops `q` from the address when that closes; here `q` is ours. */
  function reclaimQuery() {
    const toggle = document.querySelector("[data-md-toggle=search]");
    const field = document.querySelector("[data-md-component=search-query]");
    if (!current || !current.query || !toggle || !toggle.checked || field.value !== current.input.value) return;
    field.value = "";
    toggle.click();
    current.input.focus();
    current.writeAddress();
  }

  let subscription = null;

  /** So does MkDocs' own theme, in a window over the page; it is closed as soon as it stands. */
  function closeThemesWindow() {
    const dialog = document.getElementById("mkdocs_search_modal");
    if (!current || !current.query || !dialog || !window.bootstrap) return;
    const close = () => {
      window.bootstrap.Modal.getInstance(dialog).hide();
      current.input.focus();
    };
    if (dialog.classList.contains("show")) close();
    dialog.addEventListener("shown.bs.modal", close, { once: true });
    setTimeout(() => dialog.removeEventListener("shown.bs.modal", close), 1500);
  }

  function subscribe() {
    start();
    reclaimQuery();
    closeThemesWindow();
    if (window.document$ && !subscription) subscription = window.document$.subscribe(start);
  }

  window.addEventListener("keydown", pageKey, true);
  window.addEventListener("popstate", () => current && current.here && current.readAddress());
  window.addEventListener("pagehide", () => current && current.writeAddress());
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", subscribe);
  else subscribe();
  window.addEventListener("load", subscribe); // a theme whose own script came after this one
})();
