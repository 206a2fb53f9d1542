"use strict";
// One question: its gold, its evidence where it stands, what judges said, what systems retrieved and answered.
const SHOWN = 10; // passages of a list before the reader asks for more

async function questionView(world, question, query) {
  const gold = await goldOf(world.id);
  const about = gold.questions[question.id];
  const given = about.given;
  const system = given.find((own) => own.system === query.system) ?? given.find((own) => own.failure) ?? given[0];
  return [
    make("h1", { class: "asked" }, question.text),
    chips([question.id, `asked ${minute(question.asked)}`, ...Object.entries(about.gold?.labels ?? {}).map(([label, value]) => `${words(label)}: ${named(value)}`)]),
    make("p", { class: "steps" }, neighbours(world, question.id)),
    ...goldOfQuestion(world, gold, question, about),
    ...judgesOf(about),
    given.length ? [make("h2", {}, "What the systems answered"), systems(world, question, given, system), ...one(world, gold, question, about, system)] : "",
  ];
}

const chips = (texts) => make("ul", { class: "chips" }, texts.map((text) => make("li", {}, text)));

// the questions before and after it: of the list that was last filtered, if it is in it
function around(world, id) {
  const every = found.some((question) => question.id === id) ? found : store.index.questions.filter((question) => question.world === world.id);
  const at = every.findIndex((question) => question.id === id);
  return { before: every[at - 1], after: every[at + 1], at, total: every.length };
}

function neighbours(world, id) {
  const { before, after, at, total } = around(world, id);
  return [before ? make("a", { href: inWorld(before.world, before.id), rel: "prev" }, "← previous") : "", ` ${at + 1} of ${total} `, after ? make("a", { href: inWorld(after.world, after.id), rel: "next" }, "next →") : ""];
}

function goldOfQuestion(world, gold, question, about, links = inWorld) {
  if (!about.gold) return [make("p", {}, "This release holds no gold of this question: it was withheld.")];
  return [
    make("h2", {}, about.gold.answerable ? "Gold answer" : "Nothing answers this question"),
    make("p", { class: "answer" }, about.gold.answer),
    Object.keys(about.gold.fields).length ? facts(Object.entries(about.gold.fields)) : "",
    about.gold.rubric.length ? make("ul", { "aria-label": "Criteria" }, about.gold.rubric.map((criterion) => make("li", {}, criterion))) : "",
    make("h2", {}, `Evidence (${about.gold.evidence.length})`),
    ...(about.gold.evidence.length ? about.gold.evidence.map((piece, at) => evidence(world, gold, question, piece, at, links)) : [make("p", {}, "The gold names none.")]),
  ];
}

function evidence(world, gold, question, piece, at, links) {
  const [place, start, end] = gold.spans[piece.span];
  const own = world.observations[place];
  const moved = own.text.slice(start, end) !== piece.text;
  return make("div", { class: "passage has" },
    make("div", { class: "source" }, make("span", { class: "badge" }, `gold ${at + 1}`), ` ${where(own, start, end)} `,
      make("a", { href: links(world.id, partAt(own, start, end)?.id ?? own.id, { q: question.id }) }, "in its place")),
    moved ? make("p", { class: "why" }, "Its text is not what stands there: ", make("q", {}, piece.text)) : "",
    excerpt(own, start, end, [{ start, end, kind: "gold", number: at + 1 }]));
}

function judgesOf(about) {
  const rows = Object.entries(about.judges);
  if (!rows.length) return [];
  const yes = (value, good, bad) => (value === null || value === undefined ? "–" : make("b", { class: value ? "right" : "wrong" }, value ? good : bad));
  return [make("h2", {}, "Judges"), make("ul", { class: "judges" }, rows.map(([judge, own]) => make("li", {}, `${words(judge)}: answer `, yes(own.correct, "accepted", "refused"), ", category ", yes(own.category, "accepted", "doubted"), own.flagged ? make("span", { class: "badge" }, "flagged") : "")))];
}

function systems(world, question, given, shown) {
  const judged = given.some((own) => own.judged);
  const rows = given.map((own) => make("tr", { "aria-current": own === shown ? "true" : null },
    make("th", { scope: "row" }, make("a", { href: inWorld(world.id, question.id, { system: own.system }) }, named(own.system))),
    make("td", { class: "words" }, own.text || "–"),
    make("td", {}, make("b", { class: own.outcome }, store.index.outcomes[own.outcome])),
    judged ? make("td", {}, own.judged?.label ?? "–") : "",
    make("td", {}, own.values.f1 === undefined ? "–" : own.values.f1.toFixed(2)),
    make("td", {}, own.tokens.toLocaleString("en")),
    make("td", {}, own.failure ? named(own.failure.rung) : "")));
  const heads = ["system", "answer", "verdict", ...(judged ? ["judge"] : []), "F1", "tokens", "failed at"];
  return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Answers of all systems" },
    make("table", {}, make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col", class: head === "answer" ? "words" : null }, head)))), make("tbody", {}, rows)));
}

function one(world, gold, question, about, own) {
  const passages = own.retrieved.map((span, at) => passage(world, gold, question, about, own, span, own.ranked ? `${at + 1}.` : "•"));
  const title = !passages.length ? "It retrieved nothing" : own.ranked ? `Retrieved, best first (${passages.length})` : `What it read, in its order: no list of merit (${passages.length})`;
  const deep = passages.flatMap((holder, at) => (at >= SHOWN && holder.classList.contains("has") ? [at + 1] : []));
  return [
    make("h2", { id: "chosen-system" }, `${named(own.system)}: ${own.text || "no answer"}`),
    why(about, own),
    own.judged ? make("p", {}, "The judge: ", make("b", {}, own.judged.label ?? "no verdict"), own.judged.reason ? `. ${own.judged.reason}` : "") : "",
    make("h3", {}, title), ...passages.slice(0, SHOWN),
    passages.length > SHOWN ? make("details", {}, make("summary", {}, `${SHOWN + 1} to ${passages.length}: ${deep.length ? `gold at ${deep.join(", ")}` : "no gold"}`), passages.slice(SHOWN)) : "",
    make("p", { class: "faint" }, prompt(own)),
  ];
}

function prompt(own) {
  const told = `Prompt: ${count(own.tokens, "token")} of context`;
  if (own.context === null || !own.quoted) return `${told}; which of these stood in it word for word is not known.`;
  if (own.context === true) return `${told}: all of the above.`;
  return `${told}: ${count(own.context.length, "passage")} of the above.`;
}

function why(about, own) {
  const values = Object.entries(own.values).map(([metric, value]) => `${words(metric)} ${value.toFixed(2)}`);
  const told = [make("b", { class: own.outcome }, store.index.outcomes[own.outcome]), values.length ? make("span", { class: "faint" }, ` (${values.join(", ")})`) : ""];
  if (!own.failure) return make("p", { class: "why fine" }, told);
  const { rung, evidence: at, rank } = own.failure;
  const lost = at !== null && own.whole[at] !== true; // a piece that reached the prompt is not where it went wrong
  return make("p", { class: "why" }, told, make("br"), `Failed at “${named(rung)}”${lost ? `, gold ${at + 1}${rank === null ? "" : ` (rank ${rank})`}` : ""}: ${store.index.rungs[rung] ?? ""}.`);
}

function passage(world, gold, question, about, given, span, number) {
  const [place, start, end] = gold.spans[span];
  const own = world.observations[place];
  const golds = (about.gold?.evidence ?? []).flatMap((piece, at) => {
    const [other, from, to] = gold.spans[piece.span];
    return other === place && from < end && start < to ? [{ start: from, end: to, kind: "gold", number: at + 1, label: `gold ${at + 1}` }] : [];
  });
  const holder = make("details", { class: golds.length ? "passage has" : "passage" },
    make("summary", {}, `${number} ${where(own, start, end)} `, golds.map((range) => [make("span", { class: "badge" }, range.label), " "]), make("span", { class: "preview" }, own.text.slice(start, Math.min(end, start + 140)).replace(/\s+/g, " "))));
  holder.addEventListener("toggle", () => {
    if (!holder.open || holder.children.length > 1) return;
    holder.append(make("p", {}, make("a", { href: inWorld(world.id, partAt(own, start, end)?.id ?? own.id, { q: question.id, system: given.system }) }, "in its place")), make("div", { class: "text" }, lines(own, start, end, golds)));
  });
  return holder;
}
