// Fills the frames of the pages with cells: with text from learn/text, cells from learn/cells, and the results of
// running these.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pageOf, tutorialOf, TUTORIALS, type Tutorial } from "../../src/learn/pages";
import { CODE_LANGUAGES, type CodeLanguage } from "../../src/core/protocol/code";
import type { Language } from "../../src/i18n/language";
import { readCells, type SourceCell } from "./cells";
import { inLanguage } from "./comments";
import { playgroundLinks } from "./playground-links";
import {
  LANGUAGE_TAGS,
  renderBody,
  renderHead,
  renderText,
  sitePolicy,
  titleOf,
  type Frame,
  type LiveCell,
} from "./page";
import { runCells, type CellResult, type Load } from "./run";
import { runPythonCells } from "./run-python";

const web = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(web, file), "utf8");

/** A page: the list of the tutorials, or a tutorial with cells in one language. */
interface Page {
  readonly name: string;
  readonly tutorial: Tutorial | undefined;
  readonly code: CodeLanguage;
}

function pageNamed(name: string): Page | undefined {
  if (name === "index") return { name, tutorial: undefined, code: "javascript" };
  const found = tutorialOf(name);
  return found && { name, ...found };
}

/** Cells with their results. Each program runs once, however often pages are requested. */
const results = new Map<string, Promise<LiveCell[]>>();

/** The cells of a page, with comments in a language. */
async function cellsOf(
  { tutorial, code }: Page,
  language: Language,
  load: Load,
): Promise<LiveCell[]> {
  if (!tutorial) return [];
  const text = read(`learn/cells/${tutorial}.${code === "python" ? "py" : "js"}`);
  const running = results.get(text) ?? runAll(tutorial, code, text, load);
  results.set(text, running);
  const cells = await running;
  return code === "python"
    ? cells.map((cell) => ({ ...cell, code: inLanguage(cell.code, language) }))
    : cells;
}

/** One page after the other: they share a console. */
let latest: Promise<unknown> = Promise.resolve();

function runAll(name: Tutorial, code: CodeLanguage, text: string, load: Load): Promise<LiveCell[]> {
  const cells = readCells(text, code);
  const run: Readonly<Record<CodeLanguage, (all: SourceCell[]) => Promise<CellResult[]>>> = {
    javascript: (all) => runCells(all, load),
    python: runPythonCells,
  };
  const running = latest.then(async () => {
    const all = await run[code](cells);
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

const textOf = (name: string, language: Language): string =>
  read(`learn/text/${name}.${language}.md`);

const titleIn = (name: string, language: Language): string =>
  titleOf(textOf(name, language)) ?? name;

async function filled(html: string, page: Page, language: Language, load: Load): Promise<string> {
  const { name, tutorial, code } = page;
  const cells = await cellsOf(page, language, load);
  const root = language === "en" ? "../" : "../../";
  const fragments =
    tutorial && code === "javascript" ? await playgroundLinks(tutorial, cells, language) : [];
  const links = new Map([...fragments].map(([cell, hash]) => [cell, `${root}index.html#${hash}`]));
  const text = renderText(textOf(name, language), language, cells, links, code);
  const addressIn = (one: CodeLanguage): [CodeLanguage, string] => [
    one,
    `./${pageOf(tutorial ?? name, one)}.html`,
  ];
  const frame: Frame = {
    language,
    root,
    other: language === "en" ? `./zh/${name}.html` : `../${name}.html`,
    csp: sitePolicy(),
    tutorials: TUTORIALS.map((one) => ({
      href: `./${pageOf(one, code)}.html`,
      title: titleIn(one, language),
    })),
    current: tutorial ? TUTORIALS.indexOf(tutorial) : -1,
    code,
    inCode: Object.fromEntries(CODE_LANGUAGES.map(addressIn)) as Record<CodeLanguage, string>,
  };
  const attributes = `lang="${LANGUAGE_TAGS[language]}" data-root="${frame.root}" data-code="${code}"`;
  return html
    .replace("<!-- learn:head -->", () => renderHead(text, frame))
    .replace("<!-- learn:body -->", () => renderBody(text, frame))
    .replace(/lang="[^"]*"/, () => attributes);
}

/** The complete page of this path; any other page stays unchanged. */
export function fillPage(html: string, page: string, load: Load): Promise<string> {
  const [, folder, name = ""] = /\/learn\/(zh\/)?([\w-]+)\.html$/.exec(page) ?? [];
  const known = pageNamed(name);
  return known
    ? filled(html, known, folder === undefined ? "en" : "zh", load)
    : Promise.resolve(html);
}
