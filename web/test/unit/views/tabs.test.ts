// The table of tabs: what the state, links and the embedded element take from it.
import { describe, expect, it } from "vitest";
import { playground } from "../../../src/i18n/en/playground";
import { decodeFragment, encodeFragment } from "../../../src/features/share/link";
import { INITIAL_STATE } from "../../../src/core/state/app-state";
import { DETAIL_TABS, EMBEDDED_TABS, TIMING_TABS, tabOf, type Tab } from "../../../src/features/tabs";

const ALL: readonly Tab[] = [...TIMING_TABS, ...DETAIL_TABS];

describe("the table of tabs", () => {
  it("has each name, element and word once, and a text for each label", () => {
    for (const list of [
      ALL.map(({ name }) => name),
      ALL.map(({ element }) => element),
      EMBEDDED_TABS.map(({ panel }) => panel),
    ]) {
      expect(new Set(list).size).toBe(list.length);
    }
    for (const { label } of ALL) expect(playground[label]).toBeTypeOf("string");
  });

  it("finds rows by name, and the first one for a name that it does not have", () => {
    expect(tabOf(DETAIL_TABS, "graph").element).toBe("pc-graph-panel");
    expect(tabOf(TIMING_TABS, "nothing").name).toBe("tree");
  });

  it("counts what was printed", () => {
    const tab = tabOf(DETAIL_TABS, "console");
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

  it("lets links name every tab", async () => {
    const { source, pipeline, code } = INITIAL_STATE;
    const workspace = { source, pipeline, code };
    for (const { name } of DETAIL_TABS) {
      const fragment = await encodeFragment({ workspace, view: { detailTab: name } });
      expect((await decodeFragment(`#${fragment}`)).view.detailTab).toBe(name);
    }
    for (const { name } of TIMING_TABS) {
      const fragment = await encodeFragment({ workspace, view: { timingTab: name } });
      expect((await decodeFragment(`#${fragment}`)).view.timingTab).toBe(name);
    }
  });
});
