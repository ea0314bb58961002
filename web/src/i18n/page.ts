// The language of the site's own pages: the first choice, the document's language and title, and the remembered choice.
import { isLanguage, language, onLanguage, setLanguage, type Language } from "./language";

const KEY = "passcope.language";

function remembered(): Language | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return isLanguage(value) ? value : undefined;
  } catch {
    // Without storage, nothing is remembered.
    return undefined;
  }
}

/** The link's language, or the remembered one, or the browser's first that Passcope has. */
function firstLanguage(link?: string | null): Language {
  if (isLanguage(link)) return link;
  const known = remembered();
  if (known) return known;
  for (const tag of navigator.languages) {
    const [name] = tag.toLowerCase().split("-");
    if (isLanguage(name)) return name;
  }
  return "en";
}

/**
 * Starts a page: sets its first language, and from then on the document's language and title. Resolves when the texts
 * are there. If another language's texts cannot be loaded, the page is in English.
 */
export async function startLanguage(title: () => string, link?: string | null): Promise<void> {
  const apply = (): void => {
    document.documentElement.lang = language() === "zh" ? "zh-Hans" : "en";
    document.title = title();
  };
  onLanguage(apply);
  await setLanguage(firstLanguage(link)).catch(() => undefined);
  apply();
}

/** Changes the language and remembers the choice. Rejects if the texts cannot be loaded. */
export async function chooseLanguage(next: Language): Promise<void> {
  await setLanguage(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage, the choice lasts for one visit.
  }
}
