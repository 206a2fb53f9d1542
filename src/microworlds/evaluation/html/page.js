"use strict";
// Every text of the data reaches the page as textContent, never as markup.
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== ""));
  return element;
}

const option = (value, shown) => make("option", { value }, shown);

// one choice of several plots or tables; without this script all of them are on the page

function choosers() {
  for (const chooser of $$(".chooser")) {
    const choices = $$(":scope > .choice", chooser);
    const select = make("select", {}, choices.map((choice, at) => option(at, choice.dataset.name)));
    const show = () => choices.forEach((choice, at) => { choice.hidden = at !== Number(select.value); });
    select.addEventListener("change", show);
    chooser.prepend(make("label", { class: "pick" }, `${chooser.dataset.label}: `, select));
    show();
  }
}

function systemBoxes() {
  const boxes = $$("#systems input");
  const show = () => {
    const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    for (const mark of $$("[data-system]")) mark.style.display = shown.has(mark.dataset.system) ? "" : "none";
    for (const row of $$("[data-systems]")) row.hidden = !row.dataset.systems.split(" ").every((one) => shown.has(one));
  };
  $("#systems").addEventListener("change", show);
  for (const button of $$("#systems button")) {
    button.addEventListener("click", () => {
      for (const box of boxes) box.checked = button.dataset.all === "1";
      show();
    });
  }
}

async function unpacked() {
  const letters = atob($("#data").textContent);
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// the explorer

const SHOWN = 10; // passages of a list before the reader asks for more
let data, found = [], rows = new Map();
const named = (key) => data.names[key] ?? key;
const place = (system) => data.systems.indexOf(system);

function searched(question) {
  const evidence = question.evidence.flatMap((span) => pieces(...data.spans[span]).map((piece) => piece.text));
  const words = [question.id, question.text, question.gold, ...evidence, ...question.given.map((one) => one.text)];
  return words.join("\n").toLowerCase();
}

function filters() {
  const choice = (key, label, values) =>
    make("label", {}, label, make("select", { name: key }, option("", "any"), values.map(([value, shown]) => option(value, shown))));
  const rungs = new Set(data.questions.flatMap((question) => question.given.map((one) => one.failure?.rung)));
  const labels = data.filters.map((one) =>
    choice(`label.${one.label}`, named(one.label).replaceAll("_", " "), one.values.map(([value, count]) => [value, `${named(value)} (${count})`])));
  const form = $("#filters");
  form.append(
    make("label", { class: "grow" }, "Search in questions, gold, evidence and answers", make("input", { type: "search", name: "search", autocomplete: "off" })),
    choice("system", "System", data.systems.map((system) => [system, named(system)])),
    choice("verdict", "Verdict", Object.entries(data.verdicts)),
    choice("rung", "Failed at", Object.keys(data.rungs).filter((rung) => rungs.has(rung)).map((rung) => [rung, named(rung)])),
    choice("other", "Compared with", data.systems.map((system) => [system, named(system)])),
    choice("contrast", "and that system is", Object.entries(data.verdicts)),
    ...labels.slice(0, 3),
    labels.length > 3 ? make("details", {}, make("summary", {}, "More filters"), make("div", {}, labels.slice(3))) : "",
    make("button", { type: "reset" }, "Clear"),
  );
  form.hidden = false;
  form.elements.search.addEventListener("input", list);
  form.addEventListener("change", list);
  form.addEventListener("reset", () => setTimeout(list));
  form.addEventListener("submit", (event) => event.preventDefault());
}

function chosen() {
  const wanted = Object.fromEntries(new FormData($("#filters")));
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean);
  const labels = data.filters.map((one) => [one.label, wanted[`label.${one.label}`]]).filter(([, value]) => value);
  const of = (question, system) => (system ? [question.given[place(system)]] : question.given);
  return data.questions.filter((question) =>
    labels.every(([label, value]) => question.labels[label] === value) &&
    of(question, wanted.system).some((one) =>
      (!wanted.verdict || one.verdict === wanted.verdict) && (!wanted.rung || one.failure?.rung === wanted.rung)) &&
    (!wanted.contrast || of(question, wanted.other).some((one) => one.verdict === wanted.contrast)) &&
    words.every((word) => question.search.includes(word)));
}

function list() {
  found = chosen();
  const system = $("#filters").elements.system.value;
  rows = new Map(found.map((question) => [question.id, row(question, system)]));
  $("#list").replaceChildren(...[...rows.values()].map((link) => make("li", {}, link)));
  $("#state").textContent = `${found.length} of ${data.questions.length} questions`;
  mark();
}

function row(question, system) {
  const right = question.given.filter((one) => ["right", "abstained_rightly"].includes(one.verdict)).length;
  const strip = question.given.map((one, at) => make("i", { class: one.verdict, title: `${named(data.systems[at])}: ${data.verdicts[one.verdict]}` }));
  return make("a", { href: link(question.id, system) },
    make("span", { class: "meta" }, make("span", {}, question.id), make("span", {}, `${right} of ${question.given.length} right`)),
    make("span", {}, question.text),
    make("span", { class: "strip", "aria-hidden": "true" }, strip));
}

const link = (question, system) => `#${encodeURIComponent(question)}${system ? `&${encodeURIComponent(system)}` : ""}`;

function target() {
  const [id, system] = location.hash.slice(1).split("&").map(decodeURIComponent);
  const question = data.questions.find((one) => one.id === id);
  return question && { question, system: data.systems.includes(system) ? system : "" };
}

function mark() {
  const id = target()?.question.id;
  for (const [own, element] of rows) {
    if (own === id) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }
}

function open(focus) {
  const wanted = target();
  if (!wanted) return;
  mark();
  const failed = data.systems.find((_, at) => wanted.question.given[at].failure) ?? data.systems[0];
  const system = wanted.system || $("#filters").elements.system.value || failed;
  $("#detail").replaceChildren(...detail(wanted.question, system));
  if (!focus) return;
  $("#detail").focus({ preventScroll: true });
  $("#detail").scrollIntoView({ block: "start" });
}

function detail(question, system) {
  const own = question.given[place(system)];
  const labels = Object.entries(question.labels).filter(([, value]) => value);
  return [
    make("h3", {}, question.text),
    make("ul", { class: "chips" }, make("li", {}, question.id), make("li", {}, `asked ${question.asked.slice(0, 16).replace("T", " ")}`), labels.map(([label, value]) => make("li", {}, `${label.replaceAll("_", " ")}: ${named(value)}`))),
    make("h3", {}, question.answerable ? "Gold answer" : "Nothing answers this question"),
    make("p", { class: "answer" }, question.gold),
    make("h3", {}, `Gold evidence (${question.evidence.length})`),
    ...(question.evidence.length ? question.evidence.map((span, at) => evidence(span, at, own, system)) : [make("p", {}, "The gold names none.")]),
    make("h3", {}, "What the systems answered"),
    answers(question, system),
    make("h3", { id: "chosen-system" }, `${named(system)}: ${own.text || "no answer"}`),
    why(question, own),
    ...retrieved(question, own),
    ...prompt(question, own),
  ];
}

function evidence(span, at, own, system) {
  const [rank, there] = own.at[at];
  const listed = rank === null ? "not retrieved" : own.ranked ? `rank ${rank}` : "among what it read";
  const shown = there === null ? "prompt unknown" : there ? "whole in the prompt" : "not whole in the prompt";
  return make("div", { class: "passage has" },
    make("div", { class: "source" }, make("span", { class: "badge" }, `gold ${at + 1}`), ` ${where(span)} `, make("span", { class: "preview" }, `– ${named(system)}: ${listed}, ${shown}`)),
    make("div", { class: "text" }, marked(span, [])));
}

function answers(question, system) {
  const heads = ["system", "answer", "verdict", "F1", "tokens", "failed at"];
  const f1 = data.metrics.indexOf("f1");
  const body = question.given.map((one, at) => {
    const key = data.systems[at];
    const value = one.values[f1];
    return make("tr", { "aria-current": key === system ? "true" : null },
      make("th", { scope: "row" }, make("a", { href: link(question.id, key) }, named(key))),
      make("td", { class: "words" }, one.text || "–"),
      make("td", {}, make("b", { class: one.verdict }, data.verdicts[one.verdict])),
      make("td", {}, value === null || value === undefined ? "–" : value.toFixed(2)),
      make("td", {}, one.tokens.toLocaleString("en")),
      make("td", {}, one.failure ? named(one.failure.rung) : ""));
  });
  return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Answers of all systems" },
    make("table", {}, make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col", class: head === "answer" ? "words" : null }, head)))), make("tbody", {}, body)));
}

function why(question, own) {
  const values = own.values.map((value, at) => (value === null ? null : `${data.metrics[at].replaceAll("_", " ")} ${value.toFixed(2)}`)).filter(Boolean);
  const figures = make("span", { class: "faint" }, ` (${values.join(", ")})`);
  if (!own.failure) return make("p", { class: "why fine" }, make("b", { class: own.verdict }, data.verdicts[own.verdict]), figures);
  const { rung, evidence: at, rank } = own.failure;
  const lost = at !== null && own.at[at][1] !== true; // a piece that reached the prompt is not where it went wrong
  const piece = lost ? `, gold ${at + 1}${rank === null ? "" : ` (rank ${rank})`}` : "";
  return make("p", { class: "why" }, make("b", { class: own.verdict }, data.verdicts[own.verdict]), figures, make("br"),
    `Failed at “${named(rung)}”${piece}: ${data.rungs[rung] ?? ""}.`);
}

function retrieved(question, own) {
  const count = own.retrieved.length;
  if (!count) return [make("h3", {}, "Retrieved"), make("p", {}, "Nothing.")];
  const title = own.ranked ? `Retrieved, best first (${count})` : `What it read, in its order: no list of merit (${count})`;
  const passages = own.retrieved.map((span, at) => passage(question, span, own.ranked ? `${at + 1}.` : "•"));
  if (count <= SHOWN + 2) return [make("h3", {}, title), ...passages];
  const deep = own.retrieved.flatMap((span, at) => (at >= SHOWN && overlapping(span, question.evidence).length ? [at + 1] : []));
  const gold = deep.length ? `gold at ${deep.join(", ")}` : "no gold";
  return [make("h3", {}, title), ...passages.slice(0, SHOWN), make("details", {}, make("summary", {}, `${SHOWN + 1} to ${count}: ${gold}`), passages.slice(SHOWN))];
}

function prompt(question, own) {
  const heading = make("h3", {}, `Prompt (${own.tokens.toLocaleString("en")} tokens of context)`);
  if (own.context === null) return [heading, make("p", {}, "Unknown: the system does not say which spans stood in it, or it held something else, such as notes made of them.")];
  const spans = own.context === true ? own.retrieved : own.context;
  if (!spans.length) return [heading, make("p", {}, "It held no passage.")];
  const holder = make("details", {}, make("summary", {}, `All ${spans.length} passages in the order of the prompt${own.context === true ? ", which is that of the list" : ""}; the gold is marked`));
  holder.addEventListener("toggle", () => {
    if (holder.open && holder.children.length === 1) {
      holder.append(...spans.map((span) => make("div", { class: "passage" }, make("div", { class: "source" }, where(span), badges(question, span)), make("div", { class: "text" }, marked(span, question.evidence)))));
    }
  });
  return [heading, holder];
}

function passage(question, span, number) {
  const hit = badges(question, span);
  const start = text(span).slice(0, 140).replace(/\s+/g, " ");
  const holder = make("details", { class: hit.length ? "passage has" : "passage" },
    make("summary", {}, `${number} ${where(span)}`, hit, " ", make("span", { class: "preview" }, start)));
  holder.addEventListener("toggle", () => {
    if (holder.open && holder.children.length === 1) holder.append(make("div", { class: "text" }, marked(span, question.evidence)));
  });
  return holder;
}

function overlapping(span, golds) {
  const [observation, start, end] = data.spans[span];
  return golds.map((gold, at) => [...data.spans[gold], at]).filter((gold) => gold[0] === observation && gold[1] < end && start < gold[2]);
}

const badges = (question, span) => overlapping(span, question.evidence).map(([, , , at]) => make("span", {}, " ", make("span", { class: "badge" }, `gold ${at + 1}`)));

function where(span) {
  const [observation, start, end] = data.spans[span];
  const own = data.observations[observation];
  const parts = own.parts.filter((part) => part[0] < end && start < part[1]).map((part) => part[2]);
  const within = parts.length > 1 ? `${parts[0]} … ${parts.at(-1)}` : (parts[0] ?? "");
  const all = start === 0 && end === own.length;
  return [own.title || own.id, own.time?.slice(0, 10), all ? "" : within, `${own.id}, ${all ? "whole" : `characters ${start}–${end}`}`].filter(Boolean).join(" · ");
}

// what is kept of a span's text, in order: {start, end, text}, or without text where the page left it out
function pieces(observation, start, end) {
  const made = [];
  let at = start;
  for (const [from, kept] of data.observations[observation].pieces) {
    const [first, last] = [Math.max(from, at), Math.min(from + kept.length, end)];
    if (first >= last) continue;
    if (first > at) made.push({ start: at, end: first });
    made.push({ start: first, end: last, text: kept.slice(first - from, last - from) });
    at = last;
  }
  if (at < end) made.push({ start: at, end });
  return made;
}

const text = (span) => pieces(...data.spans[span]).map((piece) => piece.text ?? "…").join("");

function marked(span, golds) {
  const hits = overlapping(span, golds).sort((one, other) => one[1] - other[1]);
  return pieces(...data.spans[span]).flatMap((piece) => {
    if (piece.text === undefined) return [make("span", { class: "gap" }, `[${(piece.end - piece.start).toLocaleString("en")} characters not kept in this page]`)];
    const made = [];
    let at = piece.start;
    const upTo = (end) => { const cut = piece.text.slice(at - piece.start, end - piece.start); at = end; return cut; };
    for (const [, start, end] of hits) {
      const [first, last] = [Math.max(start, at), Math.min(end, piece.end)];
      if (first >= last) continue;
      made.push(upTo(first), make("mark", {}, upTo(last)));
    }
    made.push(upTo(piece.end));
    return made;
  });
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
  choosers();
  systemBoxes();
  try {
    data = await unpacked();
  } catch (error) {
    $("#state").textContent = `The questions could not be unpacked (${error}). A browser of 2023 or later can.`;
    return;
  }
  for (const question of data.questions) question.search = searched(question);
  filters();
  list();
  $("#split").hidden = false;
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", () => open(true));
  if (target()) open(true);
  else $("#detail").replaceChildren(make("p", { class: "faint" }, "Choose a question. Arrow keys move in the list, Enter opens, / searches; a filter by system decides whose answers verdict and rung are about."));
  document.documentElement.dataset.ready = "1";
}

start();
