// The pages with cells, in reading order. Each tutorial has one page per code language.
import type { CodeLanguage } from "../core/protocol/code";

export const TUTORIALS = ["pass-infra", "pass-instrument", "annotate-spans"] as const;
export type Tutorial = (typeof TUTORIALS)[number];

const PYTHON = "-python";

/** The name of a tutorial's page. */
export const pageOf = (tutorial: string, code: CodeLanguage): string =>
  code === "python" ? tutorial + PYTHON : tutorial;

/** The tutorial of a page, and the language of its cells; undefined if it is not a tutorial. */
export function tutorialOf(page: string): { tutorial: Tutorial; code: CodeLanguage } | undefined {
  const python = page.endsWith(PYTHON);
  const name = python ? page.slice(0, -PYTHON.length) : page;
  const tutorial = TUTORIALS.find((one) => one === name);
  return tutorial && { tutorial, code: python ? "python" : "javascript" };
}
