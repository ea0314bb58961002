// Separate functions for conversions of inputs and results, so that a device without reals can run
// the part between them:
//
//   def @main(%data) {
//     let %quantized_inputs = @quantize_inputs(%data);
//     let %quantized_outputs = @quantized_main(%quantized_inputs.0);
//     let %dequantized_outputs = @dequantize_outputs(%quantized_outputs);
//     %dequantized_outputs
//   }
#include <algorithm>

#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "transforms/quantize/forward_rewrite.h"
#include "transforms/quantize/quantize.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::quantize {
namespace {

bool IsConversion(const ExprNode* node) {
  const auto* call = As<CallNode>(node);
  if (!call || !As<OpNode>(call->op())) return false;
  std::string_view op = NameOf(call);
  for (const char* name : {"add", "multiply", "right_shift", "clip", "round", "cast"}) {
    if (op == name) return true;
  }
  return false;
}

bool HasOnlyConversions(const Expr& function) {
  bool only = true;
  PostOrderVisit(function, [&only](const ExprNode* node) {
    only = only && (node->kind() != ExprKind::kCall || IsConversion(node));
  });
  return only;
}

class Types {
 public:
  explicit Types(const QConfig& config)
      : dtypes_{config.dtype_input, config.dtype_weight, config.dtype_activation} {}
  bool Has(DataType dtype) const {
    return std::find(std::begin(dtypes_), std::end(dtypes_), dtype) != std::end(dtypes_);
  }
  bool HasTypeOf(const ExprNode* node) const {
    const auto* tensor = As<TensorTypeNode>(node->checked_type());
    return tensor && Has(tensor->dtype);
  }
  bool HasAllOf(const Expr& function) const {
    bool all = true;
    PostOrderVisit(function, [&](const ExprNode* node) {
      const auto* tensor = As<TensorTypeNode>(node->checked_type());
      all = all && (!tensor || Has(tensor->dtype));
    });
    return all;
  }

 private:
  DataType dtypes_[3];
};

// Cuts off the conversions before the first operator that converts nothing.
class PrefixCutter : public Rewriter {
 public:
  struct Binding {
    Expr inner;  // The parameter of the remaining function.
    Expr outer;  // The variable of the prefix …
    Expr value;  // … and its value.
  };
  std::vector<Binding> bindings;

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (node->kind() != ExprKind::kCall || IsConversion(node)) return WithChildren(node, children);
    std::vector<Expr> changed(children.begin(), children.end());
    for (size_t i = 1; i < changed.size(); ++i) {
      if (Expr param = ParamOf(node->children()[i])) {
        changed[i] = Cut(node->children()[i], param);
      }
    }
    return WithChildren(node, changed);
  }

 private:
  // The only parameter that `expr` converts; null if there is none or if there are several.
  static Expr ParamOf(const Expr& expr) {
    Expr param;
    PtrSet seen;
    std::vector<const Expr*> waiting = {&expr};
    while (!waiting.empty()) {
      const Expr& next = *waiting.back();
      waiting.pop_back();
      if (!seen.Insert(next.get())) continue;
      if (const auto* var = As<VarNode>(next)) {
        if (param && As<VarNode>(param)->vid != var->vid) return nullptr;
        param = next;
      } else if (IsConversion(next.get())) {
        for (const Expr& child : next->children().subspan(1)) waiting.push_back(&child);
      } else if (next->kind() != ExprKind::kConstant) {
        return nullptr;
      }
    }
    return param;
  }
  Expr Cut(const Expr& value, const Expr& param) {
    for (const Binding& binding : bindings) {
      if (binding.value.get() == value.get()) return binding.inner;
    }
    std::string_view name = As<VarNode>(param)->name().view();
    bindings.push_back({Var(name, value->checked_type()), Var(name), value});
    return bindings.back().inner;
  }
};

const FunctionNode* MainOf(const IRModule& module) {
  return As<FunctionNode>(module->Lookup("main"));
}

}  // namespace

IRModule PartitionConversions(const IRModule& module, const QConfig& config) {
  Types types(config);
  IRModule typed = InferTypes(module);
  if (typed->functions.size() != 1) {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kConversionsNeedMainAlone,
            "partition_conversions requires a module with only @main, not {count} functions",
            typed->functions.size()));
  }
  PrefixCutter cutter;
  Expr body = cutter.Run(MainOf(typed)->body());
  std::vector<Expr> mid_params = FreeVars(body);
  std::vector<Expr> passed;
  for (const Expr& param : mid_params) {
    Expr outer = param;
    for (const auto& binding : cutter.bindings) {
      if (As<VarNode>(binding.inner)->vid == As<VarNode>(param)->vid) outer = binding.outer;
    }
    passed.push_back(outer);
  }
  Expr prefix_body = Tuple(passed);
  for (size_t i = cutter.bindings.size(); i-- > 0;) {
    prefix_body = Let(cutter.bindings[i].outer, cutter.bindings[i].value, prefix_body);
  }
  Expr prefix = InferTypes(Function(FreeVars(prefix_body), prefix_body));
  Expr rest = InferTypes(Function(mid_params, body));

  // Walks from the result down to the first integers.
  const auto* rest_function = As<FunctionNode>(rest);
  Expr boundary, input;
  bool several = false;
  struct Suffix : Rewriter {
    const Types& types;
    Expr& boundary;
    Expr& input;
    bool& several;
    Suffix(const Types& t, Expr& b, Expr& i, bool& s)
        : types(t), boundary(b), input(i), several(s) {}
    Expr Enter(const ExprNode* node) override {
      if (node->kind() == ExprKind::kConstant || !types.HasTypeOf(node)) return nullptr;
      several = several || (boundary && boundary.get() != node);
      if (!boundary) {
        boundary = Expr(node);
        input = Var("input", node->checked_type());
      }
      return input;
    }
  } suffix_cutter(types, boundary, input, several);
  Expr suffix_body = suffix_cutter.Run(rest_function->body());
  if (several) {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kConversionsNeedIntegerTensor,
            "partition_conversions requires that one integer tensor determines all results"));
  }
  Expr middle = rest, suffix;
  if (boundary) {
    middle = InferTypes(Function(mid_params, boundary));
    suffix = InferTypes(Function(FreeVars(suffix_body), suffix_body));
  } else {
    input = Var("input", rest_function->body()->checked_type());
    suffix = InferTypes(Function(std::span<const Expr>(&input, 1), input));
  }
  if (config.partition_conversions == "fully_integral" &&
      !(HasOnlyConversions(prefix) && types.HasAllOf(middle) && HasOnlyConversions(suffix))) {
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kProgramNotFullyIntegral,
                              "the program computes with reals between its conversions, which "
                              "'fully_integral' does not allow"));
  }

  std::vector<Expr> params, quantized;
  for (const Expr& param : As<FunctionNode>(prefix)->params()) {
    params.push_back(Var(As<VarNode>(param)->name().view()));
  }
  Expr inputs = Var("quantized_inputs"), outputs = Var("quantized_outputs");
  Expr results = Var("dequantized_outputs");
  for (size_t i = 0; i < passed.size(); ++i) {
    quantized.push_back(TupleGetItem(inputs, static_cast<int>(i)));
  }
  Expr main = Let(inputs, Call(GlobalVar("quantize_inputs"), params),
                  Let(outputs, Call(GlobalVar("quantized_main"), quantized),
                      Let(results, Call(GlobalVar("dequantize_outputs"), {outputs}), results)));
  IRModule result = WithFunctions(typed, {});
  result = WithFunction(result, "quantize_inputs", prefix);
  result = WithFunction(result, "quantized_main", middle);
  result = WithFunction(result, "dequantize_outputs", suffix);
  return InferTypes(WithFunction(result, "main", Function(params, main)));
}

}  // namespace passcope::quantize
