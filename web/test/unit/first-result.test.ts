// Until the first result, the page needs only the first module of the engine.
import { handlers } from "../../src/workers/handlers";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { loadEngineInParts } from "passcope/bare";
import { expect, test } from "vitest";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import type { Reply, Request } from "../../src/core/protocol/requests";
import { DEFAULT_SOURCE } from "../../src/core/state/app-state";
import { engineOf } from "../../src/engine/session/engine";
import { Session } from "../../src/engine/session/session";
import { usedParts } from "../../src/engine/session/used-parts";

const first = createRequire(import.meta.url).resolve("passcope/passcope.first.wasm");

test("the page's first requests are answered without the engine's later part", async () => {
  await loadEngineInParts(new Uint8Array(readFileSync(first)), new Uint8Array());
  const replies: Reply[] = [];
  const session = new Session(
    engineOf(usedParts),
    (reply) => replies.push(reply),
    {
      maxRepetitions: 3,
      maxRepeatMs: 1,
      now: () => performance.now(),
      breathe: () => Promise.resolve(),
    },
    handlers,
  );
  const ask = async (request: Request): Promise<void> => {
    await session.handle(request);
    const last = replies.at(-1);
    expect(last?.kind === "failed" ? last.failure : last?.kind).toBe("done");
  };
  const source = DEFAULT_SOURCE;
  await ask({ id: 1, kind: "info", body: {} });
  await ask({ id: 2, kind: "load", body: { source } });
  await ask({ id: 3, kind: "run", body: { source, pipeline: DEFAULT_PIPELINE, code: "" } });
  const rows = replies.flatMap((reply) =>
    reply.kind === "progress" && reply.progress.kind === "trace" ? reply.progress.trace.rows : [],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { before, after } of rows) {
    await ask({ id: 4, kind: "text", body: { runId: 3, snapshot: before } });
    await ask({ id: 5, kind: "graph", body: { runId: 3, snapshot: after } });
  }
  await ask({ id: 6, kind: "graph", body: { source } });
  session.dispose();
}, 60_000);
