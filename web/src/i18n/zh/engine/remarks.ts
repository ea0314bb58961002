// Descriptions of the kinds of remarks: from the English of src/pass/remarks.def to Chinese.
import type { Sentences } from "../../sentences";

export const remarkKinds: Sentences = {
  "Several operators were fused into one function.": "多个算子融合成了一个函数。",
  "The operator is opaque: it is never fused with other operators.":
    "该算子是不透明的：从不与其他算子融合。",
  "The uses of the operator do not all lead to one later operator.":
    "该算子的各处使用没有全部汇合到后面的同一个算子。",
  "The whole value of the operator is needed: it is a result, or an expression that is never fused uses it.":
    "需要该算子的完整结果：它是程序的结果，或者被从不参与融合的表达式使用。",
  "The fused function would have more operators than relay.FuseOps.max_depth allows.":
    "融合后的算子数会超过 relay.FuseOps.max_depth 的上限。",
  "The value of the operator becomes a field of a tuple that is not fused.":
    "该算子的结果是某个元组的字段，而该元组没有被融合。",
  "An operator between the two is of a kind that cannot be fused with them.":
    "两个算子之间有一个算子，其类别不能与它们融合。",
  "The two operators are of kinds that cannot be fused.": "这两个算子的类别不能融合。",
  "At level 0, each operator gets its own function.": "级别为 0，每个算子各自成为一个函数。",
  "A call with constant arguments was evaluated.": "参数为常量的调用已被求值。",
  "Only some arguments of the call are constants.": "该调用只有部分参数是常量。",
  "The arguments are constants, but the operator has side effects.":
    "参数都是常量，但该算子有副作用。",
  "The arguments are constants, but other passes must replace the operator first.":
    "参数都是常量，但须先由其他 Pass 替换该算子。",
  "The arguments are constants, but Passcope does not evaluate the call: it has no kernel, or it needs too much memory or time.":
    "参数都是常量，但 Passcope 不对该调用求值：没有对应的内核，或所需内存、时间过多。",
  "A multiplication was folded into weights.": "一个乘法已折叠到权重中。",
  "There is no convolution or dense layer whose weights can absorb the multiplication.":
    "没有卷积层或全连接层的权重可以吸收该乘法。",
  "The factor is not a scale along the channel axis.": "该乘数不是沿通道轴的缩放。",
  "The scale is next to a relu, but it is not known to be positive.":
    "该缩放与 relu 相邻，但无法确定它为正。",
  "The operator was converted to another layout.": "该算子已转换为另一种布局。",
  "The operator could be converted, but desired_layouts does not name it.":
    "该算子可以转换布局，但 desired_layouts 中没有它。",
  "desired_layouts names the operator, but its layouts stay the same.":
    "desired_layouts 中有该算子，但它的布局保持不变。",
  "The operator cannot work in another layout, so its inputs are transformed back.":
    "该算子不能使用其他布局，因此它的输入被变换回原布局。",
  "A layout_transform was inserted before an argument.": "在参数之前插入了 layout_transform。",
  "A rule replaced the operator or changed its layouts.": "规则替换了该算子或改变了它的布局。",
  "The expression was replaced by another one that computes the same.":
    "该表达式已由计算内容相同的另一个表达式代替。",
  "The call has side effects.": "该调用有副作用。",
  "Branches that read the same data were combined.": "读取相同数据的分支已合并。",
  "Calls behind combined calls do not fit together.": "被合并的调用之后的各个调用彼此不匹配。",
  "Fewer branches than min_num_branches can be combined.": "可以合并的分支少于 min_num_branches。",
  "A rule replaced a pattern of calls.": "规则替换了一个调用模式。",
  "The operator was replaced by its computation at inference.": "该算子已替换为它在推理时的计算。",
  "There is a rule for the operator, but it does not apply here.":
    "有针对该算子的规则，但在此处不适用。",
  "The operator is computed in the smaller type.": "该算子以较小的类型计算。",
  "The operator stays in float32.": "该算子仍使用 float32。",
  "A cast was inserted before an argument.": "在参数之前插入了类型转换。",
  "A rule replaced the operator.": "规则替换了该算子。",
  "The rule for the operator left it unchanged.": "针对该算子的规则没有改变它。",
  "The operator was replaced by its static form: an argument became an attribute.":
    "该算子已替换为静态形式：参数变成了属性。",
  "The argument does not fold to a constant, or the constant does not fit.":
    "该参数不能折叠为常量，或者折叠所得的常量不适用。",
  "An unused variable was removed.": "移除了一个未使用的变量。",
  "A variable that is used once was replaced by its value.": "只使用一次的变量已替换为它的值。",
  "The variable is unused, but computing its value has side effects.":
    "该变量未被使用，但计算它的值有副作用。",
  "The call was replaced by the body of the function.": "该调用已替换为函数体。",
  "The function is marked for inlining, but it was not inlined.":
    "该函数标记为内联，但没有被内联。",
  "A local function became a global one.": "局部函数成为全局函数。",
  "The region is computed on integers.": "该区域改为在整数上计算。",
  "An operator prevents the rewrite, so the region still computes with floating-point numbers.":
    "有一个算子妨碍改写，因此该区域仍以浮点数计算。",
  "A parameter or the result of the function has tensors in a type other than a tuple.":
    "该函数的参数或结果中，有张量处于元组以外的类型中。",
};
