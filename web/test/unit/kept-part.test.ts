import { describe, expect, it } from "vitest";
import { keptPart } from "../../src/core/state/kept-part";

describe("the part of a text that an edit leaves", () => {
  it("is all of it but for what is in between", () => {
    expect(keptPart("abcdefghij", "abcdefghij")).toBe(1);
    expect(keptPart("abcdefghij", "abcXXXghij")).toBe(0.7);
    expect(keptPart("abcdefghij", "abcdefghijk")).toBe(1);
    expect(keptPart("abcdefghij", "xabcdefghij")).toBe(1);
    expect(keptPart("aaaa", "aa")).toBe(0.5);
    expect(keptPart("abc", "")).toBe(0);
    expect(keptPart("", "abc")).toBe(1);
  });
});
