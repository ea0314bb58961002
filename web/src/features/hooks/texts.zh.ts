import type { hooks as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";
import { number } from "../../i18n/zh/format";

export const hooks: Translation<typeof en> = {
  "hooks.none": "本次运行的各阶段都没有 Pass Instrument。",
  "hooks.notRun": "运行带有 Pass Instrument 的流水线，即可查看其钩子的调用情况。",
  "hooks.hint":
    "向某个阶段的上下文添加 Pass Instrument 再运行。这里会显示哪些钩子被调用、次序如何，以及某个钩子抛出异常后哪些钩子不再被调用。",
  "hooks.of": ({ number: stage }) => `阶段 ${stage} 的钩子`,
  "hooks.stage": ({ number: stage }) => `阶段 ${stage}`,
  "hooks.counts": ({ instruments, calls }) =>
    `${number(instruments)} 个 Pass Instrument，${number(calls)} 次调用`,
  "hooks.calls": ({ calls }) => `${number(calls)} 次调用`,
  "hooks.threwCount": ({ times }) => `${number(times)} 次抛出异常`,
  "hooks.vetoes": ({ times }) => `${number(times)} 次否决`,
  "hooks.fold": "全部折叠",
  "hooks.unfold": "全部展开",
  "hooks.copy": ({ number: stage }) => `复制阶段 ${stage} 的钩子调用`,
  "hooks.grid": ({ number: stage }) => `阶段 ${stage} 的钩子调用，按次序`,
  "hooks.column": "Pass 与钩子",
  "hooks.more": ({ more, all }) => `再显示 ${number(more)} 行（共 ${number(all)} 行）`,
  "hooks.dropped": ({ calls }) => `记录到此为止；之后的 ${number(calls)} 次调用没有保留。`,
  "hooks.vetoed": "被否决",
  "hooks.failed": "失败",
  "hooks.logEnds": "记录结束",
  "hooks.threw": "抛出异常",
  "hooks.running": "正在运行",
  "hooks.returned": "已返回",
  "hooks.notCalled": "未调用",
  "hooks.notCalledTitle": ({ hook, instrument }) => `${instrument} 的 ${hook} 没有被调用`,
  "hooks.call": (p) => `第 ${p.place} 次调用：${p.instrument} 的 ${p.hook}，${p.outcome}`,
  "hooks.whoThrew": ({ who }) => `${who} 抛出异常。`,
  "hooks.whoThrewThat": ({ who }) => `${who} 抛出异常：`,
  "hooks.whoVetoed": ({ who }) => `${who} 否决了该 Pass。`,
  "rule.enterPassCtx":
    "在它之前进入的 Pass Instrument 会退出，在它之后的不再进入，上下文会丢弃所有 Pass Instrument。该上下文中不运行任何 Pass。",
  "rule.exitPassCtx":
    "其后各 Pass Instrument 的 exitPassCtx 不再被调用，上下文会丢弃所有 Pass Instrument。",
  "rule.shouldRun": "其后各 Pass Instrument 的 shouldRun 不再被调用，该 Pass 不运行。",
  "rule.runBeforePass": "其后各 Pass Instrument 的 runBeforePass 不再被调用，该 Pass 不运行。",
  "rule.runAfterPass": "该 Pass 已经运行，但其后各 Pass Instrument 的 runAfterPass 不再被调用。",
  "rule.runAfterFailed": "该异常会被丢弃，只报告最先抛出的异常。",
  "rule.veto": "一次否决就足够：其余的 Pass Instrument 仍会被调用，但该 Pass 不运行。",
};
