#include "executor/steps.h"

#include <algorithm>
#include <cstring>

#include "kernels/kernels.h"
#include "runtime/kernel.h"
#include "support/check.h"

namespace passcope {
namespace {

class ScalarStepKernel final : public StepKernel {
 public:
  explicit ScalarStepKernel(ScalarCode code) : code_(std::move(code)) {}
  void Bind(const PlanAddresses& memory) override {
    code_.Bind(memory);
    params_ = {&code_.program, nullptr, 0, code_.elements()};
  }
  void Run() override {
    PASSCOPE_CHECK(kernels::CallKernel(kernels::KernelId::kScalar, &params_) == 0);
  }
  std::string Algorithm() const override { return "scalar program"; }

 private:
  ScalarCode code_;
  kernels::ScalarParams params_{};
};

class CopyStepKernel final : public StepKernel {
 public:
  CopyStepKernel(const kernels::CopyParams& params, TensorId from, int64_t offset, TensorId to)
      : params_(params), from_(from), offset_(offset), to_(to) {}
  void Bind(const PlanAddresses& memory) override {
    params_.in = memory.Of(from_) + offset_ * params_.element_bytes;
    params_.out = memory.Of(to_);
  }
  void Run() override {
    PASSCOPE_CHECK(kernels::CallKernel(kernels::KernelId::kCopy, &params_) == 0);
  }
  std::string Algorithm() const override { return "copy"; }

 private:
  kernels::CopyParams params_;
  TensorId from_;
  int64_t offset_;
  TensorId to_;
};

class EvaluatorStepKernel final : public StepKernel {
 public:
  EvaluatorStepKernel(const CallNode* call, std::vector<TensorId> args,
                      std::vector<TensorId> results)
      : call_(call), args_(std::move(args)), results_(std::move(results)) {}

  void Bind(const PlanAddresses& memory) override {
    values_.clear();
    size_t next = 0;
    for (const Expr& arg : As<CallNode>(call_)->args()) {
      values_.push_back(Compose(arg->checked_type(), memory, &next));
    }
    PASSCOPE_CHECK(next == args_.size());
    places_.clear();
    for (TensorId result : results_) places_.push_back(memory.View(result));
  }

  void Run() override {
    Value value = RunKernel(As<CallNode>(call_), values_);
    std::vector<NDArray> tensors;
    FlattenValue(value, tensors);
    PASSCOPE_CHECK(tensors.size() == places_.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
      PASSCOPE_CHECK(tensors[i]->shape == places_[i]->shape &&
                     tensors[i]->dtype == places_[i]->dtype);
      // A result may be a view of an argument, which is at another place.
      std::memcpy(places_[i]->mutable_data(), tensors[i]->data(), tensors[i]->nbytes());
    }
  }

  std::string Algorithm() const override { return "evaluator"; }

 private:
  // A value of `type` from the next tensors. The nesting of types is limited.
  Value Compose(const Type& type, const PlanAddresses& memory, size_t* next) {
    const auto* tuple = As<TupleTypeNode>(type);
    if (!tuple) return memory.View(args_[(*next)++]);
    std::vector<Value> fields;
    for (const Type& field : tuple->fields) fields.push_back(Compose(field, memory, next));
    return Value::Tuple(std::move(fields));
  }

  Expr call_;
  std::vector<TensorId> args_, results_;
  std::vector<Value> values_;
  std::vector<NDArray> places_;
};

}  // namespace

std::unique_ptr<StepKernel> MakeScalarStep(ScalarCode code) {
  return std::make_unique<ScalarStepKernel>(std::move(code));
}

std::unique_ptr<StepKernel> MakeCopyStep(TensorId from, int64_t offset, TensorId to,
                                         int element_bytes, std::vector<int64_t> shape,
                                         std::vector<int64_t> strides) {
  kernels::CopyParams params{};
  params.rank = static_cast<int32_t>(shape.size());
  params.element_bytes = element_bytes;
  std::copy(shape.begin(), shape.end(), params.shape);
  std::copy(strides.begin(), strides.end(), params.strides);
  return std::make_unique<CopyStepKernel>(params, from, offset, to);
}

std::unique_ptr<StepKernel> MakeEvaluatorStep(const CallNode* call, std::vector<TensorId> args,
                                              std::vector<TensorId> results) {
  return std::make_unique<EvaluatorStepKernel>(call, std::move(args), std::move(results));
}

}  // namespace passcope
