"use strict";
// The data: scripts that hand over JSON, since a page that was opened from a folder may load nothing else.
const store = { index: null, worlds: new Map(), golds: new Map() };
const microworlds = {
  index(json) { store.index = JSON.parse(json); },
  world(json) { const own = prepared(JSON.parse(json)); store.worlds.set(own.id, own); },
  gold(json) { const own = JSON.parse(json); store.golds.set(own.id, own); },
};
const KEPT = 4; // worlds in memory at once: each has about a megabyte of text

const loading = new Map();

function load(name) {
  if (!loading.has(name)) {
    loading.set(name, new Promise((resolve, reject) => {
      const element = make("script", { src: `data/${name}.js`, onload: resolve, onerror: () => reject(new Error(`data/${name}.js cannot be read. Is the server still running?`)) });
      document.head.append(element);
    }).finally(() => { loading.delete(name); for (const own of $$("head script")) own.remove(); }));
  }
  return loading.get(name);
}

async function of(map, part, id) {
  if (!map.has(id)) {
    const number = store.index.worlds.findIndex((own) => own.id === id);
    if (number < 0) throw new Error(`This release has no world ${id}.`);
    await load(`${number}.${part}`);
  }
  const own = map.get(id);
  map.delete(id);
  map.set(id, own);
  while (map.size > KEPT) map.delete(map.keys().next().value);
  return own;
}

const worldOf = (id) => of(store.worlds, "world", id);
const goldOf = (id) => of(store.golds, "gold", id);
const named = (key) => (Object.hasOwn(store.index.names, key) ? store.index.names[key] : words(key));

// where every id of a world leads: a question, an observation, or a part of one
function prepared(world) {
  world.places = new Map(world.questions.map((question) => [question.id, { question }]));
  for (const own of world.observations) {
    own.short = `${own.kind[0].toUpperCase()}${world.observations.filter((other) => other.kind === own.kind).indexOf(own) + 1}`;
    world.places.set(own.id, { own });
    for (const part of own.parts) if (!world.places.has(part.id)) world.places.set(part.id, { own, part });
  }
  return world;
}

// addresses: #/w/WORLD/ID?q=QUESTION&system=SYSTEM&find=TEXT
function address(parts, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return `#/${parts.map(encodeURIComponent).join("/")}${kept.length ? `?${new URLSearchParams(kept)}` : ""}`;
}

const inWorld = (world, id, query) => address(id ? ["w", world, id] : ["w", world], query);
