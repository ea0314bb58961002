// Messages about models' files and their import: patterns in English to patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const importing: Sentences = {
  "'{file}' has {count} tensors, not one": "“{file}”中有 {count} 个张量，而不是一个",
  "ModelFile.from takes the bytes of a file, not {value}":
    "ModelFile.from 接受文件的字节，而不是{value}",
  "a model of format onnx or torchscript": "格式为 onnx 或 torchscript 的模型",
  "an input with a data type": "带有数据类型的输入",
  "an input with a shape of numbers and names": "形状由数和名称组成的输入",
  file: "文件",
  "files of external data": "外部数据文件",
  "input {index} must be [name, shape] or [name, [shape, dtype]], not {value}":
    "输入 {index} 必须是 [name, shape] 或 [name, [shape, dtype]]，而不是{value}",
  "inputs must be an array of [name, shape, dtype]": "输入必须是由 [name, shape, dtype] 组成的数组",
  "options of an import": "导入的选项",
  "relay.frontend.fromPytorch takes an array of inputs, not {value}":
    "relay.frontend.fromPytorch 接受输入的数组，而不是{value}",
  "the file is neither an ONNX model nor a TorchScript archive":
    "该文件既不是 ONNX 模型，也不是 TorchScript 归档",
  "the input '{input}' cannot have the data type {dtype}": "输入“{input}”不能具有数据类型 {dtype}",
  "the input '{input}' needs a shape": "输入“{input}”需要形状",
  "the input '{input}' takes one shape": "输入“{input}”只需要一个形状",
  "the model names '{path}' as a file of external data, which lies outside of its folder":
    "模型指定“{path}”为外部数据文件，而它位于模型所在文件夹之外",
  "the shape of the input '{input}' must be an array of numbers that are not negative, and of texts for what is not known":
    "输入“{input}”的形状必须是由非负数组成的数组，未知之处用文本表示",
  "there is no memory for a file of {size} bytes": "没有内存可容纳 {size} 字节的文件",
  "this file has been imported already: load it again": "该文件已被导入：请重新加载",
  "this part of a file lies outside of it": "文件的这一部分超出了文件范围",
  "weights are moved within the file when they are not aligned": "未对齐的权重会在文件内部移动",
  "{name} takes the bytes of a file, a Blob or an async iterable, not {value}":
    "{name} 接受文件的字节、Blob 或异步可迭代对象，而不是{value}",
};
