// Messages of type inference, of other passes and of analyses (src/transforms, src/analysis): patterns in English to
// patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const types: Sentences = {
  "{part} inside of {type} is of kind {kind}, not of kind Type":
    "{type} 中的 {part} 的种类是 {kind}，而不是 Type",
  "@{name} has type {actual}, but is used as {expected}":
    "@{name} 的类型为 {actual}，却用作 {expected}",
  "'{operator}' can be taken apart only with transpose_a=False and transpose_b=True":
    "只有在 transpose_a=False 且 transpose_b=True 时才能分解 '{operator}'",
  "'{operator}' cannot be computed on these integers": "'{operator}' 无法在这些整数上计算",
  "several blocks share an expression with effects, so the order of the effects would change":
    "多个代码块共享一个有副作用的表达式，其副作用的发生顺序会因此改变",
  "bind it with `let` where it is to be evaluated": "请在需要对它求值的位置用 `let` 绑定它",
  "'{operator}' cannot be taken apart in the layouts {data} and {kernel}":
    "无法在布局 {data} 和 {kernel} 下分解 '{operator}'",
  "'{operator}' cannot be taken apart while its scales are not constants":
    "'{operator}' 的 scale 不是常量，无法分解",
  "'{operator}' cannot be taken apart while sizes are unknown": "尺寸未知时无法分解 '{operator}'",
  "'{operator}' cannot be taken apart with scales along different axes":
    "scale 沿不同的轴时无法分解 '{operator}'",
  "a value that is not quantized is used with quantized ones": "未量化的值与量化的值一起使用",
  "the output's scale of '{operator}' is zero": "'{operator}' 的输出 scale 为零",
  "a scale is {scale}, it must be positive": "scale 为 {scale}，但必须为正数",
  "there is no rule to compute '{operator}' on integers": "没有在整数上计算 '{operator}' 的规则",
  "an argument of '{operator}' is not dequantized": "'{operator}' 有未经反量化的参数",
  "ConvertLayout: '{operator}' cannot be converted to [{layouts}]":
    "ConvertLayout：'{operator}' 无法转换为 [{layouts}]",
  "ConvertLayout: the option 'desired_layouts' gives '{layout}' for '{operator}', which is not a layout":
    "ConvertLayout：选项 'desired_layouts' 为 '{operator}' 给出 '{layout}'，它不是布局",
  "EtaExpand: one of 'expand_constructor' and 'expand_global_var' must be set":
    "EtaExpand：'expand_constructor' 和 'expand_global_var' 必须设置其一",
  "FirstOrderGradient does not support calls of global functions and variables":
    "FirstOrderGradient 不支持对全局函数和变量的调用",
  "FirstOrderGradient does not support control flow, functions, references and data types in a function":
    "FirstOrderGradient 不支持函数中的控制流、函数、引用和数据类型",
  "FirstOrderGradient does not support functions and references as values":
    "FirstOrderGradient 不支持以函数和引用为值",
  "FirstOrderGradient does not support functions as values": "FirstOrderGradient 不支持以函数为值",
  "FirstOrderGradient does not support functions with type parameters":
    "FirstOrderGradient 不支持有类型参数的函数",
  "FirstOrderGradient does not support tuples of tensors whose shapes are not known":
    "FirstOrderGradient 不支持形状未知的张量的元组",
  "SimplifyFCTranspose: the weight '{name}' is not one of 'target_weight_name'":
    "SimplifyFCTranspose：权重 '{name}' 不在 'target_weight_name' 之中",
  "ToMixedPrecision does not support calls of global functions and of variables":
    "ToMixedPrecision 不支持对全局函数和变量的调用",
  "ToMixedPrecision does not support functions and references as arguments":
    "ToMixedPrecision 不支持以函数和引用为参数",
  "ToMixedPrecision does not support {operator}": "ToMixedPrecision 不支持 {operator}",
  "ToMixedPrecision: {problem}": "ToMixedPrecision：{problem}",
  "a reference to {expected} cannot take a {actual}": "对 {expected} 的引用无法接受 {actual}",
  "a type annotation would settle it": "添加类型标注即可确定",
  "add clauses, or write `match?`": "请添加分支，或写作 `match?`",
  "an expression is marked to have the type {marked}, and has {actual}":
    "某个表达式标记的类型为 {marked}，实际为 {actual}",
  "both layouts need the same axes; look at the layouts asked for and at those in the program":
    "两个布局必须有相同的轴；请检查所要求的布局和程序中的布局",
  "channels in blocks have no default layout of the kernel; name one":
    "通道分块时卷积核没有默认布局；请给出一个",
  "field {index} is taken from a tuple of {count} fields, {type}":
    "从有 {count} 个字段的元组 {type} 中取字段 {index}",
  "field {index} is taken from {type}, which is not a tuple":
    "从 {type} 中取字段 {index}，而它不是元组",
  "field {index} of the tuple is {actual}, but {expected} is needed":
    "元组的字段 {index} 为 {actual}，但此处需要 {expected}",
  "give the variables that it uses a type annotation": "请为它使用的变量添加类型标注",
  'it maps operators to layouts, as in {{"nn.conv2d": ["NHWC", "HWIO"]}}; "default" leaves a layout to the operator':
    '它将算子映射到布局，例如 {{"nn.conv2d": ["NHWC", "HWIO"]}}；"default" 表示由算子决定布局',
  'it takes "NCHW" or "NHWC" for the data and "default" for the regions':
    '数据的布局为 "NCHW" 或 "NHWC"，区域的为 "default"',
  "it takes {count} layout": "它接受 {count} 个布局",
  "it takes {count} layouts, data first": "它接受 {count} 个布局，数据的在前",
  "its type is {type}": "它的类型为 {type}",
  "parameters can be bound to a function only": "只能将参数绑定到函数",
  "several parameters are named %{name}": "有多个参数名为 %{name}",
  "the branches of an if have different types, {first} and {second}":
    "if 的两个分支类型不同，分别为 {first} 和 {second}",
  "the clauses of a match have different types, {first} and {second}":
    "match 的各分支类型不同，有 {first} 和 {second}",
  "the operator {operator} is not a value, it can only be called":
    "算子 {operator} 不是值，只能被调用",
  "the condition of an if must be a bool, not {type}": "if 的条件必须为 bool，而不是 {type}",
  "the function is declared to return {expected}, but its body has type {actual}":
    "函数声明的返回类型为 {expected}，而函数体的类型为 {actual}",
  "the function takes {expected} argument, not {actual}":
    "该函数接受 {expected} 个参数，而不是 {actual} 个",
  "the function takes {expected} arguments, not {actual}":
    "该函数接受 {expected} 个参数，而不是 {actual} 个",
  "the function takes {expected} as argument {index}, not {actual}":
    "该函数的参数 {index} 应为 {expected}，而不是 {actual}",
  "the function takes {expected} type arguments at most, not {actual}":
    "该函数最多接受 {expected} 个类型实参，而不是 {actual} 个",
  "the gradient of '{operator}' is not supported for values that are not scalars":
    "对不是标量的取值，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for batches of indices":
    "对成批的索引，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for the layout '{layout}'":
    "布局为 '{layout}' 时，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for channels that the groups do not divide":
    "通道数不能被组数整除时，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for data that is not a matrix":
    "数据不是矩阵时，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for dilated convolutions":
    "对空洞卷积，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for other layouts than NCHW and OIHW":
    "布局不是 NCHW 和 OIHW 时，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for {first} and {second}":
    "不支持对 {first} 和 {second} 求 '{operator}' 的梯度",
  "the relation of {operator} gives no type": "{operator} 的关系没有给出类型",
  "the gradient of '{operator}' is not supported for shapes that are not known":
    "形状未知时，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for tensors of other sizes":
    "张量大小不同时，不支持 '{operator}' 的梯度",
  "the gradient of '{operator}' is not supported for tuples": "对元组，不支持 '{operator}' 的梯度",
  'the layout of the data cannot be "default"': '数据的布局不能为 "default"',
  "the layout {layout} cannot be transformed to {target}": "布局 {layout} 无法变换为 {target}",
  "the match does not handle {cases}": "该 match 没有处理 {cases}",
  "the match has too many cases to check": "该 match 的情形过多，无法检查",
  "the module has no function @{name}": "模块没有函数 @{name}",
  "the module has none": "模块没有函数",
  "the module has {functions}": "模块有 {functions}",
  "the operator '{operator}' has no gradient": "算子 '{operator}' 没有梯度",
  "the option 'missing_op_mode' takes 0, 1 or 2": "选项 'missing_op_mode' 应为 0、1 或 2",
  "the option 'mixed_precision_type' takes a floating point type":
    "选项 'mixed_precision_type' 应为浮点类型",
  "the parameter %{name} has type {expected}, the value given {actual}":
    "参数 %{name} 的类型为 {expected}，而给出的值的类型为 {actual}",
  "the type of this expression cannot be inferred beyond {type}": "该表达式的类型只能推断到 {type}",
  "a function has the type parameter {type} twice": "类型参数 {type} 在函数中出现两次",
  "the type {type} names a type parameter of no function around it":
    "类型 {type} 中的类型参数不属于其外层的任何函数",
  "the types of the arguments of {operator} cannot be inferred": "无法推断 {operator} 的参数的类型",
  "the variable %{name} has type {expected}, but its value has type {actual}":
    "变量 %{name} 的类型为 {expected}，而它的值的类型为 {actual}",
  "the variable %{name} has type {expected}, but is bound to a {actual}":
    "变量 %{name} 的类型为 {expected}，而它代表的是 {actual}",
  "the variable %{name} is bound more than once": "变量 %{name} 被绑定多次",
  "the variable %{name} is bound nowhere": "变量 %{name} 没有在任何地方绑定",
  "the variable %{name} is not bound by any function or let around it":
    "变量 %{name} 没有被其外层的任何函数或 let 绑定",
  "the variable %{name} is used before it is bound": "变量 %{name} 在绑定之前使用",
  "the variable %{name} is used out of the scope of its binder":
    "变量 %{name} 在其绑定的作用域之外使用",
  'there is no default layout of the kernel for "{layout}"; name one':
    '布局 "{layout}" 没有默认的卷积核布局；请给出一个',
  "there is no function @{name} in the module": "模块中没有函数 @{name}",
  "this call gives {actual}, but {expected} is needed":
    "该调用得到 {actual}，但此处需要 {expected}",
  "this needs a reference, not {type}": "此处需要引用，而不是 {type}",
  "this pattern is for {expected}, but the value is a {actual}":
    "该模式用于 {expected}，而值为 {actual}",
  "the called expression is not a function but {type}": "此处被调用的不是函数，而是 {type}",
  "write `match?`, which need not handle all": "请写作 `match?`，它不必处理所有情形",
  "{constructor} has {expected} field, not {actual}":
    "{constructor} 有 {expected} 个字段，而不是 {actual} 个",
  "{constructor} has {expected} fields, not {actual}":
    "{constructor} 有 {expected} 个字段，而不是 {actual} 个",
  "{operator} needs attributes of type {expected}, not none":
    "{operator} 需要类型为 {expected} 的属性，而此处没有",
  "{operator} needs attributes of type {expected}, not {actual}":
    "{operator} 需要类型为 {expected} 的属性，而不是 {actual}",
  "{operator} needs {expected} as argument {index} ({name}), not {actual}":
    "{operator} 的参数 {index}（{name}）应为 {expected}，而不是 {actual}",
  "{operator} needs {expected} as argument {index}, not {actual}":
    "{operator} 的参数 {index} 应为 {expected}，而不是 {actual}",
  "{operator} takes {expected} argument ({arguments}), not {actual}":
    "{operator} 接受 {expected} 个参数（{arguments}），而不是 {actual} 个",
  "{operator} takes {expected} arguments ({arguments}), not {actual}":
    "{operator} 接受 {expected} 个参数（{arguments}），而不是 {actual} 个",
  "ChangeBatch: there are {axes} axes for {parameters} parameters":
    "ChangeBatch：给出了 {axes} 个轴，而参数有 {parameters} 个",
  "ChangeBatch: the parameter %{name} of type {type} has no axis {axis}":
    "ChangeBatch：类型为 {type} 的参数 %{name} 没有轴 {axis}",
  "ChangeBatch: {size} is not a size of a batch": "ChangeBatch：{size} 不能作为批大小",
  "Defunctionalization cannot tell the type arguments of the call of a local function":
    "Defunctionalization 无法得知对局部函数的调用的类型参数",
  "Defunctionalization cannot tell the type arguments of the call of @{function}":
    "Defunctionalization 无法得知调用 @{function} 的类型参数",
  "Defunctionalization does not support @{function}, which returns a function":
    "Defunctionalization 不支持返回函数的 @{function}",
  "Defunctionalization does not support functions as parameters or results of @main":
    "Defunctionalization 不支持以函数为 @main 的参数或结果",
  "Defunctionalization does not support functions inside of the type {type}":
    "Defunctionalization 不支持类型 {type} 内部的函数",
  "Defunctionalization does not support local functions that call themselves":
    "Defunctionalization 不支持调用自身的局部函数",
  "Defunctionalization does not support type parameters of @main":
    "Defunctionalization 不支持 @main 的类型参数",
  "Defunctionalization supports only variables and functions as arguments that are functions":
    "对于函数类型的参数，Defunctionalization 只支持变量和函数",
  "FlexibleShapeDispatch does not support inputs of which another size is not known":
    "FlexibleShapeDispatch 不支持其他大小未知的输入",
  "FlexibleShapeDispatch: @main has {count} parameters, so there is none of number {index}":
    "FlexibleShapeDispatch：@main 有 {count} 个参数，因此没有编号为 {index} 的参数",
  "FlexibleShapeDispatch: the type {type} has no axis {axis}":
    "FlexibleShapeDispatch：类型 {type} 没有轴 {axis}",
  "HigherOrderGradient does not support functions with type parameters":
    "HigherOrderGradient 不支持带类型参数的函数",
  "HigherOrderGradient does not support primitive functions":
    "HigherOrderGradient 不支持 primitive 函数",
  "HigherOrderGradient does not support values of type {type} as arguments or results of operators":
    "HigherOrderGradient 不支持以类型为 {type} 的值作为算子的参数或结果",
  "HigherOrderGradient needs a result that begins with a tensor, not {type}":
    "HigherOrderGradient 要求结果以张量开头，而不是 {type}",
  "HigherOrderGradient needs parameters that are tensors, not {type}":
    "HigherOrderGradient 要求参数是张量，而不是 {type}",
  "HigherOrderGradient supports operators only where they are called":
    "HigherOrderGradient 只支持被调用的算子",
  "ManifestLifetimes needs a program in which branches and lets are values of lets or at the end of blocks; ToANormalForm makes one":
    "ManifestLifetimes 要求分支和 let 是 let 的值或位于块的末尾；ToANormalForm 可以得到这样的程序",
  "PlanDevices: {type} is not a type of a device": "PlanDevices：{type} 不是设备类型",
  "Recast does not support '{operator}', whose result is not a tensor":
    "Recast 不支持结果不是张量的 '{operator}'",
  "ToCPS does not support primitive functions": "ToCPS 不支持 primitive 函数",
  "ToCPS supports operators and constructors only where they are called":
    "ToCPS 只支持被调用的算子和构造器",
  "checkpoints are nested more than {limit} deep": "检查点的嵌套超过 {limit} 层",
  "this is to be both on {first} and on {second}": "此处既要求在 {first} 上，又要求在 {second} 上",
};
