"use strict";
// What the tables and plots of the page can do. Every text of the data reaches the page as textContent, never as markup.
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== ""));
  return element;
}

const option = (value, shown) => make("option", { value }, shown);

// one choice of several plots or tables; without this script all of them are on the page

function choosers() {
  for (const chooser of $$(".chooser")) {
    const choices = $$(":scope > .choice", chooser);
    const select = make("select", {}, choices.map((choice, at) => option(at, choice.dataset.name)));
    const show = () => choices.forEach((choice, at) => { choice.hidden = at !== Number(select.value); });
    select.addEventListener("change", show);
    chooser.prepend(make("label", { class: "pick" }, `${chooser.dataset.label}: `, select));
    show();
  }
}

function systemBoxes() {
  const boxes = $$("#systems input");
  const show = () => {
    const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    for (const mark of $$("[data-system]")) mark.style.display = shown.has(mark.dataset.system) ? "" : "none";
    for (const row of $$("[data-systems]")) row.hidden = !row.dataset.systems.split(" ").every((one) => shown.has(one));
  };
  $("#systems").addEventListener("change", show);
  for (const button of $$("#systems button")) {
    button.addEventListener("click", () => {
      for (const box of boxes) box.checked = button.dataset.all === "1";
      show();
    });
  }
}

// tables that sort by a click on a head: the largest number first, or names from A; again, the other way round

const number = (text) => { const found = /[-+−]?[\d,]*\.?\d+/.exec(text); return found ? Number(found[0].replaceAll(",", "").replace("−", "-")) : null; };

function sortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const shown = (row, at) => (at ? row.cells[at].firstChild?.textContent ?? "" : row.cells[0].lastChild.textContent).trim();
  heads.forEach((head, at) => {
    const button = make("button", { type: "button", onclick: () => {
      const up = head.getAttribute("aria-sort") === "descending" || (!head.hasAttribute("aria-sort") && at === 0);
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const keyed = [...body.rows].map((row) => ({ row, text: shown(row, at), value: number(shown(row, at)) }));
      const words = keyed.every((one) => one.value === null) || at === 0;
      const compared = words ? (one, other) => one.text.localeCompare(other.text, "en", { numeric: true }) : (one, other) => one.value - other.value;
      const empty = (one) => Number(!words && one.value === null); // stays last
      keyed.sort((one, other) => empty(one) - empty(other) || (up ? 1 : -1) * (empty(one) ? 0 : compared(one, other)));
      body.append(...keyed.map((one) => one.row));
    } }, ...head.childNodes);
    head.append(button);
  });
}

choosers();
systemBoxes();
for (const table of $$("table.sorted")) sortable(table);
