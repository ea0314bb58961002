// Handing on what is shown, in Chinese.
import type { share as en } from "../../en/playground/share";
import type { Translation } from "../../texts";

export const share: Translation<typeof en> = {
  "share.share": "分享",
  "share.ways": "分享方式",
  "share.link": "复制链接",
  "share.linkNote": "打开的正是当前视图",
  "share.node": "复制为 Node 程序",
  "share.nodeNote": "使用 npm 包",
  "share.shell": "复制为命令行",
  "share.shellNote": "passcope run …",
  "share.tvm": "复制为 TVM Python 程序",
  "share.tvmNote": "用于 Apache TVM 0.11",
  "share.python": "以 Python 运行",
  "share.pythonNote": "在代码标签页中打开并就地运行",
  "share.opened": "正在以 Python 运行：见“代码”和“控制台”",
  "share.markdown": "复制为 Markdown",
  "share.markdownNote": "放进文档的实时演示",
  "share.report": "保存报告",
  "share.reportNote": "一个 HTML 文件，随处可读",
  "share.making": "请稍候……",
  "share.copied": ({ what }) => `${what}：完成`,
  "share.needsFile": ({ name }) => `其中只有 ${name} 的名称，不含文件本身：使用者需要有该文件。`,
  "share.refused": ({ what }) => `${what}：浏览器不允许`,
  "share.saved": ({ name }) => `已保存为 ${name}`,
  "share.noEngine": "引擎尚未就绪。",
  "share.nothingRan": "还没有运行过。",
  "share.tooLong": "程序太长，无法放进链接。请改为保存复现文件，本页面同样可以打开。",
};
