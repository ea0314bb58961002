// Copied command lines, run by a shell with the package's command line. They print the same final program as the page.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passStep } from "../../../src/core/pipeline/model";
import { commandLine, hereDocument, shellWord } from "../../../src/features/share/command-line";
import type { Workspace } from "../../../src/core/state/app-state";
import { writeReproducer } from "../../../src/core/state/reproducer";
import { finalText, INFO, sequential, stage, TEXT, WORKSPACES } from "./workspaces";

const CLI = fileURLToPath(new URL("../../../../wasm-bindings/dist/cli.cjs", import.meta.url));

let directory: string;
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), "passcope-share-"))));
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs the command in a shell where `npx passcope` is the package's command line. */
function runCommand(workspace: Workspace): string {
  writeFileSync(join(directory, "passcope.json"), writeReproducer(workspace, INFO.version));
  const npx = `npx() { shift; "$PASSCOPE_NODE" "$PASSCOPE_CLI" "$@"; }\n`;
  return execFileSync("sh", ["-c", npx + commandLine(workspace, INFO)], {
    cwd: directory,
    encoding: "utf8",
    env: { ...process.env, PASSCOPE_NODE: process.execPath, PASSCOPE_CLI: CLI },
    maxBuffer: 2 ** 28,
  });
}

/** Places contain the name of the text's file. */
const withoutPlaces = (text: string): string => text.replace(/ ?span=[^*]*?:\d+:\d+/g, "");

const get = (name: string): Workspace => {
  const workspace = WORKSPACES[name];
  if (!workspace) throw new Error(name);
  return workspace;
};

const FLAGS: Readonly<Record<string, Workspace>> = {
  model: get("model"),
  nothing: get("nothing"),
  text: {
    source: { kind: "text", text: TEXT.replace("{", "{ /* $HOME `x` \\ RELAY */"), title: "t" },
    pipeline: [
      stage(
        "s1",
        [sequential("sequential", 0, [passStep("p1", "FoldConstant")]), passStep("p2", "FuseOps")],
        {
          mode: "each",
          optLevel: 1,
          instruments: [
            { id: "i1", kind: "builtin", name: "WellFormed", enabled: true, options: "" },
            { id: "i2", kind: "builtin", name: "PassTimingInstrument", enabled: true, options: "" },
          ],
        },
      ),
    ],
    code: "",
  },
};

describe("a command line", { timeout: 60_000 }, () => {
  it.each(Object.keys(FLAGS))("with flags does what the page does: %s", async (name) => {
    const workspace = FLAGS[name] ?? get(name);
    expect(commandLine(workspace, INFO)).not.toContain("--reproducer");
    const printed = withoutPlaces(runCommand(workspace));
    const expected = withoutPlaces(await finalText(workspace));
    expect(printed.trimEnd().endsWith(expected.trimEnd())).toBe(true);
  });

  it.each(["default", "text", "edit"])("with a file does what the page does: %s", async (name) => {
    expect(commandLine(get(name), INFO)).toBe(
      "# passcope.json is this view, saved with the button Save of Passcope's page.\n" +
        "npx passcope run --reproducer passcope.json --time --print\n",
    );
    const printed = withoutPlaces(runCommand(get(name)));
    const expected = withoutPlaces(await finalText(get(name)));
    expect(printed.trimEnd().endsWith(expected.trimEnd())).toBe(true);
  });

  it("says all of a stage, one option a line", () => {
    expect(commandLine(get("model"), INFO)).toBe(`npx passcope run \\
  --model resnet20-cifar \\
  --batch-size 2 \\
  --image-shape 3,28,28 \\
  --seed 7 \\
  --bind-params \\
  --opt-level 3 \\
  --required FastMath \\
  --disabled EliminateCommonSubexpr \\
  --passes 'Sequential{SimplifyInference,FoldConstant{"fold_qnn":true},FuseOps{"fuse_opt_level":2}}' \\
  --time \\
  --print
`);
  });

  it("leads to the Node program where code is used", () => {
    expect(commandLine(get("code"), INFO)).toBe(
      "# The pipeline uses ToTanh, Timer, default of the code tab, which the command line cannot run.\n" +
        "# passcope.mjs is this view copied as a Node program.\nnode passcope.mjs\n",
    );
  });

  it("takes what no flag can say from a file", () => {
    const text = FLAGS["text"];
    if (!text) throw new Error("none");
    const [only] = text.pipeline;
    if (only?.kind !== "passes") throw new Error("no stage of passes");
    for (const pipeline of [
      [{ ...only, config: '{"relay.FuseOps.max_depth": 3}' }],
      [{ ...only, config: "{" }],
      [{ ...only, required: ["A,B"] }],
      [{ ...only, passes: [sequential("named", 0, [])] }],
      [{ ...only, passes: [sequential("sequential", 1, [])] }],
      [{ ...only, passes: [passStep("p", "a b")] }],
      [{ ...only, passes: [passStep("p", "FuseOps", "nonsense")] }],
      [only, only],
      [only, { kind: "bind", id: "b", enabled: true } as const],
      [{ kind: "bind", id: "b", enabled: true } as const, only],
    ]) {
      expect(commandLine({ ...text, pipeline }, INFO)).toContain("--reproducer");
    }
    const long = { kind: "text", text: TEXT.padEnd(30_000), title: "t" } as const;
    expect(commandLine({ ...text, source: long }, INFO)).toContain("--reproducer");
  });
});

describe("quoting", () => {
  it.each([
    "plain",
    "",
    "it's",
    "''",
    '$HOME `id` $(id) \\ " ! # & ; | < > * ? [a] {b,c} ~',
    "two\nlines\n\n",
    "-n",
    "\\n\\t\\",
    "中文 \u{1f600} \u2028",
    "\u001b[31m\t",
  ])("gives the shell back what was there: %j", (text) => {
    const printed = execFileSync("sh", ["-c", `printf '%s.' ${shellWord(text)}`]);
    expect(printed.toString()).toBe(`${text}.`);
    if (text === "") return;
    const input = execFileSync("sh", ["-c", `cat ${hereDocument(`${text}\nRELAY\nRELAY2`)}`]);
    expect(input.toString()).toBe(`${text}\nRELAY\nRELAY2\n`);
  });
});
