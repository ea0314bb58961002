// Many runs on the real engine occupy no more memory than a few, as in a page that is open all day.
import { handlers } from "../../src/workers/handlers";
import { engine } from "passcope";
import { expect, it } from "vitest";
import {
  DEFAULT_PIPELINE,
  EMPTY_STAGE,
  passStep,
  type Pipeline,
} from "../../src/core/pipeline/model";
import type { Reply, Request } from "../../src/core/protocol/requests";
import { engineOf } from "../../src/engine/session/engine";
import { Session } from "../../src/engine/session/session";
import { usedParts } from "../../src/engine/session/used-parts";

const TEXT = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 8, 6, 6), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = add(%0, add(1f, 2f));
  nn.relu(%1)
}
`;

it("takes no more memory after 1,000 runs than after 100", async () => {
  let replies: Reply[] = [];
  const session = new Session(
    engineOf(usedParts),
    (reply) => replies.push(reply),
    {
      maxRepetitions: 2,
      maxRepeatMs: 1,
      now: () => performance.now(),
      breathe: () => Promise.resolve(),
    },
    handlers,
  );
  let id = 0;
  const ask = async (kind: Request["kind"], body: object): Promise<Reply[]> => {
    replies = [];
    await session.handle({ id: (id += 1), kind, body } as Request);
    return replies;
  };
  const other: Pipeline = [
    {
      ...EMPTY_STAGE,
      id: "s1",
      passes: [passStep("p1", "InferType"), passStep("p2", "ToANormalForm")],
      instruments: [{ id: "i1", kind: "builtin", name: "WellFormed", options: "", enabled: true }],
    },
  ];
  const once = async (i: number): Promise<void> => {
    const source =
      i % 3 === 0
        ? { kind: "text", text: TEXT, title: "small" }
        : { kind: "text", text: `${TEXT}// ${i}`, title: "small" };
    // Each tenth run fails halfway.
    const text = i % 10 === 9 ? TEXT.replace("channels=8", "channels=7") : undefined;
    const body = {
      source: text === undefined ? source : { ...source, text },
      pipeline: i % 2 === 0 ? DEFAULT_PIPELINE : other,
      code: "",
    };
    const answers = await ask("run", body);
    const trace = answers.flatMap((reply) =>
      reply.kind === "progress" && reply.progress.kind === "trace" ? [reply.progress.trace] : [],
    )[0];
    const after = trace?.rows.at(-1)?.after;
    if (trace && after !== undefined) {
      await ask("text", { runId: trace.runId, snapshot: after });
      await ask("graph", { runId: trace.runId, snapshot: after });
    }
    await ask("analyse", { text: TEXT });
  };
  const taken = (): { handles: number; bytes: number } => ({
    handles: engine.liveHandles(),
    bytes: engine.memoryBytes(),
  });
  for (let i = 0; i < 100; i += 1) await once(i);
  const early = taken();
  for (let i = 100; i < 1000; i += 1) await once(i);
  expect(taken().bytes).toBe(early.bytes);
  // The handles of the shown run remain.
  expect(taken().handles).toBeLessThanOrEqual(early.handles + 5);
}, 60_000);
