// The keys of a context's config: from the English of src/pass/pass_context.cc to Chinese.
import type { Sentences } from "../../sentences";

export const config: Sentences = {
  'The kind of target whose rules are used: llvm, cuda, rocm or vulkan; "" for none. In TVM, the target decides.':
    '采用哪类目标的规则：llvm、cuda、rocm 或 vulkan；"" 表示不采用。在 TVM 中由 target 决定。',
  "Whether FuseOps keeps constants inside the fused functions.":
    "FuseOps 是否将常量保留在融合函数内部。",
  "The largest number of operators that FuseOps puts into one function.":
    "FuseOps 放入一个函数的算子数的上限。",
  "Whether ToMixedPrecision casts the result back to its original data type.":
    "ToMixedPrecision 是否将结果转换回原来的数据类型。",
  "How operators are lowered to loops. Accepted, but has no effect in Passcope.":
    "算子如何下降为循环。可以设置，但在 Passcope 中不起作用。",
  "Whether schedules come from the auto scheduler. Accepted, but has no effect in Passcope.":
    "调度是否来自 auto scheduler。可以设置，但在 Passcope 中不起作用。",
  "Whether schedules come from the meta scheduler. Accepted, but has no effect in Passcope.":
    "调度是否来自 meta scheduler。可以设置，但在 Passcope 中不起作用。",
  "How schedules of the meta scheduler are chosen. Accepted, but has no effect in Passcope.":
    "如何选择 meta scheduler 的调度。可以设置，但在 Passcope 中不起作用。",
  "The depth to which Collage searches for other compilers. Accepted, but has no effect in Passcope.":
    "Collage 为其他编译器搜索的深度。可以设置，但在 Passcope 中不起作用。",
  "The depth to which Collage searches for kernels. Accepted, but has no effect in Passcope.":
    "Collage 搜索 kernel 的深度。可以设置，但在 Passcope 中不起作用。",
  "The device of expressions without another device. Accepted, but has no effect in Passcope.":
    "未指定其他设备的表达式所用的设备。可以设置，但在 Passcope 中不起作用。",
  "Whether frontends attach source positions to expressions. Accepted, but has no effect in Passcope.":
    "前端是否为表达式附上源码位置。可以设置，但在 Passcope 中不起作用。",
  "Whether reshapes that are not fused are removed. Accepted, but has no effect in Passcope.":
    "是否移除未被融合的 reshape。可以设置，但在 Passcope 中不起作用。",
  "Whether to check that passes do not modify their input module, as the instrument ImmutableModule does. Accepted, but has no effect in Passcope.":
    "是否像 Pass Instrument ImmutableModule 那样，检查 Pass 没有修改输入模块。可以设置，但在 Passcope 中不起作用。",
};
