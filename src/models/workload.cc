// Initial values, from relay.testing.init.
#include "models/workload.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "support/random.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

struct Fans {
  double in = 1;
  double out = 1;
};

// TVM's rule: the axes are outputs, inputs, and the axes of a window.
Fans FansOf(const std::vector<int64_t>& shape) {
  Fans fans{static_cast<double>(shape[1]), static_cast<double>(shape[0])};
  for (size_t i = 2; i < shape.size(); ++i) {
    fans.in *= static_cast<double>(shape[i]);
    fans.out *= static_cast<double>(shape[i]);
  }
  return fans;
}

// For a weight in a layout such as OIHW or HWIO; nullopt for any other layout.
std::optional<Fans> FansOf(const std::vector<int64_t>& shape, std::string_view layout,
                           int64_t groups, bool transposed) {
  if (layout.size() != shape.size()) return std::nullopt;
  Fans fans;
  for (size_t i = 0; i < shape.size(); ++i) {
    auto size = static_cast<double>(shape[i]);
    if (layout[i] != 'I') fans.out *= size;
    if (layout[i] != 'O') fans.in *= size;
  }
  // Counts one group only. Groups divide the first of the weight's two channel axes: the outputs,
  // or the inputs of a transposed convolution.
  (transposed ? fans.in : fans.out) /= static_cast<double>(groups);
  return fans;
}

// The fans of the weights of convolutions, by variable.
PtrMap<Fans> ConvolutionFans(const Expr& function) {
  PtrMap<Fans> fans;
  PostOrderVisit(function, [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    const auto* weight = call && call->args().size() > 1 ? As<VarNode>(call->args()[1]) : nullptr;
    const auto* type = weight ? As<TensorTypeNode>(weight->checked_type()) : nullptr;
    if (!type) return;
    std::vector<int64_t> shape;
    for (Dim dim : type->shape) shape.push_back(dim.is_const() ? dim.value() : 1);
    std::optional<Fans> found;
    if (const ConvAttrs* conv = AsConvAttrs(call->attrs)) {
      found = FansOf(shape, conv->kernel_layout, conv->groups, false);
    } else if (const ConvTransposeAttrs* conv = AsConvTransposeAttrs(call->attrs)) {
      found = FansOf(shape, conv->kernel_layout, conv->groups, true);
    }
    if (found) fans[weight->vid.get()] = *found;
  });
  return fans;
}

[[noreturn]] void Fail(Message message) {
  throw DiagnosticError(DiagKind::kUnknownModel, std::move(message));
}

void Fill(const NDArray& array, double value) {
  for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, value);
}

void FillUniform(const NDArray& array, double scale, SplitMix64 random) {
  if (array->dtype != DataType::Float(32)) {
    for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, random.Symmetric(scale));
    return;
  }
  float* values = array->mutable_as<float>();
  for (size_t i = 0; i < array->size(); ++i) {
    values[i] = static_cast<float>(random.Symmetric(scale));
  }
}

double FactorOf(const Fans& fans, Initializer::Factor factor) {
  switch (factor) {
    case Initializer::Factor::kIn:
      return fans.in;
    case Initializer::Factor::kOut:
      return fans.out;
    case Initializer::Factor::kAvg:
      break;
  }
  return (fans.in + fans.out) / 2;
}

NDArray InitialValue(const VarNode* var, const PtrMap<Fans>& fans, uint64_t seed,
                     const Initializer& initializer) {
  std::string_view name = var->name().view();
  const auto* type = As<TensorTypeNode>(var->checked_type());
  std::vector<int64_t> shape;
  if (type) {
    for (Dim dim : type->shape) shape.push_back(dim.is_const() ? dim.value() : -1);
  }
  if (!type || std::find(shape.begin(), shape.end(), -1) != shape.end()) {
    Fail(MSG(kParameterShapeUnknown,
             "parameter '{parameter}' must be a tensor of known shape to get an initial value",
             name));
  }
  NDArray array = MakeNDArray(shape, type->dtype);
  if (name.ends_with("weight")) {
    if (initializer.kind == Initializer::Kind::kConstant) {
      Fill(array, 1 / static_cast<double>(array->size()));
    } else if (shape.size() < 2) {
      Fail(MSG(kXavierWeightRank,
               "the weight '{parameter}' must have at least 2 axes for Xavier's rule", name));
    } else {
      const Fans* known = fans.Find(var->vid.get());
      double factor = FactorOf(known ? *known : FansOf(shape), initializer.factor);
      FillUniform(array, std::sqrt(initializer.magnitude / factor), SplitMix64(seed, name));
    }
  } else if (name.ends_with("gamma") || name.ends_with("var")) {
    Fill(array, 1);
  } else if (name.ends_with("bias") || name.ends_with("beta") || name.ends_with("mean")) {
    Fill(array, 0);
  } else {
    Fail(MSG(kParameterNameSuffixUnknown,
             "the name of parameter '{parameter}' must end with weight, bias, gamma, beta, mean or "
             "var to get an initial value",
             name));
  }
  return array;
}

}  // namespace

Workload CreateWorkload(const Expr& function, uint64_t seed, const Initializer& initializer) {
  Workload workload;
  workload.module = InferTypes(ModuleFromExpr(function));
  const FunctionNode* main = workload.module->Find("main");
  PtrMap<Fans> fans = ConvolutionFans(workload.module->Lookup("main"));
  for (const Expr& param : main->params()) {
    const auto* var = As<VarNode>(param);
    if (var->name().view() == "data") continue;
    workload.params.emplace_back(var->name().str(), InitialValue(var, fans, seed, initializer));
  }
  return workload;
}

}  // namespace passcope
