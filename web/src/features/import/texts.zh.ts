// Texts of the dialog that imports models of other frameworks, in Chinese.
import type { importing as english } from "./texts.en";

export const importing: typeof english = {
  "import.title": ({ file }) => `导入 ${file}`,
  "import.reading": ({ file }) => `正在读取 ${file}……`,
  "import.converting": "正在转换……",
  "import.readingAgain": "正在读取文件……",
  "import.failed": "无法将此文件作为模型读取",
  "import.notImported": "未能导入",

  "import.format": "格式",
  "import.onnx": ({ opset }) => `ONNX，算子集 ${opset}`,
  "import.torchscript": "TorchScript",
  "import.producer": "写入者",
  "import.weights": "权重",
  "import.weightsOf": ({ weights, bytes }) =>
    weights === 0 ? "无" : `${weights} 个张量，${bytes}`,
  "import.outputs": "输出",
  "import.operators": "算子",
  "import.operatorsOf": ({ kinds, calls }) => `${kinds} 种算子，${calls} 次调用`,
  "import.unsupported": ({ names }) => `不支持以下算子：${names.join("、")}`,
  "import.unsupportedOne": "不支持",

  "import.inputs": "输入",
  "import.inputsTorch": "TorchScript 文件不说明其输入：请按模型接受它们的顺序填写。",
  "import.noInputs": "此模型没有输入。",
  "import.name": "名称",
  "import.shape": "形状",
  "import.dtype": "类型",
  "import.dimension": ({ input, dim }) => `${input} 中 ${dim} 的大小`,
  "import.dynamic": "文件未确定的维度需要一个数。留空则保持未定，而能处理它的 Pass 很少。",
  "import.add": "添加输入",
  "import.remove": ({ name }) => `移除输入 ${name}`,
  "import.badShape": "形状是以逗号分隔的数，例如 1, 3, 224, 224。",
  "import.badName": "输入需要名称。",
  "import.sameName": "有两个输入同名。",
  "import.badDim": "大小是从 0 开始的整数。",

  "import.freeze": "权重成为程序的常量",
  "import.freezeNote":
    "否则它们是参数，由“绑定参数”阶段变为常量；由参数的值（例如轴或大小）决定的形状要到程序运行时才知道。",
  "import.friendly": "名称不含点号，以便文本可以读回",

  "import.external": "外部数据",
  "import.externalNote": "此模型将权重存放在单独的文件中。请选择这些文件，或将其拖放到此处。",
  "import.externalHere": ({ size }) => size,
  "import.externalMissing": "缺少",
  "import.chooseFiles": "选择文件……",

  "import.kept": ({ limit }) =>
    `文件保存在此浏览器中（所有模型合计不超过 ${limit}），下次访问时仍在。不会发送到任何地方。链接只记录文件名，不包含文件。`,
  "import.notKept": ({ limit }) =>
    `文件超过此浏览器保存的上限 ${limit}：重新加载后需要再次打开。不会发送到任何地方。链接只记录文件名，不包含文件。`,

  "import.import": "导入",
  "import.stop": "停止",
  "import.cancel": "取消",
  "import.close": "关闭",
};
