// The page's messages about the user's code (src/engine/code-js, src/engine/code-python): patterns in English to
// patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const code: Sentences = {
  "Cells share their top-level names: nothing needs to be exported":
    "各单元格共享顶层名称：无需导出任何内容",
  "Code can import {package} only": "代码只能导入 {package}",
  "Code can import {package} only, not {module}": "代码只能导入 {package}，不能导入 {module}",
  "Code can only import a module that is named by a text": "代码只能导入用文本指明的模块",
  "The code defines nothing named {name}": "代码没有定义名为 {name} 的内容",
  "The code defines nothing named {name}; it defines {names}":
    "代码没有定义名为 {name} 的内容；它定义的有 {names}",
  "The code exports nothing named {name}": "代码没有导出名为 {name} 的内容",
  "The code exports nothing named {name}; it exports {names}":
    "代码没有导出名为 {name} 的内容；它导出的有 {names}",
  "The code is nested too deeply": "代码嵌套过深",
  "The code is too long": "代码过长",
  "a class": "类",
  "a class or function": "类或函数",
  "a value of type {type}": "类型为 {type} 的值",
  "an array": "数组",
  "an object of the class {class}": "类 {class} 的对象",
  "{name} is a constant: declare it with let": "{name} 是常量：请用 let 声明它",
  "{name} is {what}, not a pass: make one with @relay.transform.function_pass or @tvm.transform.module_pass":
    "{name} 是{what}，不是 Pass：请用 @relay.transform.function_pass 或 @tvm.transform.module_pass 构造",
  "{name} is {what}, not a pass: make one with transform.functionPass or transform.modulePass":
    "{name} 是{what}，不是 Pass：请用 transform.functionPass 或 transform.modulePass 构造",
  "{name} is {what}, not an instrument: make one with @tvm.instrument.pass_instrument":
    "{name} 是{what}，不是 Pass Instrument：请用 @tvm.instrument.pass_instrument 构造",
  "{name} is {what}, not an instrument: it needs at least one of {hooks}":
    "{name} 是{what}，不是 Pass Instrument：至少要有其中一个钩子：{hooks}",
  "{package} exports no {name}": "{package} 没有导出 {name}",
  "{package} has no default export: write {names} or {all}":
    "{package} 没有默认导出：请写 {names} 或 {all}",
};
