// The instruments of the fake engine, and the calls of their hooks.
import type {
  Engine,
  Handle,
  HookLog,
  ModuleHandle,
  TimingNode,
  TraceEntry,
} from "../../src/engine/session/engine-api";
import type { PassRemark } from "passcope";
import type { OpDiffEntry } from "../../src/core/protocol/messages";
import { diffOps, type Lines } from "./toy";

export interface Hooks {
  before(lines: Lines, name: string, optLevel: number): void;
  after(lines: Lines, error?: string): void;
  /** How often the engine repeats the pass that has just ended, and the callback for its time. */
  repetitions?(): number;
  repeated?(us: number): void;
}

/** The hooks of a fake instrument, or of an object with some of the real hooks. */
export function hooksOf(instrument: object): Hooks {
  if ("hooks" in instrument) return instrument.hooks as Hooks;
  const object = instrument as {
    runBeforePass?: (mod: unknown, info: { name: string }) => void;
    runAfterPass?: (mod: unknown) => void;
  };
  return {
    before: (_lines, name) => object.runBeforePass?.(undefined, { name }),
    after: (_lines, error) => {
      if (error === undefined) object.runAfterPass?.(undefined);
    },
  };
}

interface TracedEntry extends TraceEntry {
  before: Lines;
  after: Lines;
}

/** The part of the engine that the instruments need. */
export interface FakeHost {
  handle<T extends object>(value: T): T & Handle;
  module(lines: Lines): ModuleHandle;
  /** The exact clock by which passes run, in microseconds. */
  clockUs(): number;
  /** The readable clock, in milliseconds. */
  now(): number;
}

export class FakeInstruments {
  constructor(private readonly host: FakeHost) {}

  hookLog(): HookLog {
    const names: string[] = [];
    const calls: ReturnType<HookLog["calls"]>["calls"] = [];
    return this.host.handle({
      watch: (instruments: readonly object[]) =>
        instruments.map((instrument) => {
          const index = names.push((instrument as { name?: string }).name ?? "an instrument") - 1;
          const inner = hooksOf(instrument);
          return this.host.handle({
            hooks: {
              before: (lines: Lines, pass: string, level: number) => {
                calls.push({ instrument: index, hook: "runBeforePass", outcome: "returned", pass });
                inner.before(lines, pass, level);
              },
              after: (lines: Lines, error?: string) => inner.after(lines, error),
            },
          });
        }),
      calls: () => ({ instruments: names, calls, dropped: 0 }),
    });
  }

  trace(): ReturnType<Engine["traceInstrument"]> {
    const entries: TracedEntry[] = [];
    const open: { index: number; began: number }[] = [];
    const hooks: Hooks = {
      before: (lines, name, optLevel) => {
        entries.push({
          index: entries.length,
          parent: open.at(-1)?.index ?? -1,
          depth: open.length,
          name,
          optLevel,
          durationUs: 0,
          changed: false,
          opDiff: {},
          status: "failed",
          before: lines,
          after: lines,
        });
        open.push({ index: entries.length - 1, began: this.host.clockUs() });
      },
      after: (lines, error) => {
        const { index, began } = open.pop() ?? { index: -1, began: 0 };
        const entry = entries[index];
        if (!entry) return;
        entry.durationUs = this.host.clockUs() - began;
        entry.after = lines;
        entry.changed = lines !== entry.before;
        entry.opDiff = diffOps(entry.before, lines);
        if (error === undefined) entry.status = "ok";
        else entry.error = error;
      },
    };
    return this.host.handle({
      hooks,
      entries: () => entries,
      moduleBefore: (i: number) => this.host.module(entries[i]?.before ?? []),
      moduleAfter: (i: number) => this.host.module(entries[i]?.after ?? []),
    });
  }

  /** Makes a remark for each pass that it sees. The lines are the expressions. */
  remarks(limit: number): ReturnType<Engine["remarksInstrument"]> {
    const passes: { name: string; lines: Lines }[] = [];
    const hooks: Hooks = {
      before: (lines, name) => passes.push({ name, lines }),
      after: () => undefined,
    };
    const said = (pass: string, entry: number): PassRemark => ({
      index: entry,
      entry,
      pass,
      type: "missed",
      name: "Heard",
      function: "main",
      text: `${pass} was heard`,
      message: {
        text: `${pass} was heard`,
        pattern: "{pass} was heard",
        arguments: [{ name: "pass", text: pass }],
      },
      subject: "",
    });
    return this.host.handle({
      hooks,
      remarks: () => passes.map(({ name }, i) => said(name, i)).slice(0, limit),
      counts: () => passes.map((_, entry) => ({ entry, passed: 0, missed: 1, analysis: 0 })),
      places: (entry: number) => [{ remark: entry, line: 1, column: 0, begin: 0, end: 1 }],
      yaml: (remarks: readonly number[]) => remarks.map((i) => `--- ${i}\n`).join(""),
    });
  }

  /** Pretends that each pass changes the requested expression, which is in the second line of all programs. */
  lineage(): ReturnType<Engine["lineageTrace"]> {
    const entries: string[] = [];
    const hooks: Hooks = {
      before: (_lines, name) => entries.push(name),
      after: () => undefined,
    };
    return this.host.handle({
      hooks,
      look: () => void entries.push("looked at"),
      lineage: (index: number, after: boolean, offset: number) =>
        offset < 0
          ? null
          : {
              text: `${entries[index] ?? ""} ${after ? "after" : "before"} ${offset}`,
              place: { begin: offset, end: offset + 1, line: 2 },
              count: 1,
              origins: [{ text: "relu(%x)", source: "model.onnx", line: 0 }],
              steps: entries.flatMap((name, entry) =>
                name === "looked at"
                  ? []
                  : [{ entry, kinds: ["changed" as const], before: 1, after: 1 }],
              ),
            },
      relatives: () => [{ begin: 0, end: 1, line: 2 }],
      relatedLines: (index: number, after: boolean, other: number, otherAfter: boolean) => ({
        lines: [[2 * index + Number(after), 2 * other + Number(otherAfter)]],
        constants: [],
      }),
    });
  }

  opDiff(): ReturnType<Engine["opDiffInstrument"]> {
    const list: OpDiffEntry[] = [];
    const open: { name: string; before: Lines }[] = [];
    const hooks: Hooks = {
      before: (before, name) => open.push({ name, before }),
      after: (lines) => {
        const entry = open.pop();
        if (!entry) return;
        const diff = diffOps(entry.before, lines);
        if (Object.keys(diff).length > 0) list.push([open.length, entry.name, diff]);
      },
    };
    return this.host.handle({ hooks, diffs: () => list });
  }

  timing(repeat: readonly number[] = []): ReturnType<Engine["timingInstrument"]> {
    const roots: TimingNode[] = [];
    const open: { node: TimingNode; began: number; times: number }[] = [];
    let begun = 0;
    let ended: (typeof open)[number] | undefined;
    const hooks: Hooks = {
      before: (_lines, name) => {
        const node: TimingNode = { name, durationUs: 0, hooksUs: 0, children: [] };
        (open.at(-1)?.node.children ?? roots).push(node);
        open.push({ node, began: this.host.now(), times: repeat[begun++] ?? 0 });
      },
      after: () => {
        ended = open.pop();
        if (ended) ended.node.durationUs = (this.host.now() - ended.began) * 1000;
      },
      repetitions: () => ended?.times ?? 0,
      repeated: (us) => {
        if (ended) ended.node.repeatedUs = us / ended.times;
        // The repetitions do not count as time of the outer passes.
        for (const around of open) around.began += us / 1000;
      },
    };
    return this.host.handle({ hooks, profiles: () => roots });
  }
}
