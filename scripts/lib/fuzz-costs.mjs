// `npm run fuzz -- --target costs`: small programs that try to take much time or memory. A test of the command line
// runs some of them.
//
// A program combines ingredients that multiply: shared nodes, closures in closures, recursion, data types, lets in
// values of lets, large constants, large windows. Each ingredient repeats as often as the size of the text allows. The
// input goes through one or two passes, and through a way to show or run the result. Each input depends only on its
// seed.
//
// The only allowed end is exit code 0, 1 or 2, within the limits of time, memory and output.

import { spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import path from "node:path";
import { shapeProgram, shapes } from "./cost-shapes.mjs";
import { withFolder } from "./files.mjs";
import { makeRandom } from "./random.mjs";

const T = "Tensor[(4, 4), float32]";
/** The length of the largest programs. */
export const MAX_TEXT = 100_000;

const repeat = (n, f) => Array.from({ length: n }, (_, i) => f(i)).join("");
const cast = (expr) => `broadcast_to(sum(${expr}), shape=[4, 4])`;

/**
 * The ingredients. Each gets the size `n`, a name `p` for what it defines, a variable `x` of type T, and choices. It
 * returns statements for @main (`lets`), functions beside it (`globals`), and the result, an expression of type T.
 */
const ingredients = {
  sharedLets: ({ n, p, x, op }) => ({
    lets: repeat(
      n,
      (i) => `let %${p}${i} = ${op}(${i ? `%${p}${i - 1}` : x}, ${i ? `%${p}${i - 1}` : x});\n`,
    ),
    result: `%${p}${n - 1}`,
  }),
  sharedNodes: ({ n, p, op }) => ({
    globals: `def @${p}(%x: ${T}) {\n${repeat(n, (i) => `%${i} = ${op}(${i ? `%${i - 1}` : "%x"}, ${i ? `%${i - 1}` : "%x"});\n`)}%${n - 1}\n}\n`,
    call: `@${p}`,
  }),
  chain: ({ n, p, one }) => ({
    globals: `def @${p}(%x: ${T}) {\n${repeat(n, (i) => `%${i} = ${one()}(${i ? `%${i - 1}` : "%x"});\n`)}%${n - 1}\n}\n`,
    call: `@${p}`,
  }),
  closures: ({ n, p, op }) => ({
    lets: repeat(n, (i) =>
      i === 0
        ? `let %${p}0 = fn (%y: ${T}) -> ${T} { ${op}(%y, %y) };\n`
        : `let %${p}${i} = fn (%y: ${T}) -> ${T} { %${p}${i - 1}(%${p}${i - 1}(%y)) };\n`,
    ),
    call: `%${p}${n - 1}`,
  }),
  nestedClosures: ({ n, p, op }) => ({
    globals: `def @${p}(%x: ${T}) {\n${repeat(n, (i) => `let %f${i} = fn (%y${i}: ${T}) -> ${T} {\n`)}${op}(%y${n - 1}, %x)\n${Array.from({ length: n }, (_, i) => `};\n%f${n - 1 - i}(${n - 1 - i ? `%y${n - 2 - i}` : "%x"})\n`).join("")}}\n`,
    call: `@${p}`,
  }),
  higherOrder: ({ n, p, op }) => ({
    lets: `let %${p}t = fn (%f: fn (${T}) -> ${T}) { fn (%y: ${T}) -> ${T} { %f(%f(%y)) } };\nlet %${p}0 = fn (%y: ${T}) -> ${T} { ${op}(%y, %y) };\n${repeat(n, (i) => `let %${p}${i + 1} = %${p}t(%${p}${i});\n`)}`,
    call: `%${p}${n}`,
  }),
  globals: ({ n, p, op }) => ({
    globals: repeat(n, (i) =>
      i === 0
        ? `def @${p}0(%x: ${T}) -> ${T} { ${op}(%x, %x) }\n`
        : `def @${p}${i}(%x: ${T}) -> ${T} { @${p}${i - 1}(@${p}${i - 1}(%x)) }\n`,
    ),
    call: `@${p}${n - 1}`,
  }),
  recursion: ({ p, op, random, huge }) => ({
    globals: `def @${p}(%n: int32, %x: ${T}) -> ${T} {\n  if (less(%n, 1)) { %x } else { ${
      random() < 0.5
        ? `${op}(@${p}(subtract(%n, 1), %x), %x)`
        : random() < 0.5
          ? `@${p}(subtract(%n, 1), ${op}(%x, %x))`
          : `${op}(@${p}(subtract(%n, 1), %x), @${p}(subtract(%n, 2), %x))`
    } }\n}\n`,
    wrap: (x) => `@${p}(${huge()}, ${x})`,
  }),
  localRecursion: ({ p, op, huge }) => ({
    lets: `let %${p} = fn (%n: int32, %y: ${T}) -> ${T} { if (less(%n, 1)) { %y } else { %${p}(subtract(%n, 1), ${op}(%y, %y)) } };\n`,
    wrap: (x) => `%${p}(${huge()}, ${x})`,
  }),
  branches: ({ n, p, x, op }) => ({
    lets: repeat(n, (i) => {
      const v = i ? `%${p}${i - 1}` : x;
      return `let %${p}${i} = if (less(sum(${v}), 1f)) { ${op}(${v}, ${v}) } else { tanh(${v}) };\n`;
    }),
    result: `%${p}${n - 1}`,
  }),
  nestedBranches: ({ n, p, op }) => ({
    globals: `def @${p}(%x: ${T}, %c: bool) {\n${"if (%c) {\n".repeat(n)}%x${` } else { ${op}(%x, %x) }`.repeat(n)}\n}\n`,
    wrap: (v) => `@${p}(${v}, less(1f, sum(${v})))`,
  }),
  nestedLets: ({ n, p }) => ({
    globals: `def @${p}(%x: ${T}) {\n${repeat(n, (i) => `let %a${i} = (\n`)}%x${Array.from({ length: n }, (_, i) => `\n);\ntanh(%a${n - 1 - i})`).join("")}\n}\n`,
    call: `@${p}`,
  }),
  tuples: ({ n, p, x }) => ({
    lets: repeat(
      n,
      (i) => `let %${p}${i} = (${i ? `%${p}${i - 1}.0` : x}, ${i ? `%${p}${i - 1}.1` : x});\n`,
    ),
    result: `%${p}${n - 1}.0`,
  }),
  wide: ({ n, p, x, op }) => ({
    lets: `let %${p} = concatenate((${Array(n).fill(x).join(", ")},), axis=0);\nlet %${p}b = split(%${p}, indices_or_sections=${n}, axis=0);\n`,
    result: n > 1 ? `${op}(%${p}b.0, %${p}b.${n - 1})` : "%" + p,
  }),
  parallel: ({ n, p, x }) => ({
    lets: repeat(
      n,
      (i) => `let %${p}${i} = nn.dense(${x}, ones(shape=[4, 4], dtype="float32"), units=4);\n`,
    ),
    result: `concatenate((${repeat(n, (i) => `%${p}${i}, `)}), axis=0)`,
    reduce: true,
  }),
  lists: ({ n, p, x, op }) => ({
    globals: `def @${p}(%l: List[${T}], %a: ${T}) -> ${T} {\n  match (%l) {\n    Cons(%h, %t) => @${p}(%t, ${op}(%h, %a)),\n    Nil => %a,\n  }\n}\n`,
    lets: `let %${p}l0 = Nil;\n${repeat(n, (i) => `let %${p}l${i + 1} = Cons(${x}, %${p}l${i});\n`)}`,
    wrap: (v) => `@${p}(%${p}l${n}, ${v})`,
    list: true,
  }),
  trees: ({ n, p, x, op }) => ({
    globals: `def @${p}(%t: Tree) -> ${T} {\n  match (%t) {\n    Leaf(%v) => %v,\n    Node(%a, %b) => ${op}(@${p}(%a), @${p}(%b)),\n  }\n}\n`,
    lets: `let %${p}t0 = Leaf(${x});\n${repeat(n, (i) => `let %${p}t${i + 1} = Node(%${p}t${i}, %${p}t${i});\n`)}`,
    result: `@${p}(%${p}t${n})`,
    tree: true,
  }),
  references: ({ n, p, x, op }) => ({
    lets: `let %${p}r = ref(${x});\n${repeat(n, (i) => `let %${p}${i} = ref_write(%${p}r, ${op}(ref_read(%${p}r), ref_read(%${p}r)));\n`)}`,
    result: `ref_read(%${p}r)`,
  }),
  constants: ({ n, p, shape, dtype, pick }) => ({
    lets: repeat(n, (i) => {
      const make = pick([
        () => `zeros(shape=[${shape()}], dtype="${dtype}")`,
        () =>
          `full(${dtype.startsWith("f") ? "1f" : "1"}, shape=[${shape()}], dtype="${dtype.startsWith("f") ? "float32" : "int32"}")`,
        () => `broadcast_to(ones(shape=[1], dtype="${dtype}"), shape=[${shape()}])`,
        () =>
          `repeat(tile(ones(shape=[8, 8], dtype="${dtype}"), reps=[${shape()}]), repeats=${pick([1, 100, 10000])}, axis=0)`,
        () =>
          `take(full(1f, shape=[1000], dtype="float32"), zeros(shape=[${shape()}], dtype="int32"))`,
      ])();
      return `let %${p}${i} = ${make};\n`;
    }),
    result: cast(`cast(%${p}${n - 1}, dtype="float32")`),
  }),
  heavy: ({ n, p, dtype, pick, size }) => ({
    lets: repeat(n, (i) => {
      const c = size(),
        k = size();
      const ones = (...shape) => `ones(shape=[${shape.join(", ")}], dtype="${dtype}")`;
      const call = pick([
        () =>
          `nn.conv2d(${ones(1, c, k, k)}, ${ones(c, c, pick([1, 3, k]), pick([1, 3, k]))}, padding=[${pick([0, 1, k])}, 0, 0, 0])`,
        () => `nn.conv2d(${ones(1, c, k, k)}, ${ones(c, 1, 3, 3)}, groups=${c})`,
        () => `nn.conv3d(${ones(1, c, k, k, k)}, ${ones(c, c, 3, 3, 3)})`,
        () =>
          `nn.conv2d_transpose(${ones(1, c, k, k)}, ${ones(c, c, 3, 3)}, channels=${c}, kernel_size=[3, 3])`,
        () => `nn.dense(${ones(c * k, c)}, ${ones(k * k, c)}, units=${k * k})`,
        () => `nn.batch_matmul(${ones(c, k, k)}, ${ones(c, k, k)}, transpose_b=True)`,
        () =>
          `nn.max_pool2d(${ones(1, c, k, k)}, pool_size=[${k}, ${k}], padding=[${k - 1}, ${k - 1}, ${k - 1}, ${k - 1}])`,
        () =>
          `nn.avg_pool2d(${ones(1, c, k, k)}, pool_size=[${k}, ${k}], padding=[${k - 1}, ${k - 1}, ${k - 1}, ${k - 1}])`,
        () => `einsum((${ones(k, k)}, ${ones(k, k)}, ${ones(k, k)}), equation="ij,jk,kl->il")`,
        () => `nn.softmax(${ones(c, k, k)}, axis=0)`,
        () => `cumsum(${ones(c * k * k)}, axis=0)`,
        () => `sort(${ones(c * k * k)}, axis=0)`,
        () => `nn.lrn(${ones(1, c, k, k)}, size=${2 * c + 1})`,
        () =>
          `image.resize2d(${ones(1, c, k, k)}, size=[${k * c}, ${k * c}], roi=[0f, 0f, 0f, 0f], method="cubic")`,
        () => `prod(power(${ones(c, k, k)}, ${ones(k)}), axis=[0])`,
        () => `erf(tan(${ones(c, k, k, k)}))`,
        () =>
          `sliding_window(${ones(c, k, k)}, axis=0, window_shape=[${c}, ${k}, ${k >> 1 || 1}], strides=[1, 1, 1])`,
      ])();
      return `let %${p}${i} = ${call};\n`;
    }),
    result: cast(`cast(%${p}${n - 1}, dtype="float32")`),
  }),
  layers: ({ n, p, pick }) => ({
    globals: `def @${p}(%d: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 4, 3, 3), float32], %s: Tensor[(4), float32]) {\n${repeat(
      n,
      (i) => {
        const v = i ? `%${i - 1}` : "%d";
        return `%${i} = ${pick([
          `nn.conv2d(${v}, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3])`,
          `nn.relu(nn.batch_norm(${v}, %s, %s, %s, %s).0)`,
          `add(${v}, ${v})`,
          `nn.bias_add(${v}, %s)`,
          `multiply(${v}, expand_dims(%s, axis=1, num_newaxis=2))`,
          `transpose(transpose(${v}, axes=[0, 2, 3, 1]), axes=[0, 3, 1, 2])`,
          `nn.max_pool2d(${v}, pool_size=[3, 3], padding=[1, 1, 1, 1])`,
          `concatenate((strided_slice(${v}, begin=[0, 0, 0, 0], end=[1, 2, 8, 8], strides=[1], axes=None), strided_slice(${v}, begin=[0, 0, 0, 0], end=[1, 2, 8, 8], strides=[1], axes=None)), axis=1)`,
        ])};\n`;
      },
    )}%${n - 1}\n}\n`,
  }),
  quantized: ({ n, p }) => ({
    globals: `def @${p}(%d: Tensor[(4, 4), float32]) {\n${repeat(n, (i) => `%${i} = qnn.dequantize(qnn.add(qnn.quantize(${i ? `%${i - 1}` : "%d"}, 1f, 0, out_dtype="int8"), qnn.quantize(${i ? `%${i - 1}` : "%d"}, 1f, 0, out_dtype="int8"), 1f, 0, 1f, 0, 1f, 0), 1f, 0);\n`)}%${n - 1}\n}\n`,
    call: `@${p}`,
  }),
};

const binary = ["add", "multiply", "subtract", "maximum"];
const unary = ["tanh", "negative", "exp", "sigmoid", "nn.relu", "copy", "nn.softmax"];
const dtypes = ["float32", "float64", "float16", "bfloat16", "int8", "int32", "int64", "uint8"];
const shows = [
  [],
  [],
  ["--diff"],
  ["--print-after-all"],
  ["--print-before-all", "--meta-data"],
  ["--trace", "t.json"],
  ["--trace", "t.chrome.json"],
  ["--report", "r.html"],
  ["--lineage", "add"],
  ["--lineage", "3"],
  ["--op-diff"],
  ["--remarks"],
  ["--remarks", "--op-diff", "--stats", "--why", "--time", "--json"],
  ["--verify-values"],
  ["--verify-each", "--check-immutable"],
  ["-o", "o.npy"],
  ["-o", "o.relay"],
  ["--dump-ir", "d", "--print-changed"],
];

/**
 * The input of a seed: a program and the arguments of `passcope`.
 *
 * @param {number} seed
 * @param {string[]} passes the names to choose from
 * @param {number} [maxText] about the length of the largest programs
 * @returns {{text: string, args: string[]}}
 */
export function costInput(seed, passes, maxText = MAX_TEXT) {
  const random = makeRandom(seed);
  random();
  const pick = (list) => list[Math.floor(random() * list.length)];
  // From 1 to `most`, small and large numbers alike.
  const upTo = (most) => Math.max(1, Math.floor(most ** random()));
  const count = random() < 0.6 ? 1 : 1 + upTo(3);
  let globals = "";
  let lets = "";
  let x = "%x";
  let list = false;
  let tree = false;
  for (let i = 0; i < count; i += 1) {
    const p = `v${i}_`;
    const name = pick(Object.keys(ingredients));
    const make = (n) => {
      const choices = {
        n,
        p,
        x,
        random,
        pick,
        op: pick(binary),
        one: () => pick(unary),
        dtype: pick(dtypes),
        huge: () => pick(["3", "30", "1000", "100000", "2000000000"]),
        size: () => upTo(200),
        shape: () => repeat(1 + upTo(3), (at) => (at ? ", " : "") + upTo(20_000)),
      };
      return ingredients[name](choices);
    };
    const most = Math.floor((maxText / count) * 0.9);
    let n = upTo(random() < 0.3 ? 60 : 8000);
    let made = make(n);
    const size = () =>
      (made.globals ?? "").length + (made.lets ?? "").length + (made.result ?? "").length;
    while (size() > most) {
      n = Math.max(1, Math.floor((n * most) / size() / 1.1));
      made = make(n);
    }
    globals += made.globals ?? "";
    list ||= made.list === true;
    tree ||= made.tree === true;
    let result = made.result ?? (made.wrap ? made.wrap(x) : made.call ? `${made.call}(${x})` : x);
    if (made.reduce) result = cast(result);
    lets += `${made.lets ?? ""}let %${p}x = ${result};\n`;
    x = `%${p}x`;
  }
  const types =
    (list ? "type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n" : "") +
    (tree ? `type Tree {\n  Leaf(${T}),\n  Node(Tree, Tree),\n}\n` : "");
  const text = `#[version = "0.0.5"]\n${types}${globals}def @main(${
    random() < 0.3 ? "" : `%x: ${T}`
  }) {\n${lets}${x}\n}\n`.replace(
    /def @main\(\) \{\n/,
    `def @main() {\nlet %x = ones(shape=[4, 4], dtype="float32");\n`,
  );
  const pipeline = ["InferType", pick(passes), ...(random() < 0.6 ? [pick(passes)] : [])].join(
    ", ",
  );
  const way = random();
  const args =
    way < 0.05
      ? ["print", "p.relay"]
      : way < 0.1
        ? ["compare", "p.relay", "--pipeline", pipeline, "--pipeline", `InferType, ${pick(passes)}`]
        : ["run", "p.relay", "--passes", pipeline, ...pick(shows)];
  return { text, args };
}

/**
 * Runs an input under limits. Returns the problem, or undefined.
 *
 * @param {string} program
 * @param {{text: string, args: string[]}} input
 * @param {{seconds: number, outputBytes: number, memoryBytes?: number}} limits of processor time, of each written file,
 * and of the address space
 * @returns {Promise<string | undefined>}
 */
export function costFinding(program, { text, args }, { seconds, outputBytes, memoryBytes }) {
  return withFolder(async (folder) => {
    writeFileSync(path.join(folder, "p.relay"), text);
    // Blocks of the output have 512 bytes, those of memory 1024.
    const memory = memoryBytes === undefined ? "" : `ulimit -v ${memoryBytes / 1024};`;
    const limits = `ulimit -t ${seconds}; ulimit -f ${outputBytes / 512}; ${memory} exec "$0" "$@"`;
    const out = openSync(path.join(folder, "out"), "w");
    const child = spawn("/bin/sh", ["-c", limits, program, ...args], {
      cwd: folder,
      stdio: ["ignore", out, "pipe"],
    });
    closeSync(out);
    let err = "";
    child.stderr.setEncoding("latin1");
    child.stderr.on("data", (data) => (err = (err + data).slice(0, 20_000)));
    const [code, signal] = await new Promise((resolve) => {
      child.on("close", (...end) => resolve(end));
    });
    const problem =
      /internal error.*|out of memory.*|not enough memory.*|bad_alloc.*|runtime error: .*|SUMMARY: .*/.exec(
        err,
      )?.[0];
    if (signal) return `ended by ${signal}`;
    if (problem) return problem.replaceAll(/0x[0-9a-f]+|\d+/g, "#");
    return code > 2 ? `exit code ${code}` : undefined;
  });
}

/** Passes with the options that they need. */
const passArguments = {
  AnnotateTarget: "AnnotateTarget(targets=[a])",
  ChangeBatch: "ChangeBatch(data={x: 0})",
  ConvertLayout: "ConvertLayout(desired_layouts={nn.conv2d: [NHWC, default]})",
};
/** Other commands for programs of a shape; "" is the program. */
const wholePrograms = [
  ["print", ""],
  ["print", "", "--infer-type"],
  ["run", "", "--passes", "FuseOps", "--diff"],
  ["run", "", "--passes", "InferType, ToANormalForm", "--report", "r.html"],
  ["run", "", "--passes", "InferType, FuseOps", "--lineage", "tanh", "--remarks", "--stats"],
  ["run", "", "--passes", "InferType, ToCPS, PartialEvaluate"],
  ["run", "", "--passes", "InferType, HigherOrderGradient, PartialEvaluate, DeadCodeElimination"],
  ["run", "", "--passes", "InferType, LambdaLift, Inline, Defunctionalization"],
  ["run", "", "--passes", "ToBasicBlockNormalForm, ToGraphNormalForm, EliminateCommonSubexpr"],
];

/** The names of the passes that run without options. */
export function passesOf(list) {
  return list
    .split("\n")
    .map((line) => line.split(" ")[0])
    .filter((name) => /^[A-Z]\w+$/.test(name) && !["PrintIR", "InferType"].includes(name));
}

/** Removes lines while the finding stays; a block of lines at a time. */
async function minimise(program, input, limits, finding) {
  let tries = 60;
  let lines = input.text.split("\n");
  for (let size = lines.length >> 1; size >= 1 && tries > 0; size >>= 1) {
    for (let at = 0; at < lines.length && tries > 0; tries -= 1) {
      const fewer = [...lines.slice(0, at), ...lines.slice(at + size)];
      const held = await costFinding(program, { ...input, text: fewer.join("\n") }, limits);
      if (held === finding) lines = fewer;
      else at += size;
    }
  }
  return lines.join("\n");
}

/**
 * The inputs of all shapes (cost-shapes.mjs): each goes through each pass, and through the other commands.
 *
 * @param {string[]} passes
 * @returns {{names: string[], count: number, at: (index: number) => {text: string, args: string[], label: string}}}
 */
export function shapeInputs(passes, maxText = MAX_TEXT) {
  const names = Object.keys(shapes);
  const ways = [
    ...passes.map((pass) => [
      "run",
      "p.relay",
      "--passes",
      `InferType, ${passArguments[pass] ?? pass}`,
    ]),
    ...wholePrograms.map((args) => args.map((arg) => (arg === "" ? "p.relay" : arg))),
  ];
  return {
    names,
    count: names.length * ways.length,
    at: (index) => ({
      text: shapeProgram(names[index % names.length], maxText),
      args: ways[Math.floor(index / names.length)],
      label: names[index % names.length],
    }),
  };
}

/**
 * Runs inputs from the number `first` on. Prints each finding and writes its program into `folder`.
 *
 * @param {{program: string, inputAt: (number: number) => {text: string, args: string[]}, first: number, inputs: number,
 * jobs: number, folder: string}} options
 */
export async function fuzzCosts({ program, inputAt, first, inputs, jobs, folder }) {
  const limits = { seconds: 10, outputBytes: 2 ** 30, memoryBytes: 2 ** 30 };
  const seen = new Map();
  let next = first;
  let found = 0;
  const work = async () => {
    while (next < first + inputs) {
      const seed = next;
      next += 1;
      const input = inputAt(seed);
      const finding = await costFinding(program, input, limits);
      if (finding === undefined) continue;
      found += 1;
      const key = `${finding} ${input.label ?? ""} ${input.args.join(" ").replace(/.*InferType/, "")}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      if (seen.get(key) > 1) continue;
      const file = path.join(folder, `costs-${seed}.relay`);
      // The program of a shape needs its size.
      const text = input.label ? input.text : await minimise(program, input, limits, finding);
      writeFileSync(file, text);
      console.log(
        `finding: ${finding}\n  ${input.label ?? "seed"} ${seed}: passcope ${JSON.stringify(input.args)}\n  ${file}`,
      );
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  console.log(`${inputs} inputs, numbers ${first} to ${next - 1}; ${found} findings`);
  return found;
}
