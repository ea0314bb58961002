import type { remarks as en } from "./texts.en";
import type { Translation } from "../../i18n/texts";
import { number } from "../../i18n/zh/format";

export const remarks: Translation<typeof en> = {
  "remarks.counted": ({ type, count: remarks }) => `${type} ${number(remarks)}`,
  "remarks.types": "说明的类型",
  "remarks.pass": "说明的来源",
  "remarks.allPasses": "所有 Pass",
  "remarks.passAt": ({ name, row }) => `${name}（第 ${row} 行）`,
  "remarks.kind": "说明的种类",
  "remarks.allKinds": "所有种类",
  "remarks.search": "筛选说明",
  "remarks.count": ({ count: remarks }) => `${number(remarks)} 条说明`,
  "remarks.countOf": ({ shown, count: remarks }) =>
    `${number(remarks)} 条说明中的 ${number(shown)} 条`,
  "remarks.copy": "复制为 YAML",
  "remarks.save": "保存为 YAML",
  "remarks.yamlTitle": "所列说明的 LLVM 格式，opt-viewer 等工具可以读取",
  "remarks.copied": "已复制",
  "remarks.notCopied": "浏览器不允许复制",
  "remarks.saved": ({ name }) => `已保存 ${name}`,
  "remarks.noYaml": "无法保存说明",
  "remarks.label": "说明；方向键移动和展开，Enter 转到所在的行",
  "remarks.ofProgram": "关于整个程序",
  "remarks.part": ({ shown, all }) => `${number(all)} 行中的前 ${number(shown)} 行。`,
  "remarks.showMore": "显示更多",
  "remarks.cut": ({ cut, shown }) =>
    `这里是前 ${number(shown)} 条说明；另有 ${number(cut)} 条没有保留。`,
  "remarks.none": "本次运行的 Pass 没有给出说明。",
  "remarks.noneFits": "没有符合筛选条件的说明。",
  "remarks.showAll": "显示全部",
  "remarks.notRun": "运行流水线，即可查看各 Pass 做了什么、跳过了什么以及原因。",
  "remarks.running": "流水线正在运行。",
  "remarks.fetching": "正在加载说明…",
  "remarks.gone": "引擎已重新启动，说明已丢失。请重新运行以查看。",
  "remarks.failed": ({ why }) => `无法加载说明：${why}`,
};
