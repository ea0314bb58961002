// Random tensors and aligned memory for the tests of the kernels.
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/kernels.h"

namespace passcope::kernels {

inline constexpr double kUnit = 1.0 / (1 << 24);  // Half a unit in the last place of 1.

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  // From `low` to `high`, inclusive.
  int64_t Int(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(engine_);
  }
  bool Bool() { return Int(0, 1) == 1; }
  float Real() { return std::uniform_real_distribution<float>(-1, 1)(engine_); }
  std::vector<float> Floats(int64_t count) {
    std::vector<float> values(static_cast<size_t>(count));
    for (float& value : values) value = Real();
    return values;
  }

 private:
  std::mt19937 engine_;
};

// Exactly the bytes that a kernel requested, aligned to 16, so that sanitizers find accesses
// outside. NaN fills them, so reads before writes are visible.
class Room {
 public:
  explicit Room(int64_t bytes) : size_(static_cast<size_t>(bytes)) {
    data_ = static_cast<char*>(::operator new(size_, std::align_val_t(16)));
    std::memset(data_, 0xff, size_);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() { ::operator delete(data_, std::align_val_t(16)); }
  void* get() { return data_; }

 private:
  size_t size_;
  char* data_;
};

// max(root + addend, 0) on `size` elements, written to `out`.
class AddRelu {
 public:
  AddRelu(const std::vector<float>& addend, float* out) : scratch_(ScalarScratchBytes(1, 1)) {
    steps_[0] = {ScalarOp::kAddF, 0, kRootOperand, kFirstInput, kRootOperand, {}, {}};
    steps_[1] = {ScalarOp::kReluF, 0, 0, kRootOperand, kRootOperand, {}, {}};
    input_ = {addend.data(), ElementType::kFloat32, {1}};
    program_.steps = steps_;
    program_.num_steps = 2;
    program_.inputs = &input_;
    program_.num_inputs = 1;
    program_.rank = 1;
    program_.shape[0] = static_cast<int64_t>(addend.size());
    program_.out = out;
    program_.num_registers = 1;
    program_.scratch = scratch_.get();
  }
  AddRelu(const AddRelu&) = delete;
  AddRelu& operator=(const AddRelu&) = delete;
  const ScalarProgram* get() const { return &program_; }

 private:
  ScalarStep steps_[2];
  ScalarInput input_;
  ScalarProgram program_{};
  Room scratch_;
};

}  // namespace passcope::kernels
