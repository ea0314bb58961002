// The laboratory's texts in Chinese, from one table for each part of it.
//
// Glossary, kept to in every table (it follows the Chinese documentation of TVM where that has a word):
//
//   pass                 Pass(不译)          pass instrument     Pass Instrument,工具
//   pipeline             流水线               stage               阶段
//   operator             算子                 opt level           优化级别(opt_level)
//   module               模块(IRModule)      program             程序
//   snapshot             快照                 trace               执行记录
//   dataflow graph       数据流图             node / edge         节点 / 边
//   diff                 差异                 unchanged           未改变
//   fused function       融合函数             constant folding    常量折叠
//   context              上下文(PassContext) hook                钩子
//   code, export         代码,导出           console             控制台
//   reproducer           复现文件             workspace           工作区
import type { lab as en } from "../en/lab";
import type { Translation } from "../texts";
import { page } from "./lab/page";
import { setup } from "./lab/setup";

export const lab: Translation<typeof en> = { ...page, ...setup };
