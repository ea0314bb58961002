// Runs the programs of a trace on the same inputs, repeatedly in turns, and measures times and compares outputs.
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
import { own, setOwn } from "../../../i18n/own";

export interface Executed {
  readonly snapshot: number;
  readonly mod: ModuleHandle;
}

export interface ExecuteOptions {
  readonly now: () => number;
  /** Resolves after the worker has handled the messages that have arrived. */
  readonly breathe: () => Promise<void>;
  /** Returns false after the results are no longer needed. */
  readonly wanted: () => boolean;
  readonly tell: (progress: RunProgress) => void;
  /** The limits of the repetitions of a program, after the least number of runs: time in milliseconds, and runs. */
  readonly maxMs: number;
  readonly maxRuns: number;
}

/** The least number of runs of each program after the first. */
const FEWEST = 3;
/**
 * The number of runs after which the times are first checked for steadiness. Each later check comes after 1.5 times as
 * many runs.
 */
const FIRST_LOOK = 8;
/** How long, in milliseconds, kernels run before the worker handles messages. */
const BREATH_MS = 8;
const TELL_MS = 400;
/** The size of a group in bytes. A group that takes turns grows until it is larger than this. */
const GROUP_BYTES = 512 * 1024 * 1024;

/** Thrown when the results are no longer needed. */
class Unwanted extends Error {}

/** A failure that ends the engine. */
export class EngineLost extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/**
 * Runs the programs. A failure that the engine does not survive throws EngineLost. Any other failure is reported for
 * its program, and the others continue.
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
  /** The outputs of the reference. Undefined if it cannot run; then nothing is compared. */
  #expected: Handle[] | undefined;
  #mod: ModuleHandle | undefined;
  #breath: number;
  /** The time of the latest progress report. */
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

  /** Makes the inputs, and the outputs with which all others are compared. */
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

  /**
   * The outputs of the reference. Undefined if it fails. The failure is reported when its turn comes, and the others
   * still get times.
   */
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
      own(inputs, array.name)?.dispose();
      setOwn(inputs, array.name, engine.array(array, input.dtype));
    }
    return inputs;
  }

  /**
   * Runs programs in groups. The programs of a group take turns, and a group ends when its memory is larger than the
   * limit.
   */
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

  /** The first run of a program, with its outputs. Undefined after a failure, which is reported. */
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

  /** Runs a program once. Returns the time of each call in microseconds. */
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
    // Small programs run thousands of times a second, so not every run is reported.
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
    const value = own(inputs, name);
    // If an input is missing, the run reports which.
    if (value) made.setInput(name, value);
  }
}

/** The times of one program. */
class Measured {
  first: readonly number[] = [];
  difference: ModelCost["difference"];
  readonly snapshot: number;
  readonly #samples: Samples;
  /** The times of whole runs, which become steady before those of single calls. */
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

  /** The calls are children of the run, so their times add up to its time. */
  #rows(): { kind: string; parent: number }[] {
    const nodes = Array.from({ length: this.executable.calls }, () => ({
      kind: "call",
      parent: 0,
    }));
    return [{ kind: "stage", parent: -1 }, ...nodes];
  }

  /** The approximate memory in bytes. Weights count twice, because kernels keep a copy in their own layout. */
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
