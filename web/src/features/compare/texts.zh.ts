// The tab that compares pipelines, in Chinese.
import type { compare as english } from "./texts.en";
import type { Translation } from "../../i18n/texts";
import { number } from "../../i18n/zh/format";

export const compare: Translation<typeof english> = {
  "variants.title": "流水线",
  "variants.intro":
    "将当前流水线保存为变体，修改流水线后再比较两者：Pass 的时间、算子、说明、大小，以及结果程序的开销和计算出的值。",
  "variants.keep": "保存为变体",
  "variants.full": ({ most }) => `最多可以保存 ${number(most)} 个变体。`,
  "variants.name": ({ name }) => `变体 ${name} 的名称`,
  "variants.edit": "编辑",
  "variants.editTitle": ({ name }) => `编辑变体 ${name}：它与当前流水线互换位置`,
  "variants.remove": ({ name }) => `移除变体 ${name}`,
  "variants.edited": "已在左侧打开",
  "variants.empty": "没有 Pass",
  "variants.code": "您的代码会随每条流水线运行多次。",

  "compare.start": "比较",
  "compare.startTitle": "在程序上运行所有流水线，并比较结果",
  "compare.stop": "停止",
  "compare.run": "运行结果程序",
  "compare.runTitle": "运行各流水线得到的程序，查看所需时间以及计算出的值是否一致",
  "compare.idle": "按“比较”运行所有变体。",
  "compare.starting": "正在启动单独的引擎…",
  "compare.stopped": "已停止",
  "compare.failed": "失败",
  "compare.outdated": "此次比较之后有改动",
  "compare.done": ({ variants }) => `已比较 ${number(variants)} 个变体`,
  "compare.passes": ({ variant, percent }) =>
    `${number(percent)}%：正在为 ${variant} 的 Pass 计时…`,
  "compare.result": ({ variant, percent }) => `${number(percent)}%：正在测量 ${variant} 的结果…`,
  "compare.values": ({ variant, percent }) =>
    `${number(percent)}%：正在比较 ${variant} 计算出的值…`,
  "compare.running": ({ variant, percent }) => `${number(percent)}%：正在运行 ${variant} 的结果…`,

  "sweep.title": "扫描一个选项",
  "sweep.option": "选项",
  "sweep.optLevel": "所有上下文的优化级别",
  "sweep.values": "取值",
  "sweep.valuesTitle": "范围，例如 0..4，或列表：1, 2, 4",
  "sweep.start": "扫描",
  "sweep.startTitle": "用每个取值比较所有流水线",

  "figures.label": "所有变体的数据",
  "figures.figure": "数据",
  "figures.first": "百分比相对于第一个变体。",
  "figures.show": ({ figure }) => `以条形显示：${figure}`,
  "figures.none": "–",

  "figure.duration": "Pass 的时间",
  "figure.calls": "算子",
  "figure.passed": "说明：已应用",
  "figure.missed": "说明：未应用",
  "figure.analysis": "说明：分析",
  "figure.lines": "行数",
  "figure.nodes": "表达式",
  "figure.functions": "函数",
  "figure.text": "文本",
  "figure.weights": "权重",
  "figure.flop": "一次运行的运算量",
  "figure.memory": "一次运行的内存峰值",
  "figure.kernels": "内核",
  "figure.inference": "一次运行的时间",
  "figure.values": "值",
  "figure.result": "结果",

  "values.program": "与程序一致",
  "values.same": ({ than }) => `与 ${than} 一致`,
  "values.notProgram": "与程序不一致",
  "values.differs": ({ than }) => `与 ${than} 不一致`,
  "values.notChecked": "未比较",
  "result.same": "相同",
  "result.other": "不同",
  "result.failed": "失败",

  "bars.label": ({ figure }) => `所有变体的数据：${figure}`,

  "difference.title": "结果之间的差异",
  "difference.from": "从",
  "difference.to": "到",
  "difference.equal": "这些结果的文本相同。",
};
