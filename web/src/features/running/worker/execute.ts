// Runs the programs of a trace on the same inputs, again and again in turns, for their times and their outputs.
import type { Failure, ModelCost, RunProgress } from "../../../core/protocol/messages";
import { DEFAULT_INPUTS, type InputChoice } from "../../../core/protocol/input-choice";
import { addTimes, Samples } from "../../../core/trace/estimate";
import type {
  Engine,
  Executable,
  Handle,
  ModuleHandle,
  Params,
} from "../../../engine/session/engine-api";
import { describeFailure } from "../../../engine/session/failure";

export interface Executed {
  readonly snapshot: number;
  readonly mod: ModuleHandle;
}

export interface ExecuteOptions {
  readonly now: () => number;
  /** Resolves after messages that have arrived meanwhile have been handled. */
  readonly breathe: () => Promise<void>;
  /** Returns false once nobody waits for the results any more. */
  readonly wanted: () => boolean;
  readonly tell: (progress: RunProgress) => void;
  /** How long a program is run at most, beyond the fewest runs, in milliseconds, and how often. */
  readonly maxMs: number;
  readonly maxRuns: number;
}

/** Every program is run at least this often after its first run. */
const FEWEST = 3;
/** After so many runs it is looked, each time that there are half as many more, whether times are steady. */
const FIRST_LOOK = 8;
/** After this many milliseconds messages that have arrived are handled, once the kernel that runs has ended. */
const BREATH_MS = 8;
const TELL_MS = 400;
/** Once programs that take turns have taken so many bytes, no more join them. */
const GROUP_BYTES = 512 * 1024 * 1024;

/** Nobody waits for the results any more. */
class Unwanted extends Error {}

/** Told of failures that end the engine. */
export class EngineLost extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/**
 * Throws EngineLost after a failure that the engine does not survive; any other one is told of the program that
 * it is of, and the others go on.
 */
export async function execute(
  engine: Engine,
  reference: ModuleHandle,
  programs: readonly Executed[],
  params: Params,
  choice: InputChoice,
  options: ExecuteOptions,
): Promise<void> {
  const run = new Execution(engine, params, options, programs.length);
  try {
    await run.begin(reference, choice);
    await run.all(programs);
  } catch (error) {
    if (!(error instanceof Unwanted)) throw error;
  } finally {
    run.dispose();
  }
}

class Execution {
  #inputs: Params = {};
  /** Undefined if the first program cannot be run: then nothing is compared. */
  #expected: Handle[] | undefined;
  #mod: ModuleHandle | undefined;
  #breath: number;
  /** When it was told last what runs. */
  #told = 0;
  #done = 0;

  constructor(
    private readonly engine: Engine,
    private readonly params: Params,
    private readonly options: ExecuteOptions,
    private readonly total: number,
  ) {
    this.#breath = options.now();
  }

  /** Makes the inputs, and the outputs that all others are compared with. */
  async begin(reference: ModuleHandle, choice: InputChoice): Promise<void> {
    this.#mod = reference;
    const made = this.engine.executable(reference, this.params);
    try {
      this.#inputs = this.#makeInputs(made, choice);
      setInputs(made, this.#inputs);
      this.#expected = await this.#outputs(made);
    } finally {
      made.dispose();
    }
  }

  /** Of the first program; undefined if it fails, which is told when its turn comes: the others have their figures. */
  async #outputs(made: Executable): Promise<Handle[] | undefined> {
    try {
      await this.#run(made);
      return made.outputs();
    } catch (error) {
      if (error instanceof Unwanted || describeFailure(error).fatal) throw error;
      return undefined;
    }
  }

  #makeInputs(made: Executable, choice: InputChoice): Params {
    const { engine } = this;
    const inputs = made.makeInputs(
      choice.kind === "constant"
        ? { seed: DEFAULT_SEED, constant: choice.value }
        : { seed: choice.kind === "random" ? choice.seed : DEFAULT_SEED },
    );
    if (choice.kind !== "file") return inputs;
    for (const array of choice.arrays) {
      const input = made.inputs.find(({ name }) => name === array.name);
      if (!input) continue;
      inputs[array.name]?.dispose();
      inputs[array.name] = engine.array(array, input.dtype);
    }
    return inputs;
  }

  /** Programs take turns as long as all of them together have room; then the next ones begin. */
  async all(programs: readonly Executed[]): Promise<void> {
    const made: Measured[] = [];
    let bytes = 0;
    const finish = async (): Promise<void> => {
      await this.#repeat(made);
      made.splice(0).forEach((one) => one.dispose());
      bytes = 0;
    };
    try {
      for (const program of programs) {
        const one = await this.#first(program);
        if (!one) continue;
        made.push(one);
        bytes += one.bytes;
        if (bytes > GROUP_BYTES) await finish();
      }
      await finish();
    } finally {
      made.forEach((one) => one.dispose());
    }
  }

  /** The first run of a program, with its outputs; undefined if it failed, which has been told. */
  async #first(program: Executed): Promise<Measured | undefined> {
    const { snapshot, mod } = program;
    this.#tell(snapshot, "first");
    await this.#breathe();
    let made: Executable | undefined;
    try {
      made = this.engine.executable(mod, this.params);
      setInputs(made, this.#inputs);
      const one = new Measured(program, made, this.engine.clockResolutionUs, this.options);
      one.first = await this.#run(made);
      const outputs = made.outputs();
      try {
        if (this.#mod && this.#expected && this.#mod.diffId() !== mod.diffId()) {
          one.difference = this.engine.compare(this.#expected, outputs, this.#mod);
        }
      } finally {
        outputs.forEach((output) => output.dispose());
      }
      this.#done += 1;
      this.options.tell({ kind: "executed", snapshot, cost: one.cost(false) });
      return one;
    } catch (error) {
      made?.dispose();
      if (error instanceof Unwanted) throw error;
      const failure = describeFailure(error);
      this.#done += 1;
      this.options.tell({ kind: "executed", snapshot, failure });
      if (failure.fatal) throw new EngineLost(failure);
      return undefined;
    }
  }

  async #repeat(made: readonly Measured[]): Promise<void> {
    const { now, maxMs } = this.options;
    const ends = now() + maxMs * made.length;
    let told = now();
    for (;;) {
      const open = made.filter((one) => !one.done(now() >= ends));
      if (open.length === 0) return;
      for (const one of open) {
        this.#tell(one.snapshot, "repeat");
        one.add(await this.#run(one.executable));
        const isDone = one.done(now() >= ends);
        if (!isDone && now() - told < TELL_MS) continue;
        told = now();
        this.options.tell({
          kind: "executed",
          snapshot: one.snapshot,
          cost: one.cost(isDone),
        });
      }
    }
  }

  /** Runs a program once: what each node took, in microseconds. */
  async #run(made: Executable): Promise<number[]> {
    const { now } = this.options;
    const us: number[] = [];
    for (let call = 0; call < made.calls; call += 1) {
      await this.#breathe();
      const began = now();
      made.runCall(call);
      us.push((now() - began) * 1000);
    }
    return us;
  }

  async #breathe(): Promise<void> {
    const { now, breathe, wanted } = this.options;
    if (now() - this.#breath >= BREATH_MS) {
      await breathe();
      this.#breath = now();
    }
    if (!wanted()) throw new Unwanted();
  }

  #tell(snapshot: number, phase: "first" | "repeat"): void {
    const { total } = this;
    // A small program runs thousands of times a second.
    const now = this.options.now();
    if (phase === "repeat" && now - this.#told < TELL_MS) return;
    this.#told = now;
    this.options.tell({ kind: "executing", snapshot, phase, done: this.#done, total });
  }

  dispose(): void {
    this.#expected?.forEach((output) => output.dispose());
    Object.values(this.#inputs).forEach((input) => input.dispose());
  }
}

const DEFAULT_SEED = DEFAULT_INPUTS.kind === "random" ? DEFAULT_INPUTS.seed : 0;

function setInputs(made: Executable, inputs: Params): void {
  for (const { name } of made.inputs) {
    const value = inputs[name];
    // A parameter that the first program does not have is missed by the run, which says so.
    if (value) made.setInput(name, value);
  }
}

/** The times of one program. */
class Measured {
  first: readonly number[] = [];
  difference: ModelCost["difference"];
  readonly snapshot: number;
  readonly #samples: Samples;
  /** Of whole runs, which are steady sooner than each of their nodes. */
  readonly #whole: Samples;
  #nextLook = FIRST_LOOK;
  #isSteady = false;

  constructor(
    { snapshot }: Executed,
    readonly executable: Executable,
    private readonly resolutionUs: number,
    private readonly options: ExecuteOptions,
  ) {
    this.snapshot = snapshot;
    this.#samples = new Samples(this.#rows(), resolutionUs);
    this.#whole = new Samples([{ kind: "run", parent: -1 }], resolutionUs);
  }

  /** A run takes what its nodes take. */
  #rows(): { kind: string; parent: number }[] {
    const nodes = Array.from({ length: this.executable.calls }, () => ({
      kind: "call",
      parent: 0,
    }));
    return [{ kind: "stage", parent: -1 }, ...nodes];
  }

  /** What it takes, roughly: weights once more in the form that kernels take them in. */
  get bytes(): number {
    const { activationBytes, weightBytes } = this.executable;
    return activationBytes + 2 * weightBytes;
  }

  add(us: readonly number[]): void {
    const whole = us.reduce((sum, one) => sum + one, 0);
    this.#samples.add({ durationsUs: [whole, ...us], repeatedUs: [] });
    this.#whole.add({ durationsUs: [whole], repeatedUs: [] });
    if (this.#samples.runs < this.#nextLook) return;
    this.#nextLook = Math.ceil(this.#nextLook * 1.5);
    this.#isSteady = this.#whole.laterHalf().steady();
  }

  done(timeIsUp: boolean): boolean {
    const { runs } = this.#samples;
    return this.#isSteady || runs >= this.options.maxRuns || (timeIsUp && runs >= FEWEST);
  }

  cost(final: boolean): ModelCost {
    const firstUs = addTimes(this.first);
    const repeated = this.#samples.runs > 0;
    const kept = repeated
      ? this.#samples.laterHalf()
      : new Samples(this.#rows(), this.resolutionUs);
    if (!repeated) kept.add({ durationsUs: [firstUs, ...this.first], repeatedUs: [] });
    const { durationsUs, quartilesUs, grainUs, known } = kept.figures();
    const figures = durationsUs.map((us, i) => ({
      us,
      quartilesUs: quartilesUs[i] ?? ([us, us] as const),
      state: !repeated
        ? ("first" as const)
        : known[i] && (final || this.#isSteady)
          ? ("steady" as const)
          : ("rough" as const),
    }));
    const [whole = { us: 0, quartilesUs: [0, 0], state: "first" }, ...nodes] = figures;
    return {
      ...whole,
      grainUs: grainUs[0] ?? this.resolutionUs,
      resolutionUs: this.resolutionUs,
      runs: kept.runs,
      warmUp: this.#samples.runs - (repeated ? kept.runs : 0),
      firstUs,
      nodes,
      ...(this.difference ? { difference: this.difference } : {}),
    };
  }

  dispose(): void {
    this.executable.dispose();
  }
}
