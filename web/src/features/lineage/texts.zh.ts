import type { lineage as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";

export const lineage: Translation<typeof en> = {
  "lineage.title": "它从何而来，变成了什么",
  "lineage.close": "关闭沿革",
  "lineage.fetching": "正在询问各 Pass 对它做了什么……",
  "lineage.failed": ({ why }) => `无法查明：${why}`,
  "lineage.notRun": "请先运行流水线：由其中的 Pass 说明它们做了什么。",
  "lineage.outdated": "程序在运行之后有改动：请重新运行，然后再问。",
  "lineage.nothing": "该处没有表达式。",
  "lineage.noOrigin": "最初的程序中没有它的来源。",
  "lineage.origins": "来自最初的程序：",
  "lineage.at": ({ source, line }) => `${source}，第 ${line} 行`,
  "lineage.moreOrigins": ({ more }) => `以及其他 ${more} 个`,
  "lineage.unchanged": "没有 Pass 对它做过任何事。",
  "lineage.here": "所问的程序",
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
