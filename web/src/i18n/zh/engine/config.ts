// The keys of a context's config: from the English of src/pass/pass_context.cc to Chinese.
import type { Sentences } from "../../sentences";

export const config: Sentences = {
  'For which kind of target rules are chosen: llvm, cuda, rocm or vulkan; "" for none. TVM has targets for it.':
    '为哪类目标选择规则：llvm、cuda、rocm 或 vulkan；"" 表示没有。TVM 以 target 表示它。',
  "Whether FuseOps keeps constants inside the fused functions.":
    "FuseOps 是否将常量保留在融合函数内部。",
  "The largest number of operators that FuseOps puts into one function.":
    "FuseOps 放入一个函数的算子数的上限。",
  "Whether ToMixedPrecision casts the result back to its first data type.":
    "ToMixedPrecision 是否将结果转换回最初的数据类型。",
  "How operators become loops. Accepted, without effect here.":
    "算子如何变为循环。可以给出，但在此不起作用。",
  "Whether schedules come from the auto scheduler. Accepted, without effect here.":
    "调度是否来自 auto scheduler。可以给出，但在此不起作用。",
  "Whether schedules come from the meta scheduler. Accepted, without effect here.":
    "调度是否来自 meta scheduler。可以给出，但在此不起作用。",
  "How schedules of the meta scheduler are chosen. Accepted, without effect here.":
    "如何选择 meta scheduler 的调度。可以给出，但在此不起作用。",
  "The depth to which Collage searches for other compilers. Accepted, without effect here.":
    "Collage 为其他编译器搜索的深度。可以给出，但在此不起作用。",
  "The depth to which Collage searches for kernels. Accepted, without effect here.":
    "Collage 搜索 kernel 的深度。可以给出，但在此不起作用。",
  "The device of what is placed nowhere else. Accepted, without effect here.":
    "未指定设备时所用的设备。可以给出，但在此不起作用。",
  "Whether importers attach the places that expressions come from. Accepted, without effect here.":
    "导入器是否附上表达式的来源位置。可以给出，但在此不起作用。",
  "Whether reshapes on their own are removed. Accepted, without effect here.":
    "是否移除单独的 reshape。可以给出，但在此不起作用。",
  "Whether to check that passes do not change the module they are given; the instrument ImmutableModule does. Accepted, without effect here.":
    "是否检查 Pass 没有改动传给它的模块；由 Pass Instrument ImmutableModule 检查。可以给出，但在此不起作用。",
};
