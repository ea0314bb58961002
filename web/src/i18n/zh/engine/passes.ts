// Descriptions of passes and their options: from the English of src/transforms/passes.cc to Chinese.
import type { Sentences } from "../../sentences";

export const passes: Sentences = {
  'Says in which memory results are kept. Only targets with textures have a choice; for all others, "llvm" among them, it is the identity.':
    '标明结果保存在哪种内存中。只有带纹理的目标才有选择；对其余目标（包括 "llvm"）它是恒等变换。',
  "Puts an operator that rounds as quantization would where tensors are to be quantized.":
    "在要量化张量的位置放入一个像量化那样舍入的算子。",
  "Finds scales and bounds for what QuantizeAnnotate has put into the program.":
    "为 QuantizeAnnotate 放入程序的算子确定比例因子与上下界。",
  "Marks where a program is cut into sections that compute with few bits.":
    "标记把程序切分成以少量位数计算的各段的位置。",
  "Computes with integers what a program with simulated_quantize computes with reals.":
    "把带 simulated_quantize 的程序用实数计算的内容改为用整数计算。",
  "How many bits inputs of operators have.": "算子输入的位数。",
  "How many bits weights have.": "权重的位数。",
  "How many bits results of convolutions and matrix products have.": "卷积与矩阵乘积结果的位数。",
  "The data type of inputs of operators.": "算子输入的数据类型。",
  "The data type of weights.": "权重的数据类型。",
  "The data type of results of convolutions and matrix products.": "卷积与矩阵乘积结果的数据类型。",
  "The greatest magnitude of inputs, for global_scale.": "输入的最大绝对值，用于 global_scale。",
  "The scale of a weight: max, its greatest magnitude, or power2, the next power of two.":
    "权重的比例：max 为其最大绝对值，power2 为不小于它的 2 的幂。",
  "Whether nn.dense is left as it is.": "是否让 nn.dense 保持原样。",
  "Which of the convolutions are left as they are, counted from 0.":
    "哪些卷积保持原样，从 0 开始计数。",
  "Whether shifts to the right round to nearest.": "右移时是否舍入到最近的整数。",
  "The operators that are quantized; none is all.": "要量化的算子；不给出则为全部。",
  "Where fixed-point products round halves to: UPWARD or TONEAREST.":
    "定点乘积对一半的舍入方向：UPWARD 或 TONEAREST。",
  "Computes on integers what is dequantized, computed and quantized again.":
    "将先反量化、计算、再量化的部分改为直接在整数上计算。",
  "Whether a region that cannot be rewritten is an error.": "无法改写的区域是否算作错误。",
  "Whether single operators on dequantized arguments are rewritten, too.":
    "是否也改写参数已反量化的单个算子。",
  "Makes tensors of zeros and ones only when they are needed.":
    "仅在需要时才生成全零或全一的张量。",
  "Lets rules choose other operators or layouts; without rules nothing changes.":
    "由规则选择其他算子或布局；没有规则时不作任何改变。",
  "Marks the calls that other compilers take.": "标记由其他编译器接管的调用。",
  "The compilers; of several that support a call the first one takes it.":
    "编译器；多个编译器都支持某个调用时，由第一个接管。",
  "Whether tuples and the like are marked with the compiler of their inputs.":
    "元组等是否随其输入标记为同一编译器。",
  'For each compiler the operators that it takes, such as {"accel": ["nn.conv2d", "nn.relu"]}.':
    '各编译器接管的算子，例如 {"accel": ["nn.conv2d", "nn.relu"]}。',
  "Puts functions of other compilers back where they are called, composite functions as well.":
    "将其他编译器的函数放回其调用处，复合函数也一并展开。",
  "The names of the functions.": "函数的名称。",
  'Leaves functions of other compilers no attribute but "Extern".':
    "其他编译器的函数只保留属性“Extern”。",
  "Functions of this compiler alone; empty for those of all compilers.":
    "仅处理该编译器的函数；为空时处理所有编译器的函数。",
  "Joins regions of one compiler that follow each other.": "合并同一编译器的相邻区域。",
  "Puts what matches the patterns of an accelerator into composite functions.":
    "将匹配加速器模式的部分放入复合函数。",
  'By name chains of operators, each the first argument of the next one; `?` marks those that may be missing: {"accel.conv_relu": ["nn.conv2d", "nn.bias_add?", "nn.relu"]}.':
    '按名称给出算子链，每个算子是下一个的第一个参数；`?` 表示可以没有：{"accel.conv_relu": ["nn.conv2d", "nn.bias_add?", "nn.relu"]}。',
  "Makes global functions of functions of other compilers that are called where they stand.":
    "将就地调用的其他编译器的函数变为全局函数。",
  "Makes a global function of each region that another compiler takes.":
    "将其他编译器接管的每个区域变为一个全局函数。",
  "Part of the functions' names; may be empty.": "函数名称的一部分；可以为空。",
  "Whether constants go into the functions or stay arguments of their calls.":
    "常量是放入函数，还是仍作为调用的参数。",
  "Prints the module and reads it back, so that every expression has a place.":
    "打印模块再读回，使每个表达式都有源码位置（span）。",
  "Folds the scale of a convolution's result into its weights.":
    "将卷积结果的缩放折叠到卷积的权重中。",
  "Gives each operator that reads a widened value a cast of its own.":
    "为每个读取加宽后的值的算子提供各自的 cast。",
  "Replaces operators by simpler ones that do the same, such as bias_add by add.":
    "将算子替换为作用相同但更简单的算子，例如将 bias_add 替换为 add。",
  "Makes one batch_matmul of several that read the same data.":
    "将读取相同数据的多个 batch_matmul 合并为一个。",
  "How many there must be for the pass to combine them.": "至少有多少个才合并。",
  "Makes one convolution of several that read the same data.":
    "将读取相同数据的多个卷积合并为一个。",
  "Makes one matrix multiplication of several dense layers that read the same data.":
    "将读取相同数据的多个 dense 层合并为一个矩阵乘。",
  "Whether to make a batch_matmul, not a larger dense layer.":
    "是否合并为 batch_matmul，而不是更大的 dense 层。",
  "Changes the data layout of operators and puts layout transforms where layouts meet.":
    "改变算子的数据布局，并在不同布局相接处插入布局变换。",
  'For each operator the layouts of its data and weights, such as {"nn.conv2d": ["NHWC", "HWIO"]}.':
    '各算子的数据布局与权重布局，例如 {"nn.conv2d": ["NHWC", "HWIO"]}。',
  "The numbers of calls of these operators that stay as they are, counted from 0.":
    "这些算子中保持不变的调用的编号，从 0 开始计数。",
  "Removes lets whose variable is not used.": "移除变量未被使用的 let。",
  "Whether a value that is used once goes where it is used.":
    "是否将仅使用一次的值内联到使用它的位置。",
  "Whether effects count for nothing.": "是否忽略副作用。",
  "Undoes FuseOps.": "撤销 FuseOps 的融合。",
  "Replaces a division by a constant by a multiplication with its inverse.":
    "将除以常量替换为乘以该常量的倒数。",
  "Replaces operators that are given shapes at run time where the shapes are known.":
    "若形状已知，则将运行时才得到形状的动态算子替换为静态算子。",
  "Keeps one of several calls that compute the same.": "多个调用计算相同内容时，只保留一个。",
  "Wraps global functions that are used as values into functions that call them.":
    "将用作值的全局函数包装为调用它们的函数。",
  "Whether constructors are wrapped.": "是否包装构造器。",
  "Whether global functions are wrapped.": "是否包装全局函数。",
  "Replaces exp, erf, tanh and softmax by faster operators that compute them roughly.":
    "将 exp、erf、tanh 和 softmax 替换为更快的近似算子。",
  "Makes each function return the gradients of its parameters too.":
    "使每个函数同时返回其参数的梯度。",
  "Turns a convolution between space_to_batch_nd and batch_to_space_nd into a dilated one.":
    "将位于 space_to_batch_nd 与 batch_to_space_nd 之间的卷积变为空洞卷积。",
  "Evaluates what depends on constants only.": "对仅依赖常量的部分求值。",
  "Whether quantised operators are folded too.": "是否也折叠量化算子。",
  "Folds padding into the convolution or pooling that follows it.":
    "将填充折叠到其后的卷积或池化中。",
  "Folds scales into the weights of convolutions: backward, forward, then constants.":
    "将缩放折叠到卷积的权重中：先反向，再前向，最后折叠常量。",
  "Folds the scale of a convolution's input into its weights.":
    "将卷积输入的缩放折叠到卷积的权重中。",
  "Puts operators that can be computed together into primitive functions.":
    "将可以一起计算的算子放入 primitive 函数。",
  "0: each operator alone, 1 and more: fused; -1: the context's opt level.":
    "0：每个算子单独成为函数；1 及以上：融合；-1：采用上下文的优化级别。",
  "Gives every expression its type.": "为每个表达式推断类型。",
  'Puts the bodies of functions marked "Inline" where they are called.':
    "将标记为“Inline”的函数的函数体放到调用它们的位置。",
  "Makes global functions of functions that are written inside others.":
    "将写在其他函数内部的函数提升为全局函数。",
  "Replaces operators by what the rules for a target say.": "按目标的规则替换算子。",
  "Which rules: FTVMLegalize, FTVMQnnLegalize or FTVMQnnCanonicalize.":
    "采用哪些规则：FTVMLegalize、FTVMQnnLegalize 或 FTVMQnnCanonicalize。",
  "Computes what is known, resolves lets and tuples, and names every result.":
    "计算已知的部分，消去 let 和元组，并为每个结果命名。",
  "Prints the module and leaves it as it is.": "打印模块，不作改变。",
  "Stands in front of the text.": "写在文本之前的内容。",
  "Whether to print the constants too.": "是否也打印常量。",
  "Removes the functions that the entry functions do not reach.": "移除入口函数无法到达的函数。",
  "Where calls start.": "调用从哪些函数开始。",
  "Replaces small patterns of calls by simpler ones.": "将小的调用模式替换为更简单的模式。",
  "Lets dense layers take their weights transposed, as parameters.":
    "让 dense 层以参数形式接受转置后的权重。",
  "The weights that may be given transposed.": "可以以转置形式给出的权重。",
  "Replaces operators that differ between training and inference, such as batch_norm and dropout, by what they do in inference.":
    "将训练与推理时行为不同的算子（例如 batch_norm 和 dropout）替换为它们在推理时的计算。",
  "Splits a concatenation of more tensors than a function may take.":
    "当拼接的张量数超过函数允许的参数个数时，将拼接拆分。",
  "The limit, with the result; below 0 there is none.": "上限，含结果在内；小于 0 表示没有上限。",
  "Binds every intermediate result by a let.": "用 let 绑定每个中间结果。",
  "Binds by a let what several branches or functions share.": "用 let 绑定多个分支或函数共用的值。",
  "Replaces variables bound by let by their values.": "将 let 绑定的变量替换为它们的值。",
  "Computes in a smaller floating type where that is safe.":
    "在安全之处改用更小的浮点类型进行计算。",
  "The smaller type.": "更小的浮点类型。",
  "What an operator in no list means: 0 an error, 1 and 2 nothing.":
    "如何对待不在任何列表中的算子：0 报错，1 和 2 不作处理。",
  "Combines convolutions, dense layers and batch_matmul that read the same data.":
    "合并读取相同数据的卷积、全连接层和 batch_matmul。",
  "Gives every expression its number in the dataflow as its place.":
    "将每个表达式在数据流中的编号作为其位置。",
  "Gives parameters another size along the axis of their batch.": "改变参数在批轴上的大小。",
  "The names of the parameters.": "参数的名称。",
  "Of each parameter the axis of its batch; 0 where none is given.":
    "各参数的批所在的轴；未给出时为 0。",
  "The new size.": "新的大小。",
  "Makes data of functions that are handed to functions.": "将作为参数传递的函数变为数据。",
  "Lets @main take inputs of any size along an axis, with functions for those expected.":
    "使 @main 接受沿某个轴任意大小的输入，并为预期的大小各备一个函数。",
  "The sizes that are expected, in ascending order.": "预期的大小，按升序排列。",
  "The axis whose size differs.": "大小可变的轴。",
  "Whether an input is padded to the next size that is expected.":
    "是否将输入填充到下一个预期的大小。",
  "With what it is padded.": "填充所用的值。",
  "The numbers of the parameters whose size differs.": "大小可变的参数的编号。",
  "Whether the result has that size, too.": "结果是否也具有该大小。",
  "Makes a function return the gradients of its parameters too, with references and closures.":
    "使函数也返回其参数的梯度，借助引用和闭包。",
  "The name of the function.": "函数的名称。",
  "Says behind the last use of each variable that its memory is free.":
    "在每个变量最后一次使用之后标明其内存可以释放。",
  "Replaces quantised operators by others that compute the same on integers.":
    "将量化算子替换为在整数上计算相同结果的其他算子。",
  "Replaces quantised operators by what the rules for a target say.": "按目标的规则替换量化算子。",
  "Lets operators compute in another data type, with casts around them.":
    "使算子以另一种数据类型计算，并在其前后加上类型转换。",
  "The data type that they compute in.": "计算所用的数据类型。",
  "That of their results, where they have an attribute for it.":
    "结果的数据类型，适用于有相应属性的算子。",
  "The operators.": "算子。",
  "The numbers of layers that stay; -1 is the last one.": "保持不变的层的编号；-1 表示最后一层。",
  "Gives functions as one more argument what is to be done with their result.":
    "给函数增加一个参数：对其结果要做的事。",
  "Lets functions that ToCPS made be called as before.": "使 ToCPS 得到的函数能像以前一样调用。",
  "Decides on which device everything is computed and copies data between them.":
    "决定各部分在哪个设备上计算，并在设备之间复制数据。",
  "Where what nothing is said of is computed, by DLPack's number: 1 is the CPU.":
    "未作说明的部分在何处计算，用 DLPack 的编号表示：1 是 CPU。",
  'For each compiler passes that its functions go through, such as {"accel": ["FoldConstant"]}.':
    '各编译器的函数要经过的 Pass，例如 {"accel": ["FoldConstant"]}。',
};
