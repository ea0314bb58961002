// The language of cells that the reader has chosen last: links to tutorials lead to their pages in it. A link that
// somebody follows from elsewhere says itself which page it is to.
import { CODE_LANGUAGES, type CodeLanguage } from "../core/protocol/code";
import { pageOf, tutorialOf } from "./pages";

const KEY = "passcope.cells";

function remembered(): CodeLanguage | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return CODE_LANGUAGES.find((one) => one === value);
  } catch {
    // A browser may refuse to keep anything.
    return undefined;
  }
}

function remember(code: CodeLanguage): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Then the choice holds on this page alone.
  }
}

/** Remembers what the switch is set to. */
export function rememberCode(shown: CodeLanguage): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".code-switch a")) {
    link.addEventListener("click", () => {
      remember(CODE_LANGUAGES.find((one) => one === link.dataset["code"]) ?? shown);
    });
  }
}

/** Lets the links to tutorials lead to the pages in the language that was chosen last. */
export function followRemembered(): void {
  const code = remembered();
  if (code === undefined) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="./"]')) {
    const [, name = ""] = /^\.\/([\w-]+)\.html$/.exec(link.getAttribute("href") ?? "") ?? [];
    const tutorial = tutorialOf(name);
    if (tutorial) link.setAttribute("href", `./${pageOf(tutorial.tutorial, code)}.html`);
  }
}
