// Files of programs, and the fields of models' options.
import { expect, test } from "vitest";
import { fileName, MAX_FILE_MIB, openFile } from "../../../../src/features/program/program-file";
import { optionLabel, parseInts } from "../../../../src/features/program/option-field";

const file = (name: string, ...parts: BlobPart[]): File => new File(parts, name);

test("opens texts, passes reproducers on, and says why it refuses", async () => {
  expect(await openFile(file("a.relay", "def @f() {}"))).toEqual({
    kind: "text",
    text: "def @f() {}",
    title: "a.relay",
  });
  expect((await openFile(file("a.json", "{}"))).kind).toBe("reproducer");
  expect((await openFile(file("a.txt", '{ "version": 1 }'))).kind).toBe("reproducer");
  expect(await openFile(file("a.bin", new Uint8Array([0xff, 0xfe])))).toMatchObject({
    kind: "refused",
    why: "a.bin is not UTF-8 text.",
  });
  expect((await openFile(file("a.txt", "a\u0000b"))).kind).toBe("refused");
  const large = Object.defineProperty(file("a.txt"), "size", { value: 70 * 1024 * 1024 });
  expect(await openFile(large)).toMatchObject({
    why: `a.txt has 70.0 MiB; texts of up to ${MAX_FILE_MIB} MiB can be opened.`,
  });
});

test("names files after the program", () => {
  expect(fileName("ResNet-18, edited")).toBe("ResNet-18-edited.relay");
  expect(fileName("mine.txt")).toBe("mine.relay");
  expect(fileName("../../x")).toBe("x.relay");
  expect(fileName("…")).toBe("program.relay");
});

test("reads lists of sizes", () => {
  expect(parseInts("3, 224, 224")).toEqual([3, 224, 224]);
  expect(parseInts("[3,28 , 28]")).toEqual([3, 28, 28]);
  expect(parseInts("3, x")).toBeUndefined();
  expect(parseInts("0")).toBeUndefined();
  expect(parseInts("")).toBeUndefined();
  expect(optionLabel("image_shape")).toBe("Image shape");
});
