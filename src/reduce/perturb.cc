// Monte Carlo arithmetic by rewriting the program.
#include "reduce/perturb.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/visitor.h"
#include "op/op.h"
#include "reduce/run_main.h"
#include "support/random.h"

namespace passcope {
namespace {

// Each further run halves the chance that an element which may move did not.
constexpr int kRuns = 12;

class Perturbation : public Rewriter {
 public:
  Perturbation(uint64_t seed, bool coarse) : random_(seed), coarse_(coarse) {}

 private:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* call = As<CallNode>(node);
    if (!call || !As<OpNode>(call->op())) return WithChildren(node, children);
    std::vector<Expr> own(children.begin(), children.end());
    // What a call does inside, such as taking differences from a mean, rounds its arguments.
    for (size_t i = 1; i < own.size(); ++i) {
      if (As<CallNode>(own[i])) continue;
      if (const auto* type = As<TensorTypeNode>(node->child(i)->checked_type())) {
        own[i] = NoisyTensor(own[i], type, 1);
      }
    }
    Expr rebuilt = WithChildren(node, own);
    return Noisy(std::move(rebuilt), call->checked_type(), AccumulatedLength(call));
  }

  Expr Noisy(Expr value, const Type& type, int64_t length) {
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

  Expr NoisyTensor(Expr value, const TensorTypeNode* type, int64_t length) {
    double unit = UnitRoundoff(type->dtype);
    if (unit == 0) return value;
    if (coarse_) unit = UnitRoundoff(DataType::BFloat(16));
    double bound = std::min(0.25, std::sqrt(static_cast<double>(length)) * unit);
    std::vector<int64_t> shape;
    if (!type->is_dynamic()) {
      for (Dim dim : type->shape) shape.push_back(dim.value());
    }
    NDArray factors = MakeNDArray(shape, type->dtype);
    for (size_t i = 0; i < factors->size(); ++i) {
      // Next to 1 the numbers below are half as far apart as those above: two units round up to a
      // neighbour on either side.
      double part = random_.Symmetric(1);
      double noise = part < 0 ? std::min(part * bound, -unit) : std::max(part * bound, 2 * unit);
      StoreDouble(factors, i, 1 + noise);
    }
    Expr moved = CallOp("multiply", {value, Constant(factors)});
    return CallOp("where", {CallOp("equal", {value, CallOp("round", {value})}), value, moved});
  }

  SplitMix64 random_;
  bool coarse_;
};

}  // namespace

IRModule Perturb(const IRModule& module, uint64_t seed, bool coarse) {
  Perturbation perturbation(seed, coarse);
  std::vector<IRModuleNode::Item> functions = Typed(module)->functions;
  for (IRModuleNode::Item& item : functions) item.function = perturbation.Run(item.function);
  return WithFunctions(module, std::move(functions));
}

std::vector<Spread> MeasureSpread(const IRModule& module, std::string_view function,
                                  std::span<const Value> inputs, std::span<const NDArray> reference,
                                  uint64_t seed, bool coarse) {
  std::vector<Spread> spreads(reference.size());
  for (size_t i = 0; i < reference.size(); ++i) spreads[i].resize(reference[i]->size());
  for (int run = 0; run < kRuns; ++run) {
    SplitMix64 seeds(seed + static_cast<uint64_t>(run), "perturb");
    std::vector<NDArray> moved =
        RunFunction(Perturb(module, seeds.Next(), coarse), function, inputs);
    for (size_t i = 0; i < reference.size() && i < moved.size(); ++i) {
      for (size_t k = 0; k < spreads[i].size() && k < moved[i]->size(); ++k) {
        double before = reference[i]->ToDouble(k), after = moved[i]->ToDouble(k);
        if (before == after || (std::isnan(before) && std::isnan(after))) continue;
        double distance = std::abs(after - before);
        spreads[i][k] = std::isfinite(distance) ? std::max(spreads[i][k], distance)
                                                : std::numeric_limits<double>::infinity();
      }
    }
  }
  return spreads;
}

}  // namespace passcope
