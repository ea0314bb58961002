// The remarks of a run. They are gathered during the trace if the run has user code, which must not run again.
// Otherwise the first question runs the pipeline again. They are never gathered while passes are repeated for their
// times.
import type { Message } from "../../i18n/message";
import type { PassRemark, RemarkPlace, RunRemarks, TraceRow } from "../../core/protocol/messages";
import { REMARKS_LIMITS } from "../../core/protocol/bounds";
import { parseOptions } from "../../core/pipeline/model";
import type { Handle, RemarksInstrument } from "./engine-api";
import { describeFailure } from "./failure";
import type { PreparedPipeline, PreparedStage } from "./prepare";
import { Chain, type Snapshots } from "./snapshots";

/** The remarks of a stage. `first` is the stage's row in the trace; the rows of its passes follow. */
export interface StageRemarks {
  readonly first: number;
  readonly said: RemarksInstrument;
}

/** Runs the stages of a traced run again, each from its first module. */
export function gatherRemarks(
  prepared: PreparedPipeline,
  rows: readonly TraceRow[],
  snapshots: Snapshots,
): StageRemarks[] {
  const stages: StageRemarks[] = [];
  let from = 0;
  for (const part of prepared.parts) {
    let end = from + 1;
    while (rows[end] && rows[end]?.level !== 0) end += 1;
    const own = rows.slice(from, end);
    if (own.length === 0) break;
    if (part.kind === "passes") {
      const said = prepared.engine.remarksInstrument(REMARKS_LIMITS.remarks);
      stages.push({ first: from, said });
      const start = snapshots.module(own[0]?.before ?? -1);
      if (!start) throw new Error("a stage has no module to begin with");
      const chain = new Chain(start);
      try {
        runStage(prepared, part, own, chain, said);
      } catch (error) {
        // A failed run fails again here; the remarks before the failure are kept.
        if (own[0]?.status === "failed" && !describeFailure(error).fatal) break;
        stages.forEach((stage) => stage.said.dispose());
        throw error;
      } finally {
        chain.dispose();
      }
    }
    from = end;
  }
  return stages;
}

/** Runs a stage again with an instrument. */
export function runStage(
  prepared: PreparedPipeline,
  { stage, calls }: PreparedStage,
  rows: readonly TraceRow[],
  chain: Chain,
  watching: object,
): void {
  const { engine } = prepared;
  const owned: Handle[] = [];
  try {
    // Only those of the stage's own instruments are needed that veto passes.
    const vetoed = rows.some(({ status }) => status === "vetoed");
    for (const use of vetoed ? stage.instruments : []) {
      if (!use.enabled || use.kind === "code") continue;
      owned.push(engine.instrument(use.name, parseOptions(use.options), () => undefined));
    }
    const context = engine.context(
      prepared.contextOptions(stage, [watching, ...owned], () => undefined),
    );
    owned.push(context);
    context.with(() => {
      for (const call of calls) chain.advance(call.pass(chain.module));
    });
  } finally {
    owned.reverse().forEach((handle) => handle.dispose());
  }
}

/** The remarks of a run, as long as its modules exist. */
export class SaidInRun {
  /** For each remark that is sent: its stage and its number there. */
  readonly #origins: { readonly stage: StageRemarks; readonly index: number }[] = [];
  readonly #told: RunRemarks;

  constructor(
    private readonly stages: readonly StageRemarks[],
    rows: readonly TraceRow[],
  ) {
    const remarks: PassRemark[] = [];
    const counts: RunRemarks["counts"][number][] = [];
    let characters = 0;
    let all = 0;
    for (const stage of stages) {
      const rowOf = (entry: number): number => stage.first + 1 + entry;
      for (const { entry, passed, missed, analysis } of stage.said.counts()) {
        all += passed + missed + analysis;
        counts.push({ row: rowOf(entry), passed, missed, analysis });
      }
      for (const {
        index,
        entry,
        pass,
        type,
        name,
        function: fn,
        message,
        subject,
      } of stage.said.remarks()) {
        const row = rowOf(entry);
        if (rows[row]?.name !== pass) throw new Error(`${pass} is not what ran at row ${row}`);
        characters += lengthOf(message) + subject.length;
        if (remarks.length >= REMARKS_LIMITS.remarks || characters > REMARKS_LIMITS.characters)
          break;
        this.#origins.push({ stage, index });
        remarks.push({
          row,
          type,
          kind: short(name),
          fn: short(fn),
          message: shortened(message),
          subject,
        });
      }
    }
    this.#told = { remarks, counts, cut: all - remarks.length };
  }

  told(): RunRemarks {
    return this.#told;
  }

  places(row: number): RemarkPlace[] {
    const stage = this.stages.findLast(({ first }) => first < row);
    if (!stage) return [];
    const numbers = new Map<number, number>();
    this.#origins.forEach((origin, i) => {
      if (origin.stage === stage) numbers.set(origin.index, i);
    });
    return stage.said.places(row - stage.first - 1).flatMap(({ remark, line, column }) => {
      const number = numbers.get(remark);
      return number === undefined ? [] : [{ remark: number, line: line - 1, column }];
    });
  }

  yaml(remarks: readonly number[]): string {
    const byStage = new Map<StageRemarks, number[]>();
    for (const remark of remarks) {
      const origin = this.#origins[remark];
      if (!origin) throw new Error(`There is no remark ${remark}.`);
      const indices = byStage.get(origin.stage);
      if (indices) indices.push(origin.index);
      else byStage.set(origin.stage, [origin.index]);
    }
    return [...byStage].map(([stage, indices]) => stage.said.yaml(indices)).join("");
  }

  dispose(): void {
    this.stages.forEach(({ said }) => said.dispose());
  }
}

const short = (text: string): string =>
  text.length <= REMARKS_LIMITS.text ? text : `${text.slice(0, REMARKS_LIMITS.text - 1)}…`;

/** Messages of users' passes may have any length. */
function shortened(message: Message): Message {
  return {
    ...message,
    text: short(message.text),
    arguments: message.arguments.map((argument) => ({ ...argument, text: short(argument.text) })),
  };
}

const lengthOf = ({ text, arguments: given }: Message): number =>
  Math.min(text.length, REMARKS_LIMITS.text) +
  given.reduce((sum, argument) => sum + Math.min(argument.text.length, REMARKS_LIMITS.text), 0);
