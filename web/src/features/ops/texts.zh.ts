import type { ops as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";
import { number } from "../../i18n/zh/format";

export const ops: Translation<typeof en> = {
  "ops.label": "算子的改变",
  "ops.caption": "每个 Pass 增加或移除的各算子调用数",
  "ops.notRun": "运行流水线后，这里会显示每个 Pass 增加和移除了哪些算子。",
  "ops.noChange": "本次运行中没有 Pass 增加或移除算子。",
  "ops.passes": "Pass",
  "ops.depth": "按深度选择 Pass",
  "ops.allDepths": "所有深度",
  "ops.outermost": "仅最外层",
  "ops.downTo": ({ depth }) => `至深度 ${depth}`,
  "ops.filterLabel": "按名称筛选算子",
  "ops.filter": "筛选算子",
  "ops.counts": ({ passes, operators }) => `${number(passes)} 个 Pass，${number(operators)} 个算子`,
  "ops.countsOf": (p) =>
    `${number(p.passes)} 个 Pass，${number(p.all)} 个算子中的 ${number(p.operators)} 个`,
  "ops.copyMatrix": "复制矩阵，供电子表格使用",
  "ops.noneNamed": ({ text }) => `有改变的算子中没有名称含“${text}”的。`,
  "ops.showAll": "显示全部算子",
  "ops.list": "与 TVM 教程打印的形式相同：深度、Pass、各算子的改变",
  "ops.copyList": "复制算子改变的列表",
  "ops.pass": "Pass",
  "ops.net": "净变化",
  "ops.netTitle": "所有算子合计",
  "ops.netChange": "净变化合计",
  "ops.origin": ({ calls, op }) => `查看 ${calls} 个 ${op} 调用的来源`,
  "ops.fate": ({ calls, op }) => `追踪 ${calls} 个 ${op} 调用`,
};
