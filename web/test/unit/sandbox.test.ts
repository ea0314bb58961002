// Messages from the sandbox are checked and copied, floods are stopped, and the frame's policy is complete.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FloodGuard } from "../../src/sandbox/flood";
import { checkReply } from "../../src/sandbox/replies";
import { requests } from "../../src/workers/requests";
import {
  array,
  integer,
  maybe,
  Mismatch,
  object,
  record,
  string,
} from "../../src/core/protocol/schema";

const asked = (): "text" => "text";

describe("replies", () => {
  it("are copied field by field", () => {
    const reply = { id: 1, kind: "done", value: "def @main()", more: () => 0 };
    expect(checkReply(requests, reply, asked)).toEqual({
      id: 1,
      kind: "done",
      value: "def @main()",
    });
  });

  it("that nobody waits for are dropped", () => {
    expect(
      checkReply(requests, { id: 7, kind: "done", value: 1 }, () => undefined),
    ).toBeUndefined();
  });

  it.each([
    undefined,
    null,
    "done",
    [],
    {},
    { id: "1", kind: "done", value: "" },
    { id: 1.5, kind: "done", value: "" },
    { id: 1, kind: "toString", value: "" },
    { id: 1, kind: "__proto__" },
    { id: 1, kind: "done", value: { toString: "x" } },
    { id: 1, kind: "failed", failure: { name: "x" } },
    { id: 1, kind: "progress", progress: { kind: "trace", trace: { rows: [null] } } },
    { id: 1, kind: "progress", progress: { kind: "console", entries: [{ level: "x", text: "" }] } },
    { id: 1, kind: "progress", progress: { kind: "console", entries: { length: 1e9 } } },
  ])("that are none are refused: %j", (data) => {
    expect(() => checkReply(requests, data, asked)).toThrow(Mismatch);
  });
});

describe("schemas", () => {
  it("take nothing from prototypes and leave nothing in them", () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": 1}, "add": 2}') as unknown;
    const copy = record(integer)(JSON.parse('{"__proto__": 3, "add": 2}') as unknown);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy)).toEqual(["add"]);
    expect(record(integer)(hostile)).toEqual({ add: 2 });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const heir = Object.create({ name: "inherited" }) as unknown;
    expect(() => object({ name: string() })(heir)).toThrow(/name: not a text/);
  });

  it("leave absent fields absent", () => {
    const schema = object({ line: maybe(integer) });
    expect(Object.keys(schema({}))).toEqual([]);
    expect(schema({ line: 3 })).toEqual({ line: 3 });
    expect(() => schema({ line: "3" })).toThrow(Mismatch);
  });

  it("bound what they copy", () => {
    expect(() => string(3)("abcd")).toThrow(Mismatch);
    expect(() => array(integer, 2)([1, 2, 3])).toThrow(Mismatch);
    expect(() => record(integer, 1)({ a: 1, b: 2 })).toThrow(Mismatch);
  });
});

it("a flood is a burst that goes on", () => {
  let now = 0;
  const guard = new FloodGuard(3, 10, () => now);
  expect([guard.admit(), guard.admit(), guard.admit(), guard.admit()]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  now = 100;
  expect([guard.admit(), guard.admit()]).toEqual([true, false]);
});

describe("sandbox.html", () => {
  const page = readFileSync(new URL("../../public/sandbox.html", import.meta.url), "utf8");
  const policy = /content="(default-src[^"]*)"/.exec(page)?.[1] ?? "";

  it("allows its own script by its hash, and blobs", () => {
    const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(script).digest("base64");
    expect(policy).toContain(`script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval';`);
  });

  it("allows nothing else", () => {
    const sources = policy.split(";").map((directive) => directive.trim().split(" ").slice(1));
    expect(policy).toMatch(/^default-src 'none';/);
    expect(
      sources.flat().filter((source) => !/^'(?:none|sha256-.*|wasm-unsafe-eval)'$/.test(source)),
    ).toEqual(["blob:", "blob:"]);
  });
});
