import { engine } from "passcope";
import { describe, expect, it } from "vitest";
import { type Reading } from "../../src/core/relay/reading-kind";
import {
  briefLine,
  defaultsOf,
  shortType,
  shownColumn,
  shownParts,
} from "../../src/editor/reading";

const defaults = defaultsOf(engine.ops());

function read(
  line: string,
  reading: Reading = "short",
  changed: (text: string) => boolean = () => false,
): string {
  const brief = briefLine(line, { reading, defaults }, (from, to) => changed(line.slice(from, to)));
  const parts = shownParts(line, brief);
  // The parts cover the whole line.
  expect(parts.map((part) => (part.kind === "text" ? part.text : part.of)).join("")).toBe(line);
  return parts
    .map((part) => (part.kind === "brief" && part.changed ? `<${part.text}>` : part.text))
    .join("");
}

describe("types", () => {
  it("are shapes, with the data type where it is not float32", () => {
    expect(shortType("Tensor[(1, 64, 56, 56), float32]")).toBe("1×64×56×56");
    expect(shortType("Tensor[(64), int8]")).toBe("64 int8");
    expect(shortType("(Tensor[(1, ?), float32], Tensor[(3), float16], float32)")).toBe(
      "(1×?, 3 float16, float32)",
    );
    expect(shortType("fn (Tensor[(2), float32]) -> List[Tensor[(2), float32]]")).toBe(
      "fn (2) -> List[2]",
    );
    expect(shortType("int64")).toBe("int64");
  });
});

describe("a line", () => {
  const conv =
    "  %1 = nn.conv2d(%0, meta[relay.Constant][12] /* ty=Tensor[(64, 3, 7, 7), float32] */, strides=[2, 2], padding=[0, 0, 0, 0], channels=64) /* ty=Tensor[(1, 64, 56, 56), float32] */;";

  it("has the shape of its result at its end, and constants as weights", () => {
    expect(read(conv)).toBe(
      "  %1 = nn.conv2d(%0, const[12]: 64×3×7×7, strides=[2, 2], channels=64);  1×64×56×56",
    );
    expect(read(conv, "hidden")).toBe(
      "  %1 = nn.conv2d(%0, const[12]: 64×3×7×7, strides=[2, 2], channels=64);",
    );
    expect(read(conv, "full")).toBe(conv);
  });

  it("leaves out what is inside", () => {
    expect(
      read(
        "  add(nn.relu(%x) /* ty=Tensor[(2), int8] */, 1f /* ty=float32 */) /* ty=Tensor[(2), int8] */",
      ),
    ).toBe("  add(nn.relu(%x), 1f)  2 int8");
    expect(read("  %1 = %0.0 /* ty=Tensor[(2), float32] */;")).toBe("  %1 = %0.0;  2");
  });

  it("has parameters with shapes, once", () => {
    expect(
      read(
        "def @main(%x: Tensor[(1, 3), float32] /* ty=Tensor[(1, 3), float32] */, %w: Tensor[(4, 3), int8] /* ty=Tensor[(4, 3), int8] */) -> Tensor[(1, 4), float32] {",
      ),
    ).toBe("def @main(%x: 1×3, %w: 4×3 int8) -> 1×4 {");
    expect(read("    %w: Tensor[(4, 3), int8] /* ty=Tensor[(4, 3), int8] */,")).toBe(
      "    %w: 4×3 int8,",
    );
    expect(read("    %w: Tensor[(4, 3), int8] /* ty=Tensor[(4, 3), int8] */")).toBe(
      "    %w: 4×3 int8",
    );
    expect(read("    %t: (Tensor[(4), float32], int8) /* ty=(Tensor[(4), float32], int8) */")).toBe(
      "    %t: (4, int8)",
    );
    expect(read("  %2 = fn (%p0 /* ty=Tensor[(4), float32] */, Primitive=1) {")).toBe(
      "  %2 = fn (%p0: 4, Primitive=1) {",
    );
    expect(read("  } /* ty=fn (Tensor[(4), float32]) -> Tensor[(4), float32] */;")).toBe("  };");
  });

  it("leaves out attributes that are as by default, however they are written", () => {
    expect(
      read(
        '  nn.conv2d(%x, %w, strides=[1, 1], padding=[1, 1, 1, 1], groups=1, data_layout="NCHW", out_dtype="")',
      ),
    ).toBe("  nn.conv2d(%x, %w, padding=[1, 1, 1, 1])");
    expect(
      read("  nn.batch_norm(%x, %g, %b, %m, %v, axis=1, epsilon=1e-05f, center=True, scale=False)"),
    ).toBe("  nn.batch_norm(%x, %g, %b, %m, %v, scale=False)");
    expect(read("  nn.leaky_relu(%x, alpha=0.25f)")).toBe("  nn.leaky_relu(%x)");
    expect(read("  nn.leaky_relu(%x, alpha=0.1f)")).toBe("  nn.leaky_relu(%x, alpha=0.1f)");
    expect(read("  my.operator(%x, axis=1)")).toBe("  my.operator(%x, axis=1)");
    // An attribute's value is not an argument of the outer operator.
    expect(read("  add(nn.softmax(%x, axis=-1), squeeze(%y, axis=[1]))")).toBe(
      "  add(nn.softmax(%x), squeeze(%y, axis=[1]))",
    );
  });

  it("leaves strings and other comments as they are", () => {
    const text = '  f(%x, name="/* ty=Tensor[(1), float32] */") /* mine */ // Tensor[(1), float32]';
    expect(read(text)).toBe(text);
    expect(read("  %0 = f(%x) /* ty=")).toBe("  %0 = f(%x) /* ty=");
  });

  it("names the node of an imported model that it was made of", () => {
    expect(read("  nn.relu(%x) /* ty=Tensor[(1, 4), float32] span=aten::relu_0:0:0 */;")).toBe(
      "  nn.relu(%x);  1×4 · aten::relu_0",
    );
    expect(read("  nn.relu(%x) /* span=GeneratedSource:3:4 */")).toBe("  nn.relu(%x)");
  });

  it("shows what changed, whatever is left out", () => {
    const type = (text: string): boolean => text.includes("56, 56");
    expect(read(conv, "hidden", type)).toContain("channels=64);<  1×64×56×56>");
    expect(read(conv, "short", (text) => text.includes("padding"))).toContain(
      "padding=[0, 0, 0, 0]",
    );
    expect(read(conv, "short", (text) => text.includes("64, 3"))).toContain(
      "const[12]<: 64×3×7×7>",
    );
  });

  it("tells where a place of its text is shown", () => {
    const brief = briefLine(conv, { reading: "short", defaults });
    expect(shownColumn(conv.indexOf("strides"), brief)).toBe(read(conv).indexOf("strides"));
    expect(shownColumn(conv.indexOf("channels"), brief)).toBe(read(conv).indexOf("channels"));
  });
});
