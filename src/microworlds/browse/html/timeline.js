"use strict";
// The event graph down a time line: an arc for each dependency, a lane for each document, a box for each session.
const ROW = { least: 62, most: 120, month: 14, top: 34 };
const MONTH = 30 * 24 * 3600 * 1000;

function timeline(world, width) {
  const { events, sessions, documents } = world.told;
  const rows = new Map();
  let y = ROW.top;
  [...events].sort((one, other) => Date.parse(one.time) - Date.parse(other.time)).forEach((event, at, every) => {
    if (at) y += Math.min(ROW.most, Math.max(ROW.least, ((Date.parse(event.time) - Date.parse(every[at - 1].time)) / MONTH) * ROW.month + ROW.least - ROW.month));
    rows.set(event.id, { event, y });
  });
  const lane = (at) => width - 12 - (documents.length - 1 - at) * 24;
  const spine = width < 420 ? 48 : 62;
  const words = { x: spine + 18, room: lane(0) - spine - 34 };
  const height = y + 62;
  return draw("svg", { class: "timeline", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `${count(events.length, "event")}, what each depends on, and the sessions and documents that belong to it` },
    draw("defs", {}, draw("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" }, draw("path", { d: "M0,0 L8,4 L0,8 z" }))),
    draw("line", { class: "spine", x1: spine, x2: spine, y1: ROW.top, y2: y }),
    documents.map((document, at) => laneOf(world, document, lane(at), [...rows.values()], height)),
    events.flatMap((event) => event.depends_on.filter((id) => rows.has(id)).map((id) => arc(spine, rows.get(id), rows.get(event.id)))),
    [...rows.values()].map((row) => eventAt(world, row, spine, words, sessions.filter((session) => session.event === row.event.id))));
}

function arc(spine, from, to) {
  const bend = Math.min(spine + 8, 10 + Math.abs(to.y - from.y) / 5);
  return draw("path", { class: "arc", "marker-end": "url(#arrow)", d: `M${spine - 7},${from.y + 3} C${spine - bend},${from.y + 14} ${spine - bend},${to.y - 14} ${spine - 8},${to.y - 2}` },
    draw("title", {}, `${to.event.name} depends on ${from.event.name}`));
}

function laneOf(world, document, x, rows, height) {
  const own = world.places.get(document.id).own;
  const used = rows.filter((row) => row.event.documents.includes(document.id));
  return draw("g", { class: "lane" },
    draw("line", { x1: x, x2: x, y1: ROW.top - 12, y2: height - 20 }),
    draw("a", { href: inWorld(world.id, document.id), "aria-label": `${own.short}: ${document.title}` }, draw("title", {}, document.title), draw("text", { x, y: 14, "text-anchor": "middle" }, own.short)),
    used.map((row) => draw("circle", { cx: x, cy: row.y, r: 5 }, draw("title", {}, `${row.event.name}: ${document.title}`))));
}

function eventAt(world, { event, y }, spine, words, sessions) {
  const short = (text, size) => { const most = Math.floor(words.room / size); return text.length > most ? `${text.slice(0, most - 1)}…` : text; };
  return draw("g", { class: "event" },
    draw("title", {}, `${event.name}, ${minute(event.time)}. ${event.description}`),
    draw("circle", { class: "node", cx: spine, cy: y, r: 6 }),
    draw("text", { class: "name", x: words.x, y: y - 1 }, short(event.name, 8.4)),
    draw("text", { class: "date", x: words.x, y: y + 17 }, day(event.time)),
    sessions.map((session, at) => sessionAt(world, session, words.x + 80 + at * 82, y + 6)));
}

function sessionAt(world, session, x, y) {
  const own = world.places.get(session.id).own;
  return draw("a", { class: "session", href: inWorld(world.id, session.id), "aria-label": `${own.short}: ${session.title}` },
    draw("title", {}, session.title),
    draw("rect", { x, y, width: 78, height: 17, rx: 4 }),
    draw("text", { x: x + 39, y: y + 12.5, "text-anchor": "middle" }, `${own.short}, ${own.parts.length} turns`));
}
