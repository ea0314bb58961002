// Which pass runs now, for the page to say. A worker that runs a pass answers nothing, so what runs has to be told
// when it begins: a pass that never ends has no later moment.

/** What the package's contexts take as an instrument. */
interface ProgressInstrument {
  readonly name: string;
  readonly runBeforePass: (mod: unknown, info: { readonly name: string }) => void;
  readonly runAfterPass: () => void;
  readonly runAfterFailed: () => void;
}

/** Passes that other passes run are told at most once in this many milliseconds. */
const STEP_MS = 100;
/** Stages, their Sequential and its steps, which are few, are always told. */
const ALWAYS = 2;

interface Begun {
  readonly name: string;
  /** How many passes had begun before it. */
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
    // What the last stage left when it failed is over.
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
