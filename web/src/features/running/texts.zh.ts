// 运行模型的标签页；用词见 playground.ts。
import type { running as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";
import { list, number } from "../../i18n/zh/format";

export const running: Translation<typeof en> = {
  "model.run": "运行模型",
  "model.runTitle": "用相同的输入运行流水线之前、每个阶段之后以及每个改变了程序的 Pass 之后的程序",
  "model.stop": "停止",
  "model.idle": "时间和差异在运行后得出。",
  "model.planning": "正在计算各程序的开销…",
  "model.first": ({ program, done, total }) =>
    `正在运行${program}（第 ${number(done + 1)} 个，共 ${number(total)} 个）…`,
  "model.repeat": ({ program }) => `正在重复运行以获得稳定的时间：${program}…`,
  "model.done": ({ programs }) => `完成：${number(programs)} 个程序`,
  "model.stopped": "已停止；已显示的结果保留",
  "model.failed": "失败",
  "model.noTrace": "请先运行流水线：之后可以在其每个 Pass 之后运行模型。",
  "model.gone": "此次运行之后引擎已重新启动，其程序不再存在。请再次运行流水线；已知的数值会保留。",
  "model.views": "显示内容",
  "model.programs": "程序",
  "model.operators": "算子",

  "inputs.label": "输入",
  "inputs.random": "随机",
  "inputs.constant": "常数",
  "inputs.file": "文件…",
  "inputs.seed": "种子",
  "inputs.value": "值",
  "inputs.choose": "图像、NumPy 的数组（.npy、.npz），或 ONNX 的张量（.pb）",
  "inputs.dropped": ({ file }) => `输入来自 ${file}`,
  "inputs.scale": "颜色转换为",
  "inputs.imagenet": "均值 0、标准差 1（ImageNet）",
  "inputs.unit": "0 到 1",
  "inputs.bytes": "0 到 255",
  "inputs.are": ({ inputs }) => `用于 ${list(inputs)}`,
  "inputs.drop": "放下图像、.npy、.npz 或 .pb 文件：模型将在其上运行",
  "inputs.notTaken": ({ file }) => `未采用 ${file}`,

  "input.noArray": "它既不是图像，也不是 NumPy 保存的数组。",
  "input.damaged": "它已损坏。",
  "input.tooLarge": "其中的数组过大。",
  "input.noDtype": ({ dtype }) => `没有类型为 ${dtype} 的张量。`,
  "input.noneFits": ({ array, inputs }) => `没有输入是 ${array}；模型的输入是 ${list(inputs)}。`,
  "input.manyFit": ({ array, inputs }) =>
    `有多个输入是 ${array}：${list(inputs)}。请以输入的名称将数组保存在 .npz 文件中。`,
  "input.noImage": ({ inputs }) => `没有可接受图像的输入；模型的输入是 ${list(inputs)}。`,
  "input.noPlan": "不知道模型的输入：它的第一个程序无法运行。",

  "chart.label": "流水线的各程序及其数值",
  "chart.fromTo": ({ from, to, change }) =>
    change ? `${from} → ${to}（${change}）` : `${from} → ${to}`,
  "chart.atMost": ({ value }) => `最大 ${value}`,
  "chart.failed": "无法运行",

  "metric.time": "时间",
  "metric.timeTitle": "一次推理的中位时间；半数运行位于须线之内",
  "metric.activations": "激活内存",
  "metric.activationsTitle": "中间结果的内存峰值；内存一旦空闲即被重用",
  "metric.weights": "权重",
  "metric.weightsTitle": "常量以及由模型给定值的参数的字节数",
  "metric.flop": "运算量",
  "metric.flopTitle": "一次推理的浮点运算次数；一次乘法和一次加法计为两次",
  "metric.difference": "差异",
  "metric.differenceTitle":
    "在相同输入上，其输出与第一个程序的输出之间的最大差异；图中使用对数刻度",

  "effects.label": "各程序的开销",
  "effects.order": "#",
  "effects.orderTitle": "在流水线中的位置",
  "effects.name": "程序",
  "effects.nameTitle": "由哪个 Pass 或阶段得到",
  "effects.spread": "离散度",
  "effects.spreadTitle": "各次运行四分位数间距的一半，包含时钟无法分辨的部分",
  "effects.rate": "速率",
  "effects.rateTitle": "每秒浮点运算次数",
  "effects.half": ({ lower, upper, runs }) =>
    `半数运行用时在 ${lower} 与 ${upper} 之间（共 ${number(runs)} 次）`,
  "effects.exact": "0，完全相同",
  "effects.reference": "第一个",

  "effects.differs": ({ output, index, reference, actual }) =>
    `超出舍入所能解释的范围：输出 ${number(output)} 在 [${index.join(", ")}] 处是 ${actual}，而不是 ${reference}`,

  "fault.bisect": "查找出错的执行",
  "fault.bisectTitle":
    "以折半的方式、用越来越少的 Pass 执行反复运行该阶段，直到找到使结果出错的那一次",
  "fault.reduce": "缩小程序",
  "fault.reduceTitle": "只要该阶段仍然出错，就去掉 Pass 和程序的部分",
  "fault.bisecting": ({ tried }) => `正在查找出错的执行：第 ${number(tried)} 次运行…`,
  "fault.reducing": ({ tried, calls }) =>
    calls > 0
      ? `正在缩小程序：已尝试 ${number(tried)} 次，剩余 ${number(calls)} 个调用…`
      : "正在缩小程序…",
  "fault.stopped": "已停止。",
  "fault.diff": "出错的执行所作的改变",
  "fault.again": ({ limit }) =>
    `再次查看：限制为 ${limit} 的 Pass Instrument OptBisect 使该阶段在其后结束。`,
  "fault.addLimit": "加入该阶段",
  "fault.calls": ({ before, after }) => `调用数为 ${number(after)}，原来为 ${number(before)}。`,
  "fault.open": "打开缩小后的程序",

  "profile.of": ({ program }) => `程序的各算子：${program}`,
  "profile.lines": "行",
  "profile.byOperator": "按算子",
  "profile.eachCall": "每次调用",
  "profile.side": "程序",
  "profile.before": "之前",
  "profile.after": "之后",
  "profile.operator": "算子",
  "profile.operatorTitle": "一个算子，或一个融合函数的各算子",
  "profile.calls": "调用",
  "profile.callsTitle": "调用次数",
  "profile.time": "时间",
  "profile.timeTitle": "一次推理的中位时间",
  "profile.share": "占比",
  "profile.shareTitle": "占整个程序时间的比例",
  "profile.change": "改变",
  "profile.changeTitle": "时间从之前的程序到之后的程序的改变",
  "profile.flop": "运算量",
  "profile.flopTitle": "浮点运算次数",
  "profile.bytes": "字节",
  "profile.bytesTitle": "读取和写入的字节数",
  "profile.rate": "速率",
  "profile.rateTitle": "每秒浮点运算次数",
  "profile.shapes": "形状",
  "profile.shapesTitle": "输入及随后输出的数据类型和形状",
  "profile.algorithm": "计算方式",
  "profile.algorithmTitle": "所选择的算法",
  "profile.only": ({ operator }) => `仅 ${operator}`,
  "profile.showAll": "显示所有算子",
  "profile.hint": "按下一个算子显示其各次调用；按下一次调用在计算图和文本中显示该节点。",
  "profile.cannot": ({ program }) => `程序无法运行：${program}`,
};
