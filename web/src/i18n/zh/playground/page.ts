// The page's frame: head, help, failures, and what many views share.
import type { Held, page as en } from "../../en/playground/page";
import { rich, type Translation } from "../../texts";
import { list, number } from "../format";

const holds = ({ program, stages, names, lines }: Held): string =>
  `${program}、${number(stages)} 个阶段的 Pass，以及代码：${list(names)}，共 ${number(lines)} 行。代码在您按“运行”时才会在没有网络的沙箱中运行。`;

export const page: Translation<typeof en> = {
  "page.title": "Passcope：显微镜下的编译器 Pass",
  "page.tagline": "让神经网络依次经过编译器的各个 Pass，看清每个 Pass 做了什么。",
  "page.engine": ({ version }) => `引擎 ${version}`,
  "page.open": "打开…",
  "page.openTitle":
    "打开 Relay 文本、模型（.onnx 或 TorchScript 的 .pt），或复现文件（程序及其流水线和代码）",
  "page.openFile": "要打开的文件",
  "page.save": "保存复现文件",
  "page.saveTitle": "将程序、流水线和代码保存为一个文件，可用 passcope run --reproducer 重放",
  "page.help": "什么是 Pass？",
  "page.learn": "教程",
  "page.controls": "网络与流水线",
  "page.split": "上方面板的高度",
  "page.splitTitle": "拖动或使用方向键；双击恢复默认高度",
  "page.dismiss": "关闭",
  "skip.links": "跳过控制区",
  "skip.results": "跳到结果",
  "skip.changes": "跳到程序与改动",
  "waiting.link": (held) => `该链接包含${holds(held)}`,
  "waiting.file": (held) => `该文件包含${holds(held)}`,
  "waiting.kept": (held) => `您的工作包含${holds(held)}`,
  "waiting.run": "立即运行",
  "waiting.look": "查看代码",
  "link.otherWork": "还有先前访问时的另一份工作。",
  "link.goBack": "返回那些工作",

  "language.menu": "语言",
  "language.failed": "无法加载该语言的文本。网络连接正常吗？",

  "common.close": "关闭",
  "common.loading": "正在加载…",
  "common.tryAgain": "重试",
  "common.wrapLines": "自动换行",
  "reading.label": "阅读方式",
  "reading.title":
    "程序的显示方式：类型显示为简短的形状、不显示类型，或与 TVM 的输出完全一致。复制、保存和编辑的始终是 TVM 的文本。",
  "reading.short": "简短类型",
  "reading.hidden": "不显示类型",
  "reading.full": "TVM 原文",

  "common.viewFailed": "无法加载该视图。网络连接正常吗？",

  "copy.copy": "复制",
  "copy.copied": "已复制",
  "copy.refused": "未获许可",

  "site.changed": "此页面打开之后，Passcope 已更新。",
  "site.changedWhy": "页面尚未加载的部分已不存在。重新加载页面时，您的工作会保留。",
  "site.reload": "重新加载页面",

  "failure.crashed": "引擎崩溃",
  "failure.memory": "引擎内存不足",
  "failure.memoryReplaced": "并已更换；您的流水线未受影响。较小的程序或模型也许可行。",
  "failure.replaced": "并已更换；您的流水线未受影响。这是 Passcope 的缺陷，报告如下：",
  "failure.atLine": ({ line }) => `位于代码第 ${line} 行`,
  "failure.at": ({ place }) => rich`位于${place}`,
  "failure.in": ({ place }) => rich`出自${place}`,
  "failure.inAt": ({ pass, line }) => rich`出自${pass}，位于${line}`,
  "failure.codeLine": ({ line }) => `代码第 ${line} 行`,
  "failure.programLine": ({ line, column }) => `程序第 ${line} 行第 ${column} 列`,
  "failure.ofStage": ({ name, stage }) => `${stage} 的 ${name}`,
  "failure.ofStageNumber": ({ number: stage }) => `阶段 ${stage}`,
  "failure.mistakes": ({ mistakes }) => `程序中有 ${number(mistakes)} 处错误`,
  "failure.wrong": ({ pass }) => rich`在 ${pass} 之后，程序的计算结果不同：`,
  "failure.message": "错误信息",
  "failure.dismiss": "关闭错误",

  "offer.undo": "撤销",
  "offer.redo": "重做",
  "offer.label": "刚才的操作",

  "run.run": "运行",
  "run.runTitle": "运行流水线（Ctrl+Enter）",
  "run.stop": "停止",
  "run.auto": "自动运行",
  "run.autoTitle": "每次编辑后自动运行。您的代码须先按“运行”执行过一次。",
  "run.waits": "含有代码，等待您按“运行”",
  "run.outdatedCode": "有改动；其代码等待您按“运行”",
  "run.outdated": "上次运行后有改动",
  "run.idle": "就绪",
  "run.running": ({ pass, place }) => `正在运行第 ${number(place)} 个 Pass：${pass}…`,
  "run.again": "正在运行…",
  "run.first": "正在加载并运行…",
  "run.measuring": "正在重复运行以得到稳定的时间…",
  "run.done": ({ passes }) => `完成，共运行 ${number(passes)} 个 Pass`,
  "run.seconds": ({ seconds }) => `${number(seconds)} 秒`,
  "run.stopped": "已停止",
  "run.stoppedIn": ({ pass, seconds }) =>
    seconds > 0 ? `已停止：${pass} 运行了 ${number(seconds)} 秒` : `已在 ${pass} 中停止`,
  "run.crashed": "引擎崩溃，已更换",
  "run.memory": "引擎内存不足，已更换",
  "run.failed": "失败",
  "run.files": ({ files }) => `${number(files)} 个转储文件`,
  "run.filesTitle": "DumpIR 保存的内容：每个 Pass 之后的程序",

  "help.title": "Pass 简介",
  "help.program": "Relay 程序",
  "help.programText": "编译器眼中的网络：一个函数，每个运算一行。这就是 Apache TVM 打印出的文本。",
  "help.pass": "Pass",
  "help.passText":
    "从程序到程序的变换，不得改变程序的计算结果。Pass 可以运行其他 Pass，因此一次运行构成一棵树。",
  "help.optLevel": "opt_level",
  "help.optLevelText":
    "每个 Pass 都有优化级别，包围一个阶段的上下文也有。Sequential 会跳过级别高于上下文的 Pass；单独调用的 Pass 总会运行。",
  "help.sequential": "Sequential",
  "help.sequentialText":
    "由多个 Pass 组成的 Pass。FoldScaleAxis 就是其一；一个阶段也可以作为一个 Sequential 运行。",
  "help.instrument": "Pass Instrument",
  "help.instrumentText":
    "观察者，上下文在每个 Pass 前后通知它。有的计时，有的统计算子，有的保存程序：您在这里看到的一切都由此而来。",
  "help.times": "时间",
  "help.timesText":
    "首次运行是冷的。之后各阶段重复运行，直到浏览器充分编译了引擎的代码、时间不再变化；显示此后各次运行的中位数。≈ 表示不确定的时间：运行您的代码的阶段只运行一次，而繁忙的机器上时间会波动。",
  "help.keys": "按键",
  "help.keysText": ({ run, alt, up, down, find, undo, redo }) =>
    rich`${run} 运行。在树中，方向键用于选择、折叠和展开。${alt} 加 ${up} 或 ${down} 移动 Pass。${undo} 撤销对流水线的更改，${redo} 重做。${find} 在程序中搜索。`,
};
