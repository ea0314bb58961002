// Files whose lengths, offsets and counts lie. PASSCOPE_LYING_FILES sets how many are made, PASSCOPE_LYING_FROM the first
// seed.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeRandom } from "../../scripts/lib/random.mjs";
import { archive } from "../../scripts/lib/torchscript.mjs";
import { ownFolder, passcope, root, writeProgram } from "./cli.mjs";

const folder = ownFolder();
const program = writeProgram(folder);

const read = (file) => readFileSync(path.join(root, file));
const valid = [
  ["onnx", read("examples/onnx/mlp.onnx"), (file) => ["print", file]],
  ["json", read("tests/cli/reproducer.json"), (file) => ["run", "--reproducer", file]],
  [
    "pt",
    Buffer.from(
      archive({
        forward:
          "  def forward(self: __torch__.Model,\n    x: Tensor) -> Tensor:\n    return torch.mul(x, self.w)\n",
        weights: { w: { shape: [2], values: Float32Array.of(2, 3) } },
      }),
    ),
    (file) => ["print", file, "--shape", "x=2"],
  ],
  [
    "npy",
    Buffer.concat([
      Buffer.from("\x93NUMPY\x01\0\x3c\0", "latin1"),
      Buffer.from("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }\n"),
      Buffer.alloc(48),
    ]),
    (file) => ["run", program, "--input", `x=${file}`],
  ],
];

/** Numbers at the limits of lengths and offsets. */
const limits = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

function changed(bytes, random) {
  const below = (end) => Math.floor(random() * end);
  let made = Buffer.from(bytes);
  for (let i = below(4); i >= 0; i -= 1) {
    const place = below(made.length - 8);
    const value = limits[below(limits.length)];
    const kind = below(6);
    if (kind === 0) made[place] = below(256);
    else if (kind === 1) made.writeUInt16LE(value & 0xffff, place);
    else if (kind === 2) made.writeUInt32LE(value, place);
    else if (kind === 3) made = made.subarray(0, place + 8);
    else if (kind === 4)
      made = Buffer.concat([made.subarray(0, place), made.subarray(below(place + 1))]);
    // A longer or a shorter number in a text, or a varint that goes on.
    else made.fill(0x39 + 0x80 * below(2), place, place + 1 + below(8));
    if (made.length < 16) return made;
  }
  return made;
}

test("files that lie are refused or read", () => {
  const first = Number(process.env.PASSCOPE_LYING_FROM ?? 0);
  const count = Number(process.env.PASSCOPE_LYING_FILES ?? 40);
  for (let seed = first; seed < first + count; seed += 1) {
    const [ending, bytes, args] = valid[seed % valid.length];
    const file = path.join(folder, `lying.${ending}`);
    writeFileSync(file, changed(bytes, makeRandom(seed)));
    const { code, out, err } = passcope(args(file));
    const report = /internal error.*|runtime error: .*|SUMMARY: .*/.exec(out + err)?.[0];
    assert.ok(report === undefined && [0, 1, 2].includes(code), `seed ${seed}: ${code} ${report}`);
    if (code !== 0) assert.notEqual(err, "", `seed ${seed}`);
  }
});
