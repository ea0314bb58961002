// Texts of the search for the fault of a stage.
import type { checking as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";
import { number } from "../../i18n/zh/format";

export const checking: Translation<typeof en> = {
  "fault.bisect": "查找出错的 Pass",
  "fault.bisectTitle": "用二分法反复运行该阶段的一部分，找到使其出错的第一个 Pass",
  "fault.reduce": "缩减测试用例",
  "fault.reduceTitle": "在该阶段仍然出错的前提下，去掉一些 Pass 和程序的一部分",
  "fault.bisecting": ({ tried }) => `正在查找出错的 Pass：第 ${number(tried)} 次运行…`,
  "fault.reducing": ({ tried, calls }) =>
    calls > 0
      ? `正在缩减程序：已尝试 ${number(tried)} 次，剩余 ${number(calls)} 个调用…`
      : "正在缩减程序…",
  "fault.stopped": "已停止。",
  "fault.diff": "查看出错的 Pass 所作的改变",
  "fault.again": ({ limit }) =>
    `如需复现：上限为 ${limit} 的 Pass Instrument OptBisect 会使该阶段在此 Pass 之后停止。`,
  "fault.addLimit": "加入该阶段",
  "fault.calls": ({ before, after }) => `调用数为 ${number(after)}，原来为 ${number(before)}。`,
  "fault.open": "打开缩减后的程序",
  "fault.stop": "停止",
};
