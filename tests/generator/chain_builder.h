// Random calls over a given tensor, with axes, attributes and shapes of operands away from their
// defaults.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"
#include "support/random.h"

namespace passcope {

class ChainBuilder {
 public:
  explicit ChainBuilder(uint64_t seed) : random_(seed, "chain") {}

  SplitMix64& random() { return random_; }
  uint64_t Below(uint64_t bound) { return random_.Below(bound); }
  bool Chance(int percent) { return Below(100) < static_cast<uint64_t>(percent); }
  int64_t Size(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(Below(static_cast<uint64_t>(high - low + 1)));
  }
  template <class T, size_t N>
  const T& Pick(const T (&items)[N]) {
    return items[Below(N)];
  }

  // A parameter, or sometimes a constant.
  Expr Operand(std::vector<int64_t> shape, DataType dtype);
  // A typed call; null if it has no type or no kernel, or if its result is large.
  Expr Typed(const Expr& call);
  // A convolution of `data`, or with null of a new parameter.
  Expr Conv2D(const Expr& data, int64_t out_channels = 0);
  // A convolution or product of new parameters, of any kind. Can be null.
  Expr Start();
  // A call that reads `data` and maybe values of `others`. Null if the drawn one is not possible.
  Expr Step(const Expr& data, const std::vector<Expr>& others);
  // An elementwise or broadcasting call over `data`.
  Expr Elementwise(const Expr& data, const std::vector<Expr>& others);

  // @main over all parameters that `body` uses.
  IRModule Build(const Expr& body) const;

 private:
  // A tensor that broadcasts with `shape`.
  Expr Related(const std::vector<int64_t>& shape, DataType dtype);
  Expr Binary(const Expr& data, const std::vector<Expr>& others);
  Expr Reduce(const Expr& data);
  Expr Normalize(const Expr& data);
  Expr Move(const Expr& data, const std::vector<Expr>& others);
  Expr Slice(const Expr& data, const std::vector<Expr>& others);
  Expr Image(const Expr& data);
  Expr Quantized(const Expr& data);
  // Positive constants.
  Expr Scales(int64_t count);
  int64_t Axis(size_t rank);

  SplitMix64 random_;
  std::vector<Expr> params_;
};

}  // namespace passcope
