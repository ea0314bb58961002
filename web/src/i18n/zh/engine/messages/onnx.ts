// Messages of the reader of ONNX's files (src/frontend/onnx, src/frontend/relay.cc): patterns in English to patterns in
// Chinese.
import type { Sentences } from "../../../sentences";

export const onnx: Sentences = {
  "Mode of storage_order must be either 0 or 1": "storage_order 的模式只能为 0 或 1",
  "One of scale or size should be passed, not both.": "scale 和 size 应给出其一，不能同时给出。",
  "One of scale or size should be passed.": "应给出 scale 和 size 之一。",
  "Only 1D, 2D and 3D layouts are currently supported for operator {operator}.":
    "运算符 {operator} 目前只支持一维、二维和三维布局。",
  "Only 1d, 2d and 3d kernel supported.": "只支持一维、二维和三维的核。",
  "Only 2D kernels are supported for operator {operator}.": "运算符 {operator} 只支持二维的核。",
  "Operator {operator} is not supported.": "不支持运算符 {operator}。",
  "Resize only supports 3, 4, or 5 dims": "Resize 只支持 3、4 或 5 个维度",
  "The following operators are not supported for frontend ONNX: {operators}":
    "ONNX 前端不支持以下运算符：{operators}",
  "The number of elements should be equal to the number of output channels":
    "元素个数应等于输出通道数",
  'Value {value} in attribute "{attribute}" of operator {operator} is not valid.':
    '运算符 {operator} 的属性 "{attribute}" 的值 {value} 无效。',
  "`{text}` is not a place in a file of external data": "`{text}` 不是外部数据文件中的位置",
  "a tensor is needed here, not {type}": "此处需要张量，而非 {type}",
  "a tensor of the model has no name": "模型中有一个张量没有名称",
  "a tuple is needed here, not {type}": "此处需要元组，而非 {type}",
  "a {operator} that carries sequences needs a known number of steps":
    "携带序列的 {operator} 需要已知的步数",
  "currently only support (batch_size, sequence_length) mask index":
    "目前只支持形状为 (batch_size, sequence_length) 的 mask index",
  "different hidden sizes for Q, K, V are not currently supported":
    "目前不支持 Q、K、V 的隐藏层大小不同",
  "extra add to QxK not currently supported": "目前不支持在 QxK 上附加相加项",
  "functions of the model call each other more than {limit} deep":
    "模型的函数相互调用超过 {limit} 层",
  "give the model's inputs fixed shapes": "请为模型的输入给定固定的形状",
  "graphs are nested more than {limit} deep": "图的嵌套超过 {limit} 层",
  "padding takes {one} or {two} numbers, not {actual}":
    "填充需要 {one} 个或 {two} 个数，而非 {actual} 个",
  "past K, V state is not currently supported": "目前不支持以往的 K、V 状态",
  "the attribute `{attribute}` of {operator} does not fit the others":
    "{operator} 的属性 `{attribute}` 与其他属性不匹配",
  "the attribute `{attribute}` of {operator} does not take such a value":
    "{operator} 的属性 `{attribute}` 不接受这样的值",
  "the attribute `{attribute}` of {operator} has {actual} numbers, but needs {expected}":
    "{operator} 的属性 `{attribute}` 有 {actual} 个数，但需要 {expected} 个",
  "the attribute `{attribute}` of {operator} is of another type":
    "{operator} 的属性 `{attribute}` 类型不符",
  "the attributes of {operator} have different numbers of axes": "{operator} 各属性的轴数不同",
  "the body of {operator} takes or gives another number of values":
    "{operator} 的子图接受或给出的值的个数不符",
  "the branches of If do not give as many results": "If 的两个分支给出的结果个数不同",
  "the branches of {operator} give values of different types, {first} and {second}":
    "{operator} 的两个分支给出的值类型不同，分别为 {first} 和 {second}",
  "the file is not a model in ONNX's format, or it is damaged":
    "该文件不是 ONNX 格式的模型，或已损坏",
  "the first of them is the node `{node}`; the model's operators are of version {opset}":
    "其中第一个是节点 `{node}`；模型运算符的版本为 {opset}",
  "the input `{name}` has a shape with a negative size": "输入 `{name}` 的形状含有负的大小",
  "the input `{name}` has elements of type {dtype}, which no tensor here can have":
    "输入 `{name}` 的元素类型为 {dtype}，此处的张量不能有这种类型",
  "the input `{name}` is a sequence or an optional value, whose length has to be known":
    "输入 `{name}` 是序列或可选值，其长度必须已知",
  "the model has more than {limit} nodes": "模型的节点超过 {limit} 个",
  "the model has no input `{name}`": "模型没有输入 `{name}`",
  "the model has no outputs": "模型没有输出",
  "the model has sparse tensors": "模型含有稀疏张量",
  "the model keeps weights in the file `{path}`, which is not there":
    "模型将权重存放在文件 `{path}` 中，但该文件不存在",
  "the model names the file `{path}`, which is not in its folder":
    "模型引用了文件 `{path}`，但它不在模型所在的文件夹中",
  "the model's output `{name}` is computed by no node": "没有节点计算模型的输出 `{name}`",
  "the node `{node}` ({operator}) takes `{name}`, which nothing before it gives":
    "节点 `{node}`（{operator}）使用了 `{name}`，但其前面没有任何节点给出它",
  "the sequences of {operator} are of different lengths": "{operator} 的各序列长度不同",
  "the shape must be known here, but it is {type}": "此处的形状必须已知，而实际为 {type}",
  "the tensor `{name}` has elements of type {dtype}, which no tensor here can have":
    "张量 `{name}` 的元素类型为 {dtype}，此处的张量不能有这种类型",
  "the tensor `{name}` has the shape {shape}, which is too large":
    "张量 `{name}` 的形状为 {shape}，过大",
  "the tensor `{name}` has the shape {shape}, with a negative size":
    "张量 `{name}` 的形状为 {shape}，含有负的大小",
  "the tensor `{name}` of shape {shape} and type {dtype} needs {expected} bytes, but the file has {actual}":
    "形状为 {shape}、类型为 {dtype} 的张量 `{name}` 需要 {expected} 字节，但文件中有 {actual} 字节",
  "the value of this constant is not a tensor of numbers": "该常量的值不是数字张量",
  "the weights of {operator} are not of direction {direction}":
    "{operator} 的权重与方向 {direction} 不符",
  "shapes depend on the values of weights, which are parameters here; with freeze_params they are known constants":
    "权重在此仍是参数，因此由其值决定的形状未知；若权重是常量（freeze_params），则为已知",
  "this is about the node `{node}`, {operator} of version {opset}":
    "出自节点 `{node}`，即版本 {opset} 的 {operator}",
  "two values of the model have the name `{name}`": "模型中有两个值都名为 `{name}`",
  "unidirectional attention not current supported": "目前不支持单向注意力",
  "values are nested more than {limit} deep": "值的嵌套超过 {limit} 层",
  "{operator} assumes {count} activation functions are provided":
    "{operator} 需要给出 {count} 个激活函数",
  "{operator} at a position that only running the model tells is not supported for tensors of different types":
    "对于类型不同的张量，不支持位置只有运行模型才能得知的 {operator}",
  "{operator} gives {actual} results here, but the model uses `{name}` too":
    "{operator} 在此给出 {actual} 个结果，但模型还使用了 `{name}`",
  "{operator} has a bias or a number of heads that does not fit": "{operator} 的偏置或头数不匹配",
  "{operator} has a kernel of {kernel} dimensions, but data of {data}":
    "{operator} 的核有 {kernel} 个维度，而数据有 {data} 个维度",
  "{operator} has no results": "{operator} 没有结果",
  "{operator} into parts of {length}": "{operator} 不能拆成大小为 {length} 的部分",
  "{operator} needs elements of type {dtype}, which no tensor can have":
    "{operator} 需要类型为 {dtype} 的元素，此处的张量不能有这种类型",
  "{operator} is given axis {axis}, but its input has {rank} dimensions":
    "给 {operator} 的轴为 {axis}，但其输入有 {rank} 个维度",
  "{operator} is only implemented for 1D, 2D, and 3D kernels, got {rank}D.":
    "{operator} 只对一维、二维和三维的核实现，实际为 {rank} 维。",
  "{operator} needs a batch of images here": "{operator} 在此需要一批图像",
  "{operator} needs a matrix as input {index}": "{operator} 的输入 {index} 应为矩阵",
  "{operator} needs a number for each of {rank} axes, not {actual}":
    "{operator} 要求 {rank} 个轴各有一个数，实际有 {actual} 个",
  "{operator} needs a scalar as input {index}": "{operator} 的输入 {index} 应为标量",
  "{operator} needs a scalar or a vector as input {index}":
    "{operator} 的输入 {index} 应为标量或向量",
  "{operator} needs a scale for each of 4 or 5 axes, and 1 for the first two":
    "{operator} 要求 4 个或 5 个轴各有一个缩放比例，前两个为 1",
  "{operator} needs a vector as input {index}": "{operator} 的输入 {index} 应为向量",
  "{operator} needs a window or the length of one": "{operator} 需要窗口或窗口的长度",
  "{operator} needs an input {index}, which is left out": "{operator} 需要输入 {index}，但未给出",
  "{operator} needs input {index} as a constant; here only running the model tells it":
    "{operator} 的输入 {index} 应为常量；而在此只有运行模型才能得知",
  "{count} steps are more than the {limit} that are written out":
    "{count} 步超过了可逐步写出的 {limit} 步",
  "{operator} needs an input {index} with {expected} dimensions, not {actual}":
    "{operator} 的输入 {index} 应有 {expected} 个维度，而不是 {actual} 个",
  "{operator} needs {count} dimensions, more than the limit of {limit}":
    "{operator} 要得到 {count} 个维度，多于 {limit} 个",
  "importing the model takes more than {limit} operations": "导入该模型所需的运算超过 {limit} 次",
  "importing the model takes more memory than its file allows for":
    "导入该模型所需的内存超出其文件所允许的大小",
  "the calls of the model's functions are more than {limit} nodes":
    "对模型自身函数的调用展开后超过 {limit} 个节点",
  "{operator}: indices of {indices} do not fit data of {data}":
    "{operator}：{indices} 的索引与 {data} 的数据不匹配",
  "{operator} needs {count} dimensions, and the input has {rank}":
    "{operator} 要得到 {count} 个维度，而数据有 {rank} 个",
  "a number is needed here, not a tensor without elements": "需要一个数的地方是没有元素的张量",
  "{operator} needs positive sizes and scales": "{operator} 的大小和缩放比例应为正",
  "{operator} needs scores of shape [n, classes, …], not of {rank} dimensions":
    "{operator} 的得分形状应为 [n, classes, …]，而非 {rank} 个维度",
  "{operator} needs the size as a constant; here only running the model tells it":
    "{operator} 的大小应为常量；而在此只有运行模型才能得知",
  "{operator} of an empty sequence": "对空序列执行 {operator}",
  "{operator} of no steps has no outputs": "步数为零的 {operator} 没有输出",
  "{operator} of texts is not supported": "不支持文本的 {operator}",
  "{operator} of {count} elements": "对 {count} 个元素执行 {operator}",
  "{operator} takes a batch of signals, (batch, length, parts)":
    "{operator} 需要一批信号，形状为 (batch, length, parts)",
  "{operator} takes a scale and a zero point for each tensor":
    "{operator} 要求每个张量各有缩放因子和零点",
  "{operator} takes int16 and uint16, not {a} and {b}":
    "{operator} 接受 int16 和 uint16，而非 {a} 和 {b}",
  "{operator} takes one row or several, the shape is {type}":
    "{operator} 需要一行或多行，实际类型为 {type}",
  "{operator} takes reals or complex numbers along the last axis":
    "{operator} 的最后一个轴应为实数或复数",
  "{operator} takes square matrices": "{operator} 需要方阵",
  "{operator} takes {count} inputs for each tensor": "{operator} 要求每个张量有 {count} 个输入",
  "{operator} takes {expected} inputs, {actual} given":
    "{operator} 需要 {expected} 个输入，实际为 {actual} 个",
  "{operator} takes {least} to {most} inputs, {actual} given":
    "{operator} 需要 {least} 到 {most} 个输入，实际为 {actual} 个",
  "{operator} with lengths of the sequences is not supported": "不支持给出各序列长度的 {operator}",
  "{operator}: the position {position} is not in a sequence of {count}":
    "{operator}：位置 {position} 不在长度为 {count} 的序列中",
};
