// DynamicToStatic: replaces operators that are given shapes at run time by those that are given
// them ahead of time.
//
// Why: a program of known shapes can be planned and fused. An argument counts as known when it is a
// constant or folds to one: shapes of tensors whose type says them, and arithmetic on those.
//
//   before  dyn.reshape(%x, shape_of(%y))                    with %y of shape (2, 3)
//   after   reshape(%x, newshape=[2, 3])
#include <algorithm>

#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/fold_constant.h"
#include "transforms/infer_type.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

AttrValue IntsOf(const NDArray& array) {
  std::vector<int64_t> values;
  for (size_t i = 0; i < array->size(); ++i) values.push_back(array->ToInt(i));
  return AttrValue::Ints(values);
}
AttrValue PairsOf(const NDArray& array) {
  PadPairs pairs;
  for (size_t i = 0; i + 1 < array->size(); i += 2) {
    pairs.emplace_back(array->ToInt(i), array->ToInt(i + 1));
  }
  return FromPadPairs(pairs);
}
AttrValue RealsOf(const NDArray& array) {
  AttrArray values;
  for (size_t i = 0; i < array->size(); ++i) values.emplace_back(array->ToDouble(i));
  return values;
}
AttrValue IntOf(const NDArray& array) { return array->ToInt(0); }
AttrValue RealOf(const NDArray& array) { return array->ToDouble(0); }

// An argument that becomes an attribute.
struct ArgRow {
  uint8_t arg;
  const char* attr;
  AttrValue (*value)(const NDArray& array);
};
struct OpRow {
  const char* dynamic;
  const char* fixed;
  std::vector<ArgRow> args;
};
const std::vector<OpRow>& Rows() {
  static const std::vector<OpRow>* rows = new std::vector<OpRow>{
      {"dyn.reshape", "reshape", {{1, "newshape", IntsOf}}},
      {"dyn.squeeze", "squeeze", {{1, "axis", IntsOf}}},
      {"dyn.expand_dims", "expand_dims", {{1, "axis", IntOf}}},
      {"dyn.tile", "tile", {{1, "reps", IntsOf}}},
      {"dyn.topk", "topk", {{1, "k", IntOf}}},
      {"dyn.broadcast_to", "broadcast_to", {{1, "shape", IntsOf}}},
      {"dyn.zeros", "zeros", {{0, "shape", IntsOf}}},
      {"dyn.ones", "ones", {{0, "shape", IntsOf}}},
      {"dyn.full", "full", {{1, "shape", IntsOf}}},
      {"dyn.one_hot", "one_hot", {{3, "depth", IntOf}}},
      {"dyn.image.resize2d", "image.resize2d", {{1, "size", IntsOf}, {2, "roi", RealsOf}}},
      {"dyn.nn.upsampling", "nn.upsampling", {{1, "scale_h", RealOf}, {2, "scale_w", RealOf}}},
      {"dyn.nn.upsampling3d",
       "nn.upsampling3d",
       {{1, "scale_d", RealOf}, {2, "scale_h", RealOf}, {3, "scale_w", RealOf}}},
      {"dyn.nn.pad", "nn.pad", {{1, "pad_width", PairsOf}}},
      {"dyn.strided_slice",
       "strided_slice",
       {{1, "begin", IntsOf}, {2, "end", IntsOf}, {3, "strides", IntsOf}}},
      {"dyn.sparse_to_dense", "sparse_to_dense", {{3, "output_shape", IntsOf}}},
  };
  return *rows;
}

class Staticizer : public Rewriter {
 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    const auto* var = As<VarNode>(let->var());
    const Type& type = value->checked_type();
    if (type != var->checked_type())
      vars_.Set(var->vid, VarWith(var->vid, type, type, var->span()));
  }

  // What is returned carries types, which may say more than before.
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    switch (node->kind()) {
      case ExprKind::kVar: {
        const Expr* var = vars_.Find(As<VarNode>(node)->vid.get());
        return var ? *var : Expr(node);
      }
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        if (children.back() == function->body()) return Expr(node);
        return InferTypes(Function(function->params(), children.back(), nullptr,
                                   function->type_params, function->attrs));
      }
      case ExprKind::kLet: {
        const Expr* var = vars_.Find(As<VarNode>(node->child(0))->vid.get());
        Expr own[] = {var ? *var : children[0], children[1], children[2]};
        return InferTypes(WithChildren(node, own));
      }
      case ExprKind::kCall: {
        if (As<OpNode>(children[0]) || As<FunctionNode>(children[0])) {
          return InferTypes(Replace(As<CallNode>(WithChildren(node, children))));
        }
        // What a global function returns does not change.
        return WithChildrenKeepingType(node, children);
      }
      default:
        return node->children().empty() ? Expr(node) : InferTypes(WithChildren(node, children));
    }
  }

 private:
  // The call itself where it cannot be replaced.
  static Expr Replace(const CallNode* call) {
    const auto* op = As<OpNode>(call->op());
    if (op && std::string_view(op->name()).substr(0, 4) == "dyn.") {
      for (const OpRow& row : Rows()) {
        if (!IsCallTo(call, row.dynamic) || !FindOp(row.fixed)) continue;
        if (Expr fixed = Fix(call, row)) return fixed;
      }
    }
    return Expr(call);
  }

  // Null when an argument is not known.
  static Expr Fix(const CallNode* call, const OpRow& row) {
    Expr callee = GetOp(row.fixed);
    const AttrSchema& schema = As<OpNode>(callee)->decl->schema();
    AttrsNode* attrs = schema.create();
    Attrs owner(attrs);
    for (const AttrField& field : schema.fields) {
      if (!call->attrs || !call->attrs->schema()->Find(field.name)) continue;
      attrs->Set(field, call->attrs->Get(field.name));
    }
    std::vector<Expr> args;
    for (size_t i = 0; i < call->args().size(); ++i) {
      auto becomes_attr = [&](const ArgRow& arg) { return arg.arg == i; };
      auto found = std::find_if(row.args.begin(), row.args.end(), becomes_attr);
      if (found == row.args.end()) {
        args.push_back(call->arg(i));
        continue;
      }
      Expr folded =
          As<ConstantNode>(call->arg(i)) ? call->arg(i) : FoldConstants(call->arg(i), true);
      const auto* constant = As<ConstantNode>(folded);
      const AttrField* field = schema.Find(found->attr);
      if (!constant || !field || !attrs->Set(*field, found->value(constant->data))) return nullptr;
    }
    return Call(std::move(callee), args, std::move(owner));
  }

  VarMap vars_;  // Whose types changed.
};

}  // namespace

namespace transform {

Pass DynamicToStatic() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule& module, PassContext&) {
        return FoldConstants(Staticizer().Run(EnsureTyped(function, module)), true);
      },
      TableInfo("DynamicToStatic"));
}

}  // namespace transform
}  // namespace passcope
