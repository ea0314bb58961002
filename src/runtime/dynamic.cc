// The dyn.* operators, whose arguments are the attributes of other operators.
//
// The kernel reads the arguments, sets the attributes of the static form and runs that form.
#include <algorithm>
#include <cmath>

#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "runtime/indices.h"
#include "runtime/kernel.h"

namespace passcope {
namespace {

Value Dynamic(const KernelContext& context) {
  const StaticForm& form = *context.op->decl->traits.static_form;
  std::vector<NDArray> params;
  for (const StaticForm::Param& param : form.params()) params.push_back(context.arg(param.arg));
  const StaticForm::Param* misfit = nullptr;
  Attrs attrs = form.MakeStaticAttrs(context.attrs, params, &misfit);
  if (!attrs)
    context.Fail(MSG(kKernelAttributeScalarRequired,
                     "{attribute} of {operator} must be a scalar, not of shape {shape}",
                     misfit->attr, context.name(), SizesText(context.arg(misfit->arg)->shape)));
  std::vector<Value> values;
  for (size_t i = 0; i < context.args.size(); ++i) {
    if (!form.ParamOf(i)) values.emplace_back(context.arg(i));
  }
  return ApplyOp(As<OpNode>(GetOp(form.op)), values, attrs);
}

// A repetition of 0 gives an empty result, which the static form does not support.
Value DynamicTile(const KernelContext& context) {
  std::vector<int64_t> shape = context.arg(0)->shape;
  const std::vector<int64_t> reps = TileRepetitions(ToInts(context.arg(1)), shape.size());
  shape.insert(shape.begin(), reps.size() - shape.size(), 1);
  bool nothing = false;
  for (size_t i = 0; i < reps.size(); ++i) {
    nothing = nothing || reps[i] == 0;
    if (reps[i] < 0 || __builtin_mul_overflow(shape[i], reps[i], &shape[i])) {
      return Dynamic(context);
    }
  }
  return nothing ? MakeNDArray(std::move(shape), context.arg(0)->dtype) : Dynamic(context);
}

// A depth of 0 also gives an empty result.
Value DynamicOneHot(const KernelContext& context) {
  const NDArray& depth = context.arg(3);
  if (depth->size() != 1 || depth->ToInt(0) != 0) return Dynamic(context);
  const auto& attrs = context.attrs_as<OneHotAttrs>();
  std::vector<int64_t> shape = context.arg(0)->shape;
  size_t axis = context.Axis(attrs.axis, shape.size() + 1);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 0);
  return MakeNDArray(std::move(shape), attrs.dtype);
}

// Sizes may be products of sizes and scales, and not integers.
Value DynamicResize(const KernelContext& context) {
  const NDArray& size = context.arg(1);
  for (size_t i = 0; i < size->size(); ++i) {
    if (size->ToDouble(i) != std::trunc(size->ToDouble(i))) return ResizeByScales(context);
  }
  return Dynamic(context);
}

struct OwnKernel {
  std::string_view name;
  Kernel kernel;
};
constexpr OwnKernel kOwn[] = {{"dyn.tile", DynamicTile},
                              {"dyn.one_hot", DynamicOneHot},
                              {"dyn.image.resize2d", DynamicResize}};

}  // namespace

void RegisterDynamicKernels(KernelRegistry& registry) {
  for (const Expr& op : AllOps()) {
    const OpDecl& decl = *As<OpNode>(op)->decl;
    if (!decl.traits.static_form) continue;
    const auto* own = std::find_if(std::begin(kOwn), std::end(kOwn),
                                   [&](const OwnKernel& each) { return each.name == decl.name; });
    registry.Add(decl.name, own == std::end(kOwn) ? Dynamic : own->kernel);
  }
}

}  // namespace passcope
