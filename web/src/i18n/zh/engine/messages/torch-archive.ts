// Messages about TorchScript archives, their pickles, and quantised and recurrent networks in them: patterns in
// English to patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const torchArchive: Sentences = {
  "TorchScript writes no operation {opcode}": "TorchScript 不会写出操作 {opcode}",
  "a conditional of a TorchScript program needs one result, not {actual}":
    "TorchScript 程序的条件语句需要一个结果，而不是 {actual} 个",
  "a dictionary's key has no value": "字典的一个键没有值",
  "a header goes beyond the end": "一个文件头超出了末尾",
  "a number is too large": "一个数过大",
  "a side or a sorter cannot be given": "不能给出 side 或 sorter",
  "a state needs one part for each layer and direction": "状态需要为每一层和每个方向各有一个部分",
  "a tensor goes beyond its memory": "一个张量超出了它的内存",
  "a tensor has a negative size or stride": "一个张量的大小或步长为负",
  "a tensor has not as many strides as dimensions": "一个张量的步长个数与维数不同",
  "a tensor has not one scale and zero point for each channel":
    "一个张量没有为每个通道各给出一个缩放系数和零点",
  "a tensor is quantised along a dimension that it does not have": "一个张量沿它没有的维度量化",
  "a tensor is quantised and its memory is not, or the other way round":
    "一个张量是量化的而它的内存不是，或者相反",
  "a tensor is quantised in an unknown way": "一个张量以未知的方式量化",
  "a tensor lacks some of its fields": "一个张量缺少一些字段",
  "a text is not encoded in UTF-8": "一段文本不是 UTF-8 编码",
  "a value of the pickle {entry} contains itself": "pickle {entry} 的一个值包含了它自身",
  "a list can only be joined along the first axis": "列表只能沿第一个轴连接",
  "an LSTM needs two states": "LSTM 需要两个状态",
  "an object is given two states": "一个对象被给了两个状态",
  "an operation lacks a mark": "一个操作缺少标记",
  "an operation lacks a value": "一个操作缺少值",
  "dropout between layers is for training": "层间的 dropout 只用于训练",
  "each layer and direction needs two weights, with biases four":
    "每一层的每个方向需要两个权重，带偏置时为四个",
  "it asks for a value that it has not remembered": "它要取一个没有记住的值",
  "it cannot be split into {count} parts": "它不能分成 {count} 份",
  "it has no axis {axis}": "它没有轴 {axis}",
  "it has no directory at its end, so that it may be cut off": "它的末尾没有目录，可能被截断了",
  "it has too many operations": "它的操作过多",
  "it has two entries with the name '{entry}'": "它有两个名为 '{entry}' 的条目",
  "it is cut off": "它被截断了",
  "it is one of several parts": "它只是多个部分之一",
  "it needs as many axes as shifts": "轴的个数须与移动量的个数相同",
  "it refers to something that is not a tensor's memory": "它引用了不是张量内存的东西",
  "it remembers a value at an impossible place": "它把一个值记在不可能的位置",
  "it takes 4 dimensions with as many channels as the square of the factor or a multiple":
    "它需要 4 个维度，且通道数为倍数的平方或其整数倍",
  "it takes 4 or 5 dimensions, not {actual}": "它需要 4 或 5 个维度，而不是 {actual} 个",
  "it takes one axis, not {actual}": "它需要一个轴，而不是 {actual} 个",
  "its directory has fewer entries than it says": "它的目录的条目少于所声明的数目",
  "its directory is larger than there is room for": "它的目录大于可容纳的空间",
  "its entry '{entry}' cannot be inflated to the size that it says":
    "它的条目 '{entry}' 不能解压到所声明的大小",
  "its entry '{entry}' cannot have the size that it says":
    "它的条目 '{entry}' 不可能有所声明的大小",
  "its entry '{entry}' does not have the checksum that it says":
    "它的条目 '{entry}' 的校验和与所声明的不同",
  "its entry '{entry}' has another name than in its directory":
    "它的条目 '{entry}' 的名称与目录中的不同",
  "its entry '{entry}' is larger than there is room for": "它的条目 '{entry}' 大于可容纳的空间",
  "its entry '{entry}' lies elsewhere than its directory says":
    "它的条目 '{entry}' 不在目录所说的位置",
  "its entry '{entry}' overlaps another one": "它的条目 '{entry}' 与另一个条目重叠",
  "its list is none of float32 tensors": "它的列表不是 float32 张量的列表",
  "its protocol is unknown": "它的协议未知",
  "its results must be sorted": "它的结果必须是排好序的",
  "its weight is not that of a convolution over two axes": "它的权重不是两个轴上的卷积的权重",
  "its weight needs 4 dimensions": "它的权重需要 4 个维度",
  "the archive has no '{entry}', which a tensor needs": "存档中没有某个张量需要的 '{entry}'",
  "the archive has two sources for '{entry}'": "存档中有两份 '{entry}' 的源代码",
  "the archive has weights and no program: it was written by torch.save, and torch.jit.trace(…).save is needed":
    "存档只有权重而没有程序：它由 torch.save 写出，而这里需要 torch.jit.trace(…).save",
  "the archive is damaged: {reason}": "存档已损坏：{reason}",
  "the archive is not one of TorchScript: it has no 'data.pkl'":
    "该存档不是 TorchScript 存档：其中没有 'data.pkl'",
  "the archive was written by a PyTorch before 1.4; load it with torch.jit.load and save it again":
    "该存档由 1.4 之前的 PyTorch 写出；请用 torch.jit.load 加载并重新保存",
  "the archive was written on a machine with another order of bytes":
    "该存档写于字节顺序不同的机器",
  "the archive's '{entry}' has {size} bytes, less than the {count} elements of type {type} that a tensor needs":
    "存档中的 '{entry}' 有 {size} 字节，少于某个张量需要的 {count} 个 {type} 类型的元素",
  "the archive's compressed tensors are larger than the limit of {limit} bytes":
    "存档中压缩的张量超过了 {limit} 字节的上限",
  "the archive's data have a value of kind {actual} where one of kind {expected} belongs":
    "存档的数据中有一个 {actual} 类的值，而那里应为 {expected} 类的值",
  "the archive's entry '{entry}' is compressed and nothing here can inflate it":
    "存档的条目 '{entry}' 是压缩的，而这里无法解压",
  "the archive's entry '{entry}' is compressed by method {method}; only what is deflated or not compressed can be read":
    "存档的条目 '{entry}' 以方法 {method} 压缩；只能读取以 deflate 压缩或未压缩的条目",
  "the archive's entry '{entry}' is encrypted": "存档的条目 '{entry}' 是加密的",
  "the archive's entry '{entry}' is larger than what can be read, {limit} bytes of one text and {all} of all":
    "存档的条目 '{entry}' 超过了可读取的大小：一段文本 {limit} 字节，全部文本 {all} 字节",
  "the archive's tensors that share or repeat memory take more than {limit} bytes":
    "存档中共享或重复内存的张量超过了 {limit} 字节",
  "the elements of a list have different types": "一个列表的元素类型不同",
  "the end of its directory lies elsewhere than it says": "它的目录末尾不在所说的位置",
  "the input needs 3 dimensions": "输入需要 3 个维度",
  "the name of an entry is not encoded in UTF-8": "一个条目的名称不是 UTF-8 编码",
  "the number of classes must be given": "必须给出类别数",
  "the number of weights is not a multiple of the number of layers and directions":
    "权重的个数不是层数与方向数之积的整数倍",
  "the packed parameters {name} are not as any version of PyTorch writes them":
    "打包参数 {name} 不是任何 PyTorch 版本写出的形式",
  "the pickle {entry} has the key {key} twice in one dictionary":
    "pickle {entry} 的一个字典中键 {key} 出现了两次",
  "the pickle {entry} has two members with the name '{name}' in one object or dictionary":
    "pickle {entry} 的一个对象或字典中有两个名为 '{name}' 的成员",
  "the pickle {entry} is damaged at byte {position}: {reason}":
    "pickle {entry} 在第 {position} 字节处已损坏：{reason}",
  "the pickle {entry} is nested deeper than {limit} levels": "pickle {entry} 的嵌套超过 {limit} 层",
  "the pickle {entry} names `{name}` at byte {position}; only tensors and the model's own classes are read, and nothing is called":
    "pickle {entry} 在第 {position} 字节处提到 `{name}`；这里只读取张量和模型自己的类，不调用任何东西",
  "the quantised weight {name} is of type {type}, not int8":
    "量化的权重 {name} 的类型为 {type}，而不是 int8",
  "the scale of its input is not known": "它的输入的缩放系数未知",
  "the scale of the input of {operator} is not known": "{operator} 的输入的缩放系数未知",
  "the scale or zero point {name} is not a constant": "缩放系数或零点 {name} 不是常量",
  "the tensors of its list need a first axis of unknown length":
    "它的列表中的张量的第一个轴的长度须是未知的",
  "the way of interpolating or of padding is unknown": "插值或填充的方式未知",
  "the zero points of the channels of {name} are not all 0": "{name} 各通道的零点不全为 0",
  "{name} is quantised along axis {axis}, not 0": "{name} 沿轴 {axis} 量化，而不是轴 0",
  "{operator} has no scale": "{operator} 没有缩放系数",
  "{operator} takes no list": "{operator} 的参数不是列表",
};
