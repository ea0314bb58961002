#include "generator/gradient_calls.h"

#include <functional>
#include <numeric>
#include <utility>

#include "op/op.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

int64_t Product(const std::vector<int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

}  // namespace

GradientCall GradientCallBuilder::Take(Expr call) {
  made_.call = std::move(call);
  return std::move(made_);
}

std::vector<int64_t> GradientCallBuilder::Ints(size_t size, int64_t low, int64_t high) {
  std::vector<int64_t> numbers(size);
  for (int64_t& number : numbers) number = Between(low, high);
  return numbers;
}

std::vector<int64_t> GradientCallBuilder::Shape(int64_t min_rank, int64_t max_rank) {
  std::vector<int64_t> shape(static_cast<size_t>(Between(min_rank, max_rank)));
  for (int64_t& size : shape) size = Chance(30) ? 1 : Between(2, 4);
  return shape;
}

int64_t GradientCallBuilder::AsGiven(size_t axis, size_t rank) {
  auto number = static_cast<int64_t>(axis);
  return Chance(50) ? number : number - static_cast<int64_t>(rank);
}

int64_t GradientCallBuilder::Axis(size_t rank) { return AsGiven(random_.Below(rank), rank); }

std::vector<int64_t> GradientCallBuilder::Permutation(size_t size) {
  std::vector<int64_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random_.Below(i)]);
  return order;
}

std::vector<int64_t> GradientCallBuilder::Smaller(const std::vector<int64_t>& shape) {
  size_t first = Chance(50) ? 0 : random_.Below(shape.size() + 1);
  std::vector<int64_t> smaller(shape.begin() + static_cast<std::ptrdiff_t>(first), shape.end());
  for (int64_t& size : smaller) {
    if (Chance(30)) size = 1;
  }
  return smaller;
}

Expr GradientCallBuilder::RealOf(const std::vector<int64_t>& shape,
                                 const std::vector<double>& values) {
  NDArray array = MakeNDArray(shape, real_);
  for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, values[i]);
  made_.params.push_back(Var("x" + std::to_string(made_.params.size()), array->type()));
  made_.values.push_back(std::move(array));
  return made_.params.back();
}

Expr GradientCallBuilder::Real(const std::vector<int64_t>& shape, double low, double high) {
  std::vector<double> values(static_cast<size_t>(Product(shape)));
  for (double& value : values) value = Uniform(low, high);
  return RealOf(shape, values);
}

Expr GradientCallBuilder::Apart(const std::vector<int64_t>& shape) {
  const auto count = static_cast<size_t>(Product(shape));
  std::vector<double> values;
  for (int64_t place : Permutation(count)) {
    double value = 0.1 * (static_cast<double>(place) - static_cast<double>(count / 2)) + 0.05;
    values.push_back(value + Uniform(-0.02, 0.02));
  }
  return RealOf(shape, values);
}

Expr GradientCallBuilder::Whole(const std::vector<int64_t>& shape,
                                const std::vector<int64_t>& values, bool param) {
  NDArray array = MakeNDArray(shape, DataType::Int(Chance(50) ? 32 : 64));
  for (size_t i = 0; i < array->size(); ++i) StoreInt(array, i, values[i]);
  return WholeOf(array, param);
}

Expr GradientCallBuilder::WholeOf(const NDArray& array, bool param) {
  if (!param || Chance(50)) return Constant(array);
  made_.params.push_back(Var("n" + std::to_string(made_.params.size()), array->type()));
  made_.values.push_back(array);
  return made_.params.back();
}

Expr GradientCallBuilder::Op(std::string_view op, std::initializer_list<Expr> args, Named attrs) {
  return attrs.size() == 0 ? CallOp(op, args) : MakeOp(op, args, attrs);
}

const GradientCallRow* GradientCallOf(std::string_view op) {
  for (auto rows : {TensorGradientCalls(), NetworkGradientCalls()}) {
    for (const GradientCallRow& row : rows) {
      if (row.op == op) return &row;
    }
  }
  return nullptr;
}

}  // namespace passcope
