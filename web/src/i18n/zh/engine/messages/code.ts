// The page's messages about the user's code (src/engine/code-js, src/engine/code-python): identities to
// patterns in Chinese.
import type { MessageTable } from "../message-table";

export const code: MessageTable = {
  kCellExportUnneeded: "单元格不能导出：各单元格共享顶层名称",
  kCellImportForbidden: "代码只能导入 {package}",
  kCodeImportForbidden: "代码只能导入 {package}，不能导入 {module}",
  kCodeImportNotLiteral: "所导入模块的名称必须为字符串字面量",
  kPythonNameUndefined: "代码没有定义名为 {name} 的内容",
  kPythonNameNotAmongOthers: "代码没有定义名为 {name} 的内容；它定义的有 {names}",
  kCodeExportMissing: "代码没有导出名为 {name} 的内容",
  kCodeExportNotAmongOthers: "代码没有导出名为 {name} 的内容；它导出的有 {names}",
  kCodeNestedTooDeeply: "代码嵌套过深",
  kCodeTooLong: "代码超过 {limit} 个字符的上限",
  kClassNoun: "类",
  kClassOrFunctionNoun: "类或函数",
  kCodeValueOfType: "类型为 {type} 的值",
  kArrayValue: "数组",
  kCodeClassInstance: "类 {class} 的对象",
  kConstantReassigned: "{name} 是常量：请用 let 声明它",
  kPythonNameNotPass:
    "{name} 是{what}，不是 Pass：请用 @relay.transform.function_pass 或 @tvm.transform.module_pass 构造",
  kCodeExportNotPass:
    "{name} 是{what}，不是 Pass：请用 transform.functionPass 或 transform.modulePass 构造",
  kPythonNameNotInstrument:
    "{name} 是{what}，不是 Pass Instrument：请用 @tvm.instrument.pass_instrument 构造",
  kCodeExportNotInstrument: "{name} 是{what}，不是 Pass Instrument：至少要有其中一个钩子：{hooks}",
  kPackageExportMissing: "{package} 没有导出 {name}",
  kPackageDefaultExportMissing: "{package} 没有默认导出：请写 {names} 或 {all}",
};
