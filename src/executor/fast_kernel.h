// Helpers of the rules for fast kernels.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "executor/fast_rules.h"
#include "kernels/kernels.h"

namespace passcope {

// Each family adds its rules from its own file.
void AddConvRules(OpTable<FastRule>* table);     // fast_conv.cc
void AddProductRules(OpTable<FastRule>* table);  // fast_product.cc
void AddPoolRules(OpTable<FastRule>* table);     // fast_pool.cc
void AddAxisRules(OpTable<FastRule>* table);     // fast_axis.cc
void AddReduceRules(OpTable<FastRule>* table);   // fast_reduce.cc

inline constexpr DataType kFloat = DataType::Float(32);

// True if arguments and result are float32.
bool AllFloat(const FastRuleContext& context);

void Call(kernels::KernelId id, void* params);

// The address of a tensor; null for -1.
const float* FloatsOf(const PlanAddresses& memory, TensorId tensor);
float* ResultOf(const PlanAddresses& memory, TensorId tensor);

// A weight in the order of its kernel. It is packed once if it is constant, otherwise before each
// run.
class PackedWeight {
 public:
  PackedWeight() = default;
  PackedWeight(FastRuleContext& context, TensorId weight, int64_t bytes)
      : weight_(weight), bytes_(bytes), constant_(IsConstant(context.plan, weight)) {
    if (!constant_ && bytes_ > 0) workspace_ = context.Workspace(bytes_);
  }
  TensorId weight() const { return weight_; }
  TensorId workspace() const { return workspace_; }
  bool constant() const { return constant_; }
  int64_t KeptBytes() const { return constant_ ? bytes_ : 0; }
  void* Place(const PlanAddresses& memory) {
    if (bytes_ == 0) return nullptr;
    if (!constant_) return memory.Of(workspace_);
    kept_ = MakeNDArray({bytes_}, DataType::UInt(8));
    return kept_->mutable_data();
  }

 private:
  TensorId weight_ = -1;
  TensorId workspace_ = -1;
  int64_t bytes_ = 0;
  bool constant_ = false;
  NDArray kept_;
};

// A kernel that supports an epilogue.
class EpilogueKernel : public FastKernel {
 public:
  explicit EpilogueKernel(TensorId out) : out_(out) {}
  void SetEpilogue(TensorId out, Epilogue epilogue) override {
    out_ = out;
    epilogue_ = std::move(epilogue);
  }

 protected:
  template <class Params>
  void BindResult(const PlanAddresses& memory, Params* params) {
    params->out = ResultOf(memory, out_);
    params->epilogue = nullptr;
    if (epilogue_.code) {
      epilogue_.code->Bind(memory);
      params->epilogue = &epilogue_.code->program;
    }
  }
  template <class Params>
  void BindChannels(const PlanAddresses& memory, Params* params) {
    params->bias = FloatsOf(memory, epilogue_.bias);
    params->clamp = {epilogue_.min, epilogue_.max};
  }

  TensorId out_;
  Epilogue epilogue_;
};

// Appends the ids that are not -1.
void Add(std::vector<TensorId>* list, std::initializer_list<TensorId> ids);

}  // namespace passcope
