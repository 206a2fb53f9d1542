"use strict";
// What holds of somebody and from when: a row for each state, a box for each time without a change, a line at each checkpoint.
const LANE = { height: 28, top: 24, letter: 6.7, least: 480, most: 1100 };

function lives(world, tracks) {
  return [...new Set(tracks.map((own) => own.group))].map((group) => {
    const own = tracks.filter((track) => track.group === group);
    const holder = make("figure", { class: "wide" });
    const fit = () => holder.replaceChildren(lanes(world, own, Math.max(LANE.least, Math.min(LANE.most, holder.clientWidth || LANE.most))));
    requestAnimationFrame(fit);
    addEventListener("resize", fit, { signal: view.leaving.signal });
    return [make("h3", {}, group), holder, make("details", {}, make("summary", {}, "In words, with the logs that show it"), make("ul", {}, own.map((track) => inWords(world, track))))];
  });
}

function lanes(world, tracks, width) {
  const times = world.observations.map((own) => Date.parse(own.time));
  const asked = [...new Set(world.questions.map((own) => own.asked))];
  const first = Math.min(...times), last = Math.max(...times, ...asked.map(Date.parse));
  const name = Math.min(190, width / 3);
  const x = (time) => name + ((Math.max(first, time) - first) / (last - first || 1)) * (width - name - 4);
  const height = LANE.top + tracks.length * LANE.height + 4;
  const short = (text, room) => { const most = Math.floor(room / LANE.letter); return most < 3 ? "" : text.length > most ? `${text.slice(0, most - 1)}…` : text; };
  return draw("svg", { class: "lives", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `${count(tracks.length, "state")}: what holds of each, and from when` },
    asked.map((time, at) => [draw("line", { class: "checkpoint", x1: x(Date.parse(time)), x2: x(Date.parse(time)), y1: LANE.top - 6, y2: height }), draw("text", { x: x(Date.parse(time)), y: 12, "text-anchor": "end" }, `C${at + 1}`)]),
    tracks.map((track, at) => {
      const y = LANE.top + at * LANE.height;
      return draw("g", {}, draw("title", {}, track.name), draw("text", { x: 0, y: y + 17 }, short(track.name, name - 6)), track.stretches.map((own, place) => {
        const from = x(Date.parse(own.since)), to = place + 1 < track.stretches.length ? x(Date.parse(track.stretches[place + 1].since)) : width - 4;
        const box = [draw("title", {}, said(own)), draw("rect", { x: from, y, width: Math.max(2, to - from - 2), height: LANE.height - 6, rx: 4 }), draw("text", { x: from + 5, y: y + 15 }, short(own.text, to - from - 12))];
        return own.parts.length ? draw("a", { class: place ? "changed" : "", href: inWorld(world.id, own.parts[0]), "aria-label": `${track.name}: ${said(own)}` }, box) : draw("g", {}, box);
      }));
    }));
}

const said = (own) => `from ${day(own.since)}: ${own.text}${own.why ? ` (${own.why})` : ""}`;

function inWords(world, track) {
  const logs = (own) => own.parts.map((id) => make("a", { href: inWorld(world.id, id) }, day(world.places.get(id)?.own.time ?? "") || id));
  return make("li", {}, make("b", {}, track.name), ` (${words(track.kind)})`, make("ul", {}, track.stretches.map((own) => make("li", {}, `${said(own)}. `, make("span", { class: "faint" }, joined(logs(own)))))));
}
