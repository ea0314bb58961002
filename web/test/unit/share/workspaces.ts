// Workspaces for the tests of copies, and their runs in the page's session.
import * as passcope from "passcope";
import {
  DEFAULT_PIPELINE,
  EMPTY_STAGE,
  passStep,
  type PassStage,
  type Step,
} from "../../../src/core/pipeline/model";
import type { Reply, Request } from "../../../src/core/protocol/requests";
import type { ConsoleEntry, EngineInfo, RunTrace } from "../../../src/core/protocol/messages";
import { DEFAULT_SOURCE, type Workspace } from "../../../src/core/state/app-state";
import { loadCode } from "../../../src/engine/code-js/code";
import { instrumentOf, passOf } from "../../../src/engine/code-js/code-exports";
import type { CodeHost } from "../../../src/engine/session/code-host";
import { engineOf } from "../../../src/engine/session/engine";
import type { PassHandle } from "../../../src/engine/session/engine-api";
import { Session } from "../../../src/engine/session/session";

export const INFO: EngineInfo = {
  version: passcope.engine.version,
  clockResolutionUs: passcope.engine.clockResolutionUs,
  passes: passcope.engine.passes(),
  instruments: passcope.engine.instruments(),
  models: passcope.engine.models(),
  configKeys: passcope.engine.configKeys(),
};

export const stage = (
  id: string,
  passes: readonly Step[],
  more: Partial<PassStage> = {},
): PassStage => ({
  ...EMPTY_STAGE,
  id,
  passes,
  ...more,
});

export const sequential = (name: string, optLevel: number, steps: readonly Step[]): Step => ({
  kind: "sequential",
  id: `q-${name}`,
  name,
  optLevel,
  enabled: true,
  steps,
});

const off = <T extends Step>(step: T): T => ({ ...step, enabled: false });

export const TEXT = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(4, 8), float32]) {
  let %unused = add(%x, 1f);
  %0 = add(1f, 2f);
  %1 = nn.dense(%x, %w, units=None);
  %2 = multiply(%1, %0);
  nn.relu(%2)
}
`;

const CODE = `import { instrument, transform, relay as r } from "passcope";

/** \`mod\`, $\{params} and a back\\\\slash. */
export const Timer = instrument.passInstrument(
  class Timer {
    constructor() {
      this.count = 0;
    }
    runBeforePass(mod, info) {
      this.count += 1;
    }
    exitPassCtx() {
      console.log(\`seen \${this.count}\`);
    }
  },
);

const params = ["nn.relu"];
class Mutator extends r.ExprMutator {
  visitCall(call) {
    const made = super.visitCall(call);
    return params.includes(made.op.name) ? r.tanh(made.args[0]) : made;
  }
}
const timing = (fn) => new Mutator().visit(fn);
const PassContext = transform.functionPass({ optLevel: 0, name: "ToTanh" }, (fn) => timing(fn));
export { PassContext as ToTanh };
export default class {
  shouldRun(mod, info) {
    return info.name !== "FuseOps";
  }
}
`;

const text = (source: string, title = "a text"): Workspace["source"] => ({
  kind: "text",
  text: source,
  title,
});

/** The workspaces that the tests copy and run. */
export const WORKSPACES: Readonly<Record<string, Workspace>> = {
  default: { source: DEFAULT_SOURCE, pipeline: DEFAULT_PIPELINE, code: "" },
  model: {
    source: {
      kind: "model",
      name: "resnet20-cifar",
      options: { batch_size: 2, image_shape: [3, 28, 28], seed: 7 },
    },
    pipeline: [
      { kind: "bind", id: "s1", enabled: true },
      stage(
        "s2",
        [
          passStep("p1", "SimplifyInference"),
          passStep("p2", "FoldConstant", '{"fold_qnn": true}'),
          passStep("p3", "FuseOps", '{"fuseOptLevel": 2}'),
          off(passStep("p4", "DefuseOps")),
        ],
        { optLevel: 3, disabled: ["EliminateCommonSubexpr"], required: ["FastMath"] },
      ),
    ],
    code: "",
  },
  text: {
    source: text(TEXT, "it's `a` \n ${title}\u2028"),
    pipeline: [
      stage(
        "s1",
        [
          sequential("inner", 1, [
            passStep("p1", "FoldConstant"),
            sequential("sequential", 0, [passStep("p2", "DeadCodeElimination")]),
          ]),
          passStep("p3", "ToANormalForm"),
        ],
        {
          optLevel: 2,
          mode: "each",
          config: '{"relay.FuseOps.max_depth": 3}',
          instruments: [
            { id: "i1", kind: "builtin", name: "OpDiffInstrument", enabled: true, options: "" },
            {
              id: "i2",
              kind: "builtin",
              name: "PrintAfterAll",
              enabled: true,
              options: '{"passes": ["FoldConstant"], "changed_only": true}',
            },
            { id: "i3", kind: "builtin", name: "DumpIR", enabled: false, options: "" },
          ],
        },
      ),
      stage("s2", [off(passStep("p9", "FuseOps"))]),
    ],
    code: "",
  },
  edit: {
    source: text(TEXT),
    pipeline: [
      stage("s1", [passStep("p1", "FoldConstant")], { mode: "each" }),
      {
        kind: "edit",
        id: "s2",
        enabled: true,
        text: TEXT.replace("nn.relu(%2)", "/* `${0}` \\ */ tanh(%2)"),
      },
      { kind: "edit", id: "s3", enabled: false, text: "never" },
      stage("s3", [passStep("p2", "InferType"), passStep("p3", "DeadCodeElimination")]),
    ],
    code: "",
  },
  code: {
    source: text(TEXT),
    pipeline: [
      stage(
        "s1",
        [
          { kind: "code", id: "p1", name: "ToTanh", enabled: true },
          passStep("p2", "FuseOps"),
          passStep("p3", "FoldConstant"),
        ],
        {
          mode: "each",
          instruments: [
            { id: "i1", kind: "code", name: "Timer", enabled: true, options: "" },
            { id: "i2", kind: "code", name: "default", enabled: true, options: "" },
          ],
        },
      ),
    ],
    code: CODE,
  },
  nothing: { source: text(TEXT), pipeline: [], code: "export const unused = 1;" },
};

let loads = 0;

/** The sandbox's host of code, without its console. */
export function codeHost(): CodeHost {
  let tell: (entries: readonly ConsoleEntry[]) => void = () => undefined;
  return {
    begin: (print) => void (tell = print),
    load: async (source) => {
      // Each run has its own module, because a run frees the passes that it took from the module.
      loads += 1;
      const urlOf = (of: string): string =>
        `data:text/javascript,${encodeURIComponent(`${of}\n// ${loads}`)}`;
      const code = await loadCode(source, passcope, urlOf);
      return {
        pass: (name) => passOf(code, name, passcope) as unknown as PassHandle,
        instrument: (name) => instrumentOf(code, name, passcope),
      };
    },
    script: () => Promise.resolve(),
    print: (entry) => tell([entry]),
    mute: () => undefined,
    flush: () => undefined,
  };
}

export interface Seen {
  readonly trace: RunTrace;
  readonly console: readonly ConsoleEntry[];
  readonly session: Session;
  text(snapshot: number): Promise<string>;
}

/** The result of a run in the page. */
export async function run(workspace: Workspace): Promise<Seen> {
  const replies: Reply[] = [];
  const session = new Session(
    engineOf(passcope),
    (reply) => void replies.push(reply),
    {
      maxRepetitions: 1,
      maxRepeatMs: 1,
      now: () => performance.now(),
      breathe: () => Promise.resolve(),
    },
    // The session itself answers runs and texts, so it needs no handlers.
    {},
    codeHost(),
  );
  let id = 0;
  const ask = async (request: Omit<Request, "id">): Promise<readonly Reply[]> => {
    id += 1;
    const mine = id;
    await session.handle({ ...request, id: mine } as Request);
    return replies.filter((reply) => reply.id === mine);
  };
  const answers = await ask({ kind: "run", body: workspace });
  const printed: ConsoleEntry[] = [];
  let trace: RunTrace | undefined;
  for (const reply of answers) {
    if (reply.kind === "failed") throw new Error(reply.failure.message);
    if (reply.kind !== "progress") continue;
    if (reply.progress.kind === "trace") trace = reply.progress.trace;
    if (reply.progress.kind === "console") printed.push(...reply.progress.entries);
  }
  if (!trace) throw new Error("there is no trace");
  const { runId } = trace;
  return {
    trace,
    console: printed,
    session,
    text: async (snapshot) => {
      const [reply] = await ask({ kind: "text", body: { runId, snapshot } });
      if (reply?.kind !== "done") throw new Error("there is no text");
      return reply.value as string;
    },
  };
}

/** The final program of a run. */
export async function finalText(workspace: Workspace): Promise<string> {
  const seen = await run(workspace);
  const last = seen.trace.rows.filter((row) => row.parent < 0).at(-1);
  if (last) return seen.text(last.after);
  const { source } = workspace;
  if (source.kind !== "text") throw new Error("a text was expected");
  return passcope.transform
    .InferType()(passcope.relay.fromtext(source.text, source.title))
    .astext({ showMetaData: false });
}
