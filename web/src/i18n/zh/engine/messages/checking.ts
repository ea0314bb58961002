// Messages about compared values, bisection and reduction: patterns in English to patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const checking: Sentences = {
  "the differing values are infinite or not a number: products and sums with constants as large as {value} are finite in one order and not in another":
    "有差异的结果在其之前或之后为无穷大或非数：程序中有大至 {value} 的常量，其乘积与和在一种运算顺序下有限，在另一种顺序下则不然",
  "execution {number} of {count}, {pass} on @{function}":
    "第 {number} 次执行（共 {count} 次），即 @{function} 上的 {pass}",
  "execution {number} of {count}, {pass} on the module":
    "第 {number} 次执行（共 {count} 次），即整个模块上的 {pass}",
  "output {output} at [{index}] is {actual} instead of {reference}":
    "输出 {output} 在 [{index}] 处为 {actual}，而不是 {reference}",
  "output {output} at [{index}] is {actual} instead of {reference}, further off than {tolerance}":
    "输出 {output} 在 [{index}] 处为 {actual}，而不是 {reference}，相差超过 {tolerance}",
  "output {output} is {actual} instead of {reference}":
    "输出 {output} 为 {actual}，而不是 {reference}",
  "stopped at {after} of {before} calls and {kept} of {passes} passes":
    "已停止：{before} 个调用中剩 {after} 个，{passes} 个 Pass 中剩 {kept} 个",
  "the parameters of @{function} are not those that it had": "@{function} 的参数与原来不同",
  "the pass changes the values by design": "该 Pass 本就要改变程序的计算结果",
  "the pass {pass} changes what the program computes": "Pass {pass} 改变了程序的计算结果",
  "the program after cannot be evaluated: {reason}": "之后的程序无法求值：{reason}",
  "the program before cannot be evaluated: {reason}": "之前的程序无法求值：{reason}",
  "the result": "结果",
  "the same executions had two results: something in the pipeline is not deterministic":
    "相同的执行得到两种结果：流水线中有不确定的因素",
  "the test does not fail after the whole pipeline": "整个流水线之后测试并未失败",
  "the test does not fail on this program": "测试在此程序上并未失败",
  "the test fails before any pass has run": "在任何 Pass 运行之前测试就已失败",
  "the test of {name} returned {value}, not a boolean": "{name} 的测试返回了 {value}，而不是布尔值",
  "the test does not cover this pipeline": "测试无法对此流水线作出判断",
  "the test does not cover this pipeline: {error}": "测试无法对此流水线作出判断：{error}",
  "the tests are values, well-formed, throws, text=TEXT, no-text=TEXT, op=NAME and no-op=NAME":
    "可用的测试有 values、well-formed、throws、text=TEXT、no-text=TEXT、op=NAME 和 no-op=NAME",
  "the text contains '{text}'": "文本包含 '{text}'",
  "the text does not contain '{text}'": "文本不包含 '{text}'",
  "there are no random values of the type {type}": "类型 {type} 没有随机值",
  "there is no function @{function}": "没有函数 @{function}",
  "it is unknown whether rounding explains the difference: {reason}":
    "无法查明该差异是否由舍入造成：{reason}",
  "there is no test '{test}'": "没有测试 '{test}'",
  "{actual} outputs instead of {reference}": "有 {actual} 个输出，而不是 {reference} 个",
  "{after} of {before} calls and {kept} of {passes} passes are left":
    "{before} 个调用中剩 {after} 个，{passes} 个 Pass 中剩 {kept} 个",
  "{execution}, is the guilty one": "{execution}，是出错的执行",
  "{execution}, is the guilty one: {explanation}": "{execution}，是出错的执行：{explanation}",
  "{name} takes an IRModule, not {value}": "{name} 需要 IRModule，而不是 {value}",
  "{name} takes an array of passes, not {value}": "{name} 需要由 Pass 组成的数组，而不是 {value}",
  "there is nothing to compare": "没有可比较的内容",
  "two variants are called '{name}'": "有两个变体都叫作 '{name}'",
  "there is no variant {index}; there are {count}": "没有变体 {index}；共有 {count} 个",
  "there is no variant '{name}'": "没有变体 '{name}'",
  "a sweep takes from 1 to {most} values, such as 0..4 or 1,2,4, not '{values}'":
    "扫描需要 1 到 {most} 个取值，例如 0..4 或 1,2,4，而不是 '{values}'",
  "an option of a pass is written PASS.OPTION, not '{text}'":
    "Pass 的选项应写作 PASS.OPTION，而不是 '{text}'",
  "the pipeline has no pass {pass}, whose option {option} is to be set":
    "流水线中没有 Pass {pass}，无法设置其选项 {option}",
  "{name} takes a program, an IRModule or an object with one as mod, not {value}":
    "{name} 需要程序，即 IRModule 或以 mod 给出它的对象，而不是 {value}",
  "{name} takes a pipeline, a text, a pass or an array of passes, not {value}":
    "{name} 需要流水线，即文本、Pass 或由 Pass 组成的数组，而不是 {value}",
  "the model {model} has no option '{option}'": "模型 {model} 没有选项 '{option}'",
  "a sweep over an option of a model needs the name of the model":
    "扫描模型的选项需要给出模型的名称",
  "a sweep over an option of a pass needs the pipeline as text":
    "扫描 Pass 的选项需要以文本给出流水线",
  "{what} must be an array": "{what} 必须是数组",
  comparison: "比较",
  variants: "变体",
  values: "取值",
  "{operator} is called": "调用了 {operator}",
  "{operator} is not called": "没有调用 {operator}",
};
