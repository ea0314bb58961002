// Descriptions of instruments and their options: from the English of src/instrument/instruments.cc to Chinese.
import type { Sentences } from "../../sentences";

export const instruments: Sentences = {
  "Writes the program after each pass to a file NNN_PassName.relay.":
    "将每个 Pass 之后的程序写入文件 NNN_PassName.relay。",
  "The folder for the files; if empty, they stay in memory.":
    "文件所在的文件夹；为空时文件保存在内存中。",
  "The passes whose programs are written; all if empty.": "要输出其程序的 Pass；为空表示全部。",
  "Whether to skip passes that change nothing.": "是否跳过未作改变的 Pass。",
  "Stops at a pass that modifies its input module.":
    "若某个 Pass 修改了输入模块，则在该 Pass 处停止。",
  "Counts the operators that each pass added or removed.": "统计每个 Pass 增加或移除的算子。",
  "Logs for each pass whether it ran, and if not, why.":
    "记录每个 Pass 是否运行；若未运行，记录原因。",
  "Sums the counters of passes, such as the number of folded calls.":
    "汇总各 Pass 的计数，例如折叠的调用数。",
  "Measures the time of each pass, like the instrument of the same name in TVM.":
    "为各个 Pass 计时，与 TVM 中同名的 Pass Instrument 相同。",
  "How many more times to run each pass to measure it, in the order in which passes start.":
    "为计时再额外运行各个 Pass 的次数，按 Pass 开始的先后排列。",
  "Prints the program after each pass.": "在每个 Pass 之后打印程序。",
  "Prints the program before each pass.": "在每个 Pass 之前打印程序。",
  "Whether to skip a program that is the same as the last one printed.":
    "是否跳过与上次打印的内容相同的程序。",
  "Whether to record the lineage: from which expressions each expression was made.":
    "是否记录沿革：每个表达式由哪些表达式得来。",
  "Records each pass with the modules before and after it.": "记录每个 Pass 及其前后的模块。",
  "Collects remarks: what passes did, missed or found, and why.":
    "收集说明：各 Pass 做了什么、未做什么、发现了什么，以及原因。",
  'The types of remarks to keep: "passed", "missed", "analysis"; all if empty.':
    "要保留的说明的类型：“passed”“missed”“analysis”；为空时保留全部。",
  "The passes whose remarks to keep; all if empty.": "要保留其说明的 Pass；为空时保留全部。",
  "The largest number of remarks to keep; further ones are only counted. 0 keeps all.":
    "最多保留的说明数，超出的只计数；0 表示全部保留。",
  "Numbers the executions of passes and skips all after a given number.":
    "为各 Pass 的执行编号，并跳过某个编号之后的所有执行。",
  "The number of the last execution to run; a negative number runs all.":
    "最后一个要运行的执行的编号；负数表示全部运行。",
  "Compares the results of the program before and after each pass.":
    "比较程序在每个 Pass 前后的计算结果。",
  "The function to run.": "要运行的函数。",
  "The seed of the random inputs.": "随机输入的种子。",
  "A number that fills all inputs instead of random numbers, where the program allows it.":
    "用这个数代替随机数填满所有输入，前提是程序允许。",
  "The size that replaces each dimension that is not an integer.": "代替每个非整数维度的大小。",
  "The relative tolerance for floating-point results; if negative, it is derived from the data type and the length of the program.":
    "浮点结果的相对误差限；为负数时由数据类型和程序长度推出。",
  "The absolute tolerance for floating-point results; if negative, it is derived from the values of the tensor.":
    "浮点结果的绝对误差限；为负数时由张量的数值推出。",
  "Whether to stop with an error at the first pass that changes the results.":
    "是否在第一个改变结果的 Pass 处报错并停止。",
  "Stops at a pass that returns an ill-formed or ill-typed module.":
    "若某个 Pass 返回了格式错误或类型错误的模块，则在该 Pass 处停止。",
};
