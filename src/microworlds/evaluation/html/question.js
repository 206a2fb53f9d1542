// One question: its gold, what every system answered, and of one system what it retrieved and was shown.

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
  const heads = ["system", "answer", "verdict", named(data.metric), "tokens", "failed at"];
  const main = data.metrics.indexOf(data.metric);
  const body = question.given.map((one, at) => {
    const key = data.systems[at];
    const value = one.values[main];
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
  const [own, start, end] = lies(span);
  return golds.map((gold, at) => [...lies(gold), at]).filter((gold) => gold[0] === own && gold[1] < end && start < gold[2]);
}

const badges = (question, span) => overlapping(span, question.evidence).map(([, , , at]) => make("span", {}, " ", make("span", { class: "badge" }, `gold ${at + 1}`)));

function where(span) {
  const [own, start, end] = lies(span);
  const [, from, to] = open.spans[span];
  const parts = own.parts.filter((part) => part[0] < end && start < part[1]).map((part) => part[2]);
  const within = parts.length > 1 ? `${parts[0]} … ${parts.at(-1)}` : (parts[0] ?? "");
  const all = from === 0 && to === own.length;
  return [own.title || own.id, own.time?.slice(0, 10), all ? "" : within, `${own.id}, ${all ? "whole" : `characters ${from}–${to}`}`].filter(Boolean).join(" · ");
}

// the text of a span, which lies within one piece of its observation
function text(span) {
  const [own, start, end] = lies(span);
  const [from, kept] = own.pieces.findLast(([first]) => first <= start);
  return kept.slice(start - from, end - from);
}

function marked(span, golds) {
  const [, begin, stop] = lies(span);
  const whole = text(span);
  const made = [];
  let at = begin;
  const upTo = (end) => { const cut = whole.slice(at - begin, end - begin); at = end; return cut; };
  for (const [, start, end] of overlapping(span, golds).sort((one, other) => one[1] - other[1])) {
    const [first, last] = [Math.max(start, at), Math.min(end, stop)];
    if (first < last) made.push(upTo(first), make("mark", {}, upTo(last)));
  }
  return [...made, upTo(stop)];
}
