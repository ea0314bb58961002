import { describe, expect, it } from "vitest";
import { heat, matrixTsv, opMatrix } from "../../src/core/trace/op-matrix";
import { ROWS } from "./runs";

const ALL = { depths: Infinity, operators: "" };

describe("the matrix of operator changes", () => {
  it("has the passes and operators that change, and counts nested changes once", () => {
    const matrix = opMatrix(ROWS, ALL);
    expect(matrix.operators).toEqual(["add", "expand_dims", "layout_transform", "nn.bias_add"]);
    expect(
      matrix.rows.map(({ index, depth, changes, net }) => [index, depth, changes, net]),
    ).toEqual([
      [2, 0, [1, 0, 2, -1], 2],
      [5, 1, [1, 0, 0, -1], 0],
      [7, 1, [0, 1, 23, 0], 24],
      [9, 1, [0, -1, -21, 0], -22],
    ]);
    expect(matrix).toMatchObject({ totals: [1, 0, 2, -1], net: 2, largest: 23, depths: 2 });
  });

  it("shows the outermost passes only, with the same totals", () => {
    const matrix = opMatrix(ROWS, { ...ALL, depths: 1 });
    expect(matrix.rows.map(({ name }) => name)).toEqual(["sequential"]);
    expect(matrix.totals).toEqual([1, 0, 2, -1]);
    expect(matrix.depths).toBe(2);
  });

  it("shows the operators asked for, and the passes that change them", () => {
    const matrix = opMatrix(ROWS, { ...ALL, operators: " LAYOUT" });
    expect(matrix).toMatchObject({ operators: ["layout_transform"], allOperators: 4, net: 2 });
    expect(matrix.rows.map(({ changes }) => changes)).toEqual([[2], [23], [-21]]);
    expect(opMatrix(ROWS, { ...ALL, operators: "softmax" }).rows).toEqual([]);
  });

  it("colours by magnitude on a logarithmic scale", () => {
    expect([0, 1, 23, -23, 2, -5].map((by) => heat(by, 23))).toEqual([0, 1, 4, 4, 2, 3]);
    expect(heat(1, 1)).toBe(4);
  });

  it("is copied as tab-separated values", () => {
    expect(
      matrixTsv(opMatrix(ROWS, { depths: 2, operators: "a" }))
        .split("\n")
        .slice(0, 4),
    ).toEqual([
      "Pass\tNet\tadd\texpand_dims\tlayout_transform\tnn.bias_add",
      "sequential\t2\t1\t0\t2\t-1",
      "  CanonicalizeOps\t0\t1\t0\t0\t-1",
      "  ConvertLayout\t24\t0\t1\t23\t0",
    ]);
  });

  it("is empty where nothing changes", () => {
    expect(opMatrix([], ALL)).toMatchObject({ operators: [], rows: [], totals: [], depths: 1 });
  });
});
