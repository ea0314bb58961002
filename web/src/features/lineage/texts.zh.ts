import type { lineage as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";

export const lineage: Translation<typeof en> = {
  "lineage.title": "该算子的沿革",
  "lineage.close": "关闭沿革",
  "lineage.fetching": "正在加载沿革…",
  "lineage.failed": ({ why }) => `无法加载沿革：${why}`,
  "lineage.notRun": "请先运行流水线：运行时会记录沿革。",
  "lineage.outdated": "程序在上次运行之后有改动。请重新运行以查看沿革。",
  "lineage.nothing": "该处没有表达式。",
  "lineage.noOrigin": "它在最初的程序中没有来源。",
  "lineage.origins": "在最初的程序中的来源：",
  "lineage.at": ({ source, line }) => `${source}，第 ${line} 行`,
  "lineage.moreOrigins": ({ more }) => `以及其他 ${more} 个`,
  "lineage.unchanged": "没有 Pass 改变它。",
  "lineage.here": "所选的程序",
  "lineage.and": "、",
  "lineage.stepTitle": ({ before, after }) =>
    `该 Pass 之前有 ${before} 个表达式，之后有 ${after} 个；查看其改动`,
  "lineage.changed": "改变",
  "lineage.made": "新建",
  "lineage.merged": "合并",
  "lineage.split": "拆分",
  "lineage.folded": "折叠",
  "lineage.removed": "移除",
};
