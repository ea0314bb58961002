// The playground's texts in Chinese, from one table for each part of it.
//
// Glossary, kept to in every table (it follows the Chinese documentation of TVM where that has a word):
//
//   pass                      Pass (not translated)
//   pass instrument           Pass Instrument (not translated)
//   Sequential, PassContext   as they are
//   pipeline                  流水线
//   stage                     阶段
//   context                   上下文
//   opt level                 优化级别（opt_level）
//   operator                  算子
//   program                   程序
//   module                    模块
//   dataflow graph            计算图
//   node, edge                节点, 边
//   fused function            融合函数
//   change, unchanged         改变, 未改变
//   hook                      钩子
//   veto                      否决
//   throw                     抛出异常
//   engine                    引擎
//   sandbox                   沙箱
//   console                   控制台
//   workspace                 工作区
//   reproducer                复现文件
//   playground                演练场
import type { playground as en } from "../en/playground";
import type { Translation } from "../texts";
import { page } from "./playground/page";
import { run } from "./playground/run";
import { setup } from "./playground/setup";
import { share } from "./playground/share";

export const playground: Translation<typeof en> = { ...page, ...setup, ...share, ...run };
