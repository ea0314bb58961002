// Messages of the operators' type relations (src/op): patterns in English to patterns in Chinese.
import type { Sentences } from "../../../sentences";

export const operators: Sentences = {
  '"{equation}" is not an equation of labels, from character {position} on':
    '"{equation}" 从第 {position} 个字符起不是由标签组成的等式',
  'each label of the result of "{equation}" must be a label of an operand and occur there once':
    '"{equation}" 结果的每个标签必须属于某个操作数，且只出现一次',
  "the batch of {shape} is not a multiple of the blocks' {count} elements":
    "{shape} 的批大小不是块元素数 {count} 的倍数",
  "the bits of {from} cannot be taken as {to}, whose width is another":
    "{from} 的位无法当作位宽不同的 {to} 来读取",
  "the equation is one of {expected} operands, there are {actual}":
    "等式有 {expected} 个操作数，实际为 {actual} 个",
  "the result has no data type; an attribute must name it": "结果将没有数据类型，必须由属性指明",
  "num_groups is {groups}, it must divide the {channels} channels":
    "num_groups 为 {groups}，它必须整除通道数 {channels}",
  "the result would have the shape {shape}, a size cannot be negative":
    "结果的形状将为 {shape}，而大小不能为负",
  "the shape {shape} of operand {index} does not fit the equation":
    "操作数 {index} 的形状 {shape} 与等式不匹配",
  "takes data and up to one tensor of indices for each of its axes, not {count} for {rank} axes":
    "需要数据，以及每个轴至多一个索引张量，而实际为 {rank} 个轴 {count} 个索引张量",
  "takes a vector, the shape is {shape}": "需要向量，实际形状为 {shape}",
  "takes one sequence, or one for each row of the values, the shapes are {first} and {second}":
    "需要一个序列，或为每行值各一个序列，实际形状为 {first} 和 {second}",
  "takes one signal or a batch, the shape is {shape}": "需要一个信号或一批信号，实际形状为 {shape}",
  "n_fft, hop_length and win_length must be positive and n_fft no more than the signal, they are {sizes}":
    "n_fft、hop_length 和 win_length 必须为正，且 n_fft 不超过信号长度，实际为 {sizes}",
  "takes a position per row, the shape is {shape}": "需要每行一个位置，实际形状为 {shape}",
  "out_shape is {shape}, a size cannot be {size}": "out_shape 为 {shape}，大小不能为 {size}",
  "random numbers are float32 or float64, not {dtype}": "随机数为 float32 或 float64，而非 {dtype}",
  "takes probabilities along the last axis and a number of samples, they are {shape} and {count}":
    "需要沿最后一个轴的概率和样本数，实际为 {shape} 和 {count}",
  "takes a weight of {rank} axes, its shape is {shape}":
    "需要有 {rank} 个轴的权重，它的形状为 {shape}",
  "{attribute} is {value}, it must be positive": "{attribute} 为 {value}，但必须为正数",
  "tile_rows and tile_cols must be positive, they are {rows} and {columns}":
    "tile_rows 和 tile_cols 必须为正数，它们为 {rows} 和 {columns}",
  "takes data of 4 axes, values of 2 or 3 and a vector of the rows' beginnings, the shapes are {data_shape}, {first} and {second}":
    "需要 4 个轴的数据、2 或 3 个轴的值以及各行起点的向量，形状为 {data_shape}、{first} 和 {second}",
  "the layout is NHWC or NCHW, not {layout}": "布局应为 NHWC 或 NCHW，而不是 {layout}",
  "takes a function, this is a {actual}": "需要函数，这里是 {actual}",
  '"{layout}" is not a list of sizes and names of axes': "“{layout}”不是轴的大小与名称的列表",
  "takes values of one axis or of three, and a vector of the rows' beginnings, the shapes are {first} and {second}":
    "需要一个轴或三个轴的值，以及各行起始位置的向量，实际形状为 {first} 和 {second}",
  "takes a matrix, the shape is {shape}": "需要矩阵，实际形状为 {shape}",
  "takes data that are shorter than the buffer along axis {axis} and else like it, the shapes are {first} and {second}":
    "需要沿轴 {axis} 比缓冲区短、其余与之相同的数据，实际形状为 {first} 和 {second}",
  '"{layout}" cannot be converted to "{target}"': '"{layout}" 无法转换为 "{target}"',
  "axes has {length} elements, but the shape {shape} only {rank} axes":
    "axes 有 {length} 个元素，但形状 {shape} 只有 {rank} 个轴",
  "axes is {axes}, but each axis of the shape {shape} must be named":
    "axes 为 {axes}，但必须给出形状 {shape} 的每个轴",
  "axes, begin, end and strides must have one length, they are {axes}, {begin}, {end} and {strides}":
    "axes、begin、end 和 strides 的长度必须相同，实际为 {axes}、{begin}、{end} 和 {strides}",
  "axis must be 0 or 1 and the data have at least 2 axes, they are {axis} and {rank}":
    "axis 必须为 0 或 1，数据至少有 2 个轴，实际为 {axis} 和 {rank}",
  "axis must be a scalar and num_newaxis 0 to {limit}, they are of shape {axis_shape} and {num_newaxis}":
    "axis 必须为标量，num_newaxis 必须为 0 到 {limit}，实际形状为 {axis_shape}，num_newaxis 为 {num_newaxis}",
  "axis must be given for the shape {shape}, since its sizes are not all known":
    "形状 {shape} 的大小并非全部已知，因此必须给出 axis",
  "axis {axis} of the shape {shape} cannot be cut to that of the shape {target}":
    "形状 {shape} 的轴 {axis} 无法裁剪到形状 {target} 的对应轴",
  "axis {axis} of the shape {shape} cannot be sliced from {first} to {last} in steps of {stride}":
    "形状 {shape} 的轴 {axis} 无法从 {first} 到 {last} 以步长 {stride} 切片",
  "axis {axis} of the shape {shape} cannot be split into {sections} equal parts":
    "形状 {shape} 的轴 {axis} 无法等分为 {sections} 份",
  "axis {axis} of the shape {shape} is {size}, only an axis of size 1 can be removed":
    "形状 {shape} 的轴 {axis} 大小为 {size}，只能去掉大小为 1 的轴",
  "axis {axis} of {argument} must have the size {expected}, it has {actual}":
    "{argument} 的轴 {axis} 的大小必须为 {expected}，实际为 {actual}",
  "batch_dims is {batch_dims}, but the indices have {rank} axes and axis is {axis}":
    "batch_dims 为 {batch_dims}，但索引有 {rank} 个轴，axis 为 {axis}",
  "begin has {length} elements, but the shape {shape} only {rank} axes":
    "begin 有 {length} 个元素，但形状 {shape} 只有 {rank} 个轴",
  "begin, end and strides must be given": "必须给出 begin、end 和 strides",
  "block_shape is {block_shape}, which must be positive and go with as many pairs in {attribute}":
    "block_shape 为 {block_shape}，它必须为正，且 {attribute} 中要有同样多的数对",
  "block_size is {block_size}, it must be positive": "block_size 为 {block_size}，它必须为正",
  "boxes must have an axis and crop_size 2 positive numbers, they are {boxes_shape} and {crop_size}":
    "boxes 必须有轴，crop_size 必须为 2 个正数，实际为 {boxes_shape} 和 {crop_size}",
  "channels is {channels} in {groups} groups, the weight has {actual} (shape {shape} in layout {layout})":
    "channels 为 {channels}，分为 {groups} 组，而权重有 {actual}（形状 {shape}，布局 {layout}）",
  "channels is {channels}, the weight has {actual} (shape {shape} in layout {layout})":
    "channels 为 {channels}，而权重有 {actual}（形状 {shape}，布局 {layout}）",
  "data and mean must have the same rank, at least 1, they have {data_rank} and {mean_rank}":
    "data 与 mean 的维数必须相同且至少为 1，实际为 {data_rank} 和 {mean_rank}",
  "data with an axis and units must be given": "必须给出有轴的数据以及 units",
  "deformable_groups is {count}, must be positive": "deformable_groups 为 {count}，它必须为正",
  "depth is {depth}, it must be positive": "depth 为 {depth}，它必须为正",
  "groups must be positive and divide the output channels, groups is {groups} and channels is {channels}":
    "groups 必须为正且能整除输出通道数，实际 groups 为 {groups}，channels 为 {channels}",
  "indices of the shape {indices_shape} cannot index data of the shape {data_shape} with batch_dims {batch_dims}":
    "batch_dims 为 {batch_dims} 时，形状为 {indices_shape} 的索引无法索引形状为 {data_shape} 的数据",
  "indices of the shape {indices_shape} do not fit data of the shape {data_shape} and updates of {updates_shape}":
    "形状为 {indices_shape} 的索引与形状为 {data_shape} 的数据、形状为 {updates_shape} 的更新值不匹配",
  "indices_or_sections is {value}, but axis {axis} of the shape {shape} has the size {size}":
    "indices_or_sections 为 {value}，但形状 {shape} 的轴 {axis} 大小为 {size}",
  "indices_or_sections must be an integer or a list of integers":
    "indices_or_sections 必须为整数或整数列表",
  "indices_or_sections must be positive and ascending, it is {value}":
    "indices_or_sections 必须为正且递增，实际为 {value}",
  "k must be a scalar or have the shape (1), not {shape}":
    "k 必须为标量或形状为 (1)，而不是 {shape}",
  "k1 is {k1} and k2 is {k2}, but k1 must not be greater":
    "k1 为 {k1}，k2 为 {k2}，但 k1 不得大于 k2",
  "kernel_size and channels must be given, since the weight's shape does not tell them":
    "无法由权重的形状得知 kernel_size 和 channels，必须给出它们",
  "kernel_size is {kernel_size}, the weight has the shape {shape} in layout {layout}":
    "kernel_size 为 {kernel_size}，而权重的形状为 {shape}，布局为 {layout}",
  "kernel_size with two numbers and positive groups must be given":
    "必须给出含两个数的 kernel_size 和为正的 groups",
  'layout "{layout}" must have the axes {axes}, not split into blocks':
    '布局 "{layout}" 必须有轴 {axes}，且不分块',
  "newshape is {shape}, a size cannot be {size}": "newshape 为 {shape}，大小不能为 {size}",
  "newshape {newshape} cannot be applied to the shape {shape}: {problem}":
    "newshape {newshape} 无法用于形状 {shape}：{problem}",
  "num_newaxis is {num_newaxis}, it must be 0 to {limit}":
    "num_newaxis 为 {num_newaxis}，它必须为 0 到 {limit}",
  "only one of the numbers after -4 can be -1": "-4 之后的两个数只能有一个为 -1",
  "only one size can be -1": "只能有一个大小为 -1",
  "output_padding is {value}, but one number per spatial axis must be given":
    "output_padding 为 {value}，但必须为每个空间轴给出一个数",
  "output_shape is {shape}, a size cannot be {size}": "output_shape 为 {shape}，大小不能为 {size}",
  "output_size is {output_size}, but none, one or {count} positive numbers must be given":
    "output_size 为 {output_size}，但必须给出零个、一个或 {count} 个正数",
  "pack_type must be given and bit_axis be one of {count} axes, it is {bit_axis}":
    "必须给出 pack_type，且 bit_axis 必须为 {count} 个轴之一，实际为 {bit_axis}",
  "pad_width must have 2 axes and the data some, their shapes are {width_shape} and {data_shape}":
    "pad_width 必须有 2 个轴，数据必须有轴，实际形状为 {width_shape} 和 {data_shape}",
  "pad_width must have a pair of integers for each of the {rank} axes of the shape {shape}, it has something else":
    "pad_width 必须为形状 {shape} 的 {rank} 个轴各给出一对整数，实际不是这样",
  "pad_width must have a pair of integers for each of the {rank} axes of the shape {shape}, it has {count}":
    "pad_width 必须为形状 {shape} 的 {rank} 个轴各给出一对整数，实际有 {count} 对",
  "pad_width of axis {axis} is ({before}, {after}), it cannot be negative":
    "轴 {axis} 的 pad_width 为 ({before}, {after})，它不能为负",
  "pad_width of axis {axis} is ({before}, {after}), which leaves nothing of {size}":
    "轴 {axis} 的 pad_width 为 ({before}, {after})，大小 {size} 因此不剩任何元素",
  "padding is {padding}, but 1, 2 or 4 numbers must be given":
    "padding 为 {padding}，但必须给出 1、2 或 4 个数",
  "padding is {padding}, but 1, {per_axis} or {per_side} numbers must be given":
    "padding 为 {padding}，但必须给出 1、{per_axis} 或 {per_side} 个数",
  "repeats must be at least 1 and axis be given, repeats is {repeats}":
    "repeats 至少为 1，且必须给出 axis，实际 repeats 为 {repeats}",
  "reps is {reps}, its numbers must be positive": "reps 为 {reps}，其中的数必须为正",
  'ret_type is "{ret_type}", it must be both, values or indices':
    'ret_type 为 "{ret_type}"，它必须为 both、values 或 indices',
  "roi must have {expected} numbers, it has {actual}":
    "roi 必须有 {expected} 个数，实际有 {actual} 个",
  "shape must be given, with sizes that are not negative, it is none":
    "必须给出 shape 且各大小不为负，实际未给出",
  "shape must be given, with sizes that are not negative, it is {shape}":
    "必须给出 shape 且各大小不为负，实际为 {shape}",
  "size is {size}, but {count} numbers (one per spatial axis) must be given":
    "size 为 {size}，但必须给出 {count} 个数（每个空间轴一个）",
  "sizes and ratios must be given": "必须给出 sizes 和 ratios",
  "sizes below -4 mean nothing": "小于 -4 的大小没有意义",
  'slice_mode is "{slice_mode}", it must be end or size':
    'slice_mode 为 "{slice_mode}"，它必须为 end 或 size',
  "stride is {stride}, it must be 1 to {limit}": "stride 为 {stride}，它必须为 1 到 {limit}",
  "strides is {strides}, a step cannot be {stride}": "strides 为 {strides}，步长不能为 {stride}",
  "strides is {strides}, but {count} positive numbers (one per axis) must be given":
    "strides 为 {strides}，但必须给出 {count} 个正数（每个轴一个）",
  "takes a matrix of indices and two vectors of sizes, all integers, not {indices_type}, {prev_shape_type} and {new_shape_type}":
    "接受一个索引矩阵和两个大小向量，均为整数，而不是 {indices_type}、{prev_shape_type} 和 {new_shape_type}",
  "takes a tensor with at least one axis, not a scalar": "接受至少有一个轴的张量，而不是标量",
  "takes a tuple of tensors, but field {index} is {type}":
    "接受张量的元组，但字段 {index} 为 {type}",
  "takes a tuple of tensors, not {type}": "接受张量的元组，而不是 {type}",
  "takes data and grid of 4 or of 5 axes, their shapes are {data_shape} and {grid_shape}":
    "接受同为 4 个轴或同为 5 个轴的数据和网格，实际形状为 {data_shape} 和 {grid_shape}",
  "takes data of 2 axes and a weight of 3 or 4, their shapes are {data_shape} and {weight_shape}":
    "接受 2 个轴的数据和 3 或 4 个轴的权重，实际形状为 {data_shape} 和 {weight_shape}",
  "takes data of at least {least} axes, its shape is {shape}":
    "接受至少有 {least} 个轴的数据，实际形状为 {shape}",
  "takes integer indices of at most 3 axes, values of at most 2 and a scalar default, they are {indices_type}, {values_type} and {default_type}":
    "接受至多 3 个轴的整数索引、至多 2 个轴的值和标量的默认值，实际为 {indices_type}、{values_type} 和 {default_type}",
  "takes matrices and their diagonals, the shapes are {input_shape} and {diagonal_shape}":
    "接受矩阵及其对角线，实际形状为 {input_shape} 和 {diagonal_shape}",
  "takes matrices (batch, 2, 3), not {shape}": "接受形状为 (batch, 2, 3) 的矩阵，而不是 {shape}",
  "takes predictions (N, C, …), targets (N, …) and weights (C), the shapes are {predictions_shape}, {targets_shape} and {weights_shape}":
    "接受预测值 (N, C, …)、目标值 (N, …) 和权重 (C)，实际形状为 {predictions_shape}、{targets_shape} 和 {weights_shape}",
  "takes predictions and weights of one floating type and targets of integers, the data types are {predictions_dtype}, {weights_dtype} and {targets_dtype}":
    "接受浮点类型相同的预测值和权重以及整数的目标值，实际数据类型为 {predictions_dtype}、{weights_dtype} 和 {targets_dtype}",
  "takes scalars and vectors of one data type, but one is {type}":
    "接受数据类型相同的标量和向量，但其中一个为 {type}",
  "takes the layout NCHW, positive strides and a positive kernel_size, layout is {layout}":
    "接受布局 NCHW、为正的 strides 和为正的 kernel_size，实际布局为 {layout}",
  "takes two matrices of one shape, their shapes are {first} and {second}":
    "接受形状相同的两个矩阵，实际形状为 {first} 和 {second}",
  "takes two positive numbers as pooled_size and the layouts NCHW and NHWC, not {pooled_size} and {layout}":
    "pooled_size 应为两个正数，布局应为 NCHW 或 NHWC，而不是 {pooled_size} 和 {layout}",
  "takes two tensors of 3 axes, their shapes are {first} and {second}":
    "接受两个 3 个轴的张量，实际形状为 {first} 和 {second}",
  "takes one parameter for each of {expected} tensors here, not {actual}":
    "此处 {expected} 个张量各接受一个参数，而不是 {actual} 个",
  "takes {dtype} scalars here, but one is {type}": "此处接受 {dtype} 标量，但其中一个为 {type}",
  "target_shape is {size}, but 2 positive numbers must be given":
    "target_shape 为 {size}，但必须给出 2 个正数",
  "tensor {index} has the data type {dtype}, tensor 0 has {first}":
    "张量 {index} 的数据类型为 {dtype}，而张量 0 的为 {first}",
  "tensor {index} has the shape {shape}, tensor 0 has {first}":
    "张量 {index} 的形状为 {shape}，而张量 0 的为 {first}",
  "the batch sizes differ, the shapes are {first} and {second}":
    "批大小不同，形状为 {first} 和 {second}",
  "the data has {actual} features (shape {data_shape}), the weight expects {expected} (shape {weight_shape})":
    "数据有 {actual} 个特征（形状 {data_shape}），而权重要求 {expected} 个（形状 {weight_shape}）",
  "the data has {channels} channels (axis {axis} of layout {layout}) in {groups} groups of {size}, the weight expects {expected}":
    "数据有 {channels} 个通道（布局 {layout} 的轴 {axis}），分为 {groups} 组，每组 {size} 个，而权重要求 {expected} 个",
  "the data has {channels} channels (axis {axis} of layout {layout}), the weight expects {expected}":
    "数据有 {channels} 个通道（布局 {layout} 的轴 {axis}），而权重要求 {expected} 个",
  "the data has {channels} channels (axis {axis} of layout {layout}), which {groups} groups do not divide":
    "数据有 {channels} 个通道（布局 {layout} 的轴 {axis}），无法平均分为 {groups} 组",
  "the data must have at least {least} axes, it has {rank}":
    "数据至少要有 {least} 个轴，实际有 {rank} 个",
  "the data must have at least {least} axes, its shape is {shape}":
    "数据至少要有 {least} 个轴，实际形状为 {shape}",
  "the data types {first} and {second} differ": "数据类型 {first} 与 {second} 不同",
  "the factor {factor} of axis {axis} is out of range": "轴 {axis} 的倍数 {factor} 超出范围",
  "the fill value must be a scalar, its shape is {shape}": "填充值必须为标量，实际形状为 {shape}",
  "the first axis of the indices must have a known size, their shape is {shape}":
    "索引的第一个轴的大小必须已知，实际形状为 {shape}",
  "the indices must have the shape of the data except in axis {axis}, the shapes are {indices_shape} and {data_shape}":
    "除轴 {axis} 外，索引的形状必须与数据相同，实际形状为 {indices_shape} 和 {data_shape}",
  "the inner sizes differ, the shapes are {first} and {second}":
    "相乘的维度大小不同，形状为 {first} 和 {second}",
  "the kernel covers {kernel} elements of axis {axis}, which has only {size} with its padding":
    "卷积核覆盖轴 {axis} 的 {kernel} 个元素，而该轴含填充只有 {size} 个",
  "the numbers after -4 must be positive or -1": "-4 之后的数必须为正或为 -1",
  "the numbers of channels must be known, they are {in} and {out}":
    "通道数必须已知，实际为 {in} 和 {out}",
  "the shape must be a vector, not a scalar": "形状必须为向量，而不是标量",
  "the shape {data_shape} has {before} elements, {new_shape} has {after}: they must be equal":
    "形状 {data_shape} 有 {before} 个元素，{new_shape} 有 {after} 个：二者必须相等",
  "the shape {shape} cannot be broadcast to {target}": "形状 {shape} 无法广播到 {target}",
  "the shape {shape} does not fit const_shape": "形状 {shape} 与 const_shape 不匹配",
  "the shape {shape} does not fit the layout {layout}": "形状 {shape} 与布局 {layout} 不匹配",
  "the shape {shape} does not fit the layout {layout} of {rank} axes":
    "形状 {shape} 与 {rank} 个轴的布局 {layout} 不匹配",
  "the shapes {condition}, {first} and {second} cannot be broadcast":
    "形状 {condition}、{first} 和 {second} 无法广播",
  "the shapes {first} and {second} cannot be broadcast": "形状 {first} 和 {second} 无法广播",
  "the target shape must be a vector of known length, its shape is {shape}":
    "目标形状必须为长度已知的向量，实际形状为 {shape}",
  "the tensors differ in axis {axis}: tensor {first} has the shape {first_shape}, tensor {second} has {second_shape}":
    "各张量在轴 {axis} 上不同：张量 {first} 的形状为 {first_shape}，张量 {second} 的为 {second_shape}",
  "the weight must have 2 axes, its shape is {shape}": "权重必须有 2 个轴，实际形状为 {shape}",
  "the weight must have {rank} axes, its shape is {shape}":
    "权重必须有 {rank} 个轴，其形状为 {shape}",
  "the window covers {window} elements of axis {axis}, which has only {size} with its padding":
    "窗口覆盖轴 {axis} 的 {window} 个元素，而该轴含填充只有 {size} 个",
  "the window {window_shape} is larger than the shape {shape}":
    "窗口 {window_shape} 大于形状 {shape}",
  "there are no two sizes left for a -3 to multiply": "没有剩余的两个大小可供 -3 相乘",
  "there is no size left for a -4 to split": "没有剩余的大小可供 -4 拆分",
  "there is no size left for a 0 to copy": "没有剩余的大小可供 0 复制",
  "there is nothing from {start} to before {stop} in steps of {step}":
    "从 {start} 到 {stop}（不含）以步长 {step} 没有任何值",
  "two numbers must follow a -4": "-4 之后必须有两个数",
  "units is {units}, it cannot be negative": "units 为 {units}，它不能为负",
  "units is {units}, the weight has {actual} (shape {shape})":
    "units 为 {units}，而权重有 {actual}（形状 {shape}）",
  "window_shape and strides must have {count} positive numbers, they are {window_shape} and {strides}":
    "window_shape 和 strides 必须各有 {count} 个正数，实际为 {window_shape} 和 {strides}",
  "{argument} must be a vector of known length, its shape is {shape}":
    "{argument} 必须为长度已知的向量，实际形状为 {shape}",
  "{argument} must be a {dtype} scalar or a vector of {size}, it is {type}":
    "{argument} 必须为 {dtype} 标量或长度为 {size} 的向量，实际为 {type}",
  "{argument} must be a {dtype} scalar, it is {type}":
    "{argument} 必须为 {dtype} 标量，实际为 {type}",
  "seq_lengths must be signed integers, they are {dtype}":
    "seq_lengths 必须为有符号整数，实际为 {dtype}",
  "{argument} must be integers, they are {dtype}": "{argument} 必须为整数，实际为 {dtype}",
  "{argument} must be one of {dtypes}, it is {dtype}":
    "{argument} 必须为 {dtypes} 之一，实际为 {dtype}",
  "{argument} must have the data type {dtype}, it has {actual}":
    "{argument} 的数据类型必须为 {dtype}，实际为 {actual}",
  "{argument} must have the shape {shape} (axis {axis} of the data), it has {actual}":
    "{argument} 的形状必须为 {shape}（数据的轴 {axis}），实际为 {actual}",
  "{argument} must have the shape {shape}, it has {actual}":
    "{argument} 的形状必须为 {shape}，实际为 {actual}",
  "{argument} must have {rank} axes, its shape is {shape}":
    "{argument} 必须有 {rank} 个轴，实际形状为 {shape}",
  '{attribute} "{layout}" cannot be converted to {target}':
    '{attribute} "{layout}" 无法转换为 {target}',
  '{attribute} "{layout}" is not a layout': '{attribute} "{layout}" 不是布局',
  "{attribute} is {axis}, but a tensor of rank 0 has axes none":
    "{attribute} 为 {axis}，但 0 维张量没有轴",
  "{attribute} is {axis}, but a tensor of rank {rank} has axes {first} to {last}":
    "{attribute} 为 {axis}，但 {rank} 维张量的轴为 {first} 到 {last}",
  "{attribute} is {value}, but 1 positive number (one per spatial axis) must be given":
    "{attribute} 为 {value}，但必须给出 1 个正数（每个空间轴一个）",
  "{attribute} is {value}, its integers must be below 2^31":
    "{attribute} 为 {value}，其中的整数必须小于 2^31",
  "{attribute} is {value}, but two positive numbers must be given":
    "{attribute} 为 {value}，但必须给出两个正数",
  "{attribute} is {value}, but {count} positive numbers (one per spatial axis) must be given":
    "{attribute} 为 {value}，但必须给出 {count} 个正数（每个空间轴一个）",
  "{attribute} of axis {axis} is ({before}, {after}), its integers must be below 2^31":
    "轴 {axis} 的 {attribute} 是 ({before}, {after})，其中的整数必须小于 2^31",
  "{attribute} leaves nothing of axis {axis} of {shape}":
    "{attribute} 使 {shape} 的轴 {axis} 不剩任何元素",
  "{attribute} must be given": "必须给出 {attribute}",
  "{attribute} names axis {axis} twice: {axes}": "{attribute} 两次给出轴 {axis}：{axes}",
  "{first_name} {first} and {second_name} {second} are not a range of {rank} axes":
    "{first_name} {first} 和 {second_name} {second} 不构成 {rank} 个轴的范围",
  "{operator} takes a tensor as argument {index}, not {type}":
    "{operator} 的参数 {index} 应为张量，而不是 {type}",
  "{shape} transposed": "{shape}（转置）",
  "{size} is not a size of a tensor": "{size} 不是张量的大小",
};
