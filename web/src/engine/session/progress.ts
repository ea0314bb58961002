// Reports the current pass to the page. A worker that runs a pass answers no requests, so it must report a pass at its
// beginning. A pass that never ends has no later moment.

/** An instrument for the package's contexts. */
interface ProgressInstrument {
  readonly name: string;
  readonly runBeforePass: (mod: unknown, info: { readonly name: string }) => void;
  readonly runAfterPass: () => void;
  readonly runAfterFailed: () => void;
}

/** Nested passes are reported at most once in this many milliseconds. */
const STEP_MS = 100;
/** Passes up to this nesting depth (a stage's Sequential and its steps) are few, so they are always reported. */
const ALWAYS = 2;

interface Begun {
  readonly name: string;
  /** The number of passes that began before it. */
  readonly done: number;
}

export class PassProgress {
  readonly #running: Begun[] = [];
  #begun = 0;
  #told: Begun | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly now: () => number,
    private readonly step: (name: string, done: number) => void,
  ) {}

  /** An instrument for a context of the run. */
  instrument(): ProgressInstrument {
    // Passes that are left from a failed stage have ended.
    this.#running.length = 0;
    const ended = (): void => this.#ended();
    return {
      name: "progress",
      runBeforePass: (_mod, { name }) => this.#began(name),
      runAfterPass: ended,
      runAfterFailed: ended,
    };
  }

  #began(name: string): void {
    const pass = { name, done: this.#begun };
    this.#begun += 1;
    this.#running.push(pass);
    if (this.#running.length <= ALWAYS || this.now() - this.#toldAt >= STEP_MS) this.#tell(pass);
  }

  #ended(): void {
    const ended = this.#running.pop();
    const around = this.#running.at(-1);
    if (ended === this.#told && around) this.#tell(around);
  }

  #tell(pass: Begun): void {
    this.#told = pass;
    this.#toldAt = this.now();
    this.step(pass.name, pass.done);
  }
}
