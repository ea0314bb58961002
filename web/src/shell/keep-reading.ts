// Remembers how the user wants programs to be shown.
import { READINGS } from "../core/relay/reading-kind";
import type { App } from "../core/app/app";

const KEY = "passcope.reading";

/** Restores the choice of an earlier visit, and saves each later choice. */
export function keepReading(app: App): void {
  try {
    const kept = localStorage.getItem(KEY);
    const reading = READINGS.find((one) => one === kept);
    if (reading) app.layout.setReading(reading);
  } catch {
    // Without storage, the default applies.
  }
  let last = app.store.state.readingPreferred;
  app.store.subscribe(() => {
    const { readingPreferred } = app.store.state;
    if (readingPreferred === last) return;
    last = readingPreferred;
    try {
      localStorage.setItem(KEY, readingPreferred);
    } catch {
      // Without storage, the choice lasts for one visit.
    }
  });
}
