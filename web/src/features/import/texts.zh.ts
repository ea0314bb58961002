// Texts of the dialog that imports models of other frameworks, in Chinese.
import type { importing as english } from "./texts.en";

export const importing: typeof english = {
  "import.title": ({ file }) => `导入 ${file}`,
  "import.reading": ({ file }) => `正在读取 ${file}…`,
  "import.converting": "正在转换…",
  "import.readingAgain": "正在读取文件…",
  "import.failed": "无法将该文件读取为模型",
  "import.notImported": "导入失败",

  "import.format": "格式",
  "import.onnx": ({ opset }) => `ONNX，算子集 ${opset}`,
  "import.torchscript": "TorchScript",
  "import.producer": "生成工具",
  "import.weights": "权重",
  "import.weightsOf": ({ weights, bytes }) =>
    weights === 0 ? "无" : `${weights} 个张量，${bytes}`,
  "import.outputs": "输出",
  "import.operators": "算子",
  "import.operatorsOf": ({ kinds, calls }) => `${kinds} 种算子，${calls} 次调用`,
  "import.unsupported": ({ names }) => `不支持以下算子：${names.join("、")}`,
  "import.unsupportedOne": "不支持",

  "import.inputs": "输入",
  "import.inputsTorch": "TorchScript 文件不含输入的名称。请按模型参数的顺序为它们命名。",
  "import.noInputs": "此模型没有输入。",
  "import.name": "名称",
  "import.shape": "形状",
  "import.dtype": "类型",
  "import.dimension": ({ input, dim }) => `${input} 中 ${dim} 的大小`,
  "import.dynamic": "请为每个未确定的大小输入一个数。留空则保持动态，而支持动态大小的 Pass 很少。",
  "import.add": "添加输入",
  "import.remove": ({ name }) => `移除输入 ${name}`,
  "import.badShape": "形状是以逗号分隔的数，例如 1, 3, 224, 224。",
  "import.badName": "输入需要名称。",
  "import.sameName": "有两个输入同名。",
  "import.badDim": "大小必须是不小于 0 的整数。",

  "import.freeze": "权重变为程序的常量",
  "import.freezeNote":
    "不选时，权重是参数，由“绑定参数”阶段变为常量。依赖其值的形状要到运行时才能确定。",
  "import.friendly": "名称不含点号，以便文本可以重新解析",

  "import.external": "外部数据",
  "import.externalNote": "此模型将权重存放在单独的文件中。请选择这些文件，或将其拖放到此处。",
  "import.externalHere": ({ size }) => size,
  "import.externalMissing": "缺少",
  "import.chooseFiles": "选择文件…",

  "import.noRoom": "模型未能保存",
  "import.noRoomWords": ({ name }) =>
    `浏览器没有空间保存 ${name}。该模型只保留到此页面关闭或重新加载为止。`,
  "import.kept": ({ limit }) =>
    `此浏览器会保留该文件供下次访问使用，所有模型合计不超过 ${limit}。文件不会发送到任何地方。链接只包含文件名。`,
  "import.notKept": ({ limit }) =>
    `该文件超过此浏览器保留的上限 ${limit}，重新加载后需要再次打开。文件不会发送到任何地方。链接只包含文件名。`,

  "import.import": "导入",
  "import.stop": "停止",
  "import.cancel": "取消",
  "import.close": "关闭",
};
