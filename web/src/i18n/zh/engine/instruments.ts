// Descriptions of instruments and their options: from the English of src/instrument/instruments.cc to Chinese.
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
  "Whether it keeps of what the expressions of the modules are made.":
    "是否记录各模块中的表达式由什么构成。",
  "Records each pass with the modules before and after it.": "记录每个 Pass 及其前后的模块。",
  "Gathers what passes say they did, did not do and found out, and why.":
    "收集各 Pass 对其所做、未做和所发现的内容及原因的说明。",
  'The types of remarks that are kept, of "passed", "missed" and "analysis"; all if empty.':
    "要保留的说明的类型：“passed”“missed”“analysis”；为空时保留全部。",
  "The passes whose remarks are kept; all if empty.": "要保留其说明的 Pass；为空时保留全部。",
  "How many remarks are kept at most; those beyond are counted only. 0 for all.":
    "最多保留多少条说明，超出的只计数；0 表示全部。",
  "Numbers what passes do and leaves out everything behind a number.":
    "为各 Pass 的执行编号，并略去某个编号之后的一切执行。",
  "The last number that is run; below 0 all are.": "最后一个要执行的编号；小于 0 表示全部执行。",
  "Compares what the program computes before and after each pass.":
    "比较程序在每个 Pass 前后的计算结果。",
  "The function that is run.": "要运行的函数。",
  "Of the random inputs.": "随机输入的种子。",
  "A number that all inputs consist of instead, where the program allows it.":
    "在程序允许之处，用这个数代替随机数填满所有输入。",
  "What stands for a dimension that is not an integer.": "代替非整数维度的大小。",
  "How far reals may differ, relative to themselves; below 0: derived from the data type and the length of the program.":
    "实数允许的相对误差；小于 0 时由数据类型和程序长度推出。",
  "How far reals may differ at all; below 0: derived from the size of the tensor.":
    "实数允许的绝对误差；小于 0 时由张量的数值大小推出。",
  "Whether the first pass whose results differ is an error.": "第一个改变结果的 Pass 是否报错。",
  "Stops at a pass that makes an ill-formed or ill-typed module.":
    "若某个 Pass 产生了格式错误或类型错误的模块，则在该 Pass 处停止。",
};
