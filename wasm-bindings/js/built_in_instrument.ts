// What the instruments of the engine's table have in common.

import { host, raw } from "./engine.js";
import { EngineObject } from "./handle.js";
import type { Write } from "./host.js";
import { optionsJson } from "./options.js";

/** Base of the instruments that the engine brings; `engine.instruments()` lists them. */
export abstract class BuiltInInstrument extends EngineObject {
  /** @internal `write` takes what the instrument writes. */
  constructor(name: string, options: object = {}, write?: Write) {
    super(
      host.lend(({ sink }) =>
        raw().makeInstrument(name, optionsJson(options, name), write ? sink(write) : 0),
      ),
    );
  }

  /** @internal What it gathered. */
  protected data(): unknown {
    return JSON.parse(raw().instrumentData(this.handle));
  }

  /** @internal The same for people. */
  protected text(): string {
    return raw().instrumentText(this.handle);
  }

  /** @internal The answer to a question that only this instrument knows, as text. */
  protected ask(question: string, args: object): string {
    return raw().askInstrument(this.handle, question, optionsJson(args));
  }

  /** @internal */
  protected forget(): void {
    raw().clearInstrument(this.handle);
  }
}
