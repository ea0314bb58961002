// Messages of the graph executor and about files of values: patterns in English to patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const executor: Sentences = {
  "'{file}' cannot have elements of type {type}": "'{file}' 不能包含 {type} 类型的元素",
  "'{file}' has elements of type {type}, which is not supported":
    "'{file}' 的元素类型为 {type}，不支持该类型",
  "'{file}' is not an array: neither of numpy nor a TensorProto":
    "'{file}' 不是数组：既不是 numpy 的数组，也不是 TensorProto",
  "'{file}' is not an array of numpy, or is damaged": "'{file}' 不是 numpy 的数组，或已损坏",
  "'{file}' would be larger than an archive may be": "'{file}' 会超出归档文件的大小上限",
  "a report has no format '{format}'": "报告没有格式 '{format}'",
  "calls inside of a fused function": "融合函数内部的函数调用",
  "calls of functions that are not fused": "对未融合函数的调用",
  "calls of other functions": "对其他函数的调用",
  'createExecutor("vm") runs every program': 'createExecutor("vm") 可以运行任何程序',
  'executors are "graph" and "vm"': '执行器有 "graph" 和 "vm"',
  "functions as values": "作为值的函数",
  "graph executor": "图执行器",
  if: "if",
  match: "match",
  "nothing has been run yet": "尚未运行过",
  references: "引用",
  report: "报告",
  results: "结果",
  "tensors of unknown shape": "形状未知的张量",
  "the graph executor does not run {construct}: it has one list of steps":
    "图执行器不能运行{construct}：它只有一个步骤列表",
  "the graph executor needs a typed program; run InferType first":
    "图执行器需要带类型的程序；请先运行 InferType",
  "the input '{input}' is a {expected}, but a {actual} was given":
    "输入 '{input}' 的类型为 {expected}，但给出的是 {actual}",
  "the input '{input}' must be an NDArray or a typed array":
    "输入 '{input}' 必须为 NDArray 或类型化数组",
  "the input {index} has no value": "输入 {index} 没有值",
  "there is no executor '{kind}'": "没有执行器 '{kind}'",
  "there is no input '{input}'": "没有输入 '{input}'",
  "there is no input {index}; there are {count}": "没有输入 {index}；共有 {count} 个",
  "there is no memory for the {mebibytes} MiB that the tensors of this program take while it runs":
    "该程序运行时其张量需要 {mebibytes} MiB，内存不足",
  "there is no output {index}; there are {count}": "没有输出 {index}；共有 {count} 个",
  "these inputs have no value: {inputs}": "以下输入没有值：{inputs}",
  "values that are not tensors": "不是张量的值",
  "{what} must be an array of numbers": "{what}必须为数值的数组",
};
