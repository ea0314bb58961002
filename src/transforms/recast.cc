// Recast: makes operators compute in another data type, with casts around each of them.
//
// Why: it shows what a data type costs or gains before quantization. Values are cast without
// scaling, so little is left of reals in small integers. Layers are counted from the input, along
// the longest chain of the operators. Layers in `skip_layers` stay; -1 is the last one. Not done:
// operators whose result is a tuple.
//
//   before  nn.conv2d(%x, %w)
//   after   cast(nn.conv2d(cast(%x, "int8"), cast(%w, "int8"), out_dtype="int32"), "float32")
#include "transforms/recast.h"

#include <algorithm>
#include <optional>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::transform {
namespace {

// The number of calls of the operators between the root and each call, in a walk from left to right
// over arguments. As in TVM, only the first argument of a call counts the call itself, unless
// `all_arguments`.
class Depths {
 public:
  Depths(const Expr& root, const OpTable<char>& ops, bool all_arguments) {
    struct Frame {
      const ExprNode* node;
      size_t next;
      int64_t before, inside;
    };
    std::vector<Frame> stack;
    PtrSet seen;
    int64_t depth = 0;
    auto enter = [&](const ExprNode* node) {
      if (node->children().empty() || !seen.Insert(node)) return;
      bool counts = As<CallNode>(node) && ops.Get(node->child(0)) != 0;
      int64_t before = depth;
      if (counts) ++depth;
      deepest_ = std::max(deepest_, depth);
      if (As<CallNode>(node)) before_[node] = before;
      stack.push_back({node, 0, before, depth});
    };
    enter(root.get());
    while (!stack.empty()) {
      Frame& top = stack.back();
      bool call = As<CallNode>(top.node) != nullptr;
      // After the callee and after each argument.
      if (call && top.next > 1) depth = all_arguments ? top.inside : top.before;
      if (top.next < top.node->children().size()) {
        enter(top.node->child(top.next++).get());
      } else {
        stack.pop_back();
      }
    }
  }
  int64_t deepest() const { return deepest_; }
  int64_t before(const ExprNode* call) const { return *before_.Find(call); }

 private:
  PtrMap<int64_t> before_;
  int64_t deepest_ = 0;
};

class Recaster : public Rewriter {
 public:
  Recaster(const Expr& root, const RecastOptions& options)
      : dtype_(options.dtype), out_dtype_(options.out_dtype) {
    for (const std::string& name : options.ops) ops_.Replace(name, 1);
    layers_ = Depths(root, ops_, true).deepest();
    depths_.emplace(root, ops_, false);
    for (int64_t layer : options.skip_layers)
      skipped_.push_back(layer < 0 ? layers_ + layer : layer);
  }
  int64_t recast() const { return recast_; }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* call = As<CallNode>(node);
    if (!call || ops_.Get(call->op()) == 0 || IsSkipped(call)) return WithChildren(node, children);
    std::vector<Expr> args;
    if (IsCallTo(call, "concatenate")) {
      const auto* tuple = children.size() == 2 ? As<TupleNode>(children[1]) : nullptr;
      if (!tuple) return WithChildren(node, children);
      std::vector<Expr> fields;
      for (const Expr& field : tuple->fields()) fields.push_back(MakeCast(field, dtype_));
      args.push_back(Tuple(fields));
    } else {
      for (const Expr& arg : children.subspan(1)) args.push_back(MakeCast(arg, dtype_));
    }
    DataType before;
    Attrs attrs = call->attrs;
    if (attrs && attrs->schema()->Find("out_dtype")) {
      before = *call->attrs->Get("out_dtype").get<DataType>();
      attrs = WithAttrs(attrs, {{"out_dtype", out_dtype_}});
    }
    if (before.is_void()) {
      const auto* tensor = As<TensorTypeNode>(call->checked_type());
      if (!tensor)
        throw DiagnosticError(
            DiagKind::kUnsupported,
            MSG(kRecastResultNotTensor,
                "Recast does not support '{operator}', whose result is not a tensor",
                As<OpNode>(call->op())->name()));
      before = tensor->dtype;
    }
    ++recast_;
    return MakeCast(Call(children[0], args, std::move(attrs)), before);
  }

 private:
  bool IsSkipped(const CallNode* call) const {
    int64_t layer = layers_ - depths_->before(call) - 1;
    return std::find(skipped_.begin(), skipped_.end(), layer) != skipped_.end();
  }

  const DataType dtype_, out_dtype_;
  OpTable<char> ops_;
  int64_t layers_ = 0;
  std::optional<Depths> depths_;
  std::vector<int64_t> skipped_;
  int64_t recast_ = 0;
};

}  // namespace

Pass Recast(RecastOptions options) {
  for (const std::string& name : options.ops) {
    if (!FindOp(name))
      throw DiagnosticError(DiagKind::kUnknownOperator,
                            MSG(kLayersOperatorUnknown, "unknown operator '{operator}'", name));
  }
  return CreateModulePass(
      [options](const IRModule& module, PassContext& context) {
        IRModule typed = InferTypes(module);
        Expr main = typed->Lookup("main");
        Recaster recaster(main, options);
        Expr result = recaster.Run(main);
        context.Count("operators recast", recaster.recast());
        if (result == main) return module;
        const auto* function = As<FunctionNode>(result);
        // The result has its old type. Checked types of the function are stale, so they are
        // dropped.
        return WithFunction(typed, "main",
                            Function(function->params(), function->body(), function->ret_type,
                                     function->type_params, function->attrs, function->span()));
      },
      TableInfo("Recast"));
}

}  // namespace passcope::transform
