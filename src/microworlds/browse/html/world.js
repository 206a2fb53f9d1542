"use strict";
// All worlds, one world, and one of its texts.

const TITLES = { session: "Conversations", log: "Logs", document: "Documents" };

function worldsView() {
  const rows = store.index.worlds.map((own) => make("li", {}, make("a", { class: "row", href: inWorld(own.id) },
    make("span", { class: "meta" }, make("span", {}, own.id), make("span", {}, own.split)),
    make("b", {}, own.matter ?? own.id), own.label ? make("span", {}, own.label) : "",
    own.begins.length ? make("q", {}, own.begins.map(([speaker, text]) => make("span", {}, make("b", {}, speaker), " ", text))) : "",
    own.personas.length ? make("span", { class: "faint" }, own.personas.join(", ")) : "",
    make("span", { class: "faint" }, joined([count(own.documents, "document"), own.tokens ? `${count(own.tokens, "token")}` : null, count(own.sessions, "session"), own.logs ? count(own.logs, "log") : null, count(own.questions, "question")].filter(Boolean)).join("")))));
  const { suite, worlds, questions, digest } = store.index;
  return [make("h1", {}, `${suite}: ${count(worlds.length, "world")}, ${count(questions.length, "question")}`),
    store.index.wrote ? make("p", { class: "faint" }, store.index.wrote) : "",
    digest ? make("p", { class: "faint" }, "Release ", make("code", {}, digest.slice(0, 16)), " (SHA-256 of its manifest)") : "",
    make("ol", { class: "cards", "aria-label": "Worlds" }, rows)];
}

async function worldView(id) {
  const world = await worldOf(id);
  const { judges, tracks } = await goldOf(id);
  const listed = store.index.questions.filter((question) => question.world === id);
  return [
    make("h1", {}, world.told ? `${world.id}: ${world.told.matter}` : world.id),
    world.told ? make("p", {}, `For ${world.told.client}. Its documents are about ${world.told.label}. The world is in the ${world.split} split.`) : "",
    world.told ? make("p", { class: "faint" }, world.wrote) : "",
    world.told ? [make("h2", {}, "People"), people(world), make("h2", {}, "Events"), ...eventsOf(world)] : "",
    tracks.length ? [make("h2", {}, "What holds, and from when"), lives(world, tracks)] : "",
    Object.entries(TITLES).map(([kind, title]) => [title, world.observations.filter((own) => own.kind === kind)]).filter(([, found]) => found.length)
      .map(([title, found]) => [make("h2", {}, title), make("ol", { class: "plain" }, found.map((own) => entry(world, own)))]),
    judges.length ? [make("h2", {}, "Judges"), make("ul", { class: "judges" }, judges.map(opinion))] : "",
    make("h2", {}, "Questions"), make("ol", { class: "rows" }, listed.map((question) => questionRow(question))),
  ];
}

function opinion({ judge, notes, ...scores }) {
  return make("li", {}, make("b", {}, words(judge)), `: ${Object.entries(scores).map(([what, score]) => `${words(what)} ${score}`).join(", ")} (of 5). `, make("span", { class: "faint" }, notes));
}

function people(world) {
  const named = world.told.personas.map((persona) => make("li", {},
    make("h3", {}, persona.name), make("p", {}, persona.role),
    facts([["Expertise", persona.expertise_domain], ["Style", persona.communication_style], ["Relations", persona.relationships.map((own) => make("span", { class: "relation" }, `${own.kind} ${own.to}`))]])));
  return make("ul", { class: "people" }, named);
}

function eventsOf(world) {
  const holder = make("figure", { class: "wide" });
  const fit = () => holder.replaceChildren(timeline(world, Math.max(340, Math.min(560, holder.clientWidth || 560))));
  requestAnimationFrame(fit);
  addEventListener("resize", fit, { signal: view.leaving.signal });
  const described = world.told.events.map((event) => make("li", {},
    make("b", {}, event.name), ` (${event.id}), ${minute(event.time)}. `, event.description, " ",
    make("span", { class: "faint" }, joined(event.personas), event.depends_on.length ? `; depends on ${event.depends_on.join(", ")}` : "", ". "),
    joined(event.documents.map((id) => make("a", { href: inWorld(world.id, id) }, world.places.get(id).own.short)))));
  return [make("div", { class: "pair" }, holder, make("details", { open: matchMedia("(min-width: 60rem)").matches }, make("summary", {}, "In words"), make("ol", {}, described)))];
}

function entry(world, own) {
  const told = world.told?.documents.find((document) => document.id === own.id);
  const session = world.told?.sessions.find((one) => one.id === own.id);
  const event = session && world.told.events.find((one) => one.id === session.event);
  return make("li", {}, make("a", { class: "row", href: inWorld(world.id, own.id) },
    make("span", { class: "meta" }, make("span", {}, `${own.short} · ${own.id}`), make("span", {}, minute(own.time))),
    make("b", {}, own.title),
    make("span", { class: "faint" }, [told ? count(told.tokens, "token") : "", count(own.parts.length, own.part), told?.jurisdiction, told?.licence, event?.name].filter(Boolean).join(", "))));
}

// one text, with a question's evidence, a system's passages or what was searched for in it

async function textView(world, place, query) {
  const ranges = [...(query.q ? await rangesOf(world, place.own, query) : []), ...(query.find ? hits(place.own.text, query.find) : [])];
  const link = (id) => inWorld(world.id, id, query);
  const told = world.told?.documents.find((document) => document.id === place.own.id);
  const body = observation(place.own, ranges, link);
  const about = [minute(place.own.time), told ? `${told.jurisdiction}, ${count(told.tokens, "token")}, ${told.licence}, ${told.attribution}` : "", count(place.own.parts.length, place.own.part)].filter(Boolean).join(" · ");
  return [make("h1", {}, `${place.own.short}: ${place.own.title}`), make("p", { class: "faint" }, about),
    query.q ? questionBar(world, query) : "", query.find ? foundBar(world, place.own, ranges, query) : "",
    place.own.kind === "document" ? make("div", { class: "beside" }, outline(place.own, link, ranges), body) : body];
}

function outline(own, link, ranges) {
  const rows = own.parts.map((part) => {
    const within = ranges.filter((range) => range.start < part.end && part.start < range.end);
    const gold = within.some((range) => range.kind === "gold");
    return make("li", {}, make("a", { href: link(part.id) }, part.title ?? part.id), within.length ? make("span", { class: gold ? "badge" : "badge other" }, gold ? "gold" : within.length) : "");
  });
  return make("details", { class: "outline", open: matchMedia("(min-width: 60rem)").matches }, make("summary", {}, `Sections (${rows.length})`), make("ol", {}, rows));
}

async function rangesOf(world, own, query) {
  const gold = await goldOf(world.id);
  const about = gold.questions[query.q];
  if (!about) return [];
  const here = (span, kind, label, number) => {
    const [at, start, end] = gold.spans[span];
    return world.observations[at] === own ? [{ start, end, kind, label, number }] : [];
  };
  const given = about.given.find((one) => one.system === query.system);
  return [
    ...(about.gold?.evidence ?? []).flatMap((one, at) => here(one.span, "gold", `gold ${at + 1}`, at + 1)),
    ...(given?.retrieved ?? []).flatMap((span, at) => (gold.spans[span][2] - gold.spans[span][1] < own.text.length ? here(span, "seen", `${named(query.system)}: ${given.ranked ? `rank ${at + 1}` : "read"}`) : [])),
  ];
}

function questionBar(world, query) {
  const question = world.places.get(query.q)?.question;
  const gold = store.golds.get(world.id);
  if (!question) return "";
  const pieces = (gold.questions[query.q].gold?.evidence ?? []).map((one, at) => {
    const [place, start, end] = gold.spans[one.span];
    const own = world.observations[place];
    return make("a", { href: inWorld(world.id, partAt(own, start, end)?.id ?? own.id, query), class: "badge" }, `gold ${at + 1}: ${own.short}`);
  });
  return make("aside", { class: "bar", "aria-label": "The question whose evidence is highlighted" }, make("a", { href: inWorld(world.id, query.q, { system: query.system }) }, `${query.q}: ${question.text}`), " ", pieces, query.system ? make("span", { class: "badge other" }, `read by ${named(query.system)}`) : "");
}

const foundBar = (world, own, ranges, query) => make("aside", { class: "bar", "aria-label": "Search" }, `“${query.find}”: ${count(ranges.filter((range) => range.kind === "found").length, "time")} here. `, make("a", { href: address(["find", world.id], { text: query.find }) }, "In the whole world"));

// search in a world

async function findView(id, text) {
  const world = await worldOf(id);
  const most = 200;
  const found = [];
  const add = (name, href, text_, ranges) => found.push({ name, href, text: text_, ranges });
  for (const question of world.questions) { const own = hits(question.text, text); if (own.length) add(`Question ${question.id}`, inWorld(id, question.id), question.text, own); }
  for (const [name, told] of tellings(world)) { const own = hits(told, text); if (own.length) add(name, inWorld(id), told, own); }
  let total = found.length;
  for (const own of world.observations) {
    for (const hit of hits(own.text, text)) {
      total += 1;
      if (found.length >= most) continue;
      const part = partAt(own, hit.start, hit.end);
      const from = Math.max(own.text.lastIndexOf("\n", hit.start) + 1, hit.start - 80);
      const close = own.text.indexOf("\n", hit.end);
      const to = Math.min(close < 0 ? own.text.length : close, hit.end + 120);
      add(`${own.short} · ${part?.speaker ?? part?.title ?? own.title}`, inWorld(id, part?.id ?? own.id, { find: text }), own.text.slice(from, to), [{ ...hit, start: hit.start - from, end: hit.end - from }]);
    }
  }
  const rows = found.map((one) => make("li", {}, make("a", { class: "row", href: one.href }, make("span", { class: "meta" }, one.name), make("span", {}, marked({ text: one.text }, 0, one.text.length, one.ranges)))));
  return [make("h1", {}, `“${text}” in ${id}`), make("p", { role: "status" }, `${count(total, "place")}${total > found.length ? `; the first ${found.length} are below` : ""}`), make("ol", { class: "rows" }, rows)];
}

function tellings(world) {
  if (!world.told) return [];
  return [...world.told.personas.map((own) => ["Persona", `${own.name}, ${own.role}. ${own.expertise_domain}. ${own.communication_style}`]), ...world.told.events.map((own) => ["Event", `${own.name}. ${own.description}`])];
}
