// Texts about the engine, the sandbox, options and documents, in Chinese.
import type { core as en } from "./texts.en";
import type { Translation } from "../i18n/texts";
import { number } from "../i18n/zh/format";

export const core: Translation<typeof en> = {
  "engine.notLoaded": "无法加载引擎",
  "engine.unreachable": "无法获取引擎的文件。网络连接正常吗？",
  "engine.unreadable": "无法读取一条回复。",
  "engine.ended": "浏览器终止了它，可能是因为内存不足。",
  "engine.error": "错误",

  "sandbox.frame": "代码沙箱",
  "sandbox.stopped": "代码已被停止",
  "sandbox.flooded": "它发送的消息超出页面接受的数量。",
  "sandbox.printed": "它打印的内容超出页面接受的数量。",
  "sandbox.noAnswer": ({ why }) => `它发送了一条不是应答的消息（${why}）。`,
  "sandbox.ports": "它发送了通道，而应答中不会有通道。",
  "sandbox.closed": "它关闭了自己的工作线程，或者浏览器终止了该线程，可能是因为内存不足。",
  "sandbox.lost": "浏览器终止了沙箱，可能是因为内存不足。",
  "sandbox.restless": "它在应答之后仍在运行。因此沙箱已被终止，此跟踪记录的各个程序也随之丢失。",
  "sandbox.broke": "沙箱出现故障。",

  "text.cut": ({ characters }) => `…（还有 ${characters} 个字符）`,

  "options.config": "上下文的 config",
  "options.of": ({ name }) => `${name} 的选项`,
  "options.notJson": ({ why }) => `不是合法的 JSON：${why}`,
  "options.notObject": '选项必须是 JSON 对象，例如 {"name": value}。',
  "options.tooDeep": "选项的嵌套不得超过 64 层。",

  "row.stage": ({ number }) => `阶段 ${number}`,
  "row.bind": "绑定参数",
  "row.edit": "编辑",
  "row.edited": "编辑后的程序",
  "row.program": "原程序",
  "row.inside": ({ name, step }) => `${step} 中的 ${name}`,
  "row.before": ({ name }) => `${name} 之前`,
  "row.after": ({ name }) => `${name} 之后`,
  "reason.disabled": "已禁用",
  "reason.opt-level": ({ level, allowed }) => `优化级别 ${level} > ${allowed}`,
  "reason.vetoed": ({ by }) => `被 ${by} 否决`,
  "reason.required": ({ by }) => `${by} 需要它`,
  "reason.dependency": ({ by }) => `需要它的 ${by} 没有运行`,
  "reason.not-reached": ({ by }) => `未到达：${by} 失败`,

  "doubt.first": "首次运行（冷启动）的时间",
  "doubt.code":
    "只运行了一次，因为重复运行会再次执行您的代码。冷启动的时间往往是之后的 5 到 10 倍。",
  "doubt.rough": "不确定：测量结束时其波动仍超过 10%",
  "doubt.near": "不确定：其波动范围与另一个 Pass 的时间重叠",

  "source.ownTitle": "您的文本",
  "source.edited": ({ title }) => `${title}（已编辑）`,
  "source.reduced": ({ title }) => `${title}（已缩减）`,
  "source.untitled": "我的程序",

  "import.missingName": "需要一个文件",
  "import.missing": ({ names }) =>
    `此程序由 ${names.join("、")} 导入，而该文件不在此处。链接和保存的工作区只包含模型文件的名称。请打开该文件以继续。`,

  "history.pipeline": "更改了流水线",
  "history.source": ({ title }) => `选择了 ${title}`,
  "history.gaveUp": "放弃了对文本的改动",
  "history.opened": ({ name }) => `打开了 ${name}`,
  "history.codeLanguage": ({ language }) => `改用 ${language} 编写代码`,
  "history.asPython": "以 Python 代码打开了视图",
  "history.link": "打开了链接",
  "history.earlier": "返回了上次访问时的工作",
  "history.continued": "将编辑后的程序放入了流水线",
  "history.reduced": "打开了缩减后的程序",
  "compare.current": "当前流水线",
  "compare.kept": ({ name }) => `将流水线保存为变体 ${name}`,
  "compare.removed": ({ name }) => `移除了变体 ${name}`,
  "compare.renamed": ({ name }) => `将变体重命名为 ${name}`,
  "compare.swapped": ({ name }) => `与变体 ${name} 互换了位置`,
  "history.undone": ({ what }) => `已撤销：${what}`,
  "history.redone": ({ what }) => `已重做：${what}`,

  "keep.otherTab": "这份工作也在另一个标签页中打开",
  "keep.otherTabWhy":
    "各标签页分别保留各自的更改。只有另一个标签页的工作会保存到下次访问，直到您关闭该标签页。",
  "keep.failed": "浏览器无法保存这份工作",
  "keep.failedWhy":
    "浏览器空间不足或不允许保存。重新加载可能会丢失您的改动。可用“保存复现文件”将其保存为文件。",

  "link.notOpened": "无法打开该链接",
  "link.none": "该地址没有描述任何视图。",
  "link.newer": "它由本页面的较新版本生成。请重新加载页面以获取该版本。",
  "link.tooLong": "它太长了。",
  "link.damaged": "它已损坏，可能缺少了一部分。",
  "link.unfolds": "它解压后的内容超出本页面的读取上限。",

  "document.name": "文档",
  "document.notOpened": ({ name }) => `无法打开 ${name}`,
  "document.tooLarge": "文档超过 64 MiB。",
  "document.notJson": ({ why }) => `它不是 JSON：${why}`,
  "document.language": ({ known }) => `代码的语言必须是以下之一：${known}。`,
  "document.noFormat": '复现文件应含有 "reproducer": 1，而该文档没有。',
  "document.tooMany": "流水线的组成部分过多。",
  "document.tooLong": ({ where, characters }) => `${where} 超过了 ${characters} 个字符。`,
  "document.tooDeep": ({ where }) => `${where} 嵌套过深。`,
  "document.stageKind": ({ where }) => `${where}.kind 必须是 bind、edit 或 passes。`,
  "document.noOption": ({ where }) => `${where} 不是模型的选项。`,
  "document.noImport": ({ why }) => `其中没有说明如何导入模型文件：${why}。`,
  "document.object": ({ where }) => `${where} 必须是对象。`,
  "document.list": ({ where }) => `${where} 必须是列表。`,
  "document.text": ({ where }) => `${where} 必须是字符串。`,
  "document.level": ({ where }) => `${where} 必须是优化级别。`,

  "pipeline.unreadable": "无法读取流水线",
  "pipeline.mistake.pipeline": (p) =>
    `第 ${number(p.at + 1)} 个字符处应为${p.expected}，但${p.found === "" ? "文本到此结束" : `实际为“${p.found}”`}。`,
  "pipeline.mistake.instruments": (p) =>
    `Pass Instrument 列表的第 ${number(p.at + 1)} 个字符处应为${p.expected}，但${p.found === "" ? "文本到此结束" : `实际为“${p.found}”`}。`,
  "pipeline.expected.name": "Pass 或 Pass Instrument 的名称",
  "pipeline.expected.option": "形如 名称=值 的选项",
  "pipeline.expected.value": "值",
  "pipeline.expected.separator": "逗号或分号",
  "pipeline.expected.closing": "右括号或右引号",
  "pipeline.expected.passes": "Sequential 括号中的 Pass",
  "pipeline.expected.shallower": "嵌套较浅的值",
};
