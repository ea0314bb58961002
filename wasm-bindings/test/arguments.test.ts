// Calls every exported function of the package with arguments of wrong types, one at a time. The error must name the
// argument and the function, and no wrong argument may reach code that reports something else.

import * as passcope from "passcope";
import { expect, test } from "vitest";

const { NDArray, PassContext, engine, instrument, relay, transform } = passcope;
const { dataflowPattern, testing } = relay;

type Callable = (...args: unknown[]) => unknown;

const text = `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  add(nn.relu(%x), %x)
}
`;
const mod = relay.fromtext(text);
const fn = mod.get("main");
const x = relay.var("x", [2, 3]);
const array = NDArray.from(new Float32Array(6), [2, 3]);
const pattern = dataflowPattern.wildcard();
const pass = transform.InferType();
const graph = relay.build(mod);
class Callback extends dataflowPattern.DFPatternCallback {
  pattern = dataflowPattern.isOp("nn.relu")(pattern);
  callback(): passcope.AnyExpr {
    return x;
  }
}
class Visitor extends relay.ExprVisitor {}

const freed = {
  expr: relay.var("freed"),
  mod: relay.fromtext(text),
  array: NDArray.scalar(1),
  pattern: dataflowPattern.wildcard(),
  pass: transform.InferType(),
};
for (const object of Object.values(freed)) object.dispose();

/** For each kind of argument, a right value, and wrong values that look right. */
const sorts = {
  expr: { right: x, wrong: [freed.expr] },
  /** The callee of a call. */
  callee: { right: fn, wrong: [freed.expr] },
  /** The tensor of a constant; numbers are allowed. */
  tensor: { right: array, wrong: [freed.array] },
  /** Patterns, or null for any. */
  anyPatterns: { right: [pattern], wrong: [[mod], [undefined], [freed.pattern]] },
  callbacks: { right: new Callback(), wrong: [[mod], [undefined]] },
  /** A text, or an object with one. */
  source: { right: "main", wrong: [{ source: 3 }, { constantsOf: x }] },
  compilers: { right: "accel", wrong: [[3], [mod]] },
  table: { right: {}, wrong: [[3], [["accel.relu", mod]]] },
  layouts: { right: { "nn.conv2d": ["NHWC"] }, wrong: [{ "nn.conv2d": mod }] },
  /** An argument of an operator; arrays become tuples. */
  operand: { right: x, wrong: [freed.expr, [mod]] },
  fn: { right: fn, wrong: [x, freed.expr] },
  mod: { right: mod, wrong: [freed.mod] },
  program: { right: mod, wrong: [freed.expr, freed.mod] },
  ofType: { right: x, wrong: [freed.expr, freed.mod] },
  array: { right: array, wrong: [freed.array] },
  pattern: { right: pattern, wrong: [freed.pattern] },
  pass: { right: pass, wrong: [freed.pass] },
  passes: { right: [pass], wrong: [[mod], ["InferType"], [freed.pass], [undefined]] },
  /** The pipeline of a comparison: a text, a pass, or several. */
  pipeline: { right: "InferType", wrong: [[mod], [freed.pass], [undefined]] },
  exprs: { right: [x], wrong: [[mod], [x, undefined], [freed.expr]] },
  arrays: { right: [array], wrong: [[mod], [1], [freed.array]] },
  patterns: { right: [pattern], wrong: [[mod], [undefined], [freed.pattern]] },
  instruments: { right: [new instrument.PassDecisions()], wrong: [[mod], [1], [null]] },
  params: { right: { x: array }, wrong: [{ x: mod }, { x: 1 }, { x: freed.array }] },
  inputs: { right: { x: array }, wrong: [{ x: mod }, { x: 1 }, { x: freed.array }] },
  functions: { right: { main: fn }, wrong: [{ main: x }, { main: mod }, { main: freed.expr }] },
  options: { right: {}, wrong: [] },
  text: { right: "main", wrong: [] },
  number: { right: 0, wrong: [] },
  body: { right: () => undefined, wrong: [] },
  bytes: { right: new Uint8Array(16), wrong: [] },
  list: { right: [1, 3], wrong: [] },
} as const satisfies Record<string, { right: unknown; wrong: readonly unknown[] }>;
type Sort = keyof typeof sorts;

/** Values of all classes, with the kinds of arguments that they are right for. */
const values: { value: unknown; fits: readonly Sort[] }[] = [
  { value: mod, fits: ["mod", "program"] },
  { value: x, fits: ["expr", "operand", "callee", "program", "ofType"] },
  { value: fn, fits: ["expr", "operand", "callee", "fn", "program", "ofType"] },
  { value: array, fits: ["array", "tensor"] },
  { value: pattern, fits: ["pattern", "body"] },
  { value: pass, fits: ["pass", "pipeline", "body"] },
  { value: 3, fits: ["number", "tensor"] },
  { value: "float32", fits: ["text", "ofType", "source", "compilers", "callee"] },
  { value: true, fits: ["tensor"] },
  { value: null, fits: ["anyPatterns"] },
  { value: Symbol("symbol"), fits: [] },
  { value: 3n, fits: [] },
  { value: {}, fits: ["options", "source", "table", "layouts", "params", "inputs", "functions"] },
  { value: new Date(0), fits: [] },
  {
    value: [],
    fits: [
      "operand",
      "tensor",
      "anyPatterns",
      "callbacks",
      "compilers",
      "table",
      "passes",
      "pipeline",
      "exprs",
      "arrays",
      "patterns",
      "instruments",
      "list",
    ],
  },
];

/** An argument by its kind, with another right value if that of the kind does not fit. With "?" it is optional. */
type Argument = Sort | `${Sort}?` | readonly [Sort | `${Sort}?`, unknown];

const options = { optLevel: 1 };
const functions: Record<string, readonly Argument[]> = {
  assertStructuralEqual: ["program", "program", "options?"],
  bindParamsByName: ["fn", "params"],
  compare: [
    ["list", ["InferType"]],
    ["options", { program: mod }],
  ],
  firstStructuralMismatch: ["program", "program", "options?"],
  scope: ["body"],
  sweep: ["program", "pipeline", ["options", { option: "optLevel", values: [0] }]],
  sweepValues: ["text"],
  "instrument.create": [["text", "PassDecisions"], "options?"],
  "instrument.passInstrument": ["body"],
  "relay.alignTexts": ["text", "text", "options?"],
  "relay.analyse": ["text", "source?"],
  "relay.call": ["callee", "exprs"],
  "relay.compareValues": ["mod", "arrays", "arrays"],
  "relay.build": ["mod", "options?"],
  "relay.const": ["tensor"],
  "relay.createExecutor": [["text", "vm"], "mod", "options?"],
  "relay.fromtext": [["text", text], "source?"],
  "relay.func": ["expr", "exprs?", "options?"],
  "relay.getWorkload": [["text", "mlp"], "options?"],
  "relay.globalVar": ["text"],
  "relay.makeInputs": ["mod", "options?"],
  "relay.op": [["text", "add"]],
  "relay.optimize": ["mod", "options?"],
  "relay.parseExpr": [["text", `#[version = "0.0.5"]\n1`], "source?"],
  "relay.tuple": ["exprs"],
  "relay.tupleGetItem": ["expr", "number"],
  "relay.var": ["text"],
  "relay.analysis.allDtypes": ["expr"],
  "relay.analysis.allOps": ["expr"],
  "relay.analysis.allTypeVars": ["ofType", "mod?"],
  "relay.analysis.allVars": ["expr"],
  "relay.analysis.boundTypeVars": ["ofType", "mod?"],
  "relay.analysis.boundVars": ["expr"],
  "relay.analysis.checkBasicBlockNormalForm": ["expr"],
  "relay.analysis.checkConstant": ["expr"],
  "relay.analysis.checkKind": ["ofType", "mod?"],
  "relay.analysis.countLayers": ["program", ["exprs", []]],
  "relay.analysis.countOps": ["program"],
  "relay.analysis.detectFeature": ["program", "program?"],
  "relay.analysis.effects": ["mod", "options?"],
  "relay.analysis.extractFusedFunctions": ["mod"],
  // TVM's spelling, which is found first.
  "relay.analysis.extractIntermdeiateExpr": ["mod", "number"],
  "relay.analysis.freeTypeVars": ["ofType", "mod?"],
  "relay.analysis.freeVars": ["expr"],
  "relay.analysis.getCalibrationData": ["mod", "params"],
  "relay.analysis.getTotalMacNumber": ["program"],
  "relay.analysis.illFormed": ["program"],
  "relay.analysis.listFakeQuantizedOpFreqs": ["mod"],
  "relay.analysis.listOpFreqs": ["mod"],
  "relay.analysis.postOrderVisit": ["expr", "body"],
  "relay.analysis.searchFcTranspose": ["expr"],
  "relay.analysis.sparseConv2d.processParams": ["expr", ["options", {}], "list", "number"],
  "relay.analysis.sparseDense.processParams": ["expr", ["options", {}], "list", "number"],
  "relay.analysis.structuralEqual": ["program", "mod"],
  "relay.analysis.structuralHash": ["program"],
  "relay.analysis.unmatchedCases": ["expr", "mod?"],
  "relay.analysis.wellFormed": ["program"],
  "relay.dataflowPattern.dominates": ["pattern", "pattern", "pattern"],
  "relay.dataflowPattern.functionPattern": ["anyPatterns", "pattern"],
  "relay.dataflowPattern.hasAttr": ["options", "pattern?"],
  "relay.dataflowPattern.hasDtype": [["text", "float32"], "pattern?"],
  "relay.dataflowPattern.hasShape": ["list", "pattern?"],
  "relay.dataflowPattern.hasType": [["text", "float32"], "pattern?"],
  "relay.dataflowPattern.isConstant": [],
  "relay.dataflowPattern.isExpr": ["expr"],
  "relay.dataflowPattern.isIf": ["pattern", "pattern", "pattern"],
  "relay.dataflowPattern.isLet": ["pattern", "pattern", "pattern"],
  "relay.dataflowPattern.isOp": [["text", "add"]],
  "relay.dataflowPattern.isTuple": ["anyPatterns"],
  "relay.dataflowPattern.isTupleGetItem": ["pattern", "number?"],
  "relay.dataflowPattern.isVar": ["text?"],
  "relay.dataflowPattern.match": ["pattern", "expr"],
  "relay.dataflowPattern.partition": ["pattern", "expr", "options?"],
  "relay.dataflowPattern.rewrite": ["callbacks", "expr", "mod?"],
  "relay.dataflowPattern.wildcard": [],
  "relay.frontend.describe": ["bytes"],
  "relay.frontend.fromOnnx": ["bytes", "options?"],
  "relay.frontend.fromPytorch": ["bytes", ["list", []], "options?"],
  "relay.frontend.readTensor": ["bytes", "text?"],
  "relay.frontend.readTensors": ["bytes", "text?"],
  "relay.quantize.annotate": [],
  "relay.quantize.calibrate": [["list?", []]],
  "relay.quantize.currentQConfig": [],
  "relay.quantize.partition": [],
  "relay.quantize.prerequisiteOptimize": ["mod", "options?"],
  "relay.quantize.qconfig": ["options?"],
  "relay.quantize.quantize": ["mod", "options?"],
  "relay.quantize.realize": [],
  "relay.testing.createWorkload": ["fn", "options?"],
  "relay.testing.layers.batchNormInfer": ["expr", ["options", { name: "bn" }]],
  "relay.testing.layers.conv2d": ["expr", ["options", { name: "conv" }]],
  "relay.testing.layers.conv2dTranspose": ["expr", ["options", { name: "conv" }]],
  "relay.testing.layers.conv3d": ["expr", ["options", { name: "conv" }]],
  "relay.testing.layers.convKernelLayout": [["text", "NCHW"]],
  "relay.testing.layers.denseAddBias": ["expr", ["options", { name: "fc" }]],
  "transform.AnnotateTarget": ["compilers", "options?"],
  "transform.ChangeBatch": [["list", ["x"]], "options?"],
  "transform.ConvertLayout": ["layouts"],
  "transform.FlexibleShapeDispatch": ["list", "options?"],
  "transform.InferTypeLocal": ["expr"],
  "transform.InlineCompilerFunctionsBoundTo": [["list", ["main"]]],
  "transform.MergeComposite": ["table"],
  "transform.Recast": [["text", "int8"], ["text", "int32"], "options?"],
  "transform.Sequential": ["passes", "options?"],
  "transform.bisect": ["mod", "passes", "options?"],
  "transform.create": [["text", "FoldConstant"], "options?"],
  "transform.functionPass": [["options", options], "body"],
  "transform.gradient": ["fn", "mod?", ["text?", "first_order"]],
  "transform.modulePass": [["options", options], "body"],
  "transform.parsePipeline": [["text", "FoldConstant"]],
  "transform.readPipeline": [["text", "FoldConstant"], "options?"],
  "transform.reduce": ["mod", "passes", "options?"],
};

/** The arguments of constructors. Objects of other classes are made only by the engine. */
const constructors: Record<string, readonly Argument[]> = {
  Function: ["exprs?", "expr", "options?"],
  PassContext: ["options?"],
  Sequential: ["passes", "options?"],
  "relay.Call": ["callee", "exprs?"],
  "relay.Constant": ["array"],
  "relay.GlobalVar": ["text"],
  "relay.If": ["expr", "expr", "expr"],
  "relay.Let": ["expr", "expr", "expr"],
  "relay.RefCreate": ["expr"],
  "relay.RefRead": ["expr"],
  "relay.RefWrite": ["expr", "expr"],
  "relay.Tuple": ["exprs"],
  "relay.TupleGetItem": ["expr", "number?"],
  "relay.Var": ["text"],
  "relay.analysis.AnnotatedRegionSet": ["expr"],
  "relay.analysis.CallGraph": ["mod"],
  "relay.quantize.QConfig": ["options?"],
  "relay.testing.init.Xavier": ["options?"],
  "relay.testing.tempOpAttr.TempOpAttr": [["text", "nn.conv2d"], ["text", "FTVMLegalize"], "body"],
};

/** Objects with their methods that take arguments. */
const methods: Record<string, { of: object; methods: Record<string, readonly Argument[]> }> = {
  Expr: {
    of: x,
    methods: {
      astext: ["options?"],
      graph: ["options?"],
      sameAs: ["expr"],
      structuralEqual: ["expr"],
    },
  },
  Function: { of: fn, methods: { withAttr: ["text"] } },
  IRModule: {
    of: mod,
    methods: {
      astext: ["options?"],
      evaluate: ["inputs", "text?"],
      get: ["text"],
      graph: ["options?"],
      set: [["text", "other"], "fn"],
      structuralEqual: ["mod"],
      writeText: ["body", "options?"],
    },
  },
  "class IRModule": {
    of: passcope.IRModule,
    methods: {
      fromExpr: ["expr"],
      fromFunctions: ["functions?"],
      fromtext: [["text", text], "text?", "mod?"],
    },
  },
  "class NDArray": {
    of: NDArray,
    methods: {
      from: [
        ["list", [1, 2]],
        ["list", [2]],
        ["text?", "float32"],
      ],
      scalar: ["number", ["text?", "float32"]],
    },
  },
  NDArray: { of: array, methods: { cast: [["text", "int32"]] } },
  Pass: {
    of: { call: (...args: unknown[]) => (pass as Callable)(...args) },
    methods: { call: ["mod"] },
  },
  PassContext: {
    of: new PassContext(),
    methods: {
      count: ["text", "number?"],
      overrideInstruments: ["instruments"],
      passEnabled: ["pass"],
      with: ["body"],
    },
  },
  GraphModule: {
    of: graph,
    methods: {
      benchmark: [["options?", { number: 1, repeat: 1 }]],
      getInput: [["number", 0]],
      getInputIndex: ["text"],
      getOutput: ["number?"],
      profile: ["options?"],
      run: ["inputs?"],
      runCall: ["number"],
      setInput: ["inputs"],
    },
  },
  DFPattern: {
    of: pattern,
    methods: {
      add: ["pattern"],
      div: ["pattern"],
      dominates: ["pattern", "pattern?"],
      hasAttr: ["options"],
      hasDtype: [["text", "float32"]],
      hasShape: ["list"],
      hasType: [["text", "float32"]],
      match: ["expr"],
      mul: ["pattern"],
      optional: [["body", () => pattern]],
      or: ["pattern"],
      partition: ["expr", "options?"],
      sub: ["pattern"],
    },
  },
  DFPatternCallback: { of: new Callback(), methods: { rewrite: ["expr", "mod?"] } },
  ExprVisitor: { of: new Visitor(), methods: { visit: ["expr"] } },
  CallGraph: {
    of: new relay.analysis.CallGraph(mod),
    methods: {
      calls: ["text"],
      globalCallCount: ["text"],
      isRecursive: ["text"],
      printVar: ["text"],
      refCount: ["text"],
    },
  },
  AnnotatedRegionSet: {
    of: new relay.analysis.AnnotatedRegionSet(x),
    methods: { getRegion: ["expr"] },
  },
  HookLog: { of: new instrument.HookLog(), methods: { watch: ["instruments"] } },
  QConfig: { of: relay.quantize.qconfig(), methods: { with: ["body"] } },
  "class ModelFile": {
    of: relay.frontend.ModelFile,
    methods: { from: ["bytes"], load: ["bytes", "options?"] },
  },
};

/** These accept any argument, or none. */
const unchecked = new Set([
  "keep",
  "relay.dataflowPattern.checkTarget",
  ...Object.keys(engine).map((name) => `engine.${name}`),
]);

/** All functions and classes in the package's exports, by their paths. */
function* exported(
  at: object = passcope,
  path = "",
  seen = new Set<unknown>(),
): Generator<[string, Callable]> {
  for (const [name, value] of Object.entries(at) as [string, unknown][]) {
    if (seen.has(value) || value === null) continue;
    // relay.transform is the same object as transform.
    const here = path === "" || name === "transform" ? name : `${path}.${name}`;
    if (typeof value === "function") {
      seen.add(value);
      yield [here, value as Callable];
    } else if (typeof value === "object" && !(value instanceof Map)) {
      seen.add(value);
      yield* exported(value, here, seen);
    }
  }
}

const sourceOf = (value: Callable): string => Function.prototype.toString.call(value);
const isClass = (value: Callable): boolean => /^class\b/.test(sourceOf(value));
const all = [...exported()];
const operators = new Map(engine.ops().map((op) => [op.name, op]));
const networks = new Set<unknown>(
  Object.values(testing).flatMap((each) =>
    "getNet" in each ? [each.getNet, each.getWorkload] : [],
  ),
);

/** The arguments of a function: from the tables above or, if it is generated, from the engine's tables. */
function argumentsOf(path: string, value: Callable): readonly Argument[] | undefined {
  const known = functions[path];
  if (known) return known;
  if (networks.has(value)) return ["options?"];
  const op = operators.get(path.replace(/^relay\./, ""));
  if (op && path.startsWith("relay.")) {
    return op.args.map(() => (op.variadic ? "exprs" : "operand"));
  }
  // The options of passes are those of the table.
  if (path.startsWith("transform.")) {
    if (/^function \w+\(\)/.test(sourceOf(value))) return [];
    return value.length === 0 ? ["options?"] : undefined;
  }
  return undefined;
}

/**
 * Parts of messages that must not appear, because they come from the engine or JavaScript and not from a check of
 * arguments.
 */
const foreign =
  /does not exist|is not a function|is not iterable|takes numbers, texts|as JSON|private member|Cannot (read|convert|destructure|mix|access)|circular|serialize|BindingError|undefined \(/i;

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join()}]`;
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" || typeof value === "function"
    ? value.constructor.name
    : (value as number | string | symbol).toString();
}

/** Calls a function with each argument wrong in turn, and records the cases without the right error. */
async function wrongArguments(
  name: string,
  call: Callable,
  given: readonly Argument[],
): Promise<string[]> {
  const found: string[] = [];
  const parts = given.map((argument) => {
    const [sort, right] = typeof argument === "string" ? [argument, undefined] : argument;
    const isOptional = sort.endsWith("?");
    const known = (isOptional ? sort.slice(0, -1) : sort) as Sort;
    return { known, isOptional, right: right ?? sorts[known].right };
  });
  for (const [i, { known, isOptional }] of parts.entries()) {
    const strangers: readonly unknown[] = [
      ...(isOptional ? [] : [undefined]),
      ...values.filter(({ fits }) => !fits.includes(known)).map(({ value }) => value),
      ...sorts[known].wrong,
    ];
    for (const stranger of strangers) {
      const args = parts.map((part, j) => (i === j ? stranger : part.right));
      const where = `${name}, argument ${i} (${known}) = ${shown(stranger)}`;
      try {
        await call(...args);
        found.push(`${where}: accepted`);
      } catch (error) {
        const told = error instanceof passcope.DiagnosticError || error instanceof TypeError;
        const message = error instanceof Error ? error.message : String(error);
        if (!told || foreign.test(message)) found.push(`${where}: ${message.split("\n")[0]}`);
      }
    }
  }
  return found;
}

test("the tables name all functions and classes that there are", () => {
  const missing = all
    .filter(([path, value]) => !isClass(value) && !unchecked.has(path) && !argumentsOf(path, value))
    .map(([path]) => path);
  expect(missing).toEqual([]);
  const paths = new Set(all.map(([path]) => path));
  expect(Object.keys(functions).filter((path) => !paths.has(path))).toEqual([]);
});

test("functions tell what they take and what they got", async () => {
  const found: string[] = [];
  for (const [path, value] of all) {
    if (isClass(value) || unchecked.has(path)) continue;
    found.push(...(await wrongArguments(path, value, argumentsOf(path, value) ?? [])));
  }
  expect(found).toEqual([]);
});

test("classes tell what they are made of", async () => {
  const found: string[] = [];
  for (const [path, value] of all) {
    const args = constructors[path];
    if (!args) continue;
    const Class = value as unknown as new (...given: unknown[]) => unknown;
    found.push(...(await wrongArguments(path, (...given) => new Class(...given), args)));
  }
  expect(found).toEqual([]);
});

test("methods tell what they take", async () => {
  const found: string[] = [];
  for (const [name, { of, methods: known }] of Object.entries(methods)) {
    for (const [method, args] of Object.entries(known)) {
      const call = (...given: unknown[]) =>
        ((of as Record<string, Callable>)[method] as Callable).apply(of, given);
      found.push(...(await wrongArguments(`${name}.${method}`, call, args)));
    }
  }
  expect(found).toEqual([]);
});
