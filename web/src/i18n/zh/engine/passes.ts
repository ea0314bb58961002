// Descriptions of passes and their options: from the English of src/transforms/passes.cc to Chinese.
import type { Sentences } from "../../sentences";

export const passes: Sentences = {
  'Annotates the memory that holds each result. Only targets with textures have a choice; for all others, such as "llvm", the program stays unchanged.':
    '标注各个结果所在的内存。只有带纹理的目标才有选择；对其余目标（例如 "llvm"），程序保持不变。',
  "Inserts an operator that simulates the rounding of quantization where tensors will be quantized.":
    "在将要量化张量的位置插入模拟量化舍入的算子。",
  "Finds the scales and bounds of the operators that QuantizeAnnotate inserted.":
    "为 QuantizeAnnotate 插入的算子确定缩放因子与上下界。",
  "Marks the borders of the parts of a program that will be quantized.":
    "标记程序中将被量化的各部分的边界。",
  "Replaces the floating-point computation of a program with simulated_quantize by integer computation.":
    "将带有 simulated_quantize 的程序的浮点计算替换为整数计算。",
  "The number of bits of operator inputs.": "算子输入的位数。",
  "The number of bits of weights.": "权重的位数。",
  "The number of bits of the results of convolutions and matrix products.":
    "卷积与矩阵乘积结果的位数。",
  "The data type of operator inputs.": "算子输入的数据类型。",
  "The data type of weights.": "权重的数据类型。",
  "The data type of the results of convolutions and matrix products.":
    "卷积与矩阵乘积结果的数据类型。",
  "The largest absolute value of inputs, for global_scale.":
    "输入的最大绝对值，用于 global_scale。",
  "The scale of a weight: max for its largest absolute value, or power2 for the next power of two.":
    "权重的缩放因子：max 为其最大绝对值，power2 为不小于它的 2 的幂。",
  "Whether to leave nn.dense unquantized.": "是否不量化 nn.dense。",
  "The numbers of the convolutions to leave unquantized, counted from 0.":
    "不量化的卷积的编号，从 0 开始计数。",
  "Whether right shifts round to the nearest integer.": "右移时是否舍入到最近的整数。",
  "The operators to quantize; all if none are given.": "要量化的算子；不给出则为全部。",
  "How fixed-point products round halves: UPWARD or TONEAREST.":
    "定点乘积恰为一半时的舍入方向：UPWARD 或 TONEAREST。",
  "Replaces dequantizing, computing and quantizing again by computing on integers.":
    "将“反量化、计算、再量化”替换为直接在整数上计算。",
  "Whether to report an error for a region that cannot be rewritten.":
    "遇到无法改写的区域时是否报错。",
  "Whether to rewrite also single operators whose arguments are dequantized.":
    "是否也改写参数经过反量化的单个算子。",
  "Creates tensors of zeros and ones only when they are needed.":
    "仅在需要时才创建全零或全一的张量。",
  "Replaces operators or changes their layouts by rules; without rules nothing changes.":
    "按规则替换算子或改变其布局；没有规则时不作任何改变。",
  "Marks the calls that external compilers compile.": "标记交给外部编译器编译的调用。",
  "The compilers; if several support a call, the first one compiles it.":
    "编译器；多个编译器都支持某个调用时，由第一个编译。",
  "Whether to mark expressions that are not calls, such as tuples, with the compiler of their inputs.":
    "是否将元组等非调用的表达式标记为与其输入相同的编译器。",
  'The operators that each compiler supports, such as {"accel": ["nn.conv2d", "nn.relu"]}.':
    '各编译器支持的算子，例如 {"accel": ["nn.conv2d", "nn.relu"]}。',
  "Inlines functions of external compilers and composite functions where they are called.":
    "将外部编译器的函数和复合函数内联到调用处。",
  "The names of the functions.": "函数的名称。",
  'Removes all attributes of functions of external compilers, except "Extern".':
    '移除外部编译器的函数的所有属性，只保留 "Extern"。',
  "The compiler whose functions are changed; all compilers if empty.":
    "要处理其函数的编译器；为空时处理所有编译器的函数。",
  "Merges adjacent regions of the same compiler.": "合并同一编译器的相邻区域。",
  "Wraps each match of an accelerator's patterns in a composite function.":
    "将与加速器的模式匹配的部分包装成复合函数。",
  'Chains of operators by name. Each operator is the first argument of the next one, and `?` marks an optional one: {"accel.conv_relu": ["nn.conv2d", "nn.bias_add?", "nn.relu"]}.':
    '按名称给出的算子链。每个算子是下一个的第一个参数，`?` 表示可省略：{"accel.conv_relu": ["nn.conv2d", "nn.bias_add?", "nn.relu"]}。',
  "Turns functions of external compilers that are called in place into global functions.":
    "将就地调用的外部编译器函数变为全局函数。",
  "Turns each region of an external compiler into a global function.":
    "将外部编译器的每个区域变为一个全局函数。",
  "A part of the names of the functions; can be empty.": "函数名称的一部分；可以为空。",
  "Whether constants move into the functions or stay arguments of the calls.":
    "常量是移入函数，还是仍作为调用的参数。",
  "Prints the module and parses it again, so that every expression has a source position (span).":
    "打印模块再重新解析，使每个表达式都有源码位置（span）。",
  "Folds the scale of a convolution's result into its weights.":
    "将卷积结果的缩放折叠到卷积的权重中。",
  "Gives each operator that reads a widened value its own cast.":
    "为每个读取加宽后的值的算子提供各自的 cast。",
  "Replaces operators by simpler equivalent ones, such as bias_add by add.":
    "将算子替换为等价而更简单的算子，例如将 bias_add 替换为 add。",
  "Combines several batch_matmul calls that read the same data into one.":
    "将读取相同数据的多个 batch_matmul 合并为一个。",
  "The smallest number of branches that the pass combines.": "分支至少达到多少个才合并。",
  "Combines several convolutions that read the same data into one.":
    "将读取相同数据的多个卷积合并为一个。",
  "Combines several dense layers that read the same data into one matrix multiplication.":
    "将读取相同数据的多个 dense 层合并为一个矩阵乘。",
  "Whether to make a batch_matmul, not a larger dense layer.":
    "是否合并为 batch_matmul，而不是更大的 dense 层。",
  "Converts operators to another data layout and inserts layout transforms where layouts differ.":
    "转换算子的数据布局，并在布局不同之处插入布局变换。",
  'The layouts of the data and weights of each operator, such as {"nn.conv2d": ["NHWC", "HWIO"]}.':
    '各算子的数据布局与权重布局，例如 {"nn.conv2d": ["NHWC", "HWIO"]}。',
  "The numbers of the calls of these operators to leave unchanged, counted from 0.":
    "这些算子中保持不变的调用的编号，从 0 开始计数。",
  "Removes let bindings whose variable is not used.": "移除变量未被使用的 let 绑定。",
  "Whether to inline a value that is used once.": "是否内联仅使用一次的值。",
  "Whether to ignore side effects.": "是否忽略副作用。",
  "Reverts FuseOps: splits fused functions into separate calls.":
    "撤销 FuseOps：将融合函数拆回单独的调用。",
  "Replaces division by a constant with multiplication by its reciprocal.":
    "将除以常量替换为乘以该常量的倒数。",
  "Replaces dynamic operators by static ones where the shapes are known.":
    "在形状已知之处，将动态算子替换为静态算子。",
  "Merges calls that compute the same value.": "合并计算结果相同的调用。",
  "Wraps each global function or constructor that is used as a value in a function that calls it.":
    "将用作值的全局函数或构造器包装在调用它的函数中。",
  "Whether to wrap constructors.": "是否包装构造器。",
  "Whether to wrap global functions.": "是否包装全局函数。",
  "Replaces exp, erf, tanh and softmax by faster approximations.":
    "将 exp、erf、tanh 和 softmax 替换为更快的近似算子。",
  "Makes each function also return the gradients of its parameters.":
    "使每个函数同时返回其参数的梯度。",
  "Replaces a convolution between space_to_batch_nd and batch_to_space_nd by a dilated one.":
    "将位于 space_to_batch_nd 与 batch_to_space_nd 之间的卷积替换为空洞卷积。",
  "Evaluates expressions that depend only on constants.": "对仅依赖常量的表达式求值。",
  "Whether to fold quantized operators too.": "是否也折叠量化算子。",
  "Folds padding into the convolution or pooling that follows it.":
    "将填充折叠到其后的卷积或池化中。",
  "Folds scales into the weights of convolutions: backward, forward, then constants.":
    "将缩放折叠到卷积的权重中：先反向，再前向，最后折叠常量。",
  "Folds the scale of a convolution's input into its weights.":
    "将卷积输入的缩放折叠到卷积的权重中。",
  "Groups operators that can be computed together into primitive functions.":
    "将可以一起计算的算子组成 primitive 函数。",
  "0: each operator alone; 1 and more: fused; -1: the opt level of the context.":
    "0：每个算子单独成为函数；1 及以上：融合；-1：采用上下文的优化级别。",
  "Infers the type of every expression.": "推断每个表达式的类型。",
  'Replaces calls of functions marked "Inline" by the bodies of the functions.':
    "将对标有“Inline”的函数的调用替换为函数体。",
  "Turns functions inside other functions into global functions.":
    "将其他函数内部的函数提升为全局函数。",
  "Replaces operators by the rules for a target.": "按目标的规则替换算子。",
  "The rules to use: FTVMLegalize, FTVMQnnLegalize or FTVMQnnCanonicalize.":
    "要采用的规则：FTVMLegalize、FTVMQnnLegalize 或 FTVMQnnCanonicalize。",
  "Evaluates what is known at compile time, resolves lets and tuples, and names every result.":
    "计算编译时已知的部分，消去 let 和元组，并为每个结果命名。",
  "Prints the module and returns it unchanged.": "打印模块，并原样返回。",
  "A text to print before the module.": "打印在模块之前的文字。",
  "Whether to print the constants too.": "是否也打印常量。",
  "Removes functions that cannot be reached from the entry functions.":
    "移除从入口函数无法到达的函数。",
  "The entry functions.": "入口函数。",
  "Replaces small patterns of calls by simpler ones.": "将小的调用模式替换为更简单的模式。",
  "Changes dense layers to read transposed weights from parameters.":
    "使 dense 层从参数读取转置后的权重。",
  "The weights to transpose.": "要转置的权重。",
  "Replaces operators that behave differently in training, such as batch_norm and dropout, by their computation at inference.":
    "将训练时行为不同的算子（例如 batch_norm 和 dropout）替换为它们在推理时的计算。",
  "Splits a concatenation that has more tensors than the limit for arguments of a function.":
    "当拼接的张量数超过函数参数个数的上限时，将拼接拆分。",
  "The limit, including the result; no limit if negative.": "上限，含结果在内；为负数时没有上限。",
  "Binds every intermediate result with a let.": "用 let 绑定每个中间结果。",
  "Binds values that several branches or functions share with a let.":
    "用 let 绑定多个分支或函数共用的值。",
  "Replaces variables that let binds by their values.": "将 let 绑定的变量替换为它们的值。",
  "Computes in a smaller floating-point type where that is safe.":
    "在安全之处改用较小的浮点类型进行计算。",
  "The smaller floating-point type.": "较小的浮点类型。",
  "What to do about an operator that is not in any list: 0 reports an error; 1 and 2 do nothing.":
    "如何对待不在任何列表中的算子：0 报错，1 和 2 不作处理。",
  "Combines convolutions, dense layers and batch_matmul that read the same data.":
    "合并读取相同数据的卷积、全连接层和 batch_matmul。",
  "Sets the span of every expression to its number in the dataflow graph.":
    "将每个表达式的位置（span）设为它在计算图中的编号。",
  "Changes the batch size of parameters.": "改变参数的批大小。",
  "The names of the parameters.": "参数的名称。",
  "The batch axis of each parameter; 0 by default.": "各参数的批所在的轴；默认为 0。",
  "The new size.": "新的大小。",
  "Replaces functions that are passed as arguments by data.": "将作为参数传递的函数替换为数据。",
  "Makes @main accept inputs of any size along an axis, with one function for each expected size.":
    "使 @main 接受沿某个轴任意大小的输入，并为每个预期的大小各备一个函数。",
  "The expected sizes, in ascending order.": "预期的大小，按升序排列。",
  "The axis whose size varies.": "大小可变的轴。",
  "Whether to pad an input to the next expected size.": "是否将输入填充到下一个预期的大小。",
  "The value to pad with.": "填充所用的值。",
  "The numbers of the parameters whose size varies.": "大小可变的参数的编号。",
  "Whether the result has this size, too.": "结果是否也具有该大小。",
  "Makes a function also return the gradients of its parameters, using references and closures.":
    "借助引用和闭包，使函数同时返回其参数的梯度。",
  "The name of the function.": "函数的名称。",
  "Marks after the last use of each variable that its memory can be freed.":
    "在每个变量最后一次使用之后，标明其内存可以释放。",
  "Replaces quantized operators by others that compute the same on integers.":
    "将量化算子替换为在整数上计算相同结果的算子。",
  "Replaces quantized operators by the rules for a target.": "按目标的规则替换量化算子。",
  "Makes operators compute in another data type, with casts around them.":
    "使算子以另一种数据类型计算，并在其前后加上类型转换。",
  "The data type to compute in.": "计算所用的数据类型。",
  "The data type of the results of operators that have an attribute for it.":
    "结果的数据类型，适用于有相应属性的算子。",
  "The operators.": "算子。",
  "The numbers of the layers to leave unchanged; -1 is the last one.":
    "保持不变的层的编号；-1 表示最后一层。",
  "Converts functions to continuation-passing style (CPS): an extra argument receives the result.":
    "将函数转换为续延传递风格（CPS）：增加一个参数来接收结果。",
  "Wraps functions that ToCPS converted so that they can be called as before.":
    "包装 ToCPS 转换过的函数，使其能像以前一样调用。",
  "Decides which device computes each expression and inserts copies between devices.":
    "决定每个表达式在哪个设备上计算，并在设备之间插入复制。",
  "The device of expressions without annotations, by its DLPack number: 1 is the CPU.":
    "未加标注的表达式所在的设备，以其 DLPack 编号表示：1 是 CPU。",
  'The passes to run on the functions of each compiler, such as {"accel": ["FoldConstant"]}.':
    '对各编译器的函数运行的 Pass，例如 {"accel": ["FoldConstant"]}。',
};
