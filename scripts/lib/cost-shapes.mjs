// Programs of one shape each, for `npm run fuzz -- --target costs --shapes`: each pass gets each shape, as large as a
// text may be. A pass whose work grows faster than its program is found at once, since the programs are at their limit.

const T = "Tensor[(4, 4), float32]";
const HEAD = '#[version = "0.0.5"]\n';

const repeat = (n, f) => Array.from({ length: n }, (_, i) => f(i)).join("");
const list = (n, f) => Array.from({ length: n }, (_, i) => f(i)).join(", ");
const reversed = (n, f) => repeat(n, (i) => f(n - 1 - i));
const main = (body, params = `%x: ${T}`) => `${HEAD}def @main(${params}) {\n${body}\n}\n`;
const last = (i, first = "%x") => (i ? `%${i - 1}` : first);
const local = (name, i, first = "%x") => (i ? `%${name}${i - 1}` : first);
const LIST = "type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n";

const unary = ["tanh", "negative", "exp", "sigmoid", "nn.relu", "copy", "sqrt"];
const conv = (v) => `nn.conv2d(${v}, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3])`;
const IMAGE = "%x: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 4, 3, 3), float32]";

/** Each gets a size `n`, and returns a program. */
export const shapes = {
  // Expressions in a row.
  chain: (n) =>
    main(
      repeat(n, (i) => `%${i} = ${unary[i % unary.length]}(${last(i)});\n`) + `%${n - 1}`,
      `%x: ${T}`,
    ),
  binaryChain: (n) =>
    main(repeat(n, (i) => `%${i} = add(${last(i)}, %x);\n`) + `%${n - 1}`, `%x: ${T}`),
  untypedChain: (n) =>
    main(repeat(n, (i) => `%${i} = tanh(${last(i)});\n`) + `%${n - 1}`, `%x: Tensor[(?), float32]`),
  lets: (n) =>
    main(repeat(n, (i) => `let %a${i} = tanh(${local("a", i)});\n`) + `%a${n - 1}`, `%x: ${T}`),
  annotatedLets: (n) =>
    main(repeat(n, (i) => `let %a${i}: ${T} = add(${local("a", i)}, 1f);\n`) + `%a${n - 1}`),
  deadLets: (n) => main(repeat(n, (i) => `let %a${i} = tanh(%x);\n`) + `%x`),
  blocks: (n) =>
    main(
      `${"let %a = {\n".repeat(n)}%x${"\n};\ntanh(%a)".repeat(n)}`
        .replaceAll("{", "(")
        .replaceAll("}", ")"),
    ),
  convolutions: (n) => main(repeat(n, (i) => `%${i} = ${conv(last(i))};\n`) + `%${n - 1}`, IMAGE),
  parallelConvolutions: (n) =>
    main(repeat(n, (i) => `%${i} = ${conv("%x")};\n`) + `(${list(n, (i) => `%${i}`)},)`, IMAGE),
  residual: (n) =>
    main(
      repeat(n, (i) =>
        i % 2 ? `%${i} = add(%${i - 1}, ${last(i - 1)});\n` : `%${i} = ${conv(last(i))};\n`,
      ) + `%${n - 1}`,
      IMAGE,
    ),
  transposes: (n) =>
    main(
      repeat(n, (i) => `%${i} = transpose(reshape(${last(i)}, newshape=[4, 4]), axes=[1, 0]);\n`) +
        `%${n - 1}`,
    ),
  casts: (n) =>
    main(
      repeat(n, (i) => `%${i} = cast(${last(i)}, dtype="float${i % 2 ? 32 : 16}");\n`) +
        `%${n - 1}`,
    ),
  quantized: (n) =>
    main(
      repeat(
        n,
        (i) =>
          `%${i} = qnn.dequantize(qnn.quantize(${last(i)}, 1f, 0, out_dtype="int8"), 1f, 0);\n`,
      ) + `%${n - 1}`,
    ),
  devices: (n) =>
    main(
      repeat(n, (i) =>
        i % 2
          ? `%${i} = tanh(%${i - 1});\n`
          : `%${i} = on_device(${last(i)}, virtual_device=meta[VirtualDevice][${i % 4 ? 1 : 0}]);\n`,
      ) + `%${n - 1}`,
    ),
  annotated: (n) =>
    main(
      repeat(n, (i) =>
        i % 3 === 2
          ? `%${i} = tanh(%${i - 1});\n`
          : `%${i} = annotation.compiler_${i % 3 ? "end" : "begin"}(${last(i)}, compiler="${i % 2 ? "a" : "b"}");\n`,
      ) + `%${n - 1}`,
    ),
  // Sharing: n levels of nodes whose operands are one node.
  diamonds: (n) => main(repeat(n, (i) => `%${i} = add(${last(i)}, ${last(i)});\n`) + `%${n - 1}`),
  diamondTuples: (n) => main(repeat(n, (i) => `%${i} = (${last(i)}, ${last(i)});\n`) + `%${n - 1}`),
  shallowDiamondTuples: () =>
    main(repeat(30, (i) => `%${i} = (${last(i)}, ${last(i)});\n`) + "%29"),
  diamondLets: (n) =>
    main(repeat(n, (i) => `let %a${i} = (${local("a", i)}, ${local("a", i)});\n`) + "%x"),
  diamondClosures: (n) =>
    main(
      repeat(n, (i) =>
        i
          ? `let %f${i} = fn (%y${i}: ${T}) { %f${i - 1}(%f${i - 1}(%y${i})) };\n`
          : `let %f0 = fn (%y0: ${T}) { tanh(%y0) };\n`,
      ) + `%f${n - 1}(%x)`,
    ),
  // Types that double.
  doublingTypes: (n) =>
    main(
      `let %d = fn [A](%y: A) -> (A, A) { (%y, %y) };\n` +
        repeat(n, (i) => `let %a${i} = %d(${local("a", i)});\n`) +
        "%x",
    ),
  doublingFunctions: (n) =>
    main(
      repeat(n, (i) => `let %f${i} = fn (%g${i}) { ${i ? `%f${i - 1}` : "%x"}; %g${i} };\n`) + "%x",
    ),
  identities: (n) =>
    main(
      "let %i = fn [A](%y: A) -> A { %y };\n%i".replace(/%i$/, "") +
        `${"%i(".repeat(n)}%x${")".repeat(n)}`,
    ),
  // One node with many parts.
  wideTuple: (n) => main(`let %t = (${list(n, () => "%x")},);\n%t.${n - 1}`),
  wideCall: (n) => main(`concatenate((${list(n, () => "%x")},), axis=0)`),
  split: (n) =>
    `${HEAD}def @main(%x: Tensor[(${n}, 4), float32]) {\nlet %t = split(%x, indices_or_sections=${n}, axis=0);\n` +
    `(${list(n, (i) => `%t.${i}`)},)\n}\n`,
  tupleType: (n) => `${HEAD}def @main(%t: (${list(n, () => "float32")},)) {\n%t.${n - 1}\n}\n`,
  projections: (n) =>
    main(
      `let %t = (${list(n, () => "%x")},);\nadd(%t.0, ${repeat(n - 1, (i) => `add(%t.${i + 1}, `)}%x${")".repeat(n)}`,
    ),
  parameters: (n) => `${HEAD}def @main(${list(n, (i) => `%a${i}: float32`)}) {\n%a${n - 1}\n}\n`,
  arguments: (n) =>
    `${HEAD}def @f(${list(n, (i) => `%a${i}: float32`)}) -> float32 {\n%a${n - 1}\n}\n` +
    `def @main(%x: float32) {\n@f(${list(n, () => "%x")})\n}\n`,
  closureArguments: (n) =>
    main(
      `let %f = fn (${list(n, (i) => `%a${i}`)}) { add(%a0, %a${n - 1}) };\n%f(${list(n, () => "%x")})`,
    ),
  typeParameters: (n) =>
    `${HEAD}def @f[${list(n, (i) => `A${i}`)}](%x: A0) -> A0 {\n%x\n}\ndef @main(%x: ${T}) { %x }\n`,
  usedTypeParameters: (n) =>
    `${HEAD}def @f[${list(n, (i) => `A${i}`)}](${list(n, (i) => `%x${i}: A${i}`)}) -> A0 {\n%x0\n}\n` +
    `def @main(%x: ${T}) { @f(${list(n, () => "%x")}) }\n`,
  attributes: (n) => `${HEAD}def @main(%x: ${T}, ${list(n, (i) => `A${i}=${i}`)}) {\n%x\n}\n`,
  manyAttributed: (n) =>
    main(
      repeat(
        n,
        (i) =>
          `let %f${i} = fn (%y, Primitive=1, Name="f${i}") { tanh(%y) };\nlet %a${i} = %f${i}(${local("a", i)});\n`,
      ) + `%a${n - 1}`,
    ),
  attributeLists: (n) => main(`reshape(%x, newshape=[${list(n, () => "1")}, 4, 4])`),
  constants: (n) => main(repeat(n, (i) => `%${i} = add(${last(i)}, ${i}f);\n`) + `%${n - 1}`),
  folded: (n) =>
    main(
      `let %c = ones(shape=[64, 64], dtype="float32");\n` +
        repeat(n, (i) => `let %a${i} = add(${local("a", i, "%c")}, %c);\n`) +
        `%a${n - 1}`,
    ),
  // Blocks in blocks.
  nestedTuples: (n) => main(`${"(".repeat(n)}%x${",)".repeat(n)}${".0".repeat(n)}`),
  nestedCalls: (n) => main(`${"tanh(".repeat(n)}%x${")".repeat(n)}`),
  nestedFunctions: (n) =>
    main(
      repeat(n, (i) => `let %f${i} = fn (%y${i}: ${T}) {\n`) +
        `add(%y${n - 1}, %x)` +
        reversed(n, (i) => `\n};\n%f${i}(${local("y", i)})`),
    ),
  curried: (n) =>
    main(
      `let %f = ${repeat(n, (i) => `fn (%y${i}: ${T}) {\n`)}%y0${"\n}".repeat(n)};\n%f${"(%x)".repeat(n)}`,
    ),
  capturing: (n) =>
    main(
      repeat(n, (i) => `let %a${i} = tanh(%x);\n`) +
        repeat(
          n,
          (i) => `let %f${i} = fn (%y: ${T}) { add(%a${i}, ${i ? `%f${i - 1}(%y)` : "%y"}) };\n`,
        ) +
        `%f${n - 1}(%x)`,
    ),
  nestedConditions: (n) =>
    main(
      `${"if (%c) {\n".repeat(n)}%x${"\n} else {\ntanh(%x)\n}".repeat(n)}`,
      `%x: ${T}, %c: bool`,
    ),
  nestedElse: (n) =>
    main(
      `${"if (%c) {\n%x\n} else {\n".repeat(n)}tanh(%x)${"\n}".repeat(n)}`,
      `%x: ${T}, %c: bool`,
    ),
  conditions: (n) =>
    main(
      repeat(
        n,
        (i) => `let %a${i} = if (%c) { tanh(${local("a", i)}) } else { ${local("a", i)} };\n`,
      ) + `%a${n - 1}`,
      `%x: ${T}, %c: bool`,
    ),
  conditionsAsNodes: (n) =>
    main(
      repeat(n, (i) => `%${i} = if (%c) { tanh(${last(i)}) } else { negative(${last(i)}) };\n`) +
        `%${n - 1}`,
      `%x: ${T}, %c: bool`,
    ),
  nestedValues: (n) =>
    main(repeat(n, (i) => `let %a${i} = (\n`) + "%x" + reversed(n, (i) => `\n);\ntanh(%a${i})`)),
  ownValues: (n) =>
    main(
      repeat(n, (i) => `let %a${i} = (\n`) +
        "%x" +
        reversed(n, (i) => `\n);\nadd(%a${i}, ${i ? `%a${i - 1}` : "%x"})`),
    ),
  nestedMatches: (n) =>
    HEAD +
    LIST +
    `def @main(%x: ${T}, %l: List[${T}]) {\n${repeat(n, (i) => `match? (${i ? `%t${i - 1}` : "%l"}) {\nNil => %x,\nCons(%h${i}, %t${i}) => `)}%x${",\n}".repeat(n)}\n}\n`,
  clauses: (n) =>
    `${HEAD}type Many {\n${repeat(n, (i) => `C${i},\n`)}}\ndef @main(%m: Many) {\nmatch (%m) {\n${repeat(n, (i) => `C${i} => ${i}f,\n`)}}\n}\n`,
  wildcards: (n) =>
    `${HEAD}${LIST}def @main(%x: ${T}, %l: List[${T}]) {\nmatch (%l) {\n${repeat(n, () => "Cons(%h, _) => %h,\n")}_ => %x,\n}\n}\n`,
  crossedPatterns: (n) =>
    `${HEAD}type Bit {\n  One,\n  Zero,\n}\ndef @main(%x: ${T}, ${list(n, (i) => `%b${i}: Bit`)}) {\nmatch ((${list(n, (i) => `%b${i}`)},)) {\n${repeat(n, (i) => `(${list(n, (k) => (k === i ? "One" : "_"))},) => %x,\n`)}(${list(n, () => "Zero")},) => %x,\n}\n}\n`,
  fields: (n) =>
    `${HEAD}type Wide {\n  W(${list(n, () => "float32")}),\n}\ndef @main(%w: Wide) {\nmatch (%w) {\nW(${list(n, (i) => `%a${i}`)}) => %a0,\n}\n}\n`,
  types: (n) =>
    `${HEAD}${repeat(n, (i) => `type T${i} {\n  C${i}(${i ? `T${i - 1}` : "float32"}),\n}\n`)}def @main(%x: T${n - 1}) { %x }\n`,
  longList: (n) =>
    `${HEAD}${LIST}def @main(%x: float32) {\n${repeat(n, () => "Cons(%x, ")}Nil${")".repeat(n)}\n}\n`,
  references: (n) =>
    main(
      `let %r = ref(%x);\n${repeat(n, (i) => `let %a${i} = ref_write(%r, add(ref_read(%r), %x));\n`)}ref_read(%r)`,
    ),
  manyReferences: (n) =>
    main(
      repeat(n, (i) => `let %r${i} = ref(${i ? `ref_read(%r${i - 1})` : "%x"});\n`) +
        `ref_read(%r${n - 1})`,
    ),
  // Functions of a module.
  functions: (n) =>
    HEAD + repeat(n, (i) => `def @f${i}(%x: ${T}) { tanh(%x) }\n`) + `def @main(%x: ${T}) { %x }\n`,
  callChain: (n) =>
    HEAD +
    repeat(n, (i) => `def @f${i}(%x: ${T}) -> ${T} { ${i ? `@f${i - 1}` : "tanh"}(%x) }\n`) +
    `def @main(%x: ${T}) { @f${n - 1}(%x) }\n`,
  backwardCalls: (n) =>
    HEAD +
    repeat(
      n,
      (i) => `def @f${i}(%x: ${T}) -> ${T} { ${i < n - 1 ? `@f${i + 1}` : "tanh"}(%x) }\n`,
    ) +
    `def @main(%x: ${T}) { @f0(%x) }\n`,
  untypedCalls: (n) =>
    HEAD +
    repeat(n, (i) => `def @f${i}(%x) { ${i < n - 1 ? `@f${i + 1}` : "tanh"}(%x) }\n`) +
    `def @main(%x: ${T}) { @f0(%x) }\n`,
  doubleCalls: (n) =>
    HEAD +
    repeat(
      n,
      (i) => `def @f${i}(%x: ${T}) -> ${T} { ${i ? `@f${i - 1}(@f${i - 1}(%x))` : "tanh(%x)"} }\n`,
    ) +
    `def @main(%x: ${T}) { @f${n - 1}(%x) }\n`,
  manyCalls: (n) =>
    HEAD +
    repeat(n, (i) => `def @f${i}(%x: ${T}) -> ${T} { tanh(%x) }\n`) +
    `def @main(%x: ${T}) {\n${repeat(n, (i) => `let %a${i} = @f${i}(${local("a", i)});\n`)}%a${n - 1}\n}\n`,
  mutualRecursion: (n) =>
    HEAD +
    repeat(
      n,
      (i) =>
        `def @f${i}(%x: ${T}, %c: bool) -> ${T} { if (%c) { %x } else { @f${(i + 1) % n}(%x, %c) } }\n`,
    ) +
    `def @main(%x: ${T}, %c: bool) { @f0(%x, %c) }\n`,
  localRecursion: (n) =>
    main(
      repeat(
        n,
        (i) =>
          `let %f${i} = fn (%y: ${T}, %c: bool) -> ${T} { if (%c) { %y } else { %f${i}(%y, %c) } };\n`,
      ) + `%f${n - 1}(%x, True)`,
    ),
  // Names and data.
  longNames: (n) => main(`let %a${"b".repeat(n)} = tanh(%x);\n%a${"b".repeat(n)}`),
  equalNames: (n) => main(repeat(n, () => "let %x = tanh(%x);\n") + "%x"),
  numberedNames: (n) => main(repeat(n, (i) => `let %x${i + 1} = tanh(%x);\nlet %x = %x;\n`) + "%x"),
  text: (n) => `${HEAD}def @main(%x: ${T}, Note="${"abc ".repeat(n)}") { %x }\n`,
  comments: (n) => `${HEAD}${"/* c */\n".repeat(n)}def @main(%x: ${T}) { %x }\n`,
  // Mistakes.
  unknownVariables: (n) => main(repeat(n, (i) => `let %a${i} = tanh(%b${i});\n`) + "%x"),
  mistypedCalls: (n) =>
    main(repeat(n, (i) => `let %a${i} = add(%x, ones(shape=[3], dtype="float32"));\n`) + "%x"),
  contradiction: (n) =>
    main(
      repeat(n, (i) => `let %a${i} = tanh(${local("a", i)});\n`) + `nn.dense(%a${n - 1}, %a0.1)`,
    ),
};

const METADATA = "\n#[metadata]\n";
/** What the metadata section of a program is. Devices are those that PlanDevices writes. */
const devices = `${METADATA}${JSON.stringify({
  root: 1,
  nodes: [
    { type_key: "" },
    { type_key: "Map", keys: ["VirtualDevice"], data: [2] },
    { type_key: "Array", data: [3, 4] },
    ...[1, 2].map((type) => ({
      type_key: "VirtualDevice",
      attrs: {
        device_type_int: String(type),
        memory_scope: "5",
        target: "0",
        virtual_device_id: "0",
      },
    })),
    { type_key: "runtime.String" },
  ],
  b64ndarrays: [],
  attrs: { tvm_version: "0.11.0" },
})}`;

/**
 * The program of a shape that is as long as it may be.
 *
 * @param {string} name
 * @param {number} maxText its length
 */
export function shapeProgram(name, maxText) {
  const shape = (n) => shapes[name](n) + (name === "devices" ? devices : "");
  let low = 1;
  let high = 2;
  while (high < maxText && shape(high).length <= maxText && shape(high) !== shape(low)) {
    low = high;
    high *= 2;
  }
  while (high - low > Math.max(1, low / 100)) {
    const middle = (low + high) >> 1;
    if (shape(middle).length <= maxText) low = middle;
    else high = middle;
  }
  return shape(low);
}
