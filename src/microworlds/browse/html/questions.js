"use strict";
// The list of all questions, and its filters; what is chosen stands in the address.
const RIGHT = ["right", "abstained_rightly"];
const MOST = 30; // a label with more values than this is no filter
let found = [];

const JUDGED = {
  accepted: ["all judges accept", (all) => all.length && all.every((own) => own.correct)],
  refused: ["any judge refuses", (all) => all.some((own) => !own.correct)],
  split: ["judges disagree", (all) => new Set(all.map((own) => own.correct)).size > 1],
  category: ["category doubted", (all) => all.some((own) => own.category === false)],
  flagged: ["flagged", (all) => all.some((own) => own.flagged)],
};

function questionRow(question, query = {}) {
  const given = question.given.filter(Boolean);
  const right = given.filter(([outcome]) => RIGHT.includes(outcome)).length;
  const strip = question.given.map((one, at) => (one ? make("i", { class: one[0], title: `${named(store.index.systems[at])}: ${store.index.outcomes[one[0]]}` }) : ""));
  return make("li", {}, make("a", { class: "row", href: inWorld(question.world, question.id, query), "data-id": question.id },
    make("span", { class: "meta" }, make("span", {}, [question.id, ...Object.keys(store.index.order).map((label) => question.labels[label] && named(question.labels[label]))].filter(Boolean).join(" · ")),
      given.length ? make("span", {}, `${right} of ${given.length} right`) : ""),
    make("span", {}, question.text),
    given.length ? make("span", { class: "strip", "aria-hidden": "true" }, strip) : ""));
}

function labelValues() {
  const counts = Object.create(null); // a label may be called __proto__
  for (const question of store.index.questions) for (const [label, value] of Object.entries(question.labels)) (counts[label] ??= new Map()).set(value, (counts[label].get(value) ?? 0) + 1);
  const { order } = store.index; // the labels that the suite's results are shown by, and the values of each
  const place = (label) => { const at = Object.keys(order).indexOf(label); return at < 0 ? 99 : at; };
  const rank = (label, value) => { const at = Object.hasOwn(order, label) ? order[label].indexOf(value) : -1; return at < 0 ? 99 : at; };
  return Object.entries(counts).filter(([, values]) => values.size > 1 && values.size <= MOST)
    .sort(([one], [other]) => place(one) - place(other))
    .map(([label, values]) => [label, [...values].sort(([one], [other]) => rank(label, one) - rank(label, other) || one.localeCompare(other))]);
}

function filters(query) {
  const choice = (key, label, values) => (values.length ? make("label", {}, label, make("select", { name: key }, option("", "any"), values.map(([value, shown]) => option(value, shown)))) : "");
  const { index } = store;
  const splits = [...new Set(index.worlds.map((own) => own.split))];
  const rungs = new Set(index.questions.flatMap((question) => question.given.map((one) => one?.[1])).filter(Boolean));
  const outcomes = new Set(index.questions.flatMap((question) => question.given.map((one) => one?.[0])).filter(Boolean));
  const labels = labelValues().map(([label, values]) => choice(`label.${label}`, words(label), values.map(([value, total]) => [value, `${named(value)} (${total})`])));
  const main = Object.keys(store.index.order).length;
  const form = make("form", { id: "filters", "aria-label": "Filters" },
    make("label", { class: "grow" }, "Search in questions", make("input", { type: "search", name: "search", autocomplete: "off" })),
    labels.slice(0, main),
    choice("judges", "judges", index.questions.some((question) => Object.keys(question.judges).length) ? Object.entries(JUDGED).map(([key, [shown]]) => [key, shown]) : []),
    choice("system", "system", index.systems.map((system) => [system, named(system)])),
    choice("outcome", "answer", [...outcomes].length ? Object.entries(index.outcomes).filter(([key]) => outcomes.has(key)) : []),
    choice("rung", "failed at", Object.keys(index.rungs).filter((rung) => rungs.has(rung)).map((rung) => [rung, named(rung)])),
    make("details", {}, make("summary", {}, "More filters"), make("div", {}, choice("world", "world", index.worlds.map((own) => [own.id, own.id])), choice("split", "split", splits.length > 1 ? splits.map((split) => [split, split]) : []), labels.slice(main))),
    make("button", { type: "reset" }, "Clear"));
  for (const [key, value] of Object.entries(query)) if (form.elements[key]) form.elements[key].value = value;
  if ($$("details [name]", form).some((field) => field.value)) $("details", form).open = true;
  for (const kind of ["input", "change"]) form.addEventListener(kind, list);
  form.addEventListener("reset", () => setTimeout(list));
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}

function questionsView(query) {
  const state = make("p", { id: "state", role: "status" });
  return [make("h1", {}, "Questions"), filters(query), state, make("ol", { class: "rows", id: "found", "aria-label": "Questions found" })];
}

function chosen(wanted) {
  const sought = (wanted.search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const labels = Object.entries(wanted).filter(([key, value]) => key.startsWith("label.") && value).map(([key, value]) => [key.slice(6), value]);
  const at = store.index.systems.indexOf(wanted.system);
  const split = new Map(store.index.worlds.map((own) => [own.id, own.split]));
  return store.index.questions.filter((question) =>
    labels.every(([label, value]) => question.labels[label] === value) &&
    (!wanted.world || question.world === wanted.world) && (!wanted.split || split.get(question.world) === wanted.split) &&
    (!wanted.judges || JUDGED[wanted.judges]?.[1](Object.values(question.judges))) &&
    (!(wanted.system || wanted.outcome || wanted.rung) || (at < 0 ? question.given : [question.given[at]]).some((one) => one && (!wanted.outcome || one[0] === wanted.outcome) && (!wanted.rung || one[1] === wanted.rung))) &&
    sought.every((word) => `${question.id} ${question.text}`.toLowerCase().includes(word)));
}

function list() {
  const form = $("#filters");
  if (!form) return;
  const wanted = Object.fromEntries(new FormData(form));
  found = chosen(wanted);
  $("#found").replaceChildren(...found.map((question) => questionRow(question, { system: wanted.system })));
  $("#state").textContent = `${found.length.toLocaleString("en")} of ${count(store.index.questions.length, "question")}`;
  const here = address(["questions"], wanted);
  if (location.hash !== here) history.replaceState(null, "", here);
}
