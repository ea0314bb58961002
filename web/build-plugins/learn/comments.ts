// Translates comments in the tutorials' Python cells to the page's language. The code and its line numbers stay the
// same.
import type { Language } from "../../src/i18n/language";

/** Comments, from `#` to the end of the line, in both languages. */
const comments: readonly Readonly<Record<Language, string>>[] = [
  {
    en: "# cell [5] imports it, but needs torch",
    zh: "# 单元格 [5] 会导入它，但那需要 torch",
  },
  {
    en: "# Apply some simple passes to legalize the IR.",
    zh: "# 应用一些简单的 Pass，使 IR 合法化。",
  },
  {
    en: "# Override current PassContext's instruments",
    zh: "# 覆盖当前 PassContext 的 instrument",
  },
  {
    en: "# Reset current PassContext's instruments to None",
    zh: "# 把当前 PassContext 的 instrument 重置为 None",
  },
  {
    en: "# Let's first create a relay Module which contains one or multiple Relay",
    zh: "# 首先创建一个 Relay 模块，其中包含一个或多个",
  },
  { en: "# functions for optimization.", zh: "# 待优化的 Relay 函数。" },
  {
    en: "# Now we can apply constant folding on the module.",
    zh: "# 现在可以对模块应用常量折叠。",
  },
  {
    en: "# fold_const here is a callback that doesn't take any parameters.",
    zh: "# 这里的 fold_const 是不带任何参数的回调。",
  },
  {
    en: "# Then, we can invoke the pass on the given module. Note that the constant",
    zh: "# 然后就可以在给定的模块上调用这个 Pass。注意，常量",
  },
  {
    en: "# folding pass works at the function-level. That being said, each function in",
    zh: "# 折叠 Pass 工作在函数级别，也就是说，模块中的每个函数",
  },
  {
    en: "# the module will be applied with the optimization. Users don't need to iterate",
    zh: "# 都会应用这项优化，用户不必为了应用这个 Pass",
  },
  {
    en: "# through individual functions manually to apply this pass.",
    zh: "# 而手动遍历各个函数。",
  },
  {
    en: "# We can see from the updated program that the constants are folded.",
    zh: "# 从更新后的程序可以看到，常量已被折叠。",
  },
  {
    en: "# We can observe that the optimized module contains functions that only have",
    zh: "# 可以看到，优化后的模块中的函数",
  },
  { en: "# a signle primitive op.", zh: "# 都只含有单个基本算子。" },
  {
    en: "# Now let's execute some passes through :py:class:`tvm.transform.Sequential`",
    zh: "# 现在通过 :py:class:`tvm.transform.Sequential` 执行一些 Pass",
  },
  { en: "# Glob the interested passes.", zh: "# 收集感兴趣的 Pass。" },
  { en: "# This function can define a pass.", zh: "# 这个函数可以定义一个 Pass。" },
  { en: "# Perform the optimizations.", zh: "# 执行优化。" },
  {
    en: "# Get the results of the profile before the context is left.",
    zh: "# 在退出上下文之前，获取配置文件结果。",
  },
  {
    en: "# Uncomment .render() to see a warning like this:",
    zh: "# 取消 .render() 的注释以查看如下警告：",
  },
  {
    en: "# Warning: no passes have been profiled, did you enable pass profiling?",
    zh: "# 警告：没有 Pass 分析，您是否启用了 Pass 分析？",
  },
  { en: "# Passes can be nested.", zh: "# Pass 可以嵌套。" },
  {
    en: "# A stack makes sure that what was before and what is after belong together.",
    zh: "# 使用堆栈来确保得到之前/之后正确的 pairs。",
  },
  { en: "# Pop the pass that was noted last.", zh: "# 弹出最新记录的 Pass。" },
  { en: "# Only passes that make a difference are noted.", zh: "# 只记导致差异的 Pass。" },
  {
    en: "# Some calls have no name there, such as those of a relay.Function",
    zh: "# 某些 CallNode 可能没有“名称”，例如 relay.Function",
  },
  {
    en: "# timing_inst stands behind call_node_inst.",
    zh: "# timing_inst 放在 call_node_inst 之后。",
  },
  {
    en: "# So the time of `call_node.inst.run_after_pass()` is counted, too.",
    zh: "# 所以 `call_node.inst.run_after_pass()` 的执行时间也算在内。",
  },
  {
    en: "# Uncomment the next line to see the profile.",
    zh: "# 取消注释下一行以查看时序配置文件结果。",
  },
  {
    en: "# Does not print PassFine_0 exit_pass_ctx and so on",
    zh: "# 没有打印 PassFine_0 exit_pass_ctx....等",
  },
  {
    en: "# PassFine_1 is entered, but not exited.",
    zh: "# PassFine_1 执行 enter_pass_ctx，但不执行 exit_pass_ctx。",
  },
  { en: "# exit_pass_ctx is called of all of them.", zh: "# 所有的 exit_pass_ctx 都会被调用。" },
  { en: "# No ``exit_pass_ctx`` got executed.", zh: "# 没有执行任何 ``exit_pass_ctx``。" },
];

/** A cell with its comments in a language. Comments without a translation stay. */
export function inLanguage(code: string, language: Language): string {
  const said = new Map(
    comments.flatMap((comment) => [
      [comment.en, comment[language]],
      [comment.zh, comment[language]],
    ]),
  );
  return code.replace(/# .*$/gm, (comment) => said.get(comment) ?? comment);
}
