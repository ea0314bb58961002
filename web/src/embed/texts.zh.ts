// The embedded element's texts in Chinese.
import type { embed as en } from "./texts.en";
import type { Translation } from "../i18n/texts";
import { either, number } from "../i18n/zh/format";

export const embed: Translation<typeof en> = {
  "embed.label": (p) => `Passcope：${p.title}`,
  "embed.program": "Relay 程序",
  "embed.run": "运行",
  "embed.stop": "停止",
  "embed.playground": "在演练场中打开",
  "embed.newWindow": "（新窗口）",
  "embed.waiting": "按“运行”即可在您的浏览器中运行",
  "embed.waitingCode": "含有代码，按“运行”后才会在没有网络的沙箱中运行",
  "embed.soon": "滚动到可见处时在您的浏览器中运行",
  "embed.loading": "正在加载引擎…",
  "embed.running": "正在运行…",
  "embed.runningPass": (p) => `正在运行 ${p.pass}，第 ${number(p.n)} 个 Pass…`,
  "embed.measuring": "正在重复运行以取得稳定的时间…",
  "embed.done": (p) => `完成，运行了 ${number(p.passes)} 个 Pass`,
  "embed.outdated": "上次运行之后有改动",
  "embed.stopped": "已停止",
  "embed.failed": "失败",
  "embed.restarted": "引擎已重新启动",
  "embed.lost": "本页面上的另一次运行被停止，引擎也随之停止。请再次按“运行”。",
  "embed.showCode": "代码",
  "embed.views": "结果",
  "embed.notLoaded": "无法加载此演示的代码。网络是否已连接？",
  "embed.policy": (p) =>
    `此页面的内容安全策略（Content-Security-Policy）拒绝了它：${p.directive} 不允许 ${p.blocked}。`,
  "embed.noSandbox": (p) => `${p.address} 没有以网页的形式提供，因此无法从那里运行代码。`,
  "embed.problems": "此演示的属性有问题：",
  "embed.unknownAttribute": (p) => `没有名为“${p.name}”的属性；要给出模型的选项，需要属性“model”。`,
  "embed.unknownModel": (p) => `没有名为“${p.name}”的模型，可用的有 ${either(p.known)}。`,
  "embed.unknownOption": (p) =>
    `“${p.name}”既不是属性，也不是 ${p.model} 的选项；可用的选项有 ${either(p.known)}。`,
  "embed.wrongValue": (p) =>
    `属性“${p.name}”的值是“${p.value}”；应为${p.known.length > 0 ? ` ${either(p.known)}` : "至多一百万个字符"}。`,
  "embed.tooHigh": (p) => `属性“${p.name}”的值是“${p.value}”；最大为 ${p.most}。`,
  "embed.wrongList": (p) =>
    `属性“${p.name}”的第 ${number(p.at + 1)} 个字符处应为${p.expected}，但${p.found === "" ? "文本到此结束" : `实际为“${p.found}”`}。`,
  "embed.notJson": (p) => `属性“${p.name}”不是有效的 JSON：${p.message}`,
  "embed.notBoth": (p) => `同时给出了 ${p.one} 和 ${p.other}，采用前者。`,
  "embed.unreadable": (p) => p.message,
  "embed.badLink": (p) => `无法打开链接。${p.message}`,
};
