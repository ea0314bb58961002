// Checks the output of each cell of TVM's tutorials against recorded results. Used in Node and in the browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Tutorial } from "../src/learn/pages";

/** Checks the output of a cell. */
type Check = (printed: string) => void;

/** A recorded text. */
function golden(name: string): string {
  const folder = path.resolve(import.meta.dirname, "../../tests/golden/tutorials");
  return readFileSync(path.join(folder, name), "utf8");
}

/** A module as `print` shows it: without the version and the remark about metadata. */
const plain = (text: string): string =>
  text.replace(/^#\[version[^\n]*\n/, "").replace(/\/\* For debugging purposes[^]*$/, "");

const prints =
  (expected: string): Check =>
  (printed) =>
    assert.equal(printed, expected);
const nothing = prints("");
const program = (name: string): Check => prints(plain(golden(`${name}.relay`)));

const hooks = JSON.parse(golden("instrument.hooks.json")) as Record<string, string[]>;
const hookLines = (name: string): Check => prints((hooks[name] ?? []).join("\n"));

/** Checks a rendered profile: it has the recorded names and nesting. */
const profile =
  (name: string): Check =>
  (printed) => {
    const times = /(?:\d+us \[\d+us\] \([\d.]+%; [\d.]+%\)|…us \[…us\] \(…%; …%\))/g;
    const text = printed.replace(times, "<us>us [<us>us] (<pct>%; <pct>%)");
    assert.equal(text, `Printing results of timing profile...\n${golden(name)}`);
  };

function printBefore(): string {
  const log = JSON.parse(golden("infra.print_ir_log.json")) as {
    pass: string;
    info: string;
    ir: string;
  }[];
  const passes = log.map(({ pass, info, ir }) => {
    const inside = pass === "PrintIR" ? `\nPrintIR():\n${ir}` : "";
    return `Running pass: {} ${info}\n${plain(ir)}${inside}`;
  });
  return [...passes, plain(golden("infra.print_ir_final.relay")), "done"].join("\n");
}

export const pythonChecks: Readonly<Record<Tutorial, readonly Check[]>> = {
  "pass-infra": [
    nothing,
    nothing,
    program("infra.fold_constant"),
    program("infra.eliminate_common_subexpr"),
    program("infra.fuse_ops_0"),
    program("infra.sequential_default"),
    program("infra.sequential_opt3"),
    program("infra.sequential_opt3_disabled"),
    program("infra.custom_pipeline"),
    nothing,
    prints(printBefore()),
  ],
  "pass-instrument": [
    nothing,
    prints(`Printing the IR module...\n${golden("instrument.resnet18.relay")}`),
    profile("instrument.timing_profile.txt"),
    profile("instrument.timing_profile.txt"),
    nothing,
    nothing,
    nothing,
    (printed) => {
      const [head = "", ...list] = printed.split("\n");
      assert.match(head, /^Printing the change in number of occurrences/);
      const json = list.join("").replaceAll("(", "[").replaceAll(")", "]").replaceAll("'", '"');
      assert.deepEqual(JSON.parse(json), JSON.parse(golden("instrument.op_diff.json")));
    },
    nothing,
    hookLines("enter_pass_ctx.with"),
    hookLines("enter_pass_ctx.override_after"),
    hookLines("exit_pass_ctx.with"),
    hookLines("run_before_pass.with"),
    hookLines("run_before_pass.override_after"),
    hookLines("run_before_pass.current.override"),
    hookLines("run_before_pass.current.run"),
    hookLines("run_before_pass.current.clear"),
  ],
  "annotate-spans": [nothing, program("spans.clip.after"), nothing, nothing, prints("passed")],
};

/** Code that runs after a cell and prints the results of the cell. Compared with the same recorded texts. */
export const probes: Readonly<
  Record<
    Tutorial,
    readonly { readonly after: number; readonly code: string; readonly golden: string }[]
  >
> = {
  "pass-infra": [
    { after: 5, code: "mod.astext(show_meta_data=False)", golden: golden("infra.initial.relay") },
  ],
  "pass-instrument": [
    {
      after: 3,
      code: "relay_mod.astext(show_meta_data=False)",
      golden: golden("instrument.resnet18_after_fold_scale_axis_default.relay"),
    },
    {
      after: 6,
      code: "relay_mod.astext(show_meta_data=False)",
      golden: golden("instrument.resnet18_nhwc.relay"),
    },
  ],
  "annotate-spans": [
    { after: 1, code: 'str(mod["main"])', golden: golden("spans.clip.main.relay") },
  ],
};

/** Torchvision's ResNet-18 before and after annotation. */
export const torchvision = {
  program: golden("spans.torchvision_resnet18.relay"),
  annotated: golden("spans.torchvision_resnet18.annotated_main.relay"),
};
