// A log of calls of hooks: which hooks of which instruments were called, in which order, and which of them threw.

import { raw } from "./engine.js";
import type { HookCalls } from "./generated/records.js";
import { EngineObject } from "./handle.js";
import { listGiven } from "./given.js";
import { block } from "./inspect.js";
import { WatchedInstrument, withInstrumentHandles, type Instrument } from "./instrument_handles.js";

/**
 * Logs all calls of the hooks of the instruments that it watches: `new PassContext({ instruments: log.watch([timing,
 * mine]) })`. The log shows the rules for exceptions at work: the hooks that were called, threw, or were skipped.
 */
export class HookLog extends EngineObject {
  constructor() {
    super(raw().makeHookLog());
  }

  /** Wraps instruments so that their hooks are logged. Give the result to a context in their place. */
  watch(instruments: readonly Instrument[]): WatchedInstrument[] {
    return listGiven("HookLog.watch", "instruments", instruments).map((instrument) =>
      withInstrumentHandles(
        [instrument],
        ([inner]) => new WatchedInstrument(raw().watchHooks(this.handle, inner ?? 0), instrument),
      ),
    );
  }

  calls(): HookCalls {
    return JSON.parse(raw().instrumentData(this.handle)) as HookCalls;
  }

  override toJSON(): { calls: HookCalls } {
    return { calls: this.calls() };
  }

  override toString(): string {
    return this.render();
  }

  /** @internal */
  override show(): string {
    return block(this.sort, this.render());
  }

  /** One line per call: "PassFine: runBeforePass(FoldConstant)". */
  render(): string {
    return raw().instrumentText(this.handle);
  }

  /** Forgets the calls. */
  clear(): void {
    raw().clearInstrument(this.handle);
  }
}
