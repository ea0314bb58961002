// `check` and `toMatchBaseline`, which run the command of the package.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { relay, transform } from "passcope";
import { check, CheckError, type CheckDocument, type CheckOptions } from "passcope/check";
import * as matchers from "passcope/matchers";
import "passcope/matchers/vitest";
import { afterEach, beforeEach, expect, expectTypeOf, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const text = readFileSync(`${root}examples/relay/fold_constant.relay`, "utf8");
const pipelines = { deploy: "InferType, FoldConstant, FuseOps" };
let folder: string;
let options: CheckOptions & { baseline: string };

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "passcope-check-"));
  copyFileSync(`${root}examples/relay/fold_constant.relay`, path.join(folder, "fold.relay"));
  options = { baseline: path.join(folder, "base.json"), times: false };
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const recorded = (): CheckDocument =>
  JSON.parse(readFileSync(options.baseline, "utf8")) as CheckDocument;

test("check reports what differs, as the command does", async () => {
  const file = path.join(folder, "fold.relay");
  const made = await check(file, { ...options, pipelines, update: true });
  expect(made.outcome).toBe("updated");
  expect(await check([], options)).toMatchObject({ outcome: "passed", findings: [] });
  const report = await check([file], { ...options, pipelines: { deploy: "InferType, FuseOps" } });
  expect(report.outcome).toBe("failed");
  expect(report.findings[1]).toEqual({
    kind: "pass-removed",
    severity: "error",
    message: "FoldConstant no longer runs: 1 more operator after FuseOps",
    program: "fold.relay",
    pipeline: "deploy",
    pass: "FoldConstant",
    figure: "operators",
    before: 2,
    after: 3,
    unit: "calls",
  });
  expect(report.text).toContain("error: FoldConstant no longer runs");
  expect(report.units["weightBytes"]).toBe("bytes");
  const command = spawnSync(
    process.execPath,
    [
      `${root}wasm-bindings/dist/cli.cjs`,
      ...["check", "--baseline", options.baseline, "--no-times", "--json"],
    ],
    { encoding: "utf8" },
  );
  expect(JSON.parse(command.stdout)).toEqual(await check([], options));
});

test("programs are files, models, modules and texts, with settings of contexts", async () => {
  const mod = relay.parse(text);
  const update = { ...options, update: true };
  await check({ name: "mod", program: mod }, { ...update, pipelines: { none: "" } });
  const passes = "Sequential{FastMath}";
  const fast = {
    fast: { passes, optLevel: 4, disabled: ["FoldConstant"], required: ["FastMath"] },
  };
  await check({ name: "text", program: text }, { ...update, pipelines: fast });
  await check({ model: "mlp", options: { batch_size: 4 } }, { ...update, pipelines });
  const { programs, pipelines: configs } = recorded();
  expect(Object.keys(programs)).toEqual(["model:mlp", "named:mod", "named:text"]);
  expect(programs["model:mlp"]?.options).toEqual(["--batch-size=4"]);
  expect(configs["fast"]?.settings).toEqual({
    opt_level: 4,
    required_pass: ["FastMath"],
    disabled_pass: ["FoldConstant"],
  });
  expect((await check({ name: "mod", program: text }, options)).outcome).toBe("passed");
});

test("a check that cannot be made throws, with the reason", async () => {
  await expect(check([], options)).rejects.toThrow(/^there is no baseline/);
  await expect(check([], options)).rejects.toThrow(CheckError);
  await expect(check([], { ...options, updat: true } as never)).rejects.toThrow(
    /check has no option 'updat'/,
  );
  await expect(
    check(path.join(folder, "fold.relay"), { ...options, update: true }),
  ).rejects.toThrow(/give --pipeline/);
});

test("toMatchBaseline records with an update, and compares otherwise", async () => {
  const mod = transform.InferType()(relay.parse(text));
  const given = { ...options, name: "mine" };
  await expect(mod).toMatchBaseline({ ...given, update: true });
  await expect(mod).toMatchBaseline({ ...given, update: false });
  const folded = transform.FoldConstant()(mod);
  await expect(folded).not.toMatchBaseline(given);
  await expect(expect(folded).toMatchBaseline({ ...given, update: false })).rejects.toThrow(
    /error: the program has 1 fewer operator before the first pass: 2, not 3/,
  );
  await expect({ file: path.join(folder, "fold.relay") }).toMatchBaseline({
    ...options,
    pipelines,
    update: true,
  });
  await expect({ model: "mlp" }).toMatchBaseline({ ...options, pipelines, update: true });
  expect(Object.keys(recorded().programs)).toEqual(["fold.relay", "model:mlp", "named:mine"]);
  type Matchers = ReturnType<typeof expect<typeof mod>>;
  expectTypeOf<ReturnType<Matchers["toMatchBaseline"]>>().toEqualTypeOf<Promise<void>>();
});

test("a new entry is recorded as a new snapshot is", async () => {
  const call = (mode: string, program = text) =>
    matchers.toMatchBaseline.call(
      { currentTestName: "a test", snapshotState: { _updateSnapshot: mode } },
      program,
      options,
    );
  await expect(call("none")).rejects.toThrow(/there is no baseline/);
  expect((await call("new")).pass).toBe(true);
  expect(existsSync(options.baseline)).toBe(true);
  expect((await call("none")).pass).toBe(true);
  const other = text.replace("add(%1, 0.5f)", "%1");
  expect((await call("new", other)).pass).toBe(false);
  expect((await call("all", other)).pass).toBe(true);
  expect((await call("none", other)).pass).toBe(true);
  await expect(matchers.toMatchBaseline.call(undefined, text, options)).rejects.toThrow(
    /needs the option 'name'/,
  );
});

test("updates of several processes at once lose nothing", async () => {
  const names = ["a", "b", "c", "d"];
  await Promise.all(
    names.map((name) =>
      check({ name, program: text }, { ...options, pipelines: { none: "" }, update: true }),
    ),
  );
  expect(Object.keys(recorded().programs)).toEqual(names.map((name) => `named:${name}`));
});
