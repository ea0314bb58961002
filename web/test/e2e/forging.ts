// Scripts that replace the session in a worker of the sandbox, and helpers that forge plausible messages.
import type { Page } from "@playwright/test";

/**
 * The start of such a script: a trace with any number of rows, functions for answers, and `asked`, which gets each
 * request.
 */
const HELP = `
const { port } = self.start;
const times = (n, us = 1) => ({
  durationsUs: Array(n).fill(us), quartilesUs: Array(n).fill([us, us]), grainUs: Array(n).fill(us),
  runs: Array(n).fill(1), warmUp: Array(n).fill(0), states: Array(n).fill("first"), firstUs: Array(n).fill(us),
  grouped: false, resolutionUs: 5, final: true,
});
const row = (i, stageId) => ({
  kind: i === 0 ? "stage" : "pass", stageId, parent: i === 0 ? -1 : 0, level: i === 0 ? 0 : 1,
  name: i === 0 ? "PassContext" : "Pass" + i, optLevel: 0, changed: i === 1, opDiff: {}, status: "ok",
  before: 0, after: i === 1 ? 1 : 0,
});
const traceOf = ({ id, body }, n) => ({
  runId: id, source: body.source, operators: {}, opDiffs: [], hooks: [], files: [], wrong: [], hooksUs: 0, recordedUs: 1,
  rows: Array.from({ length: n }, (_, i) => row(i, body.pipeline.find(({ kind }) => kind === "passes").id)),
  timing: times(n),
});
const progress = (id, progress) => port.postMessage({ id, kind: "progress", progress });
const done = (id, value) => port.postMessage({ id, kind: "done", value });
/** Answers a run as a session would, with so many rows. */
const run = (request, n = 2) => {
  progress(request.id, { kind: "trace", trace: traceOf(request, n) });
  done(request.id, times(n));
};
port.onmessage = ({ data }) => asked(data);
`;

/** Replaces the workers of the sandbox with a script that defines `asked`. */
export async function takeOver(page: Page, script: string): Promise<void> {
  await page.route(/code-main[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: HELP + script }),
  );
}

/** The memory of the page's own scripts in bytes, without garbage. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
}
