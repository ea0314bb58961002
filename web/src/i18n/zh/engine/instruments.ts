// What instruments and their options do: English, as src/instrument/instruments.cc has it, to Chinese.
import type { Sentences } from "../../sentences";

export const instruments: Sentences = {
  "Keeps the program after each pass as a file NNN_PassName.relay.":
    "将每个 Pass 之后的程序保存为文件 NNN_PassName.relay。",
  "Where the files go; they are kept in memory if empty.":
    "文件写入的目录；为空时文件保存在内存中。",
  "The passes to write about; all if empty.": "要输出的 Pass；为空表示全部。",
  "Whether passes that change nothing have no file.": "未作改变的 Pass 是否不产生文件。",
  "Stops at a pass that changes the module it was given.":
    "若某个 Pass 改动了传给它的模块，则在该 Pass 处停止。",
  "Counts the operators that each pass added or removed.": "统计每个 Pass 增加或移除的算子。",
  "Logs for each pass whether it ran, and if not, why.":
    "记录每个 Pass 是否运行；若未运行，记录原因。",
  "Sums what passes count, such as calls folded.": "汇总各 Pass 的计数，例如折叠的调用数。",
  "Times passes, as TVM's instrument of this name.":
    "为 Pass 计时，与 TVM 中同名的 Pass Instrument 相同。",
  "How often each pass is run again for its time, in the order in which passes begin.":
    "为测得时间而再次运行各个 Pass 的次数，按 Pass 开始的先后次序。",
  "Prints the program after each pass.": "在每个 Pass 之后打印程序。",
  "Whether passes that change nothing print nothing.": "未作改变的 Pass 是否不打印。",
  "Prints the program before each pass.": "在每个 Pass 之前打印程序。",
  "Whether a program that was printed last is not printed again.":
    "与上次打印相同的程序是否不再打印。",
  "Records each pass with the modules before and after it.": "记录每个 Pass 及其前后的模块。",
  "Stops at a pass that makes an ill-formed or ill-typed module.":
    "若某个 Pass 产生了格式错误或类型错误的模块，则在该 Pass 处停止。",
};
