"use strict";
// People's answers and verdicts. Nothing of the gold is loaded before an answer is saved, no judge's label shown before a verdict.
const judging = { name: sessionStorage.getItem("annotator") ?? "", made: [], drafts: new Map() };
const KINDS = { answer: "Answer questions", verdict: "Judge questions and their gold answers" };

async function served(path, options) {
  const reply = await fetch(path, options);
  const body = await reply.json();
  if (!reply.ok) throw new Error(body.error);
  return body;
}

async function enter(name) {
  const own = await served(`annotations?name=${encodeURIComponent(name)}`);
  Object.assign(judging, { name: own.annotator, made: own.made });
  sessionStorage.setItem("annotator", own.annotator);
}

const madeOf = (kind, question) => judging.made.find((own) => own.kind === kind && own.question === question);
const open = (kind, question) => !madeOf(kind, question) && !(kind === "answer" && madeOf("verdict", question));
const asked = () => store.index.judging.questions;
const next = (kind, after) => { const at = asked().indexOf(after); return [...asked().slice(at + 1), ...asked().slice(0, at + 1)].find((id) => open(kind, id) && id !== after); };

async function judgeView(kind, id, place, query) {
  if (!store.index.judging) return [make("h1", {}, "Judge"), make("p", {}, "This page collects no judgements. Start it with ", make("code", {}, "microworlds browse --annotate FOLDER"), ".")];
  if (judging.name && !judging.entered) await enter(judging.name).then(() => { judging.entered = true; });
  if (!judging.name || !kind) return doorView();
  const question = store.index.questions.find((own) => own.id === id);
  if (!question || !asked().includes(id)) throw new Error(`${id} is none of the questions that people are asked.`);
  const world = await worldOf(question.world);
  const own = world.places.get(place)?.own;
  return kind === "verdict" ? verdictView(world, question, own, query) : answerView(world, question, own, query);
}

function doorView() {
  const field = make("input", { name: "name", value: judging.name, maxlength: "40", autocomplete: "off", required: true });
  const said = make("p", { class: "error", role: "alert" });
  const form = make("form", { class: "judging", onsubmit: (event) => {
    event.preventDefault();
    enter(field.value).then(() => { judging.entered = true; route(); }, (error) => { said.textContent = error.message; });
  } }, make("label", {}, "Your name, for the file of your judgements", field), make("button", {}, judging.entered ? "Change" : "Go on"), said);
  const total = asked().length;
  const ways = Object.entries(KINDS).map(([kind, title]) => {
    const done = asked().filter((question) => madeOf(kind, question)).length;
    const first = next(kind, asked().at(-1)) ?? (open(kind, asked().at(-1)) ? asked().at(-1) : null);
    return make("li", {}, make("b", {}, title), make("p", { class: "faint" }, `${done} of ${total} done`), make("progress", { max: total, value: done, "aria-label": title }), first ? make("p", {}, make("a", { class: "button", href: address(["judge", kind, first]) }, done ? "Go on" : "Begin")) : make("p", {}, "Nothing is left."));
  });
  return [make("h1", {}, "Judge"),
    make("p", {}, "Answer before you judge: judging shows the gold, and a question whose gold you have seen is not asked any more. What is saved cannot be changed. Keep to these pages while you work, since the others show gold and labels."),
    form, judging.entered ? make("ul", { class: "ways" }, ways) : ""];
}

function draft(kind, id) {
  const key = `${kind} ${id}`;
  if (!judging.drafts.has(key)) judging.drafts.set(key, { since: Date.now() });
  return judging.drafts.get(key);
}

// a form that saves what `sent` makes of it, once
function form(kind, id, fields, sent) {
  const said = make("p", { class: "error", role: "alert" });
  const own = draft(kind, id);
  const element = make("form", { class: "judging", onsubmit: async (event) => {
    event.preventDefault();
    const content = sent(new FormData(element));
    if (typeof content === "string") { said.textContent = content; return; }
    const body = JSON.stringify({ kind, question: id, annotator: judging.name, seconds: Math.round((Date.now() - own.since) / 100) / 10, ...content });
    try {
      judging.made.push(await served("annotations", { method: "POST", headers: { "Content-Type": "application/json" }, body }));
    } catch (error) {
      said.textContent = `Not saved. ${error.message}`;
      return;
    }
    await route();
    $("#main .saved")?.focus();
  } }, fields, make("button", {}, "Save"), " ", skip(kind, id), said);
  element.addEventListener("input", () => { own.values = Object.fromEntries(new FormData(element)); });
  for (const [name, value] of Object.entries(own.values ?? {})) if (element.elements[name]) element.elements[name][element.elements[name].type === "checkbox" ? "checked" : "value"] = value;
  element.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.ctrlKey) element.requestSubmit(); });
  return element;
}

function skip(kind, id, title = "Skip") {
  const to = next(kind, id);
  return to ? make("a", { class: "button", href: address(["judge", kind, to]) }, title) : make("a", { class: "button", href: "#/judge" }, "Back");
}

const saved = (kind, id, told) => make("div", { class: "bar saved", tabindex: "-1" }, make("p", {}, told), skip(kind, id, "Next"));

const linking = (kind, id) => (place, more = {}) => address(["judge", kind, id, place], more);

async function answerView(world, question, own, query) {
  const { id } = question;
  const made = madeOf("answer", id);
  const link = linking("answer", id);
  const fields = [make("label", {}, "Your answer, as short as it can be", make("textarea", { name: "text", rows: "2", maxlength: "2000" })), make("label", { class: "check" }, make("input", { type: "checkbox", name: "abstained" }), " Nothing here answers this question")];
  const sent = (given) => (Boolean(given.get("abstained")) === Boolean(given.get("text").trim()) ? "Write an answer, or say that nothing answers the question." : { text: given.get("text").trim(), abstained: Boolean(given.get("abstained")) });
  const seen = madeOf("verdict", id) && !made;
  let ranges = [];
  let below = seen ? make("p", {}, "You have judged this question, and so seen its gold. ", skip("answer", id, "Next")) : form("answer", id, fields, sent);
  if (made) {
    const gold = await goldOf(world.id);
    ranges = own ? await rangesOf(world, own, { q: id }) : [];
    below = [saved("answer", id, `Saved: ${made.abstained ? "nothing answers it" : made.text}`), ...goldOfQuestion(world, gold, question, gold.questions[id], (_, place) => link(place))];
  }
  return [make("p", { class: "faint" }, `${judging.name} answers ${id} (${asked().indexOf(id) + 1} of ${asked().length}) · `, make("a", { href: "#/judge" }, "pause")),
    make("h1", { class: "asked" }, question.text), make("p", { class: "faint" }, `Asked on ${minute(world.questions.find((one) => one.id === id).asked)}`), below,
    ...readings(world, own, query, link, ranges)];
}

// the texts of the world, to be read without leaving the question
function readings(world, own, query, link, golds) {
  const shelf = world.observations.map((one) => make("a", { href: link(one.id), "aria-current": one === own ? "page" : null, title: one.title, "aria-label": `${one.short}: ${one.title}` }, one.short));
  const search = make("form", { class: "find", role: "search", onsubmit: (event) => { event.preventDefault(); go(link((own ?? world.observations[0]).id, { find: new FormData(event.target).get("text") })); } },
    make("input", { type: "search", name: "text", value: query.find ?? "", placeholder: "Search in this world", "aria-label": "Search in this world" }), make("button", {}, "Search"));
  const top = [make("h2", {}, "Texts of this world"), make("nav", { class: "shelf", "aria-label": "Texts of this world" }, shelf), search];
  if (!own) return top;
  const ranges = [...golds, ...(query.find ? hits(own.text, query.find) : [])];
  const found = query.find ? world.observations.map((one) => [one, hits(one.text, query.find, 99).length]).filter(([, number]) => number).map(([one, number]) => make("a", { href: link(one.id, query) }, `${one.short} (${number})`)) : [];
  const to = (place) => link(place, query);
  const body = observation(own, ranges, to);
  return [...top, query.find ? make("p", { role: "status" }, `“${query.find}”: `, found.length ? joined(found) : "nowhere") : "",
    make("h2", { class: "opened" }, `${own.short}: ${own.title}`), own.kind === "document" ? make("div", { class: "beside" }, outline(own, to, ranges), body) : body];
}

async function verdictView(world, question, own, query) {
  const { id } = question;
  const gold = await goldOf(world.id);
  const about = gold.questions[id];
  const made = madeOf("verdict", id);
  const link = linking("verdict", id);
  const category = about.gold?.labels.category;
  const meaning = store.index.judging.categories[category];
  const either = (name, legend) => make("fieldset", {}, make("legend", {}, legend), ["yes", "no"].map((value) => make("label", {}, make("input", { type: "radio", name, value }), ` ${value}`)));
  const fields = [either("correct", "Is the gold answer right, and does the evidence bear it out?"), either("category", [`Is it a question of this category: ${named(category ?? "unknown")}?`, meaning ? make("span", { class: "faint" }, ` ${meaning}`) : ""]), make("label", {}, "What is wrong, if anything", make("textarea", { name: "note", rows: "2", maxlength: "2000" }))];
  const sent = (given) => (given.get("correct") && given.get("category") ? { correct: given.get("correct") === "yes", category: given.get("category") === "yes", note: given.get("note").trim() } : "Say yes or no to both.");
  const told = made && `Saved: answer ${made.correct ? "accepted" : "refused"}, category ${made.category ? "accepted" : "doubted"}${made.note ? `: ${made.note}` : ""}`;
  return [make("p", { class: "faint" }, `${judging.name} judges ${id} (${asked().indexOf(id) + 1} of ${asked().length}) · `, make("a", { href: "#/judge" }, "pause")),
    make("h1", { class: "asked" }, question.text), ...goldOfQuestion(world, gold, question, about, (_, place) => link(place)),
    made ? [saved("verdict", id, told), ...judgesOf(about)] : form("verdict", id, fields, sent),
    ...readings(world, own, query, link, own ? await rangesOf(world, own, { q: id }) : [])];
}
