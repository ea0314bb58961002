// Legalize: replaces operators that the target does not have by others that do the same.
//
// Why: a back end implements few operators; rules, by operator, say how the others are made of
// them. Users add rules of their own. The engine has two for FTVMLegalize:
// nn.conv2d_backward_weight becomes a grouped convolution, and nn.conv2d_transpose works in NCHW
// and IOHW.
//
//   before  myop(%x)                       with a rule that says exp(arg)
//   after   exp(%x)
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/op_rules.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// The gradient of a convolution's weight as a convolution whose kernel is the gradient of its
// result, one group per image and channel. Null when a shape is not known.
Expr LegalizeConv2DBackwardWeight(const CallNode* call, std::span<const Expr> args) {
  const ConvAttrs* attrs = AsConvAttrs(call->attrs);
  auto grad = StaticShape(call->arg(0)->checked_type());
  auto data = StaticShape(call->arg(1)->checked_type());
  auto weight = StaticShape(call->checked_type());
  if (!attrs || !grad || !data || !weight || grad->size() != 4 || data->size() != 4 ||
      weight->size() != 4 || attrs->groups < 1) {
    return nullptr;
  }
  std::vector<int64_t> pad = attrs->padding;
  if (pad.size() == 1) pad.assign(4, pad[0]);
  if (pad.size() == 2) pad = {pad[0], pad[1], pad[0], pad[1]};
  if (pad.size() != 4) return nullptr;
  int64_t batch = (*data)[0], in_channels = (*data)[1], out_channels = (*grad)[1];
  int64_t per_group = in_channels / attrs->groups;
  Expr kernel = MakeOp("tile", {args[0]}, {{"reps", AttrValue::Ints({1, per_group, 1, 1})}});
  kernel = MakeReshape(kernel, {-1, 1, 0, 0});
  Expr conv = MakeOp("nn.conv2d", {MakeReshape(args[1], {1, -1, 0, 0}), kernel},
                     {{"strides", AttrValue::Ints(attrs->dilation)},
                      {"padding", AttrValue::Ints(pad)},
                      {"dilation", AttrValue::Ints(attrs->strides)},
                      {"groups", in_channels * batch},
                      {"out_dtype", attrs->out_dtype}});
  int64_t size[2];
  for (size_t i = 0; i < 2; ++i) {
    int64_t span = (*data)[i + 2] - ((*grad)[i + 2] - 1) * attrs->strides[i] - 1;
    size[i] = (span + pad[i] + pad[i + 2]) / attrs->dilation[i] + 1;
    if (size[i] < (*weight)[i + 2]) return nullptr;
  }
  Expr result = MakeReshape(conv, {batch, per_group, out_channels, size[0], size[1]});
  result = MakeReduce("sum", result, std::vector<int64_t>{0}, false);
  result = MakeTranspose(result, {1, 0, 2, 3});
  if (size[0] > (*weight)[2] || size[1] > (*weight)[3]) {
    result =
        MakeOp("strided_slice", {result},
               {{"begin", AttrValue::Ints({0, 0, 0, 0})},
                {"end", AttrValue::Ints({out_channels, per_group, (*weight)[2], (*weight)[3]})},
                {"strides", AttrValue::Ints({1})}});
  }
  return result;
}

// Kernels in IOHW and data in NCHW, which is what convolutions are transposed in.
Expr LegalizeConv2DTranspose(const CallNode* call, std::span<const Expr> args) {
  const auto* attrs = As<Conv2DTransposeAttrs>(call->attrs);
  bool nhwc = attrs && attrs->data_layout == "NHWC";
  if (!attrs || (!nhwc && attrs->data_layout != "NCHW")) return nullptr;
  Expr kernel = args[1];
  if (attrs->kernel_layout != "IOHW") {
    kernel = MakeLayoutTransform(kernel, attrs->kernel_layout, "IOHW");
  }
  Attrs new_attrs = WithAttrs(call->attrs, {{"data_layout", "NCHW"}, {"kernel_layout", "IOHW"}});
  if (!nhwc) return Call(call->op(), {args[0], kernel}, new_attrs);
  Expr result = Call(call->op(), {MakeTranspose(args[0], {0, 3, 1, 2}), kernel}, new_attrs);
  return MakeTranspose(result, {0, 2, 3, 1});
}

struct BuiltInRule {
  const char* map;
  const char* op;
  Expr (*rule)(const CallNode* call, std::span<const Expr> new_args);
};
constexpr BuiltInRule kRules[] = {
    {"FTVMLegalize", "nn.conv2d_backward_weight", LegalizeConv2DBackwardWeight},
    {"FTVMLegalize", "nn.conv2d_transpose", LegalizeConv2DTranspose},
};

}  // namespace

namespace transform {

Pass Legalize(LegalizeOptions options, OpRules rules) {
  OpRules all;
  for (const BuiltInRule& rule : kRules) {
    if (options.legalize_map_attr_name == rule.map) all.emplace_back(rule.op, rule.rule);
  }
  all.insert(all.end(), std::make_move_iterator(rules.begin()),
             std::make_move_iterator(rules.end()));
  return CreateFunctionPass(
      [rules = std::move(all)](const Expr& function, const IRModule& module, PassContext&) {
        OpTable<const OpRule*> table;
        for (const auto& [op, rule] : rules) {
          if (FindOp(op)) table.Set(op, &rule);
        }
        return RewritePostOrder(EnsureTyped(function, module), [&](const ExprNode* node,
                                                                   std::span<const Expr> children) {
          const auto* call = As<CallNode>(node);
          const OpRule* rule = call ? table.Get(call->op()) : nullptr;
          Expr replaced = rule ? (*rule)(call, children.subspan(1)) : nullptr;
          return replaced ? replaced : WithChildren(node, children);
        });
      },
      TableInfo("Legalize"));
}

}  // namespace transform
}  // namespace passcope
