// The table of tabs, and its use by the state, links and the embedded element.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeFragment, encodeFragment } from "../../../src/features/share/link";
import { DETAIL_VIEWS, INITIAL_STATE, viewOf } from "../../../src/features/app";
import type { Tab } from "../../../src/core/feature";
import { DETAIL_TABS, EMBEDDED_TABS, TIMING_TABS } from "../../../src/core/state/tabs";
import { TIMING_VIEWS } from "../../../src/features/timing/tabs";

const ALL: readonly Tab[] = [...TIMING_VIEWS, ...DETAIL_VIEWS];

describe("the table of tabs", () => {
  it("has each name, element and word once, and a text for each label", () => {
    for (const list of [
      ALL.map(({ name }) => name),
      ALL.map(({ element }) => element),
      EMBEDDED_TABS.map(({ panel }) => panel),
    ]) {
      expect(new Set(list).size).toBe(list.length);
    }
    for (const { label } of ALL) {
      expect(label.en).not.toBe("");
      expect(label.zh).not.toBe("");
    }
  });

  it("has a feature for each name, in the order of the names", () => {
    expect(DETAIL_VIEWS.map(({ name }) => name)).toEqual(DETAIL_TABS.map(({ name }) => name));
    expect(TIMING_VIEWS.map(({ name }) => name)).toEqual([...TIMING_TABS]);
    expect(viewOf("graph").element).toBe("pc-graph-panel");
  });

  it("counts what was printed", () => {
    const tab = viewOf("console");
    const entry = { level: "log", text: "said" } as const;
    expect(tab.count?.(INITIAL_STATE)).toBe(0);
    expect(tab.count?.({ ...INITIAL_STATE, console: [entry, entry] })).toBe(2);
  });

  it("keeps the words that pages use for panels", () => {
    const words = Object.fromEntries(EMBEDDED_TABS.map(({ panel, name }) => [panel, name]));
    expect(words).toEqual({
      "op-diff": "ops",
      "ir-diff": "diff",
      graph: "graph",
      remarks: "remarks",
      running: "running",
      hooks: "hooks",
      code: "code",
      console: "console",
    });
  });

  it("has the words that the documents list", () => {
    const text = readFileSync(new URL("../../../../docs/embed.md", import.meta.url), "utf8");
    const listed = /^\| `panels` \| some of `([^`]*)`/m.exec(text)?.[1]?.split(" ") ?? [];
    const words = EMBEDDED_TABS.map(({ panel }) => panel);
    expect(listed.sort()).toEqual(["timing", ...words].sort());
  });

  it("lets links name every tab", async () => {
    const { source, pipeline, code } = INITIAL_STATE;
    const workspace = { source, pipeline, code };
    for (const { name } of DETAIL_TABS) {
      const fragment = await encodeFragment({ workspace, view: { detailTab: name } });
      expect((await decodeFragment(`#${fragment}`)).view.detailTab).toBe(name);
    }
    for (const name of TIMING_TABS) {
      const fragment = await encodeFragment({ workspace, view: { timingTab: name } });
      expect((await decodeFragment(`#${fragment}`)).view.timingTab).toBe(name);
    }
  });
});
