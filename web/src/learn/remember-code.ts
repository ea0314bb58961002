// Remembers the code language that the reader chose last: links to tutorials lead to pages in that language. Links from
// elsewhere name their page themselves.
import { CODE_LANGUAGES, type CodeLanguage } from "../core/protocol/code";
import { pageOf, tutorialOf } from "./pages";

const KEY = "passcope.cells";

function remembered(): CodeLanguage | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return CODE_LANGUAGES.find((one) => one === value);
  } catch {
    // The browser may refuse to store anything.
    return undefined;
  }
}

function remember(code: CodeLanguage): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Without storage, the choice applies only to this page.
  }
}

/** Remembers the setting of the switch. */
export function rememberCode(shown: CodeLanguage): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".code-switch a")) {
    link.addEventListener("click", () => {
      remember(CODE_LANGUAGES.find((one) => one === link.dataset["code"]) ?? shown);
    });
  }
}

/** Makes links to tutorials lead to pages in the remembered language. */
export function followRemembered(): void {
  const code = remembered();
  if (code === undefined) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="./"]')) {
    const [, name = ""] = /^\.\/([\w-]+)\.html$/.exec(link.getAttribute("href") ?? "") ?? [];
    const tutorial = tutorialOf(name);
    if (tutorial) link.setAttribute("href", `./${pageOf(tutorial.tutorial, code)}.html`);
  }
}
