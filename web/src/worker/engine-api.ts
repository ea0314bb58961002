// The part of the package `passcope` that the page uses, as structural types. The worker hands the
// real package in, the unit tests a small stand-in; the compiler checks both against this.
import type { OpDiffEntry, PassDescription } from "../protocol/messages";

export interface Handle {
  dispose(): void;
}

export interface ModuleHandle extends Handle {
  astext(options?: { showMetaData?: boolean }): string;
  get(name: string): Handle;
  set(name: string, fn: Handle): void;
  /** Equal numbers mean the very same module. */
  diffId(): number;
  /** Another handle to the same module. */
  clone(): ModuleHandle;
}

export interface PassHandle extends Handle {
  (mod: ModuleHandle): ModuleHandle;
}

export interface TraceEntry {
  index: number;
  parent: number;
  depth: number;
  name: string;
  optLevel: number;
  durationUs: number;
  changed: boolean;
  opDiff: Record<string, number>;
  status: "ok" | "failed" | "vetoed" | "skipped" | "running";
  error?: string;
}

export interface TraceInstrument extends Handle {
  entries(): TraceEntry[];
  moduleBefore(index: number): ModuleHandle;
  moduleAfter(index: number): ModuleHandle;
}

export interface OpDiffInstrument extends Handle {
  diffs(): OpDiffEntry[];
}

export interface TimingNode {
  name: string;
  durationUs: number;
  children: TimingNode[];
}

export interface TimingInstrument extends Handle {
  profiles(): TimingNode[];
}

export type Instrument = TraceInstrument | OpDiffInstrument | TimingInstrument;

export interface PassContext extends Handle {
  with<T>(body: () => T): T;
}

export type Params = Record<string, Handle>;

export interface Engine {
  readonly version: string;
  readonly clockResolutionUs: number;
  passes(): PassDescription[];
  workload(depth: number, batch: number): { mod: ModuleHandle; params: Params };
  /** Names the parameters' values in a function: a new function; both handles stay the caller's. */
  bindParams(fn: Handle, params: Params): Handle;
  pass(name: string, options: Record<string, unknown> | undefined): PassHandle;
  sequential(passes: PassHandle[]): PassHandle;
  context(optLevel: number, instruments: Instrument[]): PassContext;
  traceInstrument(): TraceInstrument;
  opDiffInstrument(): OpDiffInstrument;
  timingInstrument(): TimingInstrument;
}
