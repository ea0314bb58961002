// Running programs: `graphExecutor.…`, the results of `relay.build`.

import { ownContent } from "./content.js";
import { describe } from "./describe.js";
import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import type { BenchmarkTimes, CallProfile, GraphInfo, ProfileReport } from "./generated/records.js";
import type {
  BenchmarkOptions,
  ProfileOptions as Settings,
  TableOptions,
} from "./generated/settings.js";
import { numberGiven, tableGiven, textGiven } from "./given.js";
import { EngineObject } from "./handle.js";
import { block, fields, type Inspect, type InspectOptions } from "./inspect.js";
import { say } from "./messages.js";
import { readTensor } from "./model_file.js";
import { NDArray } from "./ndarray.js";
import { optionsJson } from "./options.js";
import { currentScope } from "./scope.js";
import type { DType, TypedArray } from "./tensor_types.js";

/**
 * A value for an input. A typed array takes the input's shape and data type. An ArrayBuffer is the content of a file,
 * .npy or TensorProto.
 */
export type InputValue = NDArray | TypedArray | ArrayBuffer;

export type { BenchmarkOptions, TableOptions } from "./generated/settings.js";

export interface ProfileOptions extends Settings {
  /** Values to set for inputs before the runs. */
  inputs?: Readonly<Record<string, InputValue>>;
}

/** The run times of a program: TVM's BenchmarkResult. Times are in seconds. */
export class BenchmarkResult implements BenchmarkTimes {
  readonly mean: number;
  readonly median: number;
  readonly max: number;
  readonly min: number;
  /** The standard deviation. */
  readonly std: number;
  /** One time for each repetition: the mean of its runs. */
  readonly results: number[];

  /** @internal */
  constructor(times: BenchmarkTimes) {
    this.mean = times.mean;
    this.median = times.median;
    this.max = times.max;
    this.min = times.min;
    this.std = times.std;
    this.results = times.results;
  }

  /** TVM's summary, in milliseconds. */
  toString(): string {
    return raw().benchmarkText(JSON.stringify(this.results));
  }
}

/** The time of each call of a program: TVM's Report. */
export class Report extends EngineObject {
  readonly #data: ProfileReport;

  /** @internal */
  constructor(handle: number) {
    super(handle, undefined, currentScope());
    this.#data = JSON.parse(raw().reportData(handle)) as ProfileReport;
  }

  /** The calls in execution order. */
  get calls(): readonly CallProfile[] {
    return this.#data.calls;
  }

  /** The time of a run in microseconds, including the work between calls. */
  get total(): number {
    return this.#data.total;
  }

  /** A table in TVM's format. */
  table(options: TableOptions = {}): string {
    return raw().reportText(this.handle, "table", optionsJson(options));
  }

  json(): string {
    return raw().reportText(this.handle, "json", "{}");
  }

  csv(): string {
    return raw().reportText(this.handle, "csv", "{}");
  }

  override toString(): string {
    return this.table();
  }

  override toJSON(): ProfileReport {
    return this.#data;
  }

  /** @internal */
  override show(): string {
    return block(this.sort, this.table());
  }
}

interface Described {
  name?: string | null;
  shape: readonly number[];
  dtype: string;
}
const typeText = ({ shape, dtype }: Described): string => `Tensor[(${shape.join(", ")}), ${dtype}]`;
const tensorText = (tensor: Described): string =>
  `${tensor.name ? `%${tensor.name}: ` : ""}${typeText(tensor)}`;

function keyGiven(name: string, key: unknown): void {
  if (typeof key !== "number") textGiven(name, "the name of an input", key);
}

/** A program that is ready to run: TVM's GraphModule. `relay.build` makes it. */
export class GraphModule extends EngineObject {
  #info: GraphInfo | undefined;
  #calls: readonly CallProfile[] | undefined;

  /** @internal */
  constructor(handle: number) {
    super(handle, undefined, currentScope());
  }

  /** The program's inputs, outputs and costs. */
  get info(): GraphInfo {
    this.#info ??= JSON.parse(raw().graphExecutorInfo(this.handle)) as GraphInfo;
    return this.#info;
  }

  override toJSON(): GraphInfo {
    return this.info;
  }

  override toString(): string {
    const { inputs, outputs } = this.info;
    return `GraphModule(${inputs.map(tensorText).join(", ")}) -> (${outputs.map(tensorText).join(", ")})`;
  }

  /** @internal */
  override show(options: InspectOptions, inspect?: Inspect): string {
    const { inputs, outputs } = this.info;
    const shown = {
      inputs: Object.fromEntries(inputs.map((each, i) => [each.name ?? i, typeText(each)])),
      outputs: outputs.map(typeText),
      calls: this.calls.length,
    };
    return fields(this.sort, shown, options, inspect);
  }

  protected override comparedContent(): string {
    return ownContent(this, this.sort);
  }

  /** Copies a value for an input, by name or index, or values for several inputs by name. */
  setInput(inputs: Readonly<Record<string, InputValue>>): void;
  setInput(key: string | number, value: InputValue): void;
  setInput(key: string | number | Readonly<Record<string, InputValue>>, value?: InputValue): void {
    if (typeof key === "object" || key === undefined) {
      const inputs = Object.entries(tableGiven("GraphModule.setInput", "inputs", key));
      for (const [name, each] of inputs) this.#set(name, each);
    } else {
      this.#set(key, value as InputValue);
    }
  }

  #set(key: string | number, value: InputValue): void {
    keyGiven("GraphModule.setInput", key);
    if (value instanceof NDArray) {
      this.#hand(key, value);
      return;
    }
    if (value instanceof ArrayBuffer) {
      const array = readTensor(value, String(key));
      try {
        this.#hand(key, array);
      } finally {
        array.dispose();
      }
      return;
    }
    if (!ArrayBuffer.isView(value)) {
      throw usageError(
        say(
          "kExecutorInputNotArray",
          "the input '{input}' must be an NDArray, a typed array or an ArrayBuffer, not {value}",
          {
            input: String(key),
            value: describe(value),
          },
        ),
      );
    }
    const index = typeof key === "string" ? this.getInputIndex(key) : key;
    const input = this.info.inputs[index];
    const array = NDArray.from(
      value,
      input?.shape ?? [value.length],
      input?.dtype as DType | undefined,
    );
    try {
      this.#hand(key, array);
    } finally {
      array.dispose();
    }
  }

  #hand(key: string | number, array: NDArray): void {
    if (typeof key === "string") raw().setGraphInput(this.handle, key, array.handle);
    else raw().setGraphInputAt(this.handle, key, array.handle);
  }

  /** Computes the outputs. Values in `inputs` are set first. */
  run(inputs: Readonly<Record<string, InputValue>> = {}): void {
    this.setInput(inputs);
    raw().runGraph(this.handle);
  }

  /** The calls of a run in execution order, in the form of a report without times. */
  get calls(): readonly CallProfile[] {
    this.#calls ??= (JSON.parse(raw().graphCalls(this.handle)) as ProfileReport).calls;
    return this.#calls;
  }

  /**
   * Runs one of `calls`. Running all of them in order is a run. Use it to show progress, to measure each call, or to
   * stop between calls.
   */
  runCall(index: number): void {
    raw().runGraphCall(this.handle, numberGiven("GraphModule.runCall", "index", index));
  }

  /** A copy of an output of the last run; tuples are flattened. */
  getOutput(index = 0): NDArray {
    numberGiven("GraphModule.getOutput", "index", index);
    return new NDArray(raw().graphOutput(this.handle, index));
  }

  /** A copy of an input's value. */
  getInput(key: string | number): NDArray {
    keyGiven("GraphModule.getInput", key);
    const index = typeof key === "string" ? this.getInputIndex(key) : key;
    return new NDArray(raw().graphInput(this.handle, index));
  }

  /** The index of an input; -1 if no input has the name. */
  getInputIndex(name: string): number {
    textGiven("GraphModule.getInputIndex", "name", name);
    return this.info.inputs.findIndex((input) => input.name === name);
  }

  getNumInputs(): number {
    return this.info.inputs.length;
  }

  getNumOutputs(): number {
    return this.info.outputs.length;
  }

  /** Shapes and data types of the inputs by name. */
  getInputInfo(): { shape: Record<string, number[]>; dtype: Record<string, DType> } {
    const inputs = this.info.inputs.map((input) => [input.name ?? "", input] as const);
    return {
      shape: Object.fromEntries(inputs.map(([name, { shape }]) => [name, shape])),
      dtype: Object.fromEntries(inputs.map(([name, { dtype }]) => [name, dtype as DType])),
    };
  }

  /** Runs once to warm up, then takes `repeat` times of `number` runs each. */
  benchmark(options: BenchmarkOptions = {}): BenchmarkResult {
    const times = raw().benchmarkGraph(this.handle, optionsJson(options, "GraphModule.benchmark"));
    return new BenchmarkResult(JSON.parse(times) as BenchmarkTimes);
  }

  /** Runs once to warm up, then `number` times, and times each call. */
  profile(options: ProfileOptions = {}): Report {
    const { inputs = {}, ...rest } = tableGiven("GraphModule.profile", "options", options);
    this.setInput(inputs);
    return new Report(raw().profileGraph(this.handle, optionsJson(rest)));
  }
}

export interface MakeInputsOptions {
  /** The seed of the random numbers; 0 by default. */
  seed?: number;
  /** A number for all elements in place of random numbers, where the program allows it. */
  constant?: number;
}
