// Texts of the saved report.
import type { report as en } from "./report-texts.en";
import type { Translation } from "../../i18n/texts";
import { number } from "../../i18n/zh/format";

export const report: Translation<typeof en> = {
  "report.title": ({ program }) => `${program}：各个 Pass 做了什么`,
  "report.madeBy": ({ version, date }) => `由 Passcope ${version} 记录于 ${date}`,
  "report.open": "在 Passcope 中打开此视图",
  "report.contents": "目录",
  "report.setup": "程序与流水线",
  "report.failure": "出现的错误",
  "report.times": "时间",
  "report.operators": "算子",
  "report.changes": "程序的改变",
  "report.console": "控制台",
  "report.code": "代码",
  "report.programs": "完整程序",

  "report.passes": "运行的 Pass",
  "report.changed": "改变了程序的 Pass",
  "report.wholeTime": "所有 Pass 的总时间",
  "report.calls": "算子调用净变化",

  "report.model": "模型",
  "report.text": "文本",
  "report.stage": ({ stage }) => `阶段 ${number(stage)}`,
  "report.each": "逐个运行",
  "report.sequential": "作为一个 Sequential 运行",
  "report.required": "required_pass",
  "report.disabled": "disabled_pass",
  "report.instruments": "instruments",
  "report.off": "已关闭",
  "report.bind": "绑定参数",
  "report.edit": "编辑后的程序",

  "report.pass": "Pass",
  "report.total": "总时间",
  "report.own": "自身时间",
  "report.share": "占比",
  "report.when": "时段",
  "report.opDiff": "算子",
  "report.effect": "程序",
  "report.effectChanged": "已改变",
  "report.effectSame": "文本相同",
  "report.effectNone": "–",
  "report.failed": "失败",
  "report.vetoed": "被否决",
  "report.skipped": "被跳过",
  "report.timesNote": ({ runs, tick }) =>
    runs > 1
      ? `预热后最多 ${number(runs)} 次运行的中位数，时钟分辨率为 ${tick}。自身时间不含嵌套的 Pass。`
      : `一次运行的时间，时钟分辨率为 ${tick}。自身时间不含嵌套的 Pass。`,

  "report.noOperators": "没有 Pass 增加或移除算子调用。",
  "report.net": "净变化",
  "report.netChange": "净变化合计",
  "report.opList": "与 TVM 的列表形式相同：深度、Pass、改变",

  "report.noChanges": "没有 Pass 改变程序。",
  "report.lines": ({ removed, added }) => `删除 ${number(removed)} 行，增加 ${number(added)} 行`,
  "report.renumbered": ({ lines }) => `${number(lines)} 行只有变量编号不同`,
  "report.hunk": ({ fromA, toA, fromB, toB }) =>
    `第 ${number(fromA)}–${number(toA)} 行，变为第 ${number(fromB)}–${number(toB)} 行`,
  "report.toTimes": "查看其时间",
  "report.previous": "上一处改变",
  "report.next": "下一处改变",
  "report.wholeBefore": "之前的完整程序",
  "report.wholeAfter": "之后的完整程序",
  "report.signature": "行号按函数的每个参数单独占一行计算。",
  "report.program": ({ place }) => `程序 ${number(place)}`,
  "report.programOf": ({ before, after }) =>
    [after && `${after} 之后`, before && `${before} 之前`].filter(Boolean).join("，"),
  "report.tooLong": "为限制报告的大小而略去。",
  "report.files": ({ files }) => `${number(files)} 个转储文件不在报告中。`,
  "report.more": ({ lines }) => `另有 ${number(lines)} 行，报告中略去。`,
  "report.atLine": ({ line }) => `第 ${number(line)} 行`,
};
