// Fills the frames of the pages with cells: with text from learn/text, cells from learn/cells and what these show
// when they are run.
import { readFileSync } from "node:fs";
import path from "node:path";
import { TUTORIALS, type Tutorial } from "../../src/learn/pages";
import type { Language } from "../../src/i18n/language";
import { readCells } from "./cells";
import { playgroundLinks } from "./playground-links";
import {
  LANGUAGE_TAGS,
  renderBody,
  renderHead,
  renderText,
  titleOf,
  type Frame,
  type LiveCell,
} from "./page";
import { runCells, type Load } from "./run";

const web = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(web, file), "utf8");

const NAMES = ["index", ...TUTORIALS] as const;
type Name = (typeof NAMES)[number];

/** Cells with their results; a program is run once however often pages are asked for. */
const results = new Map<string, Promise<LiveCell[]>>();

function cellsOf(name: Name, load: Load): Promise<LiveCell[]> {
  if (name === "index") return Promise.resolve([]);
  const text = read(`learn/cells/${name}.js`);
  const running = results.get(text) ?? runAll(name, text, load);
  results.set(text, running);
  return running;
}

/** One page after the other: they share a console. */
let latest: Promise<unknown> = Promise.resolve();

function runAll(name: Tutorial, text: string, load: Load): Promise<LiveCell[]> {
  const cells = readCells(text);
  const running = latest.then(async () => {
    const all = await runCells(cells, load);
    return cells.map((cell, i): LiveCell => {
      const { printed = [], outcome = {} } = all[i] ?? {};
      if (outcome.failure) {
        throw new Error(`${name}, cell ${cell.name}: ${outcome.failure.message}`);
      }
      return { ...cell, printed, outcome, number: i + 1 };
    });
  });
  latest = running.catch(() => undefined);
  return running;
}

const textOf = (name: Name, language: Language): string =>
  read(`learn/text/${name}.${language}.md`);

const titleIn = (name: Name, language: Language): string => titleOf(textOf(name, language)) ?? name;

/** That of the playground's page, so that there is one policy. */
function policy(): string {
  const [, csp] =
    /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(read("index.html")) ?? [];
  if (csp === undefined) throw new Error("index.html has no policy");
  return csp;
}

async function filled(html: string, name: Name, language: Language, load: Load): Promise<string> {
  const cells = await cellsOf(name, load);
  const root = language === "en" ? "../" : "../../";
  const fragments = name === "index" ? [] : await playgroundLinks(name, cells, language);
  const links = new Map([...fragments].map(([cell, hash]) => [cell, `${root}index.html#${hash}`]));
  const text = renderText(textOf(name, language), language, cells, links);
  const frame: Frame = {
    language,
    root,
    other: language === "en" ? `./zh/${name}.html` : `../${name}.html`,
    csp: policy(),
    tutorials: TUTORIALS.map((tutorial) => ({
      href: `./${tutorial}.html`,
      title: titleIn(tutorial, language),
    })),
    current: name === "index" ? -1 : TUTORIALS.indexOf(name),
  };
  return html
    .replace("<!-- learn:head -->", () => renderHead(text, frame))
    .replace("<!-- learn:body -->", () => renderBody(text, frame))
    .replace(/lang="[^"]*"/, () => `lang="${LANGUAGE_TAGS[language]}" data-root="${frame.root}"`);
}

/** The page of this path, complete; any other page as it is. */
export function fillPage(html: string, page: string, load: Load): Promise<string> {
  const [, folder, name = ""] = /\/learn\/(zh\/)?([\w-]+)\.html$/.exec(page) ?? [];
  const known = NAMES.find((one) => one === name);
  return known
    ? filled(html, known, folder === undefined ? "en" : "zh", load)
    : Promise.resolve(html);
}
