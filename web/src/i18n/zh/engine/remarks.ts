// Descriptions of the kinds of remarks: from the English of src/pass/remarks.def to Chinese.
import type { Sentences } from "../../sentences";

export const remarkKinds: Sentences = {
  "Several operators are computed in one function.": "多个算子在同一个函数中计算。",
  "An operator that is never computed together with others.": "从不与其他算子一起计算的算子。",
  "An operator whose users do not lead to one operator that comes after all of them.":
    "其各个使用者并不汇合到位于它们之后的同一个算子的算子。",
  "An operator whose value is needed as a whole: a result, or used by something that nothing is fused into.":
    "其值须完整给出的算子：它是结果，或被不能与之融合的部分使用。",
  "A group that would have more operators than relay.FuseOps.max_depth.":
    "算子数将超过 relay.FuseOps.max_depth 的组。",
  "An operator whose value becomes a field of a tuple that is not fused itself.":
    "其值成为元组字段、而该元组本身没有被融合的算子。",
  "An operator of a kind that cannot be between two that would be fused.":
    "其类别不能处于待融合的两个算子之间的算子。",
  "Two operators whose kinds cannot be computed together.": "其类别不能一起计算的两个算子。",
  "Level 0, which gives each operator a function of its own.": "级别 0，每个算子各有自己的函数。",
  "A call of constants was evaluated.": "对常量的调用已被求值。",
  "A call some of whose arguments are constants, and others are not.":
    "部分参数是常量而其余不是的调用。",
  "A call of constants whose operator does more than compute a value.":
    "其算子不只是计算一个值的常量调用。",
  "A call of constants of an operator that other passes have to replace first.":
    "其算子须先由其他 Pass 替换的常量调用。",
  "A call of constants that this engine does not evaluate: no kernel, too large, or too much work.":
    "本引擎不求值的常量调用：没有内核、过大或计算量过多。",
  "A multiplication went into weights.": "一个乘法并入了权重。",
  "A multiplication without a convolution or dense layer whose weights could take it.":
    "没有权重可以接收它的卷积层或全连接层的乘法。",
  "A multiplication by something that is not a scale along the channel axis.":
    "乘数不是沿通道轴的缩放的乘法。",
  "A scale behind or before a relu that is not known to be positive.":
    "位于 relu 之后或之前、无法得知是否为正的缩放。",
  "An operator works in another layout.": "算子改用另一种布局。",
  "An operator that could be converted and that desired_layouts does not name.":
    "可以转换布局、而 desired_layouts 中没有的算子。",
  "An operator that desired_layouts names and that keeps its layouts.":
    "desired_layouts 中有、而布局保持不变的算子。",
  "An operator that cannot work in another layout, so that what reaches it is transformed back.":
    "不能使用其他布局的算子，到达它的内容因此被变换回原布局。",
  "A layout_transform was put before an argument.": "在参数之前插入了 layout_transform。",
  "A rule replaced an operator, or its layouts.": "规则替换了算子或其布局。",
  "An expression that computes what another one does gave way to it.":
    "与另一个表达式计算相同内容的表达式由后者代替。",
  "A call that does more than compute a value.": "不只是计算一个值的调用。",
  "Branches that read the same data became one.": "读取相同数据的分支合为一个。",
  "Fewer branches that fit each other than min_num_branches.":
    "彼此相容的分支少于 min_num_branches。",
  "A rule replaced a pattern of calls.": "规则替换了一个调用模式。",
  "An operator gave way to what it does in inference.": "算子由其在推理时的计算代替。",
  "An operator for which there is a rule that does not hold here.":
    "有规则、但规则在此处不成立的算子。",
  "An operator is computed in the smaller type.": "算子以较小的类型计算。",
  "An operator that stays in float32.": "仍使用 float32 的算子。",
  "A cast was put before an argument.": "在参数之前插入了类型转换。",
  "A rule replaced an operator.": "规则替换了算子。",
  "A rule for an operator left it as it is.": "算子的规则使其保持原样。",
  "An operator is given ahead of time what it took at run time.":
    "算子在运行之前就得到原先在运行时才得到的内容。",
  "An argument that does not fold to a constant, or to one that fits.":
    "不能折叠为常量、或折叠所得常量不适用的参数。",
  "A variable that nobody uses.": "没有使用者的变量。",
  "The value of a variable that is used once stands where it is used.":
    "只使用一次的变量，其值被放到了使用处。",
  "A variable that nobody uses and whose value does more than compute.":
    "没有使用者、而其值不只是计算的变量。",
  "The body of a function stands where it is called.": "函数体被放到了调用处。",
  "A function that is marked to be inlined and is not.": "标记为内联而没有被内联的函数。",
  "A local function became a global one.": "局部函数成为全局函数。",
  "A region is computed on integers.": "区域改为在整数上计算。",
  "A region that stays on reals, with the operator that stands in the way.":
    "仍在实数上计算的区域，以及造成阻碍的算子。",
  "A function that takes or returns tensors elsewhere than in tuples.":
    "参数或结果中的张量不只处于元组之中的函数。",
};
