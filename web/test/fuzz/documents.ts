// Random documents for the readers of untrusted input: reproducers, links, attributes of embedded elements, options,
// and pipelines as text. Each depends only on its seed.
//
// A reader either returns the content or throws its own error. Accepted content is within bounds and survives writing
// and reading. No document reaches a prototype.
import { deflateRawSync } from "node:zlib";
import { DiagnosticError, transform } from "passcope";
import { makeRandom } from "../../../scripts/lib/random.mjs";
import { readSettings } from "../../src/embed/settings";
import { DEFAULT_PIPELINE, allSteps, type Pipeline } from "../../src/core/pipeline/model";
import { invalidOptions } from "../../src/core/pipeline/problems";
import { MAX_LINK, NotALink, decodeFragment, encodeFragment } from "../../src/features/share/link";
import { DEFAULT_SOURCE, type Workspace } from "../../src/core/state/app-state";
import {
  NotAReproducer,
  readKept,
  readReproducer,
  workspaceDocument,
  writeKept,
  writeReproducer,
} from "../../src/core/state/reproducer";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Pseudo-random choices. */
class Chance {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = makeRandom(Math.imul(seed + 1, 0x9e3779b1));
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }
}

const KEYS = [
  ..."reproducer program stages code view model options text title file format kind passes optLevel".split(
    " ",
  ),
  ..."required disabled config configText optionsText instruments name off sequential selected pins".split(
    " ",
  ),
  ..."row side detailTab timingTab search inputs seed value language inlineDiff reading length then".split(
    " ",
  ),
  ..."variants remarks compare option values run types pass otherCode size fingerprint external".split(
    " ",
  ),
  ..."shape dtype path freezeParams parserFriendlyNames".split(" "),
  ..."__proto__ constructor prototype toString valueOf toJSON hasOwnProperty".split(" "),
  "",
];
/** Names that each object has without having been given them. */
const INHERITED = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"] as const;

const TEXTS = [
  ...INHERITED,
  ..."InferType FoldConstant passes bind edit each sequential before after graph icicle zh en main full".split(
    " ",
  ),
  ..."onnx pytorch resnet ../../etc/passwd javascript:alert(1) NaN".split(" "),
  ..."optLevel config.relay.FuseOps.max_depth FuseOps.fuse_opt_level model.batch_size".split(" "),
  ..."missed analysis python torchscript 1e999 0..4".split(" "),
  "",
  " ",
  "{}",
  "{",
  "[1,2]",
  '{"fuse_opt_level": 1}',
  '{"__proto__": {"polluted": 1}}',
  "<img src=x onerror=alert(1)>",
  "\u0000",
  "\ud800",
  "\u202e中文\u{1f600}",
  "InferType, FuseOps(fuse_opt_level=1); bind; FoldConstant",
  "Sequential([InferType, [FoldConstant]], opt_level=3",
  "def @main() { 1f }",
  "a".repeat(300),
];
const NUMBERS = [
  0,
  -0,
  1,
  2,
  3,
  99,
  100,
  -1,
  0.5,
  1e308,
  -1e-300,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  4294967295,
  Number.MAX_VALUE,
];

const WORKSPACES: readonly Workspace[] = [
  { source: DEFAULT_SOURCE, pipeline: DEFAULT_PIPELINE, code: "" },
  {
    source: { kind: "text", text: "def @main() { 1f }", title: "一" },
    pipeline: [],
    code: "export {};",
  },
  {
    source: DEFAULT_SOURCE,
    pipeline: [],
    written: {
      text: "InferType; bind; FuseOps",
      optLevel: 3,
      required: ["A"],
      disabled: [],
      instruments: "DumpIR",
    },
    code: "",
  },
  {
    source: {
      kind: "import",
      name: "net.onnx",
      size: 3000,
      fingerprint: "a1",
      format: "onnx",
      inputs: [{ name: "data", shape: [1, "N", 3], dtype: "float32" }],
      freezeParams: true,
      parserFriendlyNames: false,
      external: [{ path: "weights.bin", size: 2, fingerprint: "b2" }],
    },
    pipeline: DEFAULT_PIPELINE,
    code: "x = 1",
    codeLanguage: "python",
    variants: [
      { id: "v1", name: "without", pipeline: [] },
      { id: "v2", name: "with", pipeline: DEFAULT_PIPELINE },
    ],
  },
];
const VIEW: Json = {
  detailTab: "graph",
  timingTab: "icicle",
  selected: { row: 3, name: "FoldConstant" },
  pins: {
    a: { row: 1, name: "InferType", side: "before" },
    b: { row: 7, name: "X", side: "after" },
  },
  hideUnchanged: true,
  search: "fold",
  inlineDiff: false,
  reading: "full",
  inputs: { seed: 3 },
  remarks: { types: ["missed"], kind: "fused", text: "conv", pass: { row: 2, name: "FuseOps" } },
  compare: { option: "FuseOps.fuse_opt_level", values: "0, 1, 2", run: true },
  language: "zh",
};
const EVERYTHING: Json = {
  reproducer: 1,
  program: { file: "net.onnx", format: "onnx", options: { freeze_params: true } },
  code: "export const a = 1;",
  variants: [
    { name: "one", stages: [{ kind: "bind" }] },
    { name: "", stages: [{ kind: "passes", passes: [{ name: "InferType" }] }] },
  ],
  stages: [
    { kind: "bind", off: true },
    { kind: "edit", text: "def @main() { 1f }" },
    {
      kind: "passes",
      optLevel: 3,
      required: ["FuseOps"],
      disabled: ["A"],
      config: { "relay.FuseOps.max_depth": 3 },
      instruments: [
        { name: "PrintAfterAll", options: { changed_only: true } },
        { code: "Watcher", off: true },
      ],
      passes: [
        { name: "InferType" },
        { code: "Mine" },
        { name: "FuseOps", optionsText: "{" },
        { sequential: [{ sequential: [{ name: "X", off: true }], name: "inner", optLevel: 2 }] },
      ],
    },
  ],
};

const copy = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const setOwn = (object: { [key: string]: Json }, key: string, value: Json): void => {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
};

function randomValue(chance: Chance, depth = 0): Json {
  switch (chance.below(depth > 3 ? 5 : 8)) {
    case 0:
      return null;
    case 1:
      return chance.oneIn(2);
    case 2:
      return chance.of(NUMBERS);
    case 3:
    case 4:
      return chance.of(TEXTS);
    case 5:
      return Array.from({ length: chance.below(4) }, () => randomValue(chance, depth + 1));
    case 6: {
      let nested: Json = chance.of(TEXTS);
      const key = chance.of(KEYS);
      const levels = chance.oneIn(40) ? 3000 : chance.below(80);
      for (let i = 0; i < levels; ++i) nested = chance.oneIn(2) ? [nested] : { [key]: nested };
      return nested;
    }
    default: {
      const object: { [key: string]: Json } = {};
      for (let i = chance.below(4); i >= 0; --i) {
        setOwn(object, chance.of(KEYS), randomValue(chance, depth + 1));
      }
      return object;
    }
  }
}

/** A value of an array or an object in a document. */
interface Place {
  readonly of: Json[] | { [key: string]: Json };
  readonly key: string;
}

function places(root: Json, limit = 400): Place[] {
  const found: Place[] = [];
  const rest: Json[] = [root];
  while (rest.length > 0 && found.length < limit) {
    const value = rest.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const key of Object.keys(value)) {
      found.push({ of: value, key });
      rest.push((value as { [key: string]: Json })[key] as Json);
    }
  }
  return found;
}

/** Makes one random change. */
function mutate(root: Json, chance: Chance): void {
  const all = places(root);
  if (all.length === 0) return;
  const { of, key } = chance.of(all);
  const object = of as { [key: string]: Json };
  switch (chance.below(7)) {
    case 0:
    case 1:
      setOwn(object, key, randomValue(chance));
      return;
    case 2:
      if (Array.isArray(of)) of.splice(Number(key), 1);
      else delete object[key];
      return;
    case 3:
      if (Array.isArray(of))
        of.push(
          ...Array.from({ length: chance.oneIn(50) ? 2100 : 2 }, () => of[Number(key)] as Json),
        );
      else setOwn(object, chance.of(KEYS), object[key] as Json);
      return;
    case 4:
      if (!Array.isArray(of)) {
        const value = object[key] as Json;
        delete object[key];
        setOwn(object, chance.of(KEYS), value);
      }
      return;
    case 5: {
      // A copy of the value at another place.
      const other = chance.of(all);
      setOwn(object, key, copy((other.of as { [key: string]: Json })[other.key] ?? null));
      return;
    }
    default:
      if (!Array.isArray(of)) setOwn(object, chance.of(KEYS), randomValue(chance));
  }
}

/** The text of a document, sometimes with changed characters. */
function textOf(document: Json, chance: Chance): string {
  let text = JSON.stringify(document);
  if (!chance.oneIn(5)) return text;
  for (let i = chance.below(4); i >= 0; --i) {
    const at = chance.below(text.length);
    const length = chance.below(6);
    text =
      text.slice(0, at) +
      chance.of([...TEXTS.slice(-19), '"', "]", "}", ",", "\\u"]) +
      text.slice(at + length);
  }
  return text;
}

const MAX_MESSAGE = 4000;

/** Runs `read`. Checks that a thrown error has the right class and a message of bounded length. */
function refused<T>(
  read: () => T,
  kinds: readonly (new (...args: never[]) => Error)[],
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!kinds.some((kind) => error instanceof kind)) throw error;
    const { message } = error as Error;
    if (message === "" || message.length > MAX_MESSAGE) {
      throw new Error(`a message of ${message.length} characters`, { cause: error });
    }
    return undefined;
  }
}

function require(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Checks a pipeline that a reader has accepted. */
function checkPipeline(pipeline: Pipeline): void {
  const ids = new Set<string>();
  let items = 0;
  const note = (id: string): void => {
    items += 1;
    ids.add(id);
  };
  for (const stage of pipeline) {
    note(stage.id);
    if (stage.kind !== "passes") continue;
    require(Number.isInteger(stage.optLevel) && stage.optLevel >= 0, "an opt level out of bounds");
    for (const use of stage.instruments) note(use.id);
    for (const step of allSteps(stage.passes)) note(step.id);
  }
  require(ids.size === items, "two parts of a pipeline have one id");
  require(items <= 2000, "more parts than are taken");
  invalidOptions(pipeline);
}

/** Checks that a workspace survives writing and reading. */
function checkWorkspace(workspace: Workspace): void {
  checkPipeline(workspace.pipeline);
  const variants = workspace.variants ?? [];
  for (const variant of variants) checkPipeline(variant.pipeline);
  require(new Set(variants.map(({ name }) => name)).size ===
    variants.length, "two variants have one name");
  require(new Set(variants.map(({ id }) => id)).size ===
    variants.length, "two variants have one id");
  const written = writeReproducer(workspace, "1.2.3");
  const again = writeReproducer(readReproducer(written), "1.2.3");
  require(again === written, `not the same again:\n${written}\n---\n${again}`);
  const kept = writeKept({ ...workspace, otherCode: "x = 1" }, "1.2.3");
  require(writeKept(readKept(kept), "1.2.3") === kept, "not kept as it was");
}

const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype].map(
  (prototype) => [prototype, Reflect.ownKeys(prototype).length] as const,
);

function checkPrototypes(): void {
  for (const [prototype, keys] of prototypes) {
    require(Reflect.ownKeys(prototype).length === keys, "a prototype has another member");
  }
}

function randomAttributes(chance: Chance): Map<string, string> {
  const names =
    "model program pipeline opt-level required disabled instruments code panels lang run height playground".split(
      " ",
    );
  const attributes = new Map<string, string>();
  for (let i = chance.below(6); i >= 0; --i) {
    const name = chance.oneIn(4)
      ? chance.of([...KEYS, "num-layers", "image-shape"])
      : chance.of(names);
    attributes.set(
      name,
      chance.oneIn(3)
        ? JSON.stringify(randomValue(chance))
        : chance.of([...TEXTS, "3", "60vh", "press"]),
    );
  }
  return attributes;
}

/** The fragment of a random link, the same for each seed. Some links are damaged. */
export function randomLink(seed: number): string {
  const chance = new Chance(seed);
  const base = chance.oneIn(3) ? EVERYTHING : workspaceDocument(chance.of(WORKSPACES));
  const document = copy({ ...(base as object), view: VIEW });
  for (let i = chance.below(4); i > 0; --i) mutate(document, chance);
  // Most links name something: a name of each kind is one that objects inherit.
  for (const { of, key } of places(document)) {
    const named = ["model", "name", "code", "language", "detailTab", "timingTab", "kind", "option"];
    if (!Array.isArray(of) && named.includes(key) && chance.oneIn(12))
      setOwn(of, key, chance.of(INHERITED));
  }
  const deflated = deflateRawSync(textOf(document, chance));
  if (chance.oneIn(20)) deflated[chance.below(deflated.length)] = chance.below(256);
  return `v1.${deflated.toString("base64url")}`;
}

/** Reads the document of a seed in all ways. Throws at an error. */
export async function checkDocument(seed: number): Promise<void> {
  const chance = new Chance(seed);
  const kind = chance.below(10);
  if (kind === 0) {
    const attributes = randomAttributes(chance);
    const settings = readSettings({ attributes });
    if (settings.workspace) checkWorkspace(settings.workspace);
    require(settings.workspace !== undefined ||
      settings.problems.length > 0, "no workspace and no problem");
  } else if (kind === 1) {
    let text = chance.of(TEXTS);
    for (let i = chance.below(4); i > 0; --i) {
      const at = chance.below(text.length + 1);
      text =
        text.slice(0, at) +
        chance.of(["(", ")", "[", "=", ",", ";", '"', "3", ...TEXTS]) +
        text.slice(at);
    }
    const list = chance.oneIn(2);
    // An error in the text is part of the result.
    refused(() => transform.readPipeline(text, { list }), [DiagnosticError]);
  } else {
    const base = chance.oneIn(3) ? EVERYTHING : workspaceDocument(chance.of(WORKSPACES));
    const document = copy({ ...(base as object), view: VIEW });
    for (let i = chance.below(5); i >= 0; --i) mutate(document, chance);
    const text = textOf(document, chance);
    const workspace = refused(() => readReproducer(text), [NotAReproducer]);
    if (workspace) checkWorkspace(workspace);
    if (chance.oneIn(8)) await checkLink(text, workspace !== undefined, chance);
  }
  checkPrototypes();
}

/** The same text as a link: deflated, and sometimes damaged. */
async function checkLink(json: string, readable: boolean, chance: Chance): Promise<void> {
  const deflated = new Uint8Array(
    await new Response(
      new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw")),
    ).arrayBuffer(),
  );
  const damaged = chance.oneIn(3);
  if (damaged) deflated[chance.below(deflated.length)] = chance.below(256);
  const fragment = `v1.${Buffer.from(deflated).toString("base64url")}`;
  let shared;
  try {
    shared = await decodeFragment(fragment);
  } catch (error) {
    if (!(error instanceof NotALink)) throw error;
    // A text that is not well-formed Unicode cannot be in a link, and links have a maximal length.
    const mayBe = damaged || !readable || /\p{Surrogate}/u.test(json) || fragment.length > MAX_LINK;
    require(mayBe, `a link says less than its document: ${error.message}`);
    require(error.message.length <= MAX_MESSAGE, "a message without an end");
    return;
  }
  checkWorkspace(shared.workspace);
  const again = await decodeFragment(await encodeFragment(shared));
  require(JSON.stringify(again.view) === JSON.stringify(shared.view), "a view changes in a link");
}
