// The search over all documents. Its index is fetched when the search box first gets the focus.
import MiniSearch from "minisearch";
import { searchOptions, type Found } from "./search-options";
import { own } from "../i18n/own";

const MOST = 20;
const root = document.documentElement.dataset["root"] ?? "";
const place = document.querySelector("#search");

type Index = MiniSearch<Found & { readonly id: number }>;
let fetching: Promise<Index> | undefined;

async function fetchIndex(): Promise<Index> {
  const response = await fetch(`${root}docs/search.json`);
  if (!response.ok) throw new Error(response.statusText);
  return MiniSearch.loadJSON(await response.text(), searchOptions);
}

/** The index. After a failure, the next call tries again. */
const load = (): Promise<Index> =>
  (fetching ??= fetchIndex().catch((error: unknown) => {
    fetching = undefined;
    throw error;
  }));

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

const BEFORE = 50;
const LENGTH = 180;

/** A piece of the text around the first of the words, with the words marked. */
function excerpt(text: string, words: readonly string[]): HTMLElement {
  const pattern = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, "\\$&")).join("|");
  const first = Math.max(0, text.search(new RegExp(pattern, "i")));
  const start = first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1;
  const last = text.lastIndexOf(" ", start + LENGTH);
  const end = start + LENGTH >= text.length ? text.length : last > start ? last : start + LENGTH;
  const piece = text.slice(start, end);
  const parts = piece
    .split(new RegExp(`(${pattern})`, "gi"))
    .map((part, i) => (i % 2 === 1 ? make("mark", {}, part) : part));
  const more = end < text.length ? ["…"] : [];
  return make("p", {}, ...(start > 0 ? ["…"] : []), ...parts, ...more);
}

function begin(container: Element): void {
  const input = make("input", { type: "search", id: "query", autocomplete: "off" });
  input.spellcheck = false;
  const status = make("p", { className: "note" });
  status.setAttribute("role", "status");
  const list = make("ol");
  const form = make("form", {}, make("label", { htmlFor: "query" }, "Search the documents"), input);
  container.setAttribute("role", "search");
  container.append(form, status, list);
  const links = (): HTMLAnchorElement[] => [...list.querySelectorAll("a")];

  const show = async (): Promise<void> => {
    const query = input.value.trim();
    if (query === "") {
      status.textContent = "";
      list.replaceChildren();
      return;
    }
    try {
      const index = await load();
      if (input.value.trim() !== query) return;
      const results = index.search(query);
      const { length } = results;
      const count = length === 1 ? "1 result" : `${length === 0 ? "No" : length} results`;
      status.textContent = length > MOST ? `${count}, the first ${MOST} are shown` : count;
      list.replaceChildren(
        ...results.slice(0, MOST).map((result) => {
          const { href, title, heading, text } = result as unknown as Found;
          const name = heading === title ? title : `${title} › ${heading}`;
          return make(
            "li",
            {},
            make("a", { href: root + href }, name),
            excerpt(text, result.terms),
          );
        }),
      );
    } catch {
      status.textContent = "The search could not be loaded. Is there a connection?";
    }
  };

  input.addEventListener("focus", () => void load().catch(() => undefined), { once: true });
  input.addEventListener("input", () => void show());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void show().then(() => links()[0]?.focus());
  });
  container.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const stops: HTMLElement[] = [input, ...links()];
    const at = stops.findIndex((one) => one === document.activeElement);
    const step = own({ ArrowDown: 1, ArrowUp: -1 }, event.key);
    const next = step === undefined ? undefined : stops[at + step];
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === "Escape") {
      input.value = "";
      input.focus();
      void show();
    }
  });
  // On the current page, the results would hide the section that was found.
  list.addEventListener("click", () => {
    input.value = "";
    void show();
  });
}

if (place) begin(place);
