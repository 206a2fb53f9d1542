"use strict";
// Every text of the data reaches the page as textContent, never as markup.
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const make = (tag, properties = {}, ...children) => fill(document.createElement(tag), properties, children);
const draw = (tag, properties = {}, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);

const option = (value, shown) => make("option", { value }, shown);
const words = (key) => String(key).replaceAll("_", " ");
const count = (number, one, many = one.endsWith("y") ? `${one.slice(0, -1)}ies` : `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
const day = (time) => (time ? time.slice(0, 10) : "");
const minute = (time) => (time ? time.slice(0, 16).replace("T", " ") : "");
const facts = (rows) => make("dl", { class: "facts" }, rows.filter(([, value]) => value && value.length !== 0).map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
const joined = (parts, between = ", ") => parts.flatMap((part, at) => (at ? [between, part] : [part]));
