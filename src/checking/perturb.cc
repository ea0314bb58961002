// Monte Carlo arithmetic by rewriting the program.
#include "checking/perturb.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "support/random.h"

namespace passcope {
namespace {

// Each further run halves the chance that an unstable element did not move.
constexpr int kRuns = 12;

class Perturbation : public Rewriter {
 public:
  Perturbation(uint64_t seed, Noise noise) : random_(seed), noise_(noise) {}

 private:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* call = As<CallNode>(node);
    if (!call || !As<OpNode>(call->op())) return WithChildren(node, children);
    std::vector<Expr> own(children.begin(), children.end());
    // Operations inside a call, such as subtracting a mean, round its arguments too.
    for (size_t i = 1; i < own.size(); ++i) {
      if (As<CallNode>(own[i])) continue;
      if (const auto* type = As<TensorTypeNode>(node->child(i)->checked_type())) {
        own[i] = NoisyTensor(own[i], type, 1);
      }
    }
    Expr rebuilt = WithChildren(node, own);
    return Noisy(std::move(rebuilt), call->checked_type(), AccumulatedLength(call));
  }

  Expr Noisy(Expr value, const Type& type, double length) {
    if (const auto* tuple = As<TupleTypeNode>(type)) {
      std::vector<Expr> fields;
      bool any = false;
      for (size_t i = 0; i < tuple->fields.size(); ++i) {
        Expr field = TupleGetItem(value, static_cast<int>(i));
        const auto* tensor = As<TensorTypeNode>(tuple->fields[i]);
        any = any || (tensor && UnitRoundoff(tensor->dtype) > 0);
        fields.push_back(tensor ? NoisyTensor(field, tensor, length) : field);
      }
      return any ? Tuple(fields) : value;
    }
    const auto* tensor = As<TensorTypeNode>(type);
    return tensor ? NoisyTensor(std::move(value), tensor, length) : value;
  }

  Expr NoisyTensor(Expr value, const TensorTypeNode* type, double length) {
    double unit = UnitRoundoff(type->dtype);
    if (unit == 0) return value;
    if (noise_ != Noise::kOwn) unit = UnitRoundoff(DataType::BFloat(16));
    double bound = std::min(0.25, std::sqrt(length) * unit);
    std::vector<int64_t> shape;
    if (!type->is_dynamic()) {
      for (Dim dim : type->shape) shape.push_back(dim.value());
    }
    NDArray factors = MakeNDArray(shape, type->dtype);
    for (size_t i = 0; i < factors->size(); ++i) {
      // Below 1, numbers are half as far apart as above 1. In a type with this unit, the least
      // noise rounds to a neighbour on either side. In a finer type, noises differ, so that all
      // digits change.
      double part = random_.Symmetric(1);
      double noise = part < 0 ? std::min(part * bound, -unit * (1 + part / 2))
                              : std::max(part * bound, 2 * unit * (1 - part / 2));
      StoreDouble(factors, i, 1 + noise);
    }
    Expr moved = CallOp("multiply", {value, Constant(factors)});
    Expr stays = CallOp("equal", {value, CallOp("round", {value})});
    Expr small = CallOp("less", {CallOp("abs", {value}), ConstantScalar(1 / unit, type->dtype)});
    moved = CallOp("where", {CallOp("logical_and", {stays, small}), value, moved});
    if (noise_ == Noise::kHalf && type->dtype.bits > 16) {
      moved = Cast(Cast(std::move(moved), DataType::Float(16)), type->dtype);
    }
    return moved;
  }

  static Expr Cast(Expr value, DataType dtype) {
    auto* attrs = MakeAttrs<CastAttrs>();
    attrs->dtype = dtype;
    return CallOp("cast", {std::move(value)}, Attrs(attrs));
  }

  SplitMix64 random_;
  Noise noise_;
};

}  // namespace

IRModule Perturb(const IRModule& module, uint64_t seed, Noise noise) {
  Perturbation perturbation(seed, noise);
  std::vector<IRModuleNode::Item> functions = Typed(module)->functions;
  for (IRModuleNode::Item& item : functions) item.function = perturbation.Run(item.function);
  return WithFunctions(module, std::move(functions));
}

Spreads MeasureSpread(const IRModule& module, std::string_view function,
                      std::span<const Value> inputs, std::span<const NDArray> reference,
                      uint64_t seed, bool coarse) {
  Spreads spreads;
  for (const NDArray& array : reference) spreads.of_outputs.emplace_back(array->size());
  // The results of a run; empty if it fails or if a result has another size.
  auto run = [&](uint64_t run_seed, Noise noise) -> std::vector<NDArray> {
    try {
      std::vector<NDArray> moved = RunFunction(Perturb(module, run_seed, noise), function, inputs);
      bool alike = moved.size() == reference.size();
      for (size_t i = 0; alike && i < moved.size(); ++i) {
        alike = moved[i]->shape == reference[i]->shape;
      }
      if (alike) return moved;
    } catch (const DiagnosticError& error) {
      spreads.failures.push_back(error.diagnostics().front());
    }
    spreads.fails = true;
    return {};
  };
  for (int i = 0; i < kRuns; ++i) {
    SplitMix64 seeds(seed + static_cast<uint64_t>(i), "perturb");
    Noise noise = !coarse ? Noise::kOwn : i % 2 == 0 ? Noise::kCoarse : Noise::kHalf;
    std::vector<NDArray> moved = run(seeds.Next(), noise);
    for (size_t output = 0; output < moved.size(); ++output) {
      Spread& spread = spreads.of_outputs[output];
      for (size_t k = 0; k < spread.size(); ++k) {
        double before = reference[output]->ToDouble(k), after = moved[output]->ToDouble(k);
        if (before == after || (std::isnan(before) && std::isnan(after))) continue;
        double distance = std::abs(after - before);
        spread[k] = std::isfinite(distance) ? std::max(spread[k], distance)
                                            : std::numeric_limits<double>::infinity();
      }
    }
  }
  return spreads;
}

}  // namespace passcope
