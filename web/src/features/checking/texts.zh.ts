// Texts of the search for the fault of a stage.
import type { checking as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";
import { number } from "../../i18n/zh/format";

export const checking: Translation<typeof en> = {
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
  "fault.stop": "停止",
};
