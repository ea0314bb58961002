// Weights as block sparse rows (BSR): `relay.analysis.sparseDense` and `sparseConv2d`.

import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import type { Expr } from "./expr.js";
import { exprGiven } from "./expr_base.js";
import { listGiven, numberGiven, tableGiven } from "./given.js";
import { say } from "./messages.js";
import { NDArray, type Params } from "./ndarray.js";
import { own, setOwn } from "./own.js";

/** The weights that became sparse. `weightShape` has the shapes of the three arrays of each, as one list. */
export interface SparseAnalysisResult {
  weightName: string[];
  weightShape: number[][];
}

/** A matrix, which is read row by row. */
interface Matrix {
  rows: number;
  columns: number;
  at: (row: number, column: number) => number;
}

interface Blocks {
  data: number[];
  /** The column of each block, in blocks. */
  indices: number[];
  /** The index of the first block of each block row, and at the end the number of blocks. */
  indptr: number[];
}

/** The blocks that are not zero, row by row, in the form of scipy.sparse.bsr_matrix. */
function blocksOf(
  { rows, columns, at }: Matrix,
  [height, width]: readonly [number, number],
): Blocks {
  if (rows % height !== 0 || columns % width !== 0) {
    throw usageError(
      say(
        "kSparseMatrixBlocksMisfit",
        "a matrix of {rows} by {columns} cannot be divided into blocks of {height} by {width}",
        {
          rows,
          columns,
          height,
          width,
        },
      ),
    );
  }
  const blocks: Blocks = { data: [], indices: [], indptr: [0] };
  for (let row = 0; row < rows; row += height) {
    for (let column = 0; column < columns; column += width) {
      const block: number[] = [];
      for (let i = 0; i < height; ++i) {
        for (let j = 0; j < width; ++j) block.push(at(row + i, column + j));
      }
      if (block.every((value) => value === 0)) continue;
      for (const value of block) blocks.data.push(value);
      blocks.indices.push(column / width);
    }
    blocks.indptr.push(blocks.indices.length);
  }
  return blocks;
}

/** Replaces the weight by its blocks. */
function replace(
  params: Params,
  name: string,
  { data, indices, indptr }: Blocks,
  block: readonly number[],
  result: SparseAnalysisResult,
): void {
  const dense = own(params, name) as NDArray;
  const shapes = [[indices.length, ...block], [indices.length], [indptr.length]];
  result.weightName.push(name);
  result.weightShape.push(shapes.flat());
  setOwn(params, `${name}.data`, NDArray.from(data, shapes[0] as number[], dense.dtype));
  setOwn(params, `${name}.indices`, NDArray.from(Int32Array.from(indices), [indices.length]));
  setOwn(params, `${name}.indptr`, NDArray.from(Int32Array.from(indptr), [indptr.length]));
  delete params[name];
  dense.dispose();
}

const sparsityOf = (values: readonly number[]): number =>
  values.filter((value) => value === 0).length / Math.max(values.length, 1);

/** The arguments that both functions share. */
interface Given {
  expr: Expr;
  params: Params;
  blockSize: readonly [number, number];
  sparsityThreshold: number;
}

function weightsOf(
  name: string,
  op: string,
  { expr, params, blockSize, sparsityThreshold }: Given,
): [string, NDArray][] {
  const { handle } = exprGiven(name, expr);
  tableGiven(name, "params", params);
  for (const size of listGiven(name, "blockSize", blockSize)) numberGiven(name, "blockSize", size);
  numberGiven(name, "sparsityThreshold", sparsityThreshold);
  const names = JSON.parse(
    raw().analysis("weights", handle, 0, JSON.stringify({ of: op })),
  ) as string[];
  return names.map((weight) => {
    const array: unknown = own(params, weight);
    if (array instanceof NDArray) return [weight, array];
    throw usageError(
      say("kSparseWeightValueMissing", "the weight '{name}' needs an NDArray in params", {
        name: weight,
      }),
    );
  });
}

export const sparseDense = {
  /**
   * Replaces weights of nn.dense in `params` by block sparse rows (NAME.data, NAME.indices, NAME.indptr), if their
   * share of zeros reaches the threshold. Replaced weights are freed.
   */
  processParams(
    expr: Expr,
    params: Params,
    blockSize: readonly [number, number],
    sparsityThreshold: number,
  ): SparseAnalysisResult {
    const result: SparseAnalysisResult = { weightName: [], weightShape: [] };
    const weights = weightsOf("analysis.sparseDense.processParams", "nn.dense", {
      expr,
      params,
      blockSize,
      sparsityThreshold,
    });
    for (const [name, array] of weights) {
      const values = array.toNumbers();
      if (sparsityOf(values) < sparsityThreshold) continue;
      const [rows = 0, columns = 0] = array.shape;
      const at = (row: number, column: number): number => values[row * columns + column] as number;
      replace(params, name, blocksOf({ rows, columns, at }, blockSize), blockSize, result);
    }
    return result;
  },
};

export const sparseConv2d = {
  /**
   * Does the same for weights of nn.conv2d with kernels of 1 by 1 or 3 by 3. The matrix has a row for each output
   * channel, and its columns are the values that a window sums. With kernels of 3 by 3, the share of zero blocks
   * counts.
   *
   * @param layout the layout of the data, "NCHW" or "NHWC".
   * @param kernelSize 1 or 3, the size of the kernels to replace.
   */
  processParams(
    expr: Expr,
    params: Params,
    blockSize: readonly [number, number],
    sparsityThreshold: number,
    layout: "NCHW" | "NHWC",
    kernelSize: 1 | 3,
  ): SparseAnalysisResult {
    const result: SparseAnalysisResult = { weightName: [], weightShape: [] };
    const weights = weightsOf("analysis.sparseConv2d.processParams", "nn.conv2d", {
      expr,
      params,
      blockSize,
      sparsityThreshold,
    });
    for (const [name, array] of weights) {
      const { shape } = array;
      const last = layout === "NHWC";
      const [height, width] = last ? shape.slice(0, 2) : shape.slice(2);
      if (height !== kernelSize || width !== kernelSize) continue;
      const values = array.toNumbers();
      if (kernelSize === 1 && sparsityOf(values) < sparsityThreshold) continue;
      const rows = (last ? shape[3] : shape[0]) as number;
      const columns = values.length / rows;
      const at = (row: number, column: number): number =>
        values[last ? column * rows + row : row * columns + column] as number;
      const blocks = blocksOf({ rows, columns, at }, blockSize);
      if (kernelSize === 3 && 1 - blocks.data.length / values.length < sparsityThreshold) continue;
      // Columns of width 1 are not an axis of the data.
      const block = kernelSize === 1 && blockSize[1] === 1 ? blockSize.slice(0, 1) : blockSize;
      replace(params, name, blocks, block, result);
    }
    return result;
  },
};
