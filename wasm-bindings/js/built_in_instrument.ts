// The base class of the instruments of the engine's table.

import { engine, host, raw } from "./engine.js";
import type { InstrumentDescription } from "./generated/records.js";
import { EngineObject } from "./handle.js";
import type { Write } from "./host.js";
import { fields, type Inspect, type InspectOptions } from "./inspect.js";
import { optionsJson } from "./options.js";

let rows: Map<string, InstrumentDescription> | undefined;

/** Base of the engine's own instruments; `engine.instruments()` lists them. */
export abstract class BuiltInInstrument extends EngineObject {
  readonly #name: string;

  /** @internal @param write takes the text that the instrument writes. */
  constructor(name: string, options: object = {}, write?: Write) {
    super(
      host.lend(({ sink }) =>
        raw().makeInstrument(
          name,
          optionsJson(options, name, write ? ["write"] : []),
          write ? sink(write) : 0,
        ),
      ),
    );
    this.#name = name;
  }

  /** The name of the instrument in the table. */
  override toString(): string {
    return this.#name;
  }

  /** The name of the instrument, and the data that it has gathered, by the name of the method that returns them. */
  override toJSON(): Record<string, unknown> {
    const { data } = this.#row;
    return { instrument: this.#name, ...(data && { [data.name]: this.data() }) };
  }

  /** @internal The number of records. */
  override show(options: InspectOptions, inspect?: Inspect): string {
    const { data } = this.#row;
    const found = data && this.data();
    const counted = data && { [data.name]: Array.isArray(found) ? found.length : found };
    return fields(this.sort, counted ?? {}, options, inspect);
  }

  get #row(): Partial<InstrumentDescription> {
    rows ??= new Map(engine.instruments().map((row) => [row.name, row]));
    return rows.get(this.#name) ?? {};
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
