// Messages of remarks: patterns in English to patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const remarks: Sentences = {
  "there is no remark {index}: {count} were kept": "没有第 {index} 条说明：共保留了 {count} 条",
  "there is no pass {index}: {count} were recorded": "没有第 {index} 个 Pass：共记录了 {count} 个",
  "a local function becomes @{function}": "局部函数成为 @{function}",
  "a local function becomes @{function}, which takes {variables}":
    "局部函数成为 @{function}，其参数为 {variables}",
  "a rule replaced {operator} by {replacement}": "规则把 {operator} 变为 {replacement}",
  "a transform from {layout} to {target} is put between {argument} and {operator}":
    "在 {argument} 与 {operator} 之间插入了从 {layout} 到 {target} 的布局变换",
  "argument {index} of {operator}, {argument}, is cast":
    "{operator} 的第 {index} 个参数 {argument} 被转换类型",
  "@{function} stays as it is: no cells can be made of its {type}":
    "@{function} 保持原样：其 {type} 无法转为单元",
  "inlined a function that ends in {operator}": "以 {operator} 结尾的函数体被放到了调用处",
  "inlined {function}": "{function} 的函数体被放到了调用处",
  "the region that ends in {operator} is computed on integers":
    "以 {operator} 结尾的区域改为在整数上计算",
  "the region that ends in {operator} stays on reals: {reason}":
    "以 {operator} 结尾的区域仍在实数上计算：{reason}",
  'the rule "{rule}" replaces {operator}': "规则“{rule}”替换了 {operator}",
  "the rule for {operator} leaves it as it is": "{operator} 的规则使其保持原样",
  "the scale of {operator} goes into weights": "{operator} 的缩放并入了权重",
  "the scale of {operator} would have to pass a relu, and is not known to be positive":
    "{operator} 的缩放须经过 relu，而无法得知其是否为正",
  "the value of {operator} is needed as a whole, as a result or by something that nothing is fused into":
    "{operator} 的值须完整给出：它是结果，或被不能与之融合的部分使用",
  "inlined {variable}, which has one use": "{variable} 只在一处使用，其值被放到了该处",
  "there is no convolution or dense layer whose weights could take the scale of {operator}":
    "没有权重可以接收 {operator} 的缩放的卷积层或全连接层",
  "a scale found no place on its way to weights: nothing is folded forward in this function":
    "有一个缩放在并入权重的途中没有去处：此函数中没有向前折叠任何内容",
  "the uses of {operator} do not meet in one operator":
    "{operator} 的各个使用者并不汇合到位于所有使用之后的同一个算子",
  "{count} calls of {operator} that read the same data are combined":
    "合并了读取相同数据的 {count} 个 {operator} 调用",
  "{count} calls of {operator} that read the same data fit each other, and {needed} are needed (min_num_branches)":
    "读取相同数据且彼此相容的 {operator} 调用有 {count} 个，而需要 {needed} 个（min_num_branches）",
  "{count} operators are computed in one function: {operators}":
    "{count} 个算子在同一个函数中计算：{operators}",
  "{expression} gives way to another that computes the same":
    "{expression} 由另一个计算相同内容的表达式代替",
  "{function} is not inlined: it calls @{callee}, which is not":
    "{function} 没有被内联：它调用了 @{callee}，而后者没有被内联",
  "{function} is not inlined: it calls itself": "{function} 没有被内联：它调用了自身",
  "{operator} becomes a field of a tuple, which is not fused":
    "{operator} 成为元组的一个字段，而该元组没有被融合",
  "{operator} becomes {replacement}": "{operator} 成为 {replacement}",
  "{operator} could be converted: desired_layouts does not name it":
    "{operator} 可以转换布局：desired_layouts 中没有它",
  "{operator} does not scale along the channel axis": "{operator} 不是沿通道轴的缩放",
  "replaced {operator} by its inference form": "{operator} 由其在推理时的计算代替",
  "{operator} has no rule for other layouts: what reaches it is transformed back":
    "{operator} 没有用于其他布局的规则：到达它的内容被变换回原布局",
  "{operator} is computed in {dtype}, since its arguments are":
    "{operator} 以 {dtype} 计算，因为其参数如此",
  "{operator} is computed in {dtype}, which it always may be":
    "{operator} 以 {dtype} 计算，这对它总是允许的",
  "{operator} is converted to {layouts}": "{operator} 转换为 {layouts}",
  "{operator} is not folded: its argument {index}, {argument}, is not a constant":
    "{operator} 没有被折叠：其第 {index} 个参数 {argument} 不是常量",
  "{operator} is not fused into {user}: its group is {pattern}, the other's is {user_pattern}":
    "{operator} 没有融合到 {user} 中：其所在的组为 {pattern}，对方的组为 {user_pattern}",
  "{operator} is not fused into {user}: the function would have more than {limit} operators (relay.FuseOps.max_depth)":
    "{operator} 没有融合到 {user} 中：函数中的算子会超过 {limit} 个（relay.FuseOps.max_depth）",
  "{operator} is not fused into {user}: {blocker}, which is between them, is {pattern}":
    "{operator} 没有融合到 {user} 中：位于两者之间的 {blocker} 为 {pattern}",
  "{operator} is not merged with others: it does more than compute a value":
    "{operator} 没有与其他调用合并：它所做的不只是计算一个值",
  "{operator} is opaque: nothing is fused with it": "{operator} 是不透明的：没有算子与之融合",
  "{operator} is replaced by {replacement}": "{operator} 被替换为 {replacement}",
  "{operator} keeps its layouts: it has {layouts} already, or cannot work in it":
    "{operator} 保持其布局：它已是 {layouts}，或不能以该布局工作",
  "{operator} keeps its type: it looks at bits": "{operator} 保持其类型：它查看的是各个比特",
  "{operator} of constants is folded": "参数为常量的 {operator} 被折叠",
  "{operator} of constants is not folded: it does more than compute a value":
    "参数为常量的 {operator} 没有被折叠：它所做的不只是计算一个值",
  "{operator} of constants is not folded: there is no code for it as it is":
    "参数为常量的 {operator} 没有被折叠：它须先被其他 Pass 替换才能计算",
  "{operator} of constants is not folded: {reason}": "参数为常量的 {operator} 没有被折叠：{reason}",
  "{operator} stays in float32, since its argument {argument} is":
    "{operator} 保持 float32，因为其参数 {argument} 如此",
  "{operator} stays in float32: it is among those that lose too much":
    "{operator} 保持 float32：它属于精度损失过大的算子",
  "{operator} stays: its argument {index}, {argument}, is known only when the program runs":
    "{operator} 保持不变：其第 {index} 个参数 {argument} 只有在程序运行时才能得知",
  "{operator} stays: its rule does not hold for these arguments and attributes":
    "{operator} 保持不变：其规则不适用于这些参数和属性",
  "{operator} stays: {replacement} does not take the value of an argument":
    "{operator} 保持不变：{replacement} 不接受某个参数的值",
  "{variable} is removed: nobody uses it": "{variable} 被移除：没有任何使用",
  "{variable} stays though nobody uses it: its value, {value}, has effects":
    "{variable} 虽未被使用但仍保留：其值 {value} 有副作用",
  "a remark is {types}, not '{type}'": "说明的类型为 {types}，而不是 '{type}'",
  "at level 0 each operator has its own function": "在级别 0 下，每个算子各有一个函数",
};
