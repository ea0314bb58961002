// Messages of the package's JavaScript (wasm-bindings/js): patterns in English to patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const packages: Sentences = {
  "'{counter}' is counted by {number}": "'{counter}' 的计数为 {number}",
  "DumpIR: there are no directories here; leave it out and ask for files()":
    "DumpIR：此处没有目录；请不要给出目录，改用 files()",
  "EliminateCommonSubexpr: fskip must be a function, not {value}":
    "EliminateCommonSubexpr：fskip 必须为函数，而不是{value}",
  "a Sequential takes an array of passes, not {value}":
    "Sequential 接受 Pass 的数组，而不是{value}",
  "a call of a function has no attributes": "对函数的调用没有属性",
  "a constant holds an NDArray, not {value}": "常量的内容为 NDArray，而不是{value}",
  "a function": "函数",
  "a module": "模块",
  "a module that is handed to a hook is freed when the hook returns: keep its clone()":
    "传给钩子的模块在钩子返回时释放：请保留它的 clone()",
  "a pass must not be asynchronous": "Pass 不能是异步的",
  "a rule of {pass} returned {value}, not an expression or nothing":
    "{pass} 的规则返回了{value}，而不是表达式或空",
  "a tensor cannot hold {type} values": "张量不能存放 {type} 类型的值",
  "a tuple": "元组",
  "a {kind}": "{kind}",
  "a {type}": "{type}",
  "an instrument needs at least one hook": "Pass Instrument 至少要有一个钩子",
  "an object of class none": "没有类的对象",
  "an object of class {class}": "类 {class} 的对象",
  "item {index} of a Sequential is {value}, not a pass":
    "Sequential 的第 {index} 项为{value}，而不是 Pass",
  "its objects are freed when it returns": "它返回时，其中的对象被释放",
  "nested numbers must have the same length at each depth": "嵌套的数在每一层的长度必须相同",
  "overriding methods can be nested {limit} times": "覆盖的方法最多可嵌套 {limit} 层",
  "passInstrument takes a class": "passInstrument 接受一个类",
  'programs are optimized for "llvm"': '程序只能针对 "llvm" 优化',
  "{name} takes an expression, not {value}": "{name} 接受表达式，而不是{value}",
  "{name} takes an expression or an IRModule, not {value}":
    "{name} 接受表达式或 IRModule，而不是{value}",
  "{name} takes an IRModule, an expression or Relay text, not {value}":
    "{name} 接受 IRModule、表达式或 Relay 文本，而不是{value}",
  "{name} compares two modules or two expressions": "{name} 比较两个模块或两个表达式",
  "{name} takes a type or an expression, not {value}": "{name} 接受类型或表达式，而不是{value}",
  "the module has no function '{name}'": "该模块没有函数 '{name}'",
  "the initializer returned {value}, not an NDArray": "初始化器返回了{value}，而不是 NDArray",
  "the initializer must be a Xavier, a Constant or a function, not {value}":
    "初始化器必须是 Xavier、Constant 或函数，而不是{value}",
  "there is no value for the weight '{name}'": "权重 '{name}' 没有值",
  "a matrix of {rows} by {columns} is not made of blocks of {height} by {width}":
    "{rows}×{columns} 的矩阵无法由 {height}×{width} 的块组成",
  "TempOpAttr has no attribute {value}": "TempOpAttr 没有属性{value}",
  "attributes are {names}": "属性为 {names}",
  "this TempOpAttr has been entered already": "该 TempOpAttr 已在生效",
  "the body of a function": "函数体",
  "the class {class} has no method {method}": "类 {class} 没有方法 {method}",
  "the function '{name}'": "函数 '{name}'",
  "the hooks are: {hooks}": "钩子有：{hooks}",
  "the option name must be a string, not {value}": "选项 name 必须为字符串，而不是{value}",
  "the option optLevel must be an integer, not {value}": "选项 optLevel 必须为整数，而不是{value}",
  "the option required must be an array of names, not {value}":
    "选项 required 必须为名称的数组，而不是{value}",
  "the pass {pass} returned {value}, not {expected}": "Pass {pass} 返回了{value}，而不是{expected}",
  "the shape [{shape}] has {expected} elements, the data {actual}":
    "形状 [{shape}] 有 {expected} 个元素，而数据有 {actual} 个",
  "the shape of '{name}' is not known: give an NDArray": "'{name}' 的形状未知：请给出 NDArray",
  "the {type} {value}": "{type} 类型的 {value}",
  "there is no target '{target}'": "没有目标 '{target}'",
  "this {object} has been disposed": "该{object}已被释放",
  "transform.{sort} needs it": "transform.{sort} 需要它",
  "transform.{sort} takes a function or a class, not {value}":
    "transform.{sort} 接受函数或类，而不是{value}",
  "transform.{sort}: {problem}": "transform.{sort}：{problem}",
  "the callee": "被调用的内容",
  "an object of a callback or a scope is freed at its end: return it, or keep() or clone() it":
    "在回调或 scope 中取得的对象在其结束时释放：请返回它，或对它使用 keep() 或 clone()",
  "the function of a scope must not be asynchronous": "在 scope 中运行的内容不能是异步的",
  "{class} has no method {method}": "{class} 没有方法 {method}",
  "{class} visits expressions, not {value}": "{class} 访问的是表达式，而不是{value}",
  "{class}.visit{kind} returned {value}, not an expression":
    "{class}.visit{kind} 返回了{value}，而不是表达式",
  "{class}.{method}: the program is nested too deeply": "{class}.{method}：程序嵌套过深",
  "{name} needs at least one hook": "{name} 至少要有一个钩子",
  "{pass}: the rule for {operator} must be a function, not {value}":
    "{pass}：{operator} 的规则必须为函数，而不是{value}",
  "{what} must be an expression, not {value}": "{what}必须为表达式，而不是{value}",
  "AnnotateTarget: whether {target} takes {operator} is true, false or a function, not {value}":
    "AnnotateTarget：{target} 是否接管 {operator} 应为 true、false 或函数，而不是{value}",
  "a callback of a pattern returned {value}, not an expression":
    "模式的回调返回了{value}，而不是表达式",
  "a pattern of kind {kind} is made of patterns, not of {value}":
    "{kind} 类的模式由模式构成，而不是{value}",
  "ask with has() about parts of alternatives": "对于可选的部分，请先用 has() 询问",
  "entry {index} of a pattern table must be a name and a pattern, not {value}":
    "模式表的第 {index} 项必须是名称和模式，而不是{value}",
  "rewrite takes an IRModule, not {value}": "rewrite 接受 IRModule，而不是{value}",
  "this part of the pattern matched nothing": "模式的这一部分没有匹配到任何内容",
  "this takes a pattern, not {value}": "这里需要模式，而不是{value}",
  "to leave what matched, it returns its second argument": "若要保留匹配到的内容，请返回第二个参数",
  "the value that a pattern compares with": "用于与模式比较的内容",
  "the expression that a pattern is looked for in": "在其中查找模式的内容",
  "a shape, or a type as text or as data": "形状，或以文本或数据表示的类型",
  "an NDArray": "NDArray",
  "an object of values by their names": "由名称到值的对象",
  "modes are {names}": "模式有 {names}",
  "the pass {pass} takes modules": "Pass {pass} 接受模块",
  "the other expression of a comparison": "与表达式比较的对象",
  "{name} has no mode {value}": "{name} 没有模式{value}",
  "{name} needs the module that has the function": "{name} 需要包含该函数的模块",
  "{name} needs {argument}, not {value}": "{name} 需要 {argument}，而不是{value}",
  "{name} of first order takes no module": "一阶的 {name} 不接受模块",
  "{name} takes a function, not {value}": "{name} 接受函数，而不是{value}",
  "{name} takes a pass, not {value}": "{name} 接受 Pass，而不是{value}",
  "{name} takes an array of expressions, not {value}": "{name} 接受表达式数组，而不是{value}",
  "{name} takes callbacks of patterns, not {value}": "{name} 接受模式的回调，而不是{value}",
  "{name}: expression {index} of {count}": "{name}：{count} 个表达式中的第 {index} 个",
  "{name}: the option {option} cannot be {value}": "{name}：选项 {option} 不能是{value}",
  "{name}: {argument} must be {expected}, not {value}":
    "{name}：{argument} 必须是{expected}，而不是{value}",
};
