// The questions: a list with filters, loaded when the page is, and the question chosen, whose answers and texts are
// loaded then. They are scripts beside the page, since a page opened from a folder may load nothing else.

const FOLDER = "questions"; // beside the page
const KEPT = 24; // files unpacked in memory at once
const ROWS = 200; // of the list before the reader asks for more
const SHOWN = 10; // passages of a list before the reader asks for more
let data; // the list: see question_browser.py
let open; // the question shown: its spans and the texts that they lie in
let found = [], rows = new Map(), turn = 0;

const parts = new Map(); // promises by name, the one used last at the end
const arrived = new Map();
const microworlds = { part(name, packed) { arrived.get(name)(packed); } };
globalThis.microworlds = microworlds;

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function load(name) {
  const known = parts.get(name) ?? new Promise((resolve, reject) => {
    arrived.set(name, resolve);
    const script = make("script", { src: `${FOLDER}/${name}.js`, onerror: () => reject(new Error(`${FOLDER}/${name}.js cannot be read: it belongs beside this page`)), onload: () => script.remove() });
    document.head.append(script);
  }).then(unpacked);
  parts.delete(name);
  parts.set(name, known);
  known.catch(() => parts.delete(name));
  if (parts.size > KEPT) parts.delete(parts.keys().next().value);
  return known;
}

const answersOf = (at) => load(`answers/${Math.floor(at / data.perFile)}`);

const named = (key) => (Object.hasOwn(data.names, key) ? data.names[key] : key);
const place = (system) => data.systems.indexOf(system);
const letter = (codes, at) => codes.charCodeAt(at) - 48; // negative for none
const verdictOf = (at, system) => Object.keys(data.verdicts)[letter(data.verdictOf[system], at)];
const rungOf = (at, system) => Object.keys(data.rungs)[letter(data.rungOf[system], at)];
const RIGHT = ["right", "abstained_rightly"];

// filters and the list

function filters() {
  const choice = (key, label, values) =>
    make("label", {}, label, make("select", { name: key }, option("", "any"), values.map(([value, shown]) => option(value, shown))));
  const rungs = Object.keys(data.rungs).filter((_, at) => data.rungOf.some((codes) => codes.includes(String.fromCharCode(48 + at))));
  const labels = data.filters.map((one, at) =>
    choice(`label.${one.label}`, named(one.label).replaceAll("_", " "), one.values.map(([value, count]) => [value, `${named(value)} (${count})`])));
  const form = $("#filters");
  form.append(
    make("label", { class: "grow" }, "Search in questions, gold, evidence and answers", make("input", { type: "search", name: "search", autocomplete: "off" })),
    choice("system", "System", data.systems.map((system) => [system, named(system)])),
    choice("verdict", "Verdict", Object.entries(data.verdicts)),
    choice("rung", "Failed at", rungs.map((rung) => [rung, named(rung)])),
    choice("other", "Compared with", data.systems.map((system) => [system, named(system)])),
    choice("contrast", "and that system is", Object.entries(data.verdicts)),
    ...labels.slice(0, 3),
    labels.length > 3 ? make("details", {}, make("summary", {}, "More filters"), make("div", {}, labels.slice(3))) : "",
    make("button", { type: "reset" }, "Clear"),
  );
  form.hidden = false;
  let waiting;
  form.elements.search.addEventListener("input", () => { $("#listing").setAttribute("aria-busy", "true"); clearTimeout(waiting); waiting = setTimeout(list, 120); });
  form.addEventListener("change", (event) => { if (event.target.type !== "search") list(); });
  form.addEventListener("reset", () => setTimeout(list));
  form.addEventListener("submit", (event) => event.preventDefault());
}

// the places in the list of the questions that all filters but the search leave
function chosen(wanted) {
  const labels = data.filters.map((one) => [one, wanted[`label.${one.label}`]]).filter(([, value]) => value)
    .map(([one, value]) => [one.codes, one.values.findIndex(([own]) => own === value)]);
  const all = data.systems.map((_, at) => at);
  const own = wanted.system ? [place(wanted.system)] : all;
  const others = wanted.other ? [place(wanted.other)] : all;
  const made = [];
  for (let at = 0; at < data.ids.length; at += 1) {
    if (labels.every(([codes, value]) => letter(codes, at) === value) &&
        (!(wanted.verdict || wanted.rung) || own.some((system) => (!wanted.verdict || verdictOf(at, system) === wanted.verdict) && (!wanted.rung || rungOf(at, system) === wanted.rung))) &&
        (!wanted.contrast || others.some((system) => verdictOf(at, system) === wanted.contrast))) made.push(at);
  }
  return made;
}

// those of them that have all words, in the list itself or in a file of answers; each file is looked at once
async function searched(candidates, words, mine) {
  const made = [];
  let told = performance.now();
  for (const at of candidates) {
    if (performance.now() - told > 500) {
      told = performance.now();
      $("#state").textContent = `Searching, now at ${data.ids[at]}: ${made.length.toLocaleString("en")} found`;
    }
    let text = `${data.ids[at]}\n${data.questions[at]}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) {
      const question = (await answersOf(at)).questions[at % data.perFile];
      if (mine !== turn) return null;
      text = question.search ??= [text, question.gold, ...question.said, ...question.given.map((one) => one.text)].join("\n").toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
    }
    made.push(at);
  }
  return made;
}

async function list() {
  const mine = ++turn;
  $("#listing").setAttribute("aria-busy", "true");
  const wanted = Object.fromEntries(new FormData($("#filters")));
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean);
  const candidates = chosen(wanted);
  const left = words.length ? await searched(candidates, words, mine) : candidates;
  if (mine !== turn) return;
  found = left;
  rows = new Map();
  $("#list").replaceChildren();
  more();
  $("#state").textContent = `${found.length.toLocaleString("en")} of ${data.ids.length.toLocaleString("en")} questions`;
  $("#listing").removeAttribute("aria-busy");
}

function more() {
  const system = $("#filters").elements.system.value;
  for (const at of found.slice(rows.size, rows.size + ROWS)) {
    const link = row(at, system);
    rows.set(data.ids[at], link);
    $("#list").append(make("li", {}, link));
  }
  const left = found.length - rows.size;
  $("#more").hidden = !left;
  $("#more").textContent = `${Math.min(left, ROWS)} more of ${left.toLocaleString("en")}`;
  mark();
}

function row(at, system) {
  const verdicts = data.systems.map((_, own) => verdictOf(at, own));
  const right = verdicts.filter((one) => RIGHT.includes(one)).length;
  const strip = verdicts.map((one, own) => make("i", { class: one, title: `${named(data.systems[own])}: ${data.verdicts[one]}` }));
  return make("a", { href: link(data.ids[at], system) },
    make("span", { class: "meta" }, make("span", {}, data.ids[at]), make("span", {}, `${right} of ${verdicts.length} right`)),
    make("span", {}, data.questions[at]),
    make("span", { class: "strip", "aria-hidden": "true" }, strip));
}

const link = (question, system) => `#${encodeURIComponent(question)}${system ? `&${encodeURIComponent(system)}` : ""}`;

function target() {
  const [id, system] = location.hash.slice(1).split("&").map(decodeURIComponent);
  const at = data.ids.indexOf(id);
  return at < 0 ? null : { id, at, system: data.systems.includes(system) ? system : "" };
}

function mark() {
  const id = target()?.id;
  for (const [own, element] of rows) {
    if (own === id) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }
}

// the question chosen

async function show(focus) {
  const wanted = target();
  if (!wanted) return;
  mark();
  const detailed = $("#detail");
  detailed.setAttribute("aria-busy", "true");
  try {
    const { questions, spans } = await answersOf(wanted.at);
    const question = questions[wanted.at % data.perFile];
    const failed = data.systems.find((_, at) => question.given[at].failure) ?? data.systems[0];
    const system = wanted.system || $("#filters").elements.system.value || failed;
    const own = question.given[place(system)];
    const used = new Set([...question.evidence, ...own.retrieved, ...(Array.isArray(own.context) ? own.context : [])].map((span) => spans[span][0]));
    const texts = new Map(await Promise.all([...used].map(async (number) => [number, await observation(number)])));
    if (target()?.id !== wanted.id || target().system !== wanted.system) return;
    open = { spans, texts };
    detailed.replaceChildren(...detail(question, system));
  } catch (error) {
    detailed.replaceChildren(make("p", { class: "why" }, `${error.message}.`));
  }
  detailed.removeAttribute("aria-busy");
  if (!focus) return;
  detailed.focus({ preventScroll: true });
  detailed.scrollIntoView({ block: "start" });
}

// an observation by its number, with places as JavaScript counts them
async function observation(number) {
  const file = data.texts.findLastIndex((first) => first <= number);
  const own = (await load(`texts/${file}`))[number - data.texts[file]];
  if (!own.at) {
    own.at = (place) => place + own.wide.filter((one) => one < place).length;
    own.pieces = own.pieces.map(([start, text]) => [own.at(start), text]);
    own.parts = own.parts.map(([start, end, name]) => [own.at(start), own.at(end), name]);
  }
  return own;
}

// a span as its observation, and its places in that
function lies(span) {
  const [number, start, end] = open.spans[span];
  const own = open.texts.get(number);
  return [own, own.at(start), own.at(end)];
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement?.tagName);
  if (event.key === "/" && !typing) {
    event.preventDefault();
    $("#filters").elements.search.focus();
    return;
  }
  const links = [...rows.values()];
  const at = links.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  links[Math.min(Math.max(to, 0), links.length - 1)].focus();
}

async function start() {
  try {
    data = await load("index");
  } catch (error) {
    $("#state").textContent = `The list of questions could not be loaded (${error.message}). A browser of 2023 or later can, with the folder ${FOLDER} beside this page.`;
    return;
  }
  filters();
  await list();
  $("#split").hidden = false;
  $("#more").addEventListener("click", more);
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", () => show(true));
  if (target()) await show(true);
  else $("#detail").replaceChildren(make("p", { class: "faint" }, "Choose a question. Arrow keys move in the list, Enter opens, / searches; a filter by system decides whose answers verdict and rung are about."));
  document.documentElement.dataset.ready = "1";
}

start();
