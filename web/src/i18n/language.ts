// The language of the interface: which it is, how it is changed, who hears of it. It touches nothing
// of the page, so that an element on somebody else's page can use it; page.ts does what a page of
// our own needs.

export type Language = "en" | "zh";

export const LANGUAGES: readonly Language[] = ["en", "zh"];

/** Texts that have to be there before a language can be shown. */
interface Loadable {
  load(language: Language): Promise<unknown>;
}

let current: Language = "en";
/** Differs from `current` while its texts are on their way. */
let wanted: Language = "en";
const areas = new Set<Loadable>();
const late = new Set<Promise<unknown>>();
const listeners = new Set<() => void>();

export const language = (): Language => current;

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((name) => name === value);

/** Tells when the language, or texts that came late, are there; returns how to stop listening. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(): void {
  for (const listener of [...listeners]) listener();
}

/**
 * Loads the language's texts, then changes to it. Of two calls the later one counts. Rejects, and
 * leaves the language as it is, when the texts cannot be loaded.
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

/** Adds texts. Those of code that is loaded late follow the language that there already is. */
export function addTexts(area: Loadable): void {
  areas.add(area);
  if (wanted === "en") return;
  // Should they not come, the area stays English.
  const loading = area
    .load(wanted)
    .then(tell, () => undefined)
    .finally(() => late.delete(loading));
  late.add(loading);
}

/** Resolves when the texts of code that was just loaded are there, so that it need not flash English. */
export async function textsReady(): Promise<void> {
  await Promise.all([...late]);
}
