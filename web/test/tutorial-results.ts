// Checks the content of each cell of the tutorials against TVM's recorded results. Used in Node and in the browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Tutorial } from "../src/learn/pages";

/** The content of a cell: its output, and its value as text or as rows. */
export interface Shown {
  readonly printed: string;
  /** The indented names of a profile, TVM's list of an op diff, or a row for each call of a hook log. */
  readonly value: string | readonly unknown[] | undefined;
}

type Check = (shown: Shown) => void;

/** A recorded text. */
function golden(name: string): string {
  const folder = path.resolve(import.meta.dirname, "../../tests/golden/tutorials");
  return readFileSync(path.join(folder, name), "utf8");
}

const hooks = JSON.parse(golden("instrument.hooks.json")) as Record<string, string[]>;

/** Checks that the cell shows this value and prints nothing. */
const shows =
  (value: Shown["value"]): Check =>
  (shown) =>
    assert.deepEqual(shown, { printed: "", value });

const nothing = shows(undefined);

/** Checks that the cell shows the recorded program. `seen` removes parts that may differ. */
const program =
  (name: string, seen = (text: string): string => text): Check =>
  ({ printed, value }) => {
    assert.equal(printed, "");
    assert.equal(seen(value as string), seen(golden(`${name}.relay`)));
  };

const prints =
  (printed: string, value?: string): Check =>
  (shown) =>
    assert.deepEqual(shown, { printed, value });

const hookLines = (name: string): Check => prints((hooks[name] ?? []).join("\n"));

/** Checks a rendered profile: it has the recorded names and nesting. */
const profile =
  (name: string): Check =>
  ({ printed, value }) => {
    const times = /(?:\d+us \[\d+us\] \([\d.]+%; [\d.]+%\)|…us \[…us\] \(…%; …%\))/g;
    const text = (value as string).replace(times, "<us>us [<us>us] (<pct>%; <pct>%)");
    assert.equal(printed, "");
    assert.equal(text, golden(name));
  };

/** Renumbers fresh variables from 0 in order of appearance. */
function renumbered(text: string): string {
  const names: string[] = [];
  return text.replace(/%x_\d+/g, (name) => {
    if (!names.includes(name)) names.push(name);
    return `%fresh${names.indexOf(name)}`;
  });
}

/** The end of the text from `at` that is nested by parentheses and braces. */
function endOfNested(text: string, at: number): number {
  let depth = 0;
  for (let opened = false; at < text.length && (!opened || depth > 0); at += 1) {
    if (/[({]/.test(text.charAt(at))) {
      depth += 1;
      opened = true;
    } else if (/[)}]/.test(text.charAt(at))) depth -= 1;
  }
  return at;
}

/** Removes devices and hashes, which contain addresses in TVM, and the mark of primitive functions. */
function withoutLabels(text: string): string {
  for (const begin of [" {virtual_device=", ", virtual_device="]) {
    for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin)) {
      text = text.slice(0, at) + text.slice(endOfNested(text, at));
    }
  }
  return text.replace(/, (hash="[^"]*"|Primitive=1)|(hash="[^"]*"|Primitive=1)(, )?/g, "");
}

function printBefore(): string {
  const log = JSON.parse(golden("infra.print_ir_log.json")) as { pass: string; ir: string }[];
  return log
    .map(({ pass, ir }) => {
      const inside = pass === "PrintIR" ? `\nPrintIR():\n${ir}` : "";
      return `Running pass: ${pass}\n${ir}${inside}`;
    })
    .join("\n");
}

const printedIr = (): string => {
  const log = JSON.parse(golden("infra.print_ir_log.json")) as { pass: string; ir: string }[];
  return `PrintIR():\n${log.find(({ pass }) => pass === "PrintIR")?.ir}`;
};

export const checks: Readonly<Record<Tutorial, Readonly<Record<string, Check>>>> = {
  "pass-infra": {
    program: program("infra.initial"),
    "fold-constant": program("infra.fold_constant"),
    "common-subexpr": program("infra.eliminate_common_subexpr"),
    "fuse-ops": program("infra.fuse_ops_0"),
    sequential: program("infra.sequential_default"),
    "pass-info": shows(
      [
        "{",
        '  name: "EliminateCommonSubexpr",',
        "  optLevel: 3,",
        '  required: ["InferType"],',
        "  traceable: false",
        "}",
      ].join("\n"),
    ),
    "opt-level": program("infra.sequential_opt3"),
    "disabled-pass": program("infra.sequential_opt3_disabled"),
    decisions: ({ printed, value }) => {
      assert.equal(printed, "");
      assert.deepEqual(
        (value as string)
          .trimEnd()
          .split("\n")
          .map((line) => line.replace(/ +/g, " ").trim()),
        [
          "sequential ran, changed",
          "FoldConstant ran, changed",
          "InferType ran, changed",
          "EliminateCommonSubexpr not run: opt level 3 > 2",
          "InferType not run: EliminateCommonSubexpr, which requires it, did not run",
          "InferType ran, unchanged (required by FuseOps)",
          "FuseOps ran, changed",
          "InferType ran, changed",
        ],
      );
    },
    "custom-pass": nothing,
    "custom-pass-run": ({ printed, value }) => {
      assert.equal(printed, "CustomPipeline");
      assert.equal(value, golden("infra.custom_pipeline.relay"));
    },
    patterns: ({ value }) => {
      // The sum of two different expressions with the same value stays.
      assert.equal((value as string).match(/multiply\(/g)?.length, 2);
      assert.equal((value as string).match(/add\(/g)?.length, 4);
    },
    "patterns-shared": ({ value }) => {
      assert.equal((value as string).match(/multiply\(/g)?.length, 3);
      assert.equal((value as string).match(/add\(/g)?.length, 2);
    },
    "patterns-partition": ({ value }) => {
      assert.match(value as string, /PartitionedFromPattern="nn\.conv2d_add_"/);
      assert.match(value as string, /Composite="accel\.conv_add"/);
    },
    "print-ir": (shown) =>
      assert.deepEqual(shown, {
        printed: printedIr(),
        value: golden("infra.print_ir_final.relay"),
      }),
    "print-before": (shown) =>
      assert.deepEqual(shown, { printed: printBefore(), value: undefined }),
  },
  "pass-instrument": {
    workload: program("instrument.resnet18"),
    timing: profile("instrument.timing_profile.txt"),
    "timing-table": shows(["InferType", "FoldScaleAxis", "  FoldConstant", "    InferType"]),
    "current-context": profile("instrument.timing_profile.txt"),
    "current-context-clear": ({ value }) => assert.equal(value, ""),
    differ: nothing,
    "bind-params": program("instrument.resnet18_bound"),
    "convert-layout": profile("instrument.timing_profile_layout.txt"),
    "op-diff": shows(JSON.parse(golden("instrument.op_diff.json")) as unknown[]),
    converted: program("instrument.resnet18_nhwc"),
    examples: nothing,
    "bad-enter": hookLines("enter_pass_ctx.with"),
    "bad-enter-after": hookLines("enter_pass_ctx.override_after"),
    "bad-exit": hookLines("exit_pass_ctx.with"),
    "bad-should-run": hookLines("should_run.with"),
    "bad-run-before": hookLines("run_before_pass.with"),
    "bad-run-before-after": hookLines("run_before_pass.override_after"),
    "bad-run-after": hookLines("run_after_pass.with"),
    "current-bad": hookLines("run_before_pass.current.override"),
    "current-bad-run": hookLines("run_before_pass.current.run"),
    "current-bad-clear": hookLines("run_before_pass.current.clear"),
    "hook-log": ({ printed, value }) => {
      const lines = hooks["run_before_pass.with"] ?? [];
      assert.equal(printed, lines.join("\n"));
      // The calls are the same as the instruments print, in the same order.
      const snake = (hook: string): string =>
        hook.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const calls = (value as [number, string][])
        .map(([, hook]) => snake(hook))
        // This hook is an addition to TVM, and these instruments do not have it.
        .filter((hook) => hook !== "run_after_failed");
      const printedCalls = lines
        .slice(0, -1)
        .map((line) => line.replace(/!+$/, "").split(" ").at(-1));
      assert.deepEqual(calls, printedCalls);
    },
    veto: hookLines("skip.fold_scale_axis"),
    "required-pass": hookLines("skip.required"),
  },
  "annotate-spans": {
    clip: program("spans.clip.before"),
    "clip-annotated": program("spans.clip.after"),
    "clip-main": program("spans.clip.main"),
    "clip-without": ({ value }) => {
      const text = golden("spans.clip.after.relay").replace(/ span=\S+/g, "");
      assert.equal(value, text);
    },
    arithmetic: program("spans.timing.initial"),
    "three-passes": program("spans.timing.annotated"),
    "annotated-main": program("spans.timing.annotated_main"),
    "normal-form": program("spans.timing.anf", renumbered),
    typed: program("spans.timing.infer", renumbered),
    profile: profile("spans.timing.profile.txt"),
    mistake: ({ printed }) => {
      const [infer, annotate, ...rest] = printed.split(/^(?=AnnotateSpans|InferType)/m);
      assert.deepEqual(rest, []);
      assert.match(
        infer ?? "",
        /^InferType: .*the shapes \(3, 4\) and \(3, 2\) cannot be broadcast/,
      );
      assert.doesNotMatch(infer ?? "", /-->/);
      assert.match(
        annotate ?? "",
        /^AnnotateSpans: .*cannot be broadcast\n *--> GeneratedSource:4:3/,
      );
    },
    convolution: program("spans.compat.workload"),
    optimize: program("spans.compat.optimized", withoutLabels),
    defuse: program("spans.compat.final_main", withoutLabels),
    imported: program("spans.torchvision_resnet18"),
    "imported-annotated": program("spans.torchvision_resnet18.annotated_main"),
  },
};
