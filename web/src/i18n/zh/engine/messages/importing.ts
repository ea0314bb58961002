// Messages about models' files and their import: identities to patterns in Chinese.
import type { MessageTable } from "../message-table";

export const importing: MessageTable = {
  kFileTensorCountNotOne: "'{file}' 中有 {count} 个张量，而不是一个",
  kModelFileBytesRequired: "ModelFile.from 接受文件的字节，而不是{value}",
  kReproducerModelFormat: '"onnx" 或 "torchscript"',
  kReproducerInputDataType: '数据类型的名称，例如 "float32"',
  kReproducerInputShape: "整数和名称的列表",
  kFileNoun: "文件",
  kExternalDataFilesNoun: "外部数据文件",
  kPytorchInputMalformed:
    "输入 {index} 必须是 [name, shape] 或 [name, [shape, dtype]]，而不是{value}",
  kInputsEntryMalformed: "输入必须是由 [name, shape, dtype] 组成的数组",
  kImportOptionsNoun: "导入的选项",
  kPytorchInputsNotArray: "relay.frontend.fromPytorch 接受输入的数组，而不是{value}",
  kModelFormatUnrecognized: "该文件既不是 ONNX 模型，也不是 TorchScript 归档",
  kInputDtypeImpossible: "输入 '{input}' 的数据类型 {dtype} 未知",
  kInputShapeRequired: "输入 '{input}' 需要形状",
  kInputTakesSingleShape: "输入 '{input}' 接受一个形状，而不是 {count} 个形状的列表",
  kInputShapeMalformed: "输入 '{input}' 的形状必须为非负整数的数组，未知的大小用字符串表示",
  kImportFileMemoryExhausted: "内存不足，无法容纳 {size} 字节的文件",
  kModelFileConsumed: "该文件已被导入：请重新加载",
  kFilePartOutOfBounds: "位于偏移 {offset} 的 {size} 字节超出了 {total} 字节的文件",
  kModelFileConsumedNote: "导入时可能会在文件内移动未对齐的权重",
  kFileSourceRequired: "{name} 接受文件的字节、Blob 或异步可迭代对象，而不是{value}",
};
