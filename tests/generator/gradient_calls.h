// Random calls of the operators that have gradients, for comparisons with finite differences.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "ir/ndarray.h"
#include "support/random.h"

namespace passcope {

// A call over parameters, and a value for each parameter. Near these values, the result is a
// smooth function of the real parameters.
struct GradientCall {
  Expr call;
  std::vector<Expr> params;
  std::vector<NDArray> values;
};

// Makes the arguments and the attributes of one call.
class GradientCallBuilder {
 public:
  using Named = std::initializer_list<std::pair<const char*, AttrValue>>;

  // `real`: the data type of real arguments.
  GradientCallBuilder(uint64_t seed, DataType real) : random_(seed, "gradient"), real_(real) {}
  GradientCall Take(Expr call);

  DataType real() const { return real_; }
  // In [low, high].
  int64_t Between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_.Below(static_cast<uint64_t>(high - low + 1)));
  }
  bool Chance(int percent) { return Between(0, 99) < percent; }
  double Uniform(double low, double high) { return low + random_.Uniform() * (high - low); }
  template <class T>
  T Pick(std::initializer_list<T> items) {
    return items.begin()[random_.Below(items.size())];
  }
  // `size` numbers in [low, high].
  std::vector<int64_t> Ints(size_t size, int64_t low, int64_t high);
  // A shape with small sizes, many of them 1.
  std::vector<int64_t> Shape(int64_t min_rank, int64_t max_rank);
  // An axis of `rank` axes, possibly counted from the end.
  int64_t Axis(size_t rank);
  // `axis` or its negative form.
  int64_t AsGiven(size_t axis, size_t rank);
  std::vector<int64_t> Permutation(size_t size);
  // A shape that broadcasts to `shape`: some sizes become 1, and leading axes are omitted.
  std::vector<int64_t> Smaller(const std::vector<int64_t>& shape);

  // A real parameter with values in [low, high).
  Expr Real(const std::vector<int64_t>& shape, double low = -2, double high = 2);
  // A real parameter whose values differ from each other and from 0 by at least 0.05.
  Expr Apart(const std::vector<int64_t>& shape);
  Expr RealOf(const std::vector<int64_t>& shape, const std::vector<double>& values);
  // Integers as a constant, or, if `param` allows it, sometimes as a parameter.
  Expr Whole(const std::vector<int64_t>& shape, const std::vector<int64_t>& values,
             bool param = true);
  Expr WholeOf(const NDArray& array, bool param);

  static Expr Op(std::string_view op, std::initializer_list<Expr> args, Named attrs = {});

 private:
  SplitMix64 random_;
  DataType real_;
  GradientCall made_;
};

struct GradientCallRow {
  const char* op;
  Expr (*make)(GradientCallBuilder& b);
};
// The operators of elements, shapes and indices, and those of networks.
std::span<const GradientCallRow> TensorGradientCalls();
std::span<const GradientCallRow> NetworkGradientCalls();
// The row of an operator; null if there is none.
const GradientCallRow* GradientCallOf(std::string_view op);

}  // namespace passcope
