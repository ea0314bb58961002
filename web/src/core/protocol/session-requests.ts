// The requests that every session answers: programs, runs and their texts.
import type { Pipeline } from "../pipeline/model";
import type { EngineInfo, ModelFiles, PipelineReading, ProgramSource } from "./messages";
import { PROGRAM, timing } from "./records";
import { request, requestOf } from "./request";
import { literal, maybe, string } from "./schema";

/** A snapshot of the latest run. */
export interface SnapshotOf {
  readonly runId: number;
  readonly snapshot: number;
}

export interface RunRequest {
  readonly source: ProgramSource;
  readonly files?: ModelFiles | undefined;
  readonly pipeline: Pipeline;
  readonly code: string;
  /** Whether stages with the user's code are repeated for their times, too. */
  readonly repeatCode?: boolean;
}

export const sessionRequests = {
  /** The engine's version and its tables. */
  info: request<object, EngineInfo>(),
  /** Reads a text in the notation of pipelines, as stages or as one list of passes or instruments. */
  pipeline: request<{ text: string; list: boolean }, PipelineReading>(),
  /** Makes a program and answers with its text. */
  load: request<
    { source: ProgramSource; files?: ModelFiles | undefined },
    { text: string; parameters: number }
  >(),
  /**
   * Runs the pipeline once and sends the trace. Then repeats it and sends better times; the last ones are the reply.
   */
  run: requestOf<RunRequest>()(maybe(timing)),
  /** Ends the repeating of the latest run; its trace and modules stay. */
  settle: requestOf<object>()(literal(undefined)),
  /** The text of one snapshot of the latest run. */
  text: requestOf<SnapshotOf>()(string(PROGRAM)),
  /** Stops running models, and reading a model's file. */
  halt: requestOf<object>()(literal(undefined)),
};
