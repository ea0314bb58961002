// How programs are read is remembered.
import { READINGS } from "../core/relay/reading-kind";
import type { App } from "../core/app/app";

const KEY = "passcope.reading";

/** From now on keeps what is chosen, and begins with what was chosen in an earlier visit. */
export function keepReading(app: App): void {
  try {
    const kept = localStorage.getItem(KEY);
    const reading = READINGS.find((one) => one === kept);
    if (reading) app.layout.setReading(reading);
  } catch {
    // Without storage it is as at first.
  }
  let last = app.store.state.readingPreferred;
  app.store.subscribe(() => {
    const { readingPreferred } = app.store.state;
    if (readingPreferred === last) return;
    last = readingPreferred;
    try {
      localStorage.setItem(KEY, readingPreferred);
    } catch {
      // It holds for this visit.
    }
  });
}
