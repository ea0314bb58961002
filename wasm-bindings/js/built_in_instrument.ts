// The base class of the instruments of the engine's table.

import { host, raw } from "./engine.js";
import { EngineObject } from "./handle.js";
import type { Write } from "./host.js";
import { optionsJson } from "./options.js";

/** Base of the engine's own instruments; `engine.instruments()` lists them. */
export abstract class BuiltInInstrument extends EngineObject {
  /** @internal @param write takes the text that the instrument writes. */
  constructor(name: string, options: object = {}, write?: Write) {
    super(
      host.lend(({ sink }) =>
        raw().makeInstrument(name, optionsJson(options, name), write ? sink(write) : 0),
      ),
    );
  }

  /** @internal The data that the instrument has gathered. */
  protected data(): unknown {
    return JSON.parse(raw().instrumentData(this.handle));
  }

  /** @internal The same data as a text for people. */
  protected text(): string {
    return raw().instrumentText(this.handle);
  }

  /** @internal Asks a question that only this kind of instrument answers. Returns the answer as text. */
  protected ask(question: string, args: object): string {
    return raw().askInstrument(this.handle, question, optionsJson(args));
  }

  /** @internal */
  protected forget(): void {
    raw().clearInstrument(this.handle);
  }
}
