// The language of the texts: the current one, its change, and its listeners. It does not touch the page, so that an
// element on another site's page can use it. page.ts does the rest for the site's own pages.

export type Language = "en" | "zh";

export const LANGUAGES: readonly Language[] = ["en", "zh"];

/** Texts that must load before a language can be shown. */
interface Loadable {
  load(language: Language): Promise<unknown>;
}

let current: Language = "en";
/** Differs from `current` while its texts load. */
let wanted: Language = "en";
const areas = new Set<Loadable>();
const late = new Set<Promise<unknown>>();
const listeners = new Set<() => void>();

export const language = (): Language => current;

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((name) => name === value);

/**
 * Calls the listener when the language has changed, or when late texts have loaded. Returns a function that stops it.
 */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(): void {
  for (const listener of [...listeners]) listener();
}

/**
 * Loads the language's texts, then changes to it. If two calls overlap, the later one counts. If the texts cannot be
 * loaded, it rejects and the language stays.
 */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next;
  try {
    await Promise.all([...areas].map((area) => area.load(next)));
  } catch (error) {
    if (wanted === next) wanted = current;
    throw error;
  }
  if (wanted !== next || current === next) return;
  current = next;
  tell();
}

/** Adds texts. Texts of code that loads late follow the current language. */
export function addTexts(area: Loadable): void {
  areas.add(area);
  if (wanted === "en") return;
  // If they do not load, the area stays English.
  const loading = area
    .load(wanted)
    .then(tell, () => undefined)
    .finally(() => late.delete(loading));
  late.add(loading);
}

/** Resolves when the texts of newly loaded code are there, so that English does not flash. */
export async function textsReady(): Promise<void> {
  await Promise.all([...late]);
}
