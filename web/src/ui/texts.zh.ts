import type { ui as en } from "./texts.en";
import type { Translation } from "../i18n/texts";
import { number } from "../i18n/zh/format";

export const ui: Translation<typeof en> = {
  "common.close": "关闭",
  "common.loading": "正在加载…",
  "common.tryAgain": "重试",
  "common.wrapLines": "自动换行",
  "common.viewFailed": "无法加载该视图。网络连接正常吗？",
  "view.failed": "此视图出错。",
  "view.failedRest": "页面的其他部分仍可使用。这是 Passcope 的缺陷。",
  "view.details": "详细信息",
  "copy.copy": "复制",
  "copy.copied": "已复制",
  "copy.refused": "不允许复制",
  "failure.crashed": "引擎崩溃",
  "failure.memory": "引擎内存不足",
  "failure.memoryReplaced": "并已重新启动；您的流水线未受影响。可以尝试较小的程序或模型。",
  "failure.python": "Python 已终止",
  "failure.pythonReplaced": "，因为代码中止了它，或者调用嵌套过深。下一次运行会重新启动它。",
  "failure.replaced": "并已重新启动；您的流水线未受影响。这是 Passcope 的缺陷，报告如下：",
  "failure.atLine": ({ line }) => `位于代码第 ${line} 行`,
  "tree.missed": ({ missed }) => `${number(missed)} 项未应用`,
  "detail.counted": ({ name, count }) => `${name}（${count}）`,
  "program.drop": "松开以打开",
  "program.dropKinds": "Relay 文本、模型（.onnx、.pt）或复现文件",
  "picker.none": "没有匹配的名称。",
};
