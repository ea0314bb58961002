import type { console as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";
import { number } from "../../i18n/zh/format";

export const console: Translation<typeof en> = {
  "console.show": "显示",
  "console.all": "全部",
  "console.usual": "不含调试信息",
  "console.warnings": "警告和错误",
  "console.errors": "错误",
  "console.error": "错误",
  "console.warn": "警告",
  "console.info": "信息",
  "console.debug": "调试",
  "console.entries": ({ entries }) => `${number(entries)} 条`,
  "console.entriesOf": ({ shown, entries }) => `${number(entries)} 条中的 ${number(shown)} 条`,
  "console.clear": "清除",
  "console.copy": "复制输出",
  "console.noneOfSort": "没有此级别的输出。",
  "console.empty": "console.log 和 Pass Instrument 的输出显示在这里。",
  "console.log": "最近一次运行的输出",
  "console.earlier": ({ more, all }) => `显示更早的 ${number(more)} 条（共 ${number(all)} 条）`,
  "console.goTo": ({ line }) => `转到代码第 ${line} 行`,
};
