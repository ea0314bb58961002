// Copied Node programs, run by Node. They end with the same program as the page.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EMPTY_STAGE, passStep } from "../../../src/core/pipeline/model";
import { nodeProgram } from "../../../src/features/share/node-program";
import { finalText, INFO, stage, TEXT, WORKSPACES } from "./workspaces";

let directory: string;
beforeAll(() => {
  // Inside of the workspace, where Node finds "passcope".
  directory = mkdtempSync(fileURLToPath(new URL("./programs-", import.meta.url)));
});
afterAll(() => rmSync(directory, { recursive: true }));

function runProgram(program: string): string {
  const file = join(directory, "program.mjs");
  writeFileSync(file, program);
  return execFileSync(process.execPath, [file], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: "pipe",
  });
}

describe("a Node program", { timeout: 60_000 }, () => {
  it.each(Object.keys(WORKSPACES))("does what the page does: %s", async (name) => {
    const workspace = WORKSPACES[name];
    if (!workspace) throw new Error(name);
    const printed = runProgram(nodeProgram(workspace, INFO));
    expect(printed.endsWith(`${await finalText(workspace)}\n`)).toBe(true);
    if (name !== "nothing") expect(printed).toMatch(/\w+: \d+us \[\d+us\] \(/);
  });

  it("calls the package as one would write it", () => {
    const { default: workspace } = WORKSPACES;
    if (!workspace) throw new Error("none");
    expect(nodeProgram(workspace, INFO))
      .toBe(`// ResNet-18 through a pipeline of passes, as Passcope's page runs it.
// npm install passcope, then run this file with Node 20 or later.
import { bindParamsByName, instrument, PassContext, relay, transform } from "passcope";

let { mod, params } = relay.getWorkload("resnet", { numLayers: 18, batchSize: 1 });

// Stage 1
{
  const timing = new instrument.PassTimingInstrument();
  new PassContext({ optLevel: 2, instruments: [timing] }).with(() => {
    mod = transform.InferType()(mod);
    mod = transform.FoldScaleAxis()(mod);
    console.log(timing.render());
  });
}

// The parameters become constants.
mod.set("main", bindParamsByName(mod.get("main"), params));

// Stage 2
{
  const timing = new instrument.PassTimingInstrument();
  new PassContext({ optLevel: 3, instruments: [timing] }).with(() => {
    mod = transform.Sequential([
      transform.FoldConstant(),
      transform.ConvertLayout({ "nn.conv2d": ["NHWC", "HWIO"] }),
      transform.FoldConstant(),
    ])(mod);
    console.log(timing.render());
  });
}

console.log(mod.astext({ showMetaData: false }));
`);
  });

  it("keeps the code's names and its own apart", () => {
    const { code: workspace } = WORKSPACES;
    if (!workspace) throw new Error("none");
    const program = nodeProgram(workspace, INFO);
    expect(program).toContain(`import { PassContext as PassContext2 } from "passcope";`);
    expect(program).toContain("const timing2 = new instrument.PassTimingInstrument();");
    expect(program).toContain("instruments: [made(Timer), new theDefault(), timing2]");
    expect(program).toContain("mod = made(PassContext)(mod);");
  });

  it("says what the page would say of missing exports", () => {
    const pipeline = [
      {
        ...EMPTY_STAGE,
        id: "s1",
        passes: [{ kind: "code", id: "p1", name: "No", enabled: true } as const],
      },
    ];
    const source = { kind: "text", text: TEXT, title: "t" } as const;
    for (const code of ["export {};", "not a module ("]) {
      expect(() => runProgram(nodeProgram({ source, pipeline, code }, INFO))).toThrow(
        code === "export {};" ? /nothing named No/ : /cannot be read/,
      );
    }
  });

  it("passes on whatever a user typed as text, never as code", () => {
    const evil = `"); process.exit(7); ("\`\${process.exit(8)}\u2028`;
    const source = { kind: "text", text: TEXT, title: `${evil}\nprocess.exit(9)` } as const;
    const pipeline = [
      stage("s1", [
        passStep(`p1`, evil),
        passStep("p2", "PrintIR", JSON.stringify({ header: evil })),
      ]),
    ];
    expect(() => runProgram(nodeProgram({ source, pipeline, code: "" }, INFO))).toThrow(
      /unknown-pass|unknown pass|no pass/i,
    );
    const harmless = [stage("s1", [passStep("p2", "PrintIR", JSON.stringify({ header: evil }))])];
    // The terminal shows line separators as escape sequences.
    expect(runProgram(nodeProgram({ source, pipeline: harmless, code: "" }, INFO))).toContain(
      evil.replace("\u2028", "\\u2028"),
    );
  });
});
