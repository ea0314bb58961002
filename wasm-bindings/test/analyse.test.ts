// relay.analyse: the analysis of a text for editors.

import { relay, type Analysis } from "passcope";
import { expect, test } from "vitest";

const program = (body: string): string =>
  `#[version = "0.0.5"]\n// ünïcode 😀\ndef @main(%x: Tensor[(2, 3), float32]) {\n${body}\n}\n`;

function typeOf(text: string, found: Analysis, written: string): string | undefined {
  for (let i = 0; i < found.spans.length; i += 3) {
    const [begin, end, type] = found.spans.subarray(i, i + 3);
    if (text.slice(begin, end) === written) return found.types[type ?? -1];
  }
  return undefined;
}

test("types, definitions and uses of a sound text", () => {
  const text = program("  %0 = nn.relu(%x);\n  add(%0, %x)");
  const found = relay.analyse(text);
  expect(found.diagnostics).toEqual([]);
  expect(typeOf(text, found, "nn.relu(%x)")).toBe("Tensor[(2, 3), float32]");
  const x: number[][] = [];
  for (let i = 0; i < found.names.length; i += 4) {
    const mention = [...found.names.subarray(i, i + 4)];
    if (text.slice(mention[0], mention[1]) === "%x") x.push(mention);
  }
  expect(x).toHaveLength(3);
  expect(new Set(x.map((mention) => mention[2])).size).toBe(1);
  expect(x.map((mention) => mention[3] === -1)).toEqual([false, true, true]);
  expect(found.types[found.nameTypes[x[0]?.[2] ?? -1] ?? -1]).toBe("Tensor[(2, 3), float32]");
});

test("mistakes are diagnostics with their places, and nothing is thrown", () => {
  const text = program("  %0 = nn.rellu(%x);\n  %1 = tanh(%x);\n  add(%0, %1)");
  const found = relay.analyse(text, { source: "mine" });
  expect(found.diagnostics).toHaveLength(1);
  const [wrong] = found.diagnostics;
  expect(wrong?.kind).toBe("unknown-operator");
  expect(wrong?.notes[0]).toContain("nn.relu");
  expect(wrong?.span?.source).toBe("mine");
  expect(text.slice(wrong?.span?.start, wrong?.span?.end)).toBe("nn.rellu");
  expect(typeOf(text, found, "tanh(%x)")).toBe("Tensor[(2, 3), float32]");
  expect(relay.analyse("\u0000%%% def (").diagnostics.length).toBeGreaterThan(0);
});
