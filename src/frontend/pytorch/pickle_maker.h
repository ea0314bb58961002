// Makes the values of a pickle. Names in it become tensors, their memory, or objects of the
// program's own classes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "diagnostics/message.h"
#include "frontend/pytorch/pickle.h"

namespace passcope::frontend {

// Each function throws DiagnosticError: kBadModelFile if torch does not write a value like this,
// kUnsupported for an unknown name.
class PickleMaker {
 public:
  // The arguments of ReadPickle.
  PickleMaker(std::string_view name, ZipBytes bytes, std::string_view tensors);

  // The bytes of the pickle.
  std::string_view bytes() const { return pickle_->bytes_.view(); }
  // Sets the position of the current operation, for messages.
  void BeginAt(size_t position) { begin_ = position; }
  [[noreturn]] void Damaged(Message reason) const;
  // Returns the pickle with this value. The maker cannot be used afterwards.
  std::unique_ptr<Pickle> Finish(const PickleValue& root);

  PickleValue Bool(bool value);
  PickleValue Int(int64_t value);
  PickleValue Real(double value);
  PickleValue Text(std::string_view text, PickleKind kind = PickleKind::kText);
  // A list, tuple or dictionary.
  PickleValue Items(PickleKind kind, std::span<const PickleValue> values = {});
  // The mutable contents of a value of that kind.
  std::vector<PickleValue>& ItemsOf(const PickleValue& value, PickleKind kind);
  PickleValue Name(std::string_view module, std::string_view name);

  // A tensor's memory by the tuple that identifies it.
  PickleValue Storage(const PickleValue& id);
  // The result of a function of torch.
  PickleValue Call(const PickleValue& callee, const PickleValue& arguments);
  // An object without a state. Build sets the state.
  PickleValue New(const PickleValue& callee, const PickleValue& arguments);
  void Build(const PickleValue& object, const PickleValue& state);

 private:
  [[noreturn]] void Refuse(std::string_view what) const;
  PickleValue Object(std::string_view class_name, const PickleValue& state);
  std::vector<int64_t> Sizes(const PickleValue& value);
  // Arguments: (storage, offset, shape, strides, requires_grad, hooks). A quantised tensor has its
  // quantisation before requires_grad.
  PickleValue Tensor(std::span<const PickleValue> arguments, bool quantized);
  void Quantization(std::span<const PickleValue> fields, PickleTensor* tensor);
  // Turn the states of modules of quantised operators into dictionaries of their attributes.
  PickleValue QuantizedConvolution(const PickleValue& state);
  PickleValue PackedLinear(const PickleValue& state);

  std::string_view name_, tensors_;
  std::unique_ptr<Pickle> pickle_;
  size_t begin_ = 0;
};

}  // namespace passcope::frontend
