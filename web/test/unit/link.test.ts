import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import {
  decodeFragment,
  encodeFragment,
  isFragment,
  MAX_LINK,
  NotALink,
  type Shared,
} from "../../src/features/share/link";
import { DEFAULT_SOURCE } from "../../src/core/state/app-state";
import { workspaceDocument } from "../../src/core/state/reproducer";

const WORKSPACE = { source: DEFAULT_SOURCE, pipeline: DEFAULT_PIPELINE, code: "" };
const VIEW: Shared["view"] = {
  detailTab: "graph",
  timingTab: "icicle",
  selected: { row: 3, name: "FoldConstant" },
  pins: {
    a: { row: 1, name: "InferType", side: "before" },
    b: { row: 7, name: "CanonicalizeOps", side: "after" },
  },
  hideUnchanged: true,
  search: "fold → 折叠",
  inlineDiff: false,
  reading: "hidden",
  compare: { option: "config.relay.FuseOps.max_depth", values: "1, 10, 100", run: true },
  language: "zh",
};

/** A fragment with any document, like that of a hostile link. */
const fragmentOf = (json: string | Buffer): string =>
  `v1.${deflateRawSync(Buffer.from(json as string)).toString("base64url")}`;
const withView = (view: string): string =>
  fragmentOf(`${JSON.stringify(workspaceDocument(WORKSPACE)).slice(0, -1)},"view":${view}}`);

describe("a link", () => {
  it("gives back what was put into it", async () => {
    const text =
      'def @main(%x: Tensor[(1, 3), float32]) { nn.relu(%x) } /* "<b>", 中文, \u{1f600} */';
    for (const workspace of [
      WORKSPACE,
      { source: { kind: "text", text, title: "一" } as const, pipeline: [], code: "export {};" },
    ]) {
      const fragment = await encodeFragment({ workspace, view: VIEW });
      expect(fragment).toMatch(/^v1\.[\w-]+$/);
      const back = await decodeFragment(`#${fragment}`);
      expect(back.view).toEqual(VIEW);
      expect(back.workspace.source).toEqual(workspace.source);
      expect(back.workspace.code).toBe(workspace.code);
      expect(await encodeFragment({ workspace: back.workspace, view: VIEW })).toBe(fragment);
    }
  });

  it("is short for what the page opens with", async () => {
    expect((await encodeFragment({ workspace: WORKSPACE, view: {} })).length).toBeLessThan(500);
  });

  it("is told from other fragments", async () => {
    expect(isFragment("#v1.abc")).toBe(true);
    expect(isFragment("#section")).toBe(false);
    expect(isFragment("")).toBe(false);
    await expect(decodeFragment("#section")).rejects.toThrow(NotALink);
    await expect(decodeFragment("#v2.abc")).rejects.toThrow(/newer version/);
  });

  it.each([
    ["cut off", "v1.q1bKTF"],
    ["nothing", "v1."],
    ["no base64url", "v1.a+b/c="],
    ["markup", 'v1."><img src=x onerror=alert(1)>'],
    ["no deflated text", "v1.AAAAAAAA"],
    ["no JSON", fragmentOf("{")],
    ["no UTF-8", fragmentOf(Buffer.from([0x22, 0xff, 0x22]))],
    ["no object", fragmentOf("[]")],
    ["null", fragmentOf("null")],
    ["another document", fragmentOf('{"reproducer":2}')],
    ["a program without a text", fragmentOf('{"reproducer":1,"program":{}}')],
    ["stages that are no list", fragmentOf('{"reproducer":1,"program":{"text":""},"stages":{}}')],
    [
      "too many stages",
      fragmentOf(
        `{"reproducer":1,"program":{"text":""},"stages":[${'{"kind":"bind"},'.repeat(3000)}{"kind":"bind"}]}`,
      ),
    ],
    [
      "options nested without end",
      fragmentOf(
        `{"reproducer":1,"program":{"text":""},"stages":[{"kind":"passes","config":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}]}`,
      ),
    ],
    [
      "an option of a model that is a prototype",
      fragmentOf('{"reproducer":1,"program":{"model":"mlp","options":{"__proto__":1}}}'),
    ],
    ["a text that is too long", `v1.${"A".repeat(MAX_LINK)}`],
  ])("is refused in words when it is %s", async (_what, fragment) => {
    await expect(decodeFragment(fragment)).rejects.toThrow(NotALink);
  });

  it("does not unfold without bounds", async () => {
    const bomb = fragmentOf(`"${"a".repeat(200_000_000)}"`);
    expect(bomb.length).toBeLessThan(MAX_LINK);
    await expect(decodeFragment(bomb)).rejects.toThrow(/decompresses/);
  });

  it.each([
    ["no object", "7"],
    ["null", "null"],
    ["a list", "[]"],
    ["unknown tabs", '{"detailTab":"__proto__","timingTab":"constructor"}'],
    ["rows of another kind", '{"selected":{"row":"1","name":"x"},"pins":{"a":7,"b":{"row":-1}}}'],
    ["rows beyond numbers", '{"selected":{"row":1e300,"name":"x"}}'],
    ["a language that is a path", '{"language":"../evil"}'],
    ["sweeps of no option", '{"compare":{"option":"__proto__","values":7,"run":"yes"}}'],
    ["prototypes", '{"__proto__":{"detailTab":"graph","hideUnchanged":true}}'],
  ])("is looked at without a view that is %s", async (_what, view) => {
    expect((await decodeFragment(withView(view))).view).toEqual({});
    expect(({} as Record<string, unknown>)["hideUnchanged"]).toBeUndefined();
  });
});
