// The dyn.* operators: what other operators take as an attribute, these take as an argument.
//
// Their kernels read the arguments, fill in the attributes of the other operator and run that one.

#include "op/attrs_nn.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "support/format.h"

namespace passcope {
namespace {

enum class ParamKind : uint8_t { kInts, kInt, kDouble, kPairs };

struct Param {
  size_t arg;
  const char* field;
  ParamKind kind;
};

struct DynRule {
  const char* name;
  const char* target;
  size_t num_kept;  // The first arguments, which are handed on …
  std::vector<Param> params;
  std::vector<size_t> also = {};  // … and these.
};

const std::vector<DynRule>& Rules() {
  constexpr ParamKind kInts = ParamKind::kInts, kInt = ParamKind::kInt;
  constexpr ParamKind kDouble = ParamKind::kDouble, kPairs = ParamKind::kPairs;
  static const std::vector<DynRule> rules = {
      {"dyn.zeros", "zeros", 0, {{0, "shape", kInts}}},
      {"dyn.ones", "ones", 0, {{0, "shape", kInts}}},
      {"dyn.full", "full", 1, {{1, "shape", kInts}}},
      {"dyn.broadcast_to", "broadcast_to", 1, {{1, "shape", kInts}}},
      {"dyn.reshape", "reshape", 1, {{1, "newshape", kInts}}},
      {"dyn.tile", "tile", 1, {{1, "reps", kInts}}},
      {"dyn.squeeze", "squeeze", 1, {{1, "axis", kInts}}},
      {"dyn.expand_dims", "expand_dims", 1, {{1, "axis", kInt}}},
      {"dyn.topk", "topk", 1, {{1, "k", kInt}}},
      {"dyn.one_hot", "one_hot", 3, {{3, "depth", kInt}}},
      {"dyn.strided_slice",
       "strided_slice",
       1,
       {{1, "begin", kInts}, {2, "end", kInts}, {3, "strides", kInts}}},
      {"dyn.nn.pad", "nn.pad", 1, {{1, "pad_width", kPairs}}, {2}},
      {"dyn.nn.upsampling", "nn.upsampling", 1, {{1, "scale_h", kDouble}, {2, "scale_w", kDouble}}},
      {"dyn.nn.upsampling3d",
       "nn.upsampling3d",
       1,
       {{1, "scale_d", kDouble}, {2, "scale_h", kDouble}, {3, "scale_w", kDouble}}},
      {"dyn.image.resize2d", "image.resize2d", 1, {{1, "size", kInts}}},
  };
  return rules;
}

AttrValue ReadParam(const KernelContext& context, const Param& param) {
  const NDArray& array = context.arg(param.arg);
  if (param.kind == ParamKind::kDouble || param.kind == ParamKind::kInt) {
    if (array->size() != 1) context.Fail(Format("needs a scalar for {}", param.field));
    if (param.kind == ParamKind::kDouble) return array->ToDouble(0);
    return array->ToInt(0);
  }
  std::vector<int64_t> values(array->size());
  LoadElements(*array, 0, values.size(), values.data());
  if (param.kind == ParamKind::kInts) return AttrValue::Ints(values);
  PadPairs pairs;
  for (size_t i = 0; i + 1 < values.size(); i += 2) pairs.emplace_back(values[i], values[i + 1]);
  return FromPadPairs(pairs);
}

Value Dynamic(const KernelContext& context) {
  for (const DynRule& rule : Rules()) {
    if (std::string_view(rule.name) != context.op->name()) continue;
    const OpNode* target = FindOp(rule.target);
    if (!target) context.Unsupported("has no kernel");
    AttrsNode* attrs = target->decl->schema().create();
    Attrs keep(attrs);
    for (const AttrField& field : attrs->schema()->fields) {
      if (!context.attrs || !context.attrs->schema()->Find(field.name)) continue;
      attrs->Set(field, context.attrs->Get(field.name));
    }
    for (const Param& param : rule.params) {
      const AttrField* field = attrs->schema()->Find(param.field);
      PASSCOPE_CHECK(field);
      bool set = attrs->Set(*field, ReadParam(context, param));
      PASSCOPE_CHECK(set);
    }
    std::vector<Value> values;
    for (size_t i = 0; i < rule.num_kept; ++i) values.emplace_back(context.arg(i));
    for (size_t i : rule.also) values.emplace_back(context.arg(i));
    return ApplyOp(target, values, keep);
  }
  context.Unsupported("has no kernel");
}

}  // namespace

void RegisterDynamicKernels(KernelRegistry& registry) {
  for (const DynRule& rule : Rules()) registry.Set(rule.name, Dynamic);
}

}  // namespace passcope
