// Which hooks of which instruments were called, in what order, and which of them threw.

import { raw } from "./engine.js";
import type { HookCalls } from "./generated/records.js";
import { EngineObject } from "./handle.js";
import { listGiven } from "./given.js";
import { WatchedInstrument, withInstrumentHandles, type Instrument } from "./instrument_handles.js";

/**
 * Logs each call of each hook of the instruments that it watches:
 * `new PassContext({ instruments: log.watch([timing, mine]) })`. So the exception rules can be seen at
 * work: what was called, what threw, what was not called any more.
 */
export class HookLog extends EngineObject {
  constructor() {
    super(raw().makeHookLog());
  }

  /** The same instruments with their hooks logged, to be given to a context in their place. */
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

  /** One line per call: "PassFine: runBeforePass(FoldConstant)". */
  render(): string {
    return raw().instrumentText(this.handle);
  }

  /** Forgets the calls. */
  clear(): void {
    raw().clearInstrument(this.handle);
  }
}
