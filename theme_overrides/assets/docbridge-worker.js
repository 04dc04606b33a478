/* The search engine of docbridge's search page: words, lunr queries and why a result was found.
 *
 * The same file runs as a web worker and, on pages opened from disk, as a script of the page.
 * `terms` must give what mkdocs_docbridge/retrieval/lexicon.py gives: tests/browser/test_lexicon.py compares them.
 */
(function (scope) {
  "use strict";

  // -- words

  const WORD = /[\p{L}\p{N}][\p{L}\p{N}_]*/gu;
  const MAX_WORD = 128;
  const ASCII_PARTS = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
  const CJK_RANGES = "\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af" +
    "\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}";
  const CJK = new RegExp(`[${CJK_RANGES}]`, "u");
  const STARTS_CJK = new RegExp(`^[${CJK_RANGES}]`, "u");
  const RUNS = new RegExp(`[${CJK_RANGES}]+|[^${CJK_RANGES}]+`, "gu");

  /** The length in characters; `.length` counts those beyond U+FFFF twice. */
  const size = (text) => [...text].length;

  /** The raw words of a text in normal form C, each with the place where it starts. */
  function wordPlaces(text) {
    const places = [];
    text.replace(WORD, (word, start) => size(word) <= MAX_WORD && places.push({ word, start }));
    return places;
  }

  const wordsOf = (text) => wordPlaces(text.normalize("NFC")).map(({ word }) => word);

  /** Lower case, without accents, in normal form C. */
  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");

  const wholeOf = (word) => fold(word).replace(/_/g, "");

  /** A word and its plural in one form, which need not be a word. */
  function singular(term) {
    if (!/^[a-z]{4,}$/.test(term)) return term;
    if (term.length > 4 && term.endsWith("ies")) return term.slice(0, -2);
    const one = /s$/.test(term) && !/(ss|us|is|ias)$/.test(term) ? term.slice(0, -1) : term;
    if (one.length <= 3) return one;
    if (/(ie|se|xe|ze|che|she)$/.test(one)) return one.slice(0, -1);
    return /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}i` : one;
  }

  function scriptOf(character) {
    if (CJK.test(character)) return "cjk";
    if (/\p{Lu}/u.test(character)) return "upper";
    if (/\p{Ll}/u.test(character)) return "lower";
    return /\p{Nd}/u.test(character) ? "digit" : "other";
  }

  /** The script of each character; an `s` behind capitals and before no lower case is one of them (`URLs`). */
  function scriptsOf(characters) {
    const scripts = characters.map(scriptOf);
    characters.forEach((character, at) => {
      const behindCapitals = scripts[at - 1] === "upper" && scripts[at - 2] === "upper";
      if (character === "s" && behindCapitals && scripts[at + 1] !== "lower") scripts[at] = "upper";
    });
    return scripts;
  }

  function cutBefore(scripts, at) {
    const [before, here, after] = [scripts[at - 1], scripts[at], scripts[at + 1]];
    if (before !== here && [before, here].some((script) => script === "digit" || script === "cjk")) return true;
    return here === "upper" && (before === "lower" || (before === "upper" && after === "lower"));
  }

  /** The pieces of a raw word as written: cut at underscores, camel humps, digits and script changes. */
  function partsOf(word) {
    if (/^[\x00-\x7f]*$/.test(word)) return word.match(ASCII_PARTS) || [];
    const parts = [];
    for (const piece of word.split("_")) {
      const characters = [...piece];
      const scripts = scriptsOf(characters);
      characters.forEach((character, at) => {
        if (at === 0 || cutBefore(scripts, at)) parts.push(character);
        else parts[parts.length - 1] += character;
      });
    }
    return parts;
  }

  /** The search terms of a raw word, each once, the whole first. `stop`: folded words that are no terms. */
  function terms(word, stop = new Set()) {
    const found = [];
    for (const part of partsOf(word).map(fold)) {
      const characters = [...part];
      const pairs = characters.slice(1).map((next, at) => characters[at] + next);
      if (STARTS_CJK.test(part)) found.push(...characters, ...pairs);
      else if (characters.length > 1) found.push(part);
    }
    const whole = wholeOf(word);
    if (size(whole) > 1) found.unshift(whole);
    return [...new Set(found.filter((term) => !stop.has(term)).map(singular))];
  }

  // -- queries

  const WHOLE = 2; // a word as it was typed counts twice as much as one of its parts, or a word it is the beginning of
  const PART = 1;
  const PREFIX = 1;
  const MAX_WORDS = 32;

  /** The words of a query; the last one also stands for its completions while nothing follows it. */
  function parse(text, stop) {
    const typed = wordsOf(text);
    const last = typed[typed.length - 1];
    const open = last !== undefined && text.normalize("NFC").endsWith(last) && (size(last) > 1 || CJK.test(last));
    const words = new Map();
    for (const word of typed.slice(-MAX_WORDS)) {
      const [whole, ...parts] = terms(word, stop);
      const prefix = open && word === last ? wholeOf(word) : null;
      if (whole !== undefined) words.set(whole, { word, whole, parts, prefix });
    }
    // "are" alone may become "area"; behind other words it is a stop word
    if (!words.size && open) words.set(last, { word: last, whole: null, parts: [], prefix: wholeOf(last) });
    return [...words.values()];
  }

  const begins = (term, { prefix }) => prefix !== null && term.startsWith(prefix);

  /** The boost that `query` below gives to one term of the index. */
  function boostOf(term, words) {
    const given = (word) =>
      (term === word.whole ? WHOLE : 0) + (word.parts.includes(term) ? PART : 0) + (begins(term, word) ? PREFIX : 0);
    return words.reduce((sum, word) => sum + given(word), 0);
  }

  /** How much of a typed word the found terms hold: all of it, or a share of its parts. */
  function coverage(found, word) {
    if (found.has(word.whole) || [...found].some((term) => begins(term, word))) return 1;
    return word.parts.length ? word.parts.filter((part) => found.has(part)).length / word.parts.length : 0;
  }

  function ask(index, lunr, words) {
    return index.query((query) => {
      const clause = (term, boost, wildcard) => query.term(term, { boost, wildcard, usePipeline: false });
      for (const { whole, parts, prefix } of words) {
        if (whole !== null) clause(whole, WHOLE, lunr.Query.wildcard.NONE);
        parts.forEach((part) => clause(part, PART, lunr.Query.wildcard.NONE));
        if (prefix !== null) clause(prefix, PREFIX, lunr.Query.wildcard.TRAILING);
      }
    });
  }

  // -- what a result says

  const FIELDS = Object.entries({
    title: "title", headings: "heading", symbols: "symbol", path: "path", aliases: "alias", summary: "summary",
    body: "body",
  });
  const EXCERPT = 190; // characters: two lines of Material's column
  const LEAD = 50;
  const SYMBOLS = 6;
  const NAMED = 3; // words named in a `why` for one field

  const isFound = (word, found) => terms(word).some((term) => found.has(term));

  /** `text` as pieces `[text, matched]`; in a CJK run only the matched characters, elsewhere the whole word. */
  function pieces(text, found) {
    const made = [];
    const put = ([piece, hit]) => {
      const last = made[made.length - 1];
      if (last && last[1] === hit) last[0] += piece;
      else if (piece) made.push([piece, hit]);
    };
    const shown = text.normalize("NFC");
    let at = 0;
    for (const { word, start } of wordPlaces(shown)) {
      put([shown.slice(at, start), false]);
      for (const run of word.match(RUNS)) {
        if (CJK.test(run)) cjkPieces([...run], found).forEach(put);
        else put([run, isFound(run, found) || found.has(wholeOf(word))]);
      }
      at = start + word.length;
    }
    put([shown.slice(at), false]);
    return made;
  }

  function cjkPieces(characters, found) {
    const pairs = characters.slice(1).map((next, at) => found.has(fold(characters[at] + next)));
    const paired = pairs.some(Boolean); // then single characters elsewhere are chance
    return characters.map((character, at) =>
      [character, paired ? Boolean(pairs[at] || pairs[at - 1]) : found.has(fold(character))]);
  }

  /** The part of a summary around its first match. */
  function excerpt(text, found) {
    if (text.length <= EXCERPT) return pieces(text, found);
    const first = wordPlaces(text).find(({ word }) => isFound(word, found));
    const wanted = Math.min(first && first.start > LEAD ? first.start - LEAD / 2 : 0, text.length - EXCERPT);
    const from = wanted ? text.lastIndexOf(" ", wanted) + 1 : 0;
    const space = text.lastIndexOf(" ", from + EXCERPT);
    const to = from + EXCERPT >= text.length ? text.length : space > from ? space : from + EXCERPT;
    const ends = (there, sign) => (there ? [[sign, false]] : []);
    return [...ends(from, "… "), ...pieces(text.slice(from, to), found), ...ends(to < text.length, " …")];
  }

  /** The heading that says most of the query that the title does not say; null when none adds to it. */
  function bestHeading(doc, found, words) {
    const said = (text) => {
      const held = new Set();
      wordsOf(text).forEach((word) => terms(word).forEach((term) => found.has(term) && held.add(term)));
      return words.map((word) => coverage(held, word));
    };
    const title = said(doc.title);
    let best = null;
    let most = 0;
    for (const [text, anchor] of doc.headings || []) {
      const added = said(text).reduce((sum, share, at) => sum + Math.max(0, share - title[at]), 0);
      if (added > most) [best, most] = [[text, anchor], added];
    }
    return best;
  }

  /** The words of one field that were found, as the field spells them where its text is known, else as typed. */
  function namedWords(field, doc, found, words) {
    const texts = {
      title: [doc.title],
      headings: (doc.headings || []).map(([text]) => text),
      path: [doc.path || ""],
      summary: [doc.summary || ""],
    };
    const spelled = field === "symbols" ? doc.symbols || [] : [].concat(...(texts[field] || []).map(wordsOf));
    let named = spelled.filter((name) => wordsOf(name).some((word) => isFound(word, found)));
    if (!named.length) named = words.map(({ word }) => word);
    const distinct = [...new Map(named.map((word) => [fold(word), word])).values()];
    return distinct.slice(0, NAMED).join(" ") + (distinct.length > NAMED ? " …" : "");
  }

  /** The fields that were found and their words; the body, which nobody sees, only for words of no other field. */
  function why(doc, metadata, words) {
    const twin = doc.title !== doc.path ? null : doc.kind === "module" ? "title" : "path"; // said once
    const shown = new Set();
    const reasons = [];
    for (const [field, label] of FIELDS) {
      const found = new Set(Object.keys(metadata).filter((term) => field in metadata[term]));
      const told = field === twin ? [] : words.filter((word) => coverage(found, word) > 0);
      if (!told.length || (field === "body" && told.every((word) => shown.has(word)))) continue;
      const named = told.filter((word) => field !== "body" || !shown.has(word));
      reasons.push(`${label} ${namedWords(field, doc, found, named)}`);
      told.forEach((word) => shown.add(word));
    }
    return reasons.join(", ") + (doc.note ? ` · ${doc.note}` : "");
  }

  function describe({ id, doc, metadata }, words) {
    const found = new Set(Object.keys(metadata));
    const heading = bestHeading(doc, found, words);
    const symbols = (doc.symbols || []).map((symbol) => pieces(symbol, found));
    const isHit = (parts) => parts.some(([, hit]) => hit);
    const first = [...symbols.filter(isHit), ...symbols.filter((parts) => !isHit(parts))];
    return {
      id,
      kind: doc.kind,
      url: doc.url && heading && heading[1] ? `${doc.url.split("#")[0]}#${heading[1]}` : doc.url,
      title: pieces(doc.title, found),
      heading: heading && pieces(heading[0], found),
      excerpt: doc.summary ? excerpt(doc.summary, found) : [],
      symbols: first.slice(0, SYMBOLS),
      hiddenSymbols: Math.max(0, first.length - SYMBOLS),
      why: why(doc, metadata, words),
    };
  }

  // -- the engine

  class Engine {
    constructor() {
      this.shards = [];
      this.totals = {};
      this.stop = new Set();
    }

    /** Takes in an index beside those it has. */
    add(data, lunr) {
      const order = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0);
      const ordered = data.index.invertedIndex.sort(order); // by code point as written, by UTF-16 as lunr.js needs it
      const index = lunr.Index.load(Object.assign({}, data.index, { invertedIndex: ordered }));
      this.shards.push({ index, lunr, documents: new Map(data.documents.map((doc) => [doc.id, doc])) });
      (data.stopWords || []).forEach((word) => this.stop.add(word));
      data.kinds.forEach((kind) => (this.totals[kind] = this.totals[kind] || 0));
      data.documents.forEach(({ kind }) => (this.totals[kind] = (this.totals[kind] || 0) + 1));
    }

    /** All matches of every shard, best first. */
    matches(words) {
      const all = [];
      for (const [at, { index, lunr, documents }] of this.shards.entries()) {
        const results = ask(index, lunr, words);
        const used = new Set();
        results.forEach(({ matchData }) => Object.keys(matchData.metadata).forEach((term) => used.add(term)));
        // lunr divides by the length of the query's vector, which knows only its own terms: undone, so shards compare
        const length = Math.sqrt([...used].reduce((sum, term) => sum + boostOf(term, words) ** 2, 0));
        for (const { ref, score, matchData: { metadata } } of results) {
          const found = new Set(Object.keys(metadata));
          const covered = words.reduce((sum, word) => sum + coverage(found, word), 0) / words.length;
          all.push({ id: `${at}/${ref}`, doc: documents.get(ref), metadata, covered, score: score * length * covered });
        }
      }
      const best = all.reduce((most, { covered }) => Math.max(most, covered), 0);
      const order = ({ doc }, other) => (doc.title < other.doc.title ? -1 : doc.title > other.doc.title ? 1 : 0);
      return all.filter(({ covered }) => covered >= best / 2).sort((a, b) => b.score - a.score || order(a, b));
    }

    /** The first `limit` results of `kinds` (none: all) and the counts of every kind; without text, all there are. */
    search(text, { kinds, limit }) {
      if (!text) return { counts: Object.assign({}, this.totals), total: 0, hits: [] };
      const words = parse(text, this.stop);
      const found = words.length ? this.matches(words) : [];
      const counts = {};
      Object.keys(this.totals).forEach((kind) => (counts[kind] = 0));
      found.forEach(({ doc }) => (counts[doc.kind] += 1));
      const chosen = kinds.length ? found.filter(({ doc }) => kinds.includes(doc.kind)) : found;
      return { counts, total: chosen.length, hits: chosen.slice(0, limit).map((match) => describe(match, words)) };
    }
  }

  // -- reading an index

  const VERSION = 1;

  function checkIndex(data, name) {
    const whole = data && [data.documents, data.kinds].every(Array.isArray) && data.index;
    if (!whole) throw new Error(`${name} is not a search index`);
    if (data.version !== VERSION) throw new Error(`${name} is of version ${data.version}, this page reads ${VERSION}`);
    return data;
  }

  const nameOf = (url) => url.split(/[?#]/)[0].split("/").pop();

  async function readIndex(url) {
    const name = nameOf(url);
    const response = await fetch(url, { credentials: "same-origin" }).catch(() => null);
    if (!response) throw new Error(`${name} could not be fetched`);
    if (!response.ok) throw new Error(`${name} could not be fetched (status ${response.status})`);
    const data = await response.json().catch(() => {
      throw new Error(`${name} is not valid JSON`);
    });
    return checkIndex(data, name);
  }

  /** The index from its `.js` twin, a script that sets one name: fetch is refused on pages from disk. */
  async function readTwin(url, load) {
    await load(url.replace(/\.json$/, ".js"));
    const data = scope.__docbridge_search;
    scope.__docbridge_search = undefined;
    return checkIndex(data, nameOf(url));
  }

  /** An engine that reads its indexes, and lunr.js before the first, through `load`, which runs a script. What it has
   * read may name files that hold the rest: `add` gives their addresses. */
  function start(load) {
    const engine = new Engine();
    const read = scope.location.protocol === "file:" ? readTwin : readIndex;
    return {
      async add(index, lunr) {
        const data = await read(index, load);
        if (!scope.lunr) await load(lunr);
        engine.add(data, scope.lunr);
        return (data.more || []).map((name) => new URL(name, index).href);
      },
      search: async (text, options) => engine.search(text, options),
    };
  }

  scope.docbridgeSearch = { Engine, start, terms, wordsOf };

  if (typeof WorkerGlobalScope === "undefined" || !(scope instanceof WorkerGlobalScope)) return;

  const engine = start((url) => {
    try {
      scope.importScripts(url);
    } catch (error) {
      throw new Error(`${nameOf(url)} could not be loaded`);
    }
  });
  scope.onmessage = ({ data: { id, method, args } }) => engine[method](...args).then(
    (value) => scope.postMessage({ id, value }),
    (error) => scope.postMessage({ id, error: error.message }),
  );
  scope.postMessage({ id: 0 });
})(typeof self === "undefined" ? globalThis : self);
