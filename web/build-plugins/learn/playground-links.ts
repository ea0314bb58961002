// Links that open cells in the playground, for cells whose passes it can run.
import type { Language } from "../../src/i18n/language";
import type { Tutorial } from "../../src/learn/pages";
import { EMPTY_STAGE, type PassStep, type Pipeline } from "../../src/core/pipeline/model";
import { encodeFragment } from "../../src/features/share/link";
import { CORE_STATE, type Workspace } from "../../src/core/state/app-state";
import type { LiveCell } from "./page";

const pass = (name: string, i: number): PassStep => ({
  kind: "pass",
  id: `p${i + 1}`,
  name,
  enabled: true,
  options: "",
});

/** A stage that runs passes one by one in a default context. */
const oneByOne = (...names: string[]): Pipeline => [
  { ...EMPTY_STAGE, id: "s1", mode: "each", passes: names.map(pass) },
];

/** The program that a cell shows. */
function programOf(cells: readonly LiveCell[], name: string): Workspace["source"] {
  const value = cells.find((cell) => cell.name === name)?.outcome.value;
  if (value?.kind !== "relay") throw new Error(`${name} shows no program`);
  return { kind: "text", text: value.text, title: name };
}

type Workspaces = Readonly<Record<string, (cells: readonly LiveCell[]) => Workspace>>;

const workspaces: Readonly<Partial<Record<Tutorial, Workspaces>>> = {
  "pass-instrument": {
    // The playground opens with the pipeline of this tutorial.
    "convert-layout": () => ({
      source: CORE_STATE.source,
      pipeline: CORE_STATE.pipeline,
      code: "",
    }),
  },
  "annotate-spans": {
    "three-passes": (cells) => ({
      source: programOf(cells, "arithmetic"),
      pipeline: oneByOne("AnnotateSpans", "ToANormalForm", "InferType"),
      code: "",
    }),
  },
};

/** The fragments of a tutorial's links, by the names of its cells. */
export async function playgroundLinks(
  tutorial: Tutorial,
  cells: readonly LiveCell[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, string>();
  for (const [name, workspaceOf] of Object.entries(workspaces[tutorial] ?? {})) {
    const workspace = workspaceOf(cells);
    links.set(name, await encodeFragment({ workspace, view: { language } }));
  }
  return links;
}
