"use strict";
// Texts with what is highlighted in them. A range is {start, end, kind, label}; kinds: gold, seen (retrieved), found.

function marked(own, start, end, ranges) {
  const within = ranges.filter((range) => range.start < end && start < range.end);
  const cuts = new Set([start, end]);
  for (const range of within) for (const cut of [range.start, range.end]) if (start < cut && cut < end) cuts.add(cut);
  const places = [...cuts].sort((one, other) => one - other);
  return places.slice(0, -1).map((from, at) => piece(own, from, places[at + 1], within.filter((range) => range.start <= from && places[at + 1] <= range.end)));
}

function piece(own, start, end, ranges) {
  const text = own.text.slice(start, end);
  const bold = ranges.some((range) => range.kind === "speaker") ? make("b", {}, text) : text;
  const kinds = [...new Set(ranges.map((range) => range.kind))].filter((kind) => kind !== "speaker");
  if (!kinds.length) return bold;
  const labels = [...new Set(ranges.map((range) => range.label).filter(Boolean))];
  const gold = ranges.filter((range) => range.kind === "gold").map((range) => range.number);
  return make("mark", { class: kinds.join(" "), title: labels.join("; ") || null, "data-gold": gold.length ? gold.join(" ") : null }, bold);
}

// one paragraph a line, its line break with it, so that what is on the page is the text to the letter
function lines(own, start, end, ranges, title) {
  const made = [];
  for (let from = start; from < end;) {
    const broken = own.text.indexOf("\n", from);
    const to = broken < 0 || broken >= end ? end : broken + 1;
    const heading = from === start && title && own.text.slice(from, to).trim() === title.trim();
    made.push(make(heading ? "h3" : "p", {}, marked(own, from, to, ranges)));
    from = to;
  }
  return made;
}

const LINE = { characters: 95, pixels: 25 }; // only a guess at heights that are not yet laid out

function observation(own, ranges, link) {
  const speakers = [...new Set(own.parts.map((part) => part.speaker).filter(Boolean))];
  const article = make("article", { class: `reading ${own.kind}`, "aria-label": own.title });
  let at = 0;
  for (const part of own.parts) {
    const from = opening(own, part);
    if (at < from) article.append(gap(own, at, from, ranges));
    article.append(section(own, part, from, ranges, link, speakers.indexOf(part.speaker)));
    at = part.end;
  }
  if (at < own.text.length) article.append(gap(own, at, own.text.length, ranges));
  return article;
}

const gap = (own, start, end, ranges) => make("div", { class: own.text.slice(start, end).trim() ? "between" : "blank" }, lines(own, start, end, ranges));

// where the line of an utterance begins: at its speaker's name, if that stands before what is said
function opening(own, part) {
  const name = part.speaker ? `${part.speaker}: ` : "";
  return name && own.text.slice(0, part.start).endsWith(name) ? part.start - name.length : part.start;
}

function section(own, part, from, ranges, link, speaker) {
  const named = from < part.start;
  const all = named ? [...ranges, { start: from, end: from + part.speaker.length + 1, kind: "speaker" }] : ranges;
  const body = lines(own, from, part.end, all, part.title);
  const titled = part.title && body[0]?.tagName !== "H3";
  const element = make("section", { class: "part", "data-id": part.id, "data-speaker": speaker < 0 ? null : speaker % 6, tabindex: "-1", "aria-label": part.title ?? `${part.speaker ?? "part"}, ${part.id}` },
    make("a", { class: "here", href: link(part.id), title: `Link to ${part.id}` }, part.id.replace(`${own.id}-`, "")),
    titled ? make("h3", { class: "added" }, part.title) : "",
    part.speaker && !named ? make("b", { class: "added" }, `${part.speaker}: `) : "",
    body);
  if (own.kind === "document") {
    const guess = body.reduce((sum, line) => sum + Math.ceil(line.textContent.length / LINE.characters) * LINE.pixels + 6, 0);
    element.style.containIntrinsicSize = `auto ${guess}px`;
  }
  return element;
}

// what stands around a span: its own lines and one on either side
function excerpt(own, start, end, ranges) {
  const before = own.text.lastIndexOf("\n", own.text.lastIndexOf("\n", start - 1) - 1) + 1;
  const close = own.text.indexOf("\n", end - 1);
  const after = close < 0 ? own.text.length : own.text.indexOf("\n", close + 1);
  return make("div", { class: "text" }, lines(own, start === 0 ? 0 : before, after < 0 ? own.text.length : after, ranges));
}

function where(own, start, end) {
  const parts = own.parts.filter((part) => part.start < end && start < part.end).map((part) => part.speaker ?? part.title ?? part.id);
  const within = parts.length > 1 ? `${parts[0]} … ${parts.at(-1)}` : (parts[0] ?? "");
  const all = start === 0 && end === own.text.length;
  return [own.short, own.title, all ? "whole" : within].filter((word, at, every) => word && every.indexOf(word) === at).join(" · ");
}

const partAt = (own, start, end) => own.parts.find((part) => part.start < end && start < part.end);

// every place of a phrase, whatever its capitals and line breaks; matched in the text itself, so that places are true
function hits(text, phrase, most = Infinity) {
  const escaped = phrase.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).filter(Boolean);
  if (!escaped.length) return [];
  const found = [];
  for (const match of text.matchAll(new RegExp(escaped.join("\\s+"), "giu"))) {
    found.push({ start: match.index, end: match.index + match[0].length, kind: "found" });
    if (found.length >= most) break;
  }
  return found;
}
