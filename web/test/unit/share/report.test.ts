// The report of real runs: its content, size and speed. All markup in it is its own.
import { createHash } from "node:crypto";
import { relay } from "passcope";
import { afterEach, describe, expect, it } from "vitest";
import { setLanguage } from "../../../src/i18n/language";
import { DEFAULT_PIPELINE } from "../../../src/core/pipeline/model";
import type { RunTrace } from "../../../src/core/protocol/messages";
import { escapeHtml, markup } from "../../../src/features/share/markup";
import { htmlReport, type ReportInput } from "../../../src/features/share/report";
import { findChanges, type Snapshots } from "../../../src/features/share/report-changes";
import { DEFAULT_SOURCE, type Workspace } from "../../../src/core/state/app-state";
import { run, WORKSPACES } from "./workspaces";

const alignTexts: Snapshots["alignTexts"] = ({ before, after, ignoreNumbers, known }) =>
  Promise.resolve(relay.alignTexts(before, after, { byNumbers: !ignoreNumbers, known }));

async function reportOf(
  workspace: Workspace,
  more: Partial<ReportInput> = {},
): Promise<{ html: string; ms: number; trace: RunTrace }> {
  const seen = await run(workspace);
  const began = performance.now();
  const html = await htmlReport(
    {
      trace: seen.trace,
      pipeline: workspace.pipeline,
      code: workspace.code,
      console: seen.console,
      version: "1.2.3",
      made: new Date(2026, 0, 2, 3, 4),
      ...more,
    },
    { text: (snapshot) => seen.text(snapshot), alignTexts },
  );
  const ms = performance.now() - began;
  seen.session.dispose();
  return { html, ms, trace: seen.trace };
}

const get = (name: string): Workspace => {
  const workspace = WORKSPACES[name];
  if (!workspace) throw new Error(name);
  return workspace;
};

/** Checks that each internal link leads to an element of the document. */
function checkLinks(html: string): void {
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map((found) => found[1]));
  expect(ids.size).toBe([...html.matchAll(/ id="/g)].length);
  for (const [, to] of html.matchAll(/ href="#([^"]*)"/g)) expect(ids).toContain(to);
}

afterEach(() => setLanguage("en"));

describe("a report", { timeout: 60_000 }, () => {
  it("of ResNet-18 is complete, small and made fast", async () => {
    const { html, ms, trace } = await reportOf(
      { source: DEFAULT_SOURCE, pipeline: DEFAULT_PIPELINE, code: "" },
      { link: "https://example.org/passcope/#v1.abc" },
    );
    expect(html.length).toBeLessThan(1_500_000);
    expect(ms).toBeLessThan(2000);
    checkLinks(html);
    for (const text of ["<h1>ResNet-18: what its passes did</h1>", "ConvertLayout", "Stage 2"]) {
      expect(html).toContain(text);
    }
    expect(html.match(/<tr id="row-/g)).toHaveLength(trace.rows.length);
    expect(html).toContain(`href="https://example.org/passcope/#v1.abc"`);
    expect(html).toMatch(/<del>− .*<mark>.*<\/mark>/);
    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(html).toContain(escapeHtml(`default-src 'none'; style-src 'sha256-${hash}'`));
    expect(html).not.toMatch(/<script|<img|<iframe|<link|\sstyle=|\son\w+=/i);
  });

  it("has the console, the code and the failure of a run", async () => {
    const { html } = await reportOf(get("code"));
    expect(html).toContain("class Mutator extends r.ExprMutator");
    const failing = {
      ...get("code"),
      code: get("code").code.replace("r.tanh(made", "r.tanh(nothing"),
    };
    const failed = await reportOf(failing);
    expect(failed.html).toContain("nothing is not defined");
    expect(failed.html).toContain(`<section id="failure"`);
    checkLinks(failed.html);
    const text = await reportOf(get("text"));
    expect(text.html).toContain('<h2 id="console-title">Console</h2>');
  });

  it("says so when nothing ran or changed", async () => {
    const { html } = await reportOf(get("nothing"));
    expect(html).toContain("No pass changed the program.");
    expect(html).toContain("No pass added or removed calls of operators.");
    expect(html).not.toContain(`id="programs"`);
    checkLinks(html);
  });

  it("is in the page's language", async () => {
    await setLanguage("zh");
    const { html } = await reportOf(get("edit"));
    expect(html).toContain(`<html lang="zh-Hans">`);
    expect(html).toContain("程序的改变");
  });

  it("leaves texts texts", async () => {
    const evil = `</pre></style><script>alert(1)</script><img src=x onerror=alert(2)>"' onload="alert(3)`;
    const seen = await run(get("edit"));
    const row = seen.trace.rows[0];
    if (!row) throw new Error("no rows");
    const trace: RunTrace = {
      ...seen.trace,
      source: { kind: "text", text: evil, title: evil },
      rows: [
        {
          ...row,
          kind: "pass",
          name: evil,
          opDiff: { [evil]: 1 },
          changed: true,
          before: 1,
          after: 2,
          error: evil,
          status: "failed",
        },
      ],
      opDiffs: [[1, evil, { [evil]: 1 }]],
      failure: { name: evil, message: evil, rendered: [evil], fatal: false },
    };
    const html = await htmlReport(
      {
        trace,
        pipeline: [
          {
            kind: "passes",
            id: "s",
            optLevel: 1,
            mode: "each",
            required: [evil],
            disabled: [evil],
            config: evil,
            instruments: [{ id: "i", kind: "code", name: evil, enabled: true, options: evil }],
            passes: [{ kind: "pass", id: "p", name: evil, enabled: true, options: evil }],
          },
        ],
        code: evil,
        console: [{ level: "error", text: evil }],
        version: evil,
        made: new Date(0),
        link: `javascript:${evil}`,
      },
      {
        text: (snapshot) => Promise.resolve(`${evil} ${snapshot}\n${evil.repeat(snapshot)}`),
        alignTexts,
      },
    );
    const tags = new Set([...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map((found) => found[1]));
    expect(tags).not.toContain("script");
    expect(tags).not.toContain("img");
    expect(html).not.toMatch(/<[^>"]*\son\w+=/);
    expect(html).not.toContain("javascript:");
    expect(html).toContain(escapeHtml(evil));
  });

  it("rejects when a text cannot be had", async () => {
    const seen = await run(get("edit"));
    const input = {
      trace: seen.trace,
      pipeline: [],
      code: "",
      console: [],
      version: "",
      made: new Date(0),
    };
    const gone = { text: () => Promise.reject(new Error("gone")), alignTexts };
    await expect(htmlReport(input, gone)).rejects.toThrow("gone");
  });

  it("tells lines apart as far as the engine knows them", async () => {
    const seen = await run(get("edit"));
    const row = seen.trace.rows.find(({ kind }) => kind === "pass");
    if (!row) throw new Error("no rows");
    const rows = [{ ...row, changed: true, before: 1, after: 2 }];
    const body = (lines: string): string => `def @main(%x, %y) {\n${lines}}\n`;
    const texts = [
      "",
      body("  %0 = nn.relu(%x);\n  exp(%0)\n"),
      body("  %0 = nn.relu(%x);\n  %1 = nn.relu(%0);\n  exp(%1)\n"),
    ];
    const changes = async (lines?: [number, number][]): Promise<string[]> => {
      const found = await findChanges(rows, {
        text: (snapshot) => Promise.resolve(texts[snapshot] ?? ""),
        alignment: (before, after) =>
          Promise.resolve(
            [before, after].join() === "1,2" && lines ? { lines, constants: [] } : undefined,
          ),
        alignTexts,
      });
      return (found.list[0]?.hunks ?? []).flatMap(({ lines: all }) =>
        all.flatMap(({ kind, text }) => (kind === "same" ? [] : [`${kind}: ${text.trim()}`])),
      );
    };
    // By the texts alone, the second one is new.
    expect(await changes()).toEqual([
      "removed: exp(%0)",
      "added: %1 = nn.relu(%0);",
      "added: exp(%1)",
    ]);
    expect(
      await changes([
        [1, 2],
        [2, 3],
      ]),
    ).toEqual([
      "removed: %0 = nn.relu(%x);",
      "added: %0 = nn.relu(%x);",
      "added: %1 = nn.relu(%0);",
    ]);
  });
});

describe("markup", () => {
  it("escapes everything but markup, also in lists", () => {
    expect(markup`<p title="${`"<`}">${["&", markup`<b>${"'"}</b>`, undefined, 3]}</p>`.html).toBe(
      `<p title="&quot;&lt;">&amp;<b>&#39;</b>3</p>`,
    );
  });
});
