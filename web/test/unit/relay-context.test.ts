// The context of the cursor, from the text before it.
import { expect, test } from "vitest";
import { contextOf, contextStart } from "../../src/editor/relay-context";

test("knows the call around the cursor, its attributes and what begins there", () => {
  const first = contextOf("  %0 = nn.conv2d(");
  expect(first.call).toEqual({ callee: "nn.conv2d", given: [], position: 0 });
  expect(first.expects).toBe("argument");

  const later = contextOf("  %0 = nn.conv2d(%x, %w, strides=[1, 1], pad");
  expect(later.call).toEqual({ callee: "nn.conv2d", given: ["strides"], position: 3 });
  expect(later.expects).toBe("argument");
  expect(later.attribute).toBeUndefined();

  const value = contextOf("  %0 = nn.conv2d(%x, %w, strides=");
  expect(value.attribute).toBe("strides");
  expect(value.expects).toBe("value");

  expect(contextOf("add(nn.relu(%x), ").call?.callee).toBe("add");
  expect(contextOf("add((%x, ").call).toBeUndefined();
  expect(contextOf("if (").call).toBeUndefined();
  expect(contextOf("nn.conv2d(%x, %w, strides=[").expects).toBe("nothing");
});

test("knows strings and comments", () => {
  const string = contextOf('cast(%x, dtype="flo');
  expect(string.string).toBe("flo");
  expect(string.attribute).toBe("dtype");
  expect(contextOf('cast(%x, dtype="float32"').string).toBeUndefined();
  expect(contextOf("add(%x /* ty=Ten").inComment).toBe(true);
  expect(contextOf("add(%x /* ty */, ").inComment).toBe(false);
  expect(contextOf("// a call: add(").inComment).toBe(true);
  expect(contextOf("// a call: add(\n").inComment).toBe(false);
  expect(contextOf("// a call: add(\n").call).toBeUndefined();
});

test("knows where types and items begin", () => {
  expect(contextOf("def @f(%x: ").expects).toBe("type");
  expect(contextOf("def @f(%x: Tensor[(1, 2), ").expects).toBe("type");
  expect(contextOf("def @f(%x: int32) -> ").expects).toBe("type");
  expect(contextOf("def @f(%x: int32) {\n  ").expects).toBe("item");
  expect(contextOf("  %0 = add(%x, %y);\n  nn.re").expects).toBe("item");
  expect(contextOf("  %0 = ").expects).toBe("value");
  expect(contextOf("%x + ").expects).toBe("value");
  expect(contextOf("").expects).toBe("item");
});

test("reads from the beginning of the statement", () => {
  const text = "  %0 = add(%x, %y);\n  %1 = concatenate(\n    %0, ";
  const start = contextStart(text, text.length);
  expect(text.slice(start)).toBe("  %1 = concatenate(\n    %0, ");
  expect(contextStart("add(", 4)).toBe(0);
});
