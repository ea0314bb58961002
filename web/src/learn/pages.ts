// The pages with cells, in the order in which they are read.

export const TUTORIALS = ["pass-infra", "pass-instrument", "annotate-spans"] as const;
export type Tutorial = (typeof TUTORIALS)[number];

/** The languages of cells. Each tutorial is a page in each. */
export const CODE_LANGUAGES = ["javascript", "python"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];
export const CODE_NAMES: Readonly<Record<CodeLanguage, string>> = {
  javascript: "JavaScript",
  python: "Python",
};

const PYTHON = "-python";

/** The name of a tutorial's page. */
export const pageOf = (tutorial: string, code: CodeLanguage): string =>
  code === "python" ? tutorial + PYTHON : tutorial;

/** The tutorial that a page is of, and the language of its cells; undefined where it is none. */
export function tutorialOf(page: string): { tutorial: Tutorial; code: CodeLanguage } | undefined {
  const python = page.endsWith(PYTHON);
  const name = python ? page.slice(0, -PYTHON.length) : page;
  const tutorial = TUTORIALS.find((one) => one === name);
  return tutorial && { tutorial, code: python ? "python" : "javascript" };
}
