"use strict";
// Which view the address names, what stands above it, and keys.
const view = { leaving: new AbortController(), number: 0 };

function parsed(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decodeURIComponent), query: Object.fromEntries(new URLSearchParams(query)) };
}

async function content({ parts: [page, ...rest], query }) {
  if (page === undefined) return worldsView();
  if (page === "questions") return questionsView(query);
  if (page === "find") return findView(rest[0], query.text ?? "");
  if (page === "judge") return judgeView(rest[0], rest[1], rest[2], query);
  if (page !== "w") throw new Error(`There is no page ${page}.`);
  if (rest.length < 2) return worldView(rest[0]);
  const world = await worldOf(rest[0]);
  const place = world.places.get(rest[1]);
  if (!place) throw new Error(`World ${rest[0]} has nothing called ${rest[1]}.`);
  return place.question ? questionView(world, place.question, query) : textView(world, place, query);
}

async function route() {
  const number = ++view.number;
  const wanted = parsed(location.hash);
  document.documentElement.dataset.ready = "";
  let made;
  try {
    made = await content(wanted);
  } catch (error) {
    made = [make("h1", {}, "Not found"), make("p", { role: "alert" }, error.message), make("p", {}, make("a", { href: "#/" }, "All worlds"))];
  }
  if (number !== view.number) return; // another address was asked for meanwhile
  view.leaving.abort();
  view.leaving = new AbortController();
  $("#main").replaceChildren(...made.flat(Infinity).filter((child) => child !== ""));
  $("#world-bar").replaceChildren(...worldBar(wanted));
  document.title = `${$("#main h1")?.textContent.slice(0, 80) ?? ""} · microworlds`;
  list();
  arrive(wanted);
  document.documentElement.dataset.ready = "1";
}

const BAR = 40; // tabs; of a world with more texts the bar has those next to the one that is open

function near({ observations }, open) {
  const at = observations.indexOf(open);
  return observations.length <= BAR ? observations : at < 0 ? [] : observations.slice(Math.max(0, at - 3), at + 4);
}

function worldBar({ parts: [page, id, place], query }) {
  const world = ["w", "find"].includes(page) && store.worlds.get(id);
  if (!world) return [];
  const own = world.places.get(place);
  const tab = (href, text, current, title) => make("a", { href, title, "aria-current": current ? "page" : null, "aria-label": title }, text);
  return [make("nav", { class: "shelf", "aria-label": `World ${id}` },
    tab(inWorld(id), id, page === "w" && !place, `World ${id}`),
    near(world, own?.own).map((one) => tab(inWorld(id, one.id), one.short, own?.own === one, `${one.short}: ${one.title}`)),
    tab(address(["questions"], { world: id }), "Questions", Boolean(own?.question), `Questions of ${id}`)),
  make("form", { class: "find", role: "search", onsubmit: (event) => { event.preventDefault(); const text = new FormData(event.target).get("text").trim(); if (text) go(address(["find", id], { text })); } },
    make("input", { type: "search", name: "text", value: query.text ?? query.find ?? "", placeholder: `Search in ${id}`, "aria-label": `Search in ${id}` }))];
}

const go = (hash) => { if (location.hash === hash) route(); else location.hash = hash; };

// to what the address names: the part and the first highlight in it, or the top
function arrive({ parts }) {
  const id = parts.at(-1);
  const judged = parts[0] === "judge";
  const names = parts.length > (judged ? 3 : 2);
  const part = names && $(`#main .part[data-id="${CSS.escape(id)}"]`);
  const within = part && $("mark.gold, mark.found, mark.seen", part);
  const first = within || part || (names && $("#main .reading mark")) || (names && judged && $("#main .opened"));
  $("#main .part[aria-current]")?.removeAttribute("aria-current");
  if (part) { part.setAttribute("aria-current", "true"); part.focus({ preventScroll: true }); }
  else if (view.number > 1) $("#main").focus({ preventScroll: true });
  if (first) { first.scrollIntoView({ block: first === part ? "start" : "center" }); requestAnimationFrame(() => first.scrollIntoView({ block: first === part ? "start" : "center" })); }
  else scrollTo(0, 0);
}

// keys

function step(elements, by, whole) {
  const shown = elements.filter((own) => own.offsetParent);
  if (!shown.length) return false;
  const at = shown.findIndex((own) => own === document.activeElement || own.contains(document.activeElement));
  const from = at >= 0 ? at + by : by > 0 ? Math.max(0, shown.findIndex((own) => own.getBoundingClientRect().bottom > 120)) : 0;
  const to = shown[Math.min(Math.max(from, 0), shown.length - 1)];
  to.focus({ preventScroll: true });
  to.scrollIntoView({ block: whole ? "start" : "nearest" });
  return true;
}

let lit = null;

function highlight(by) {
  const marks = $$("#main .reading mark");
  if (!marks.length) return;
  const at = marks.indexOf(lit);
  lit?.classList.remove("lit");
  lit = marks[(at + by + marks.length) % marks.length];
  lit.classList.add("lit");
  lit.scrollIntoView({ block: "center" });
  $("#said").textContent = `Highlight ${marks.indexOf(lit) + 1} of ${marks.length}`;
}

function move(by) {
  if (step($$("#main .row"), by)) return;
  if (step($$("#main .part"), by, true)) return;
  $(`#main .steps [rel=${by > 0 ? "next" : "prev"}]`)?.click();
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
  const arrows = event.target.closest(".row, .part"); // elsewhere arrows scroll, as everywhere
  const acts = {
    j: () => move(1), k: () => move(-1), ArrowDown: arrows && (() => move(1)), ArrowUp: arrows && (() => move(-1)),
    n: () => highlight(1), p: () => highlight(-1), "/": () => $("input[type=search]")?.focus(), "?": () => $("#keys").showModal(),
  };
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
}

async function start() {
  await load("index");
  $("#to-judge").hidden = !store.index.judging;
  $("#to-keys").addEventListener("click", () => $("#keys").showModal());
  $(".skip").addEventListener("click", (event) => { event.preventDefault(); $("#main").focus(); $("#main").scrollIntoView(); });
  document.addEventListener("keydown", keys);
  addEventListener("hashchange", route);
  await route();
}

start().catch((error) => $("#main").replaceChildren(make("p", { role: "alert" }, error.message)));
