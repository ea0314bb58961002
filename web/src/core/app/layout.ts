// Which tabs are shown, how large they are, and how programs are read.
import type { Reading } from "../relay/reading-kind";
import type { AppState } from "../state/app-state";
import type { Store } from "../state/store";
import type { DetailTab, TimingTab } from "../state/tabs";

export class Layout {
  constructor(private readonly store: Store<AppState>) {}

  showDetail(detailTab: DetailTab): void {
    this.store.update({ detailTab });
  }

  showTiming(timingTab: TimingTab): void {
    this.store.update({ timingTab });
  }

  /** Gives the lower panel the space of both panels, or takes it back. */
  maximise(maximised: boolean): void {
    this.store.update({ maximised });
  }

  setReading(reading: Reading): void {
    this.store.update({ reading, readingPreferred: reading });
  }
}
