// Random calls of the operators of elements, shapes, reductions and indices that have gradients.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "generator/gradient_calls.h"

namespace passcope {
namespace {

using Builder = GradientCallBuilder;
using Sizes = std::vector<int64_t>;

int64_t Product(const Sizes& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

template <int kLow, int kHigh>  // In tenths.
Expr Unary(Builder& b, const char* op) {
  return Builder::Op(op, {b.Real(b.Shape(0, 3), kLow * 0.1, kHigh * 0.1)});
}

Expr Binary(Builder& b, const char* op, double low = -2) {
  Sizes shape = b.Shape(0, 4), first = shape, second = shape;
  (b.Chance(50) ? first : second) = b.Smaller(shape);
  if (b.Chance(30)) first = b.Smaller(first);
  Expr x = b.Real(first, low, 2);
  const bool same = first == second && b.Chance(20);
  return Builder::Op(op, {x, same ? x : b.Real(second, low, 2)});
}

// Elements of the two arguments differ by at least 0.08.
Expr Comparison(Builder& b, const char* op) {
  Sizes shape = b.Shape(0, 3), first = b.Smaller(shape);
  if (b.Chance(50)) std::swap(shape, first);
  auto values = [&](const Sizes& of, double offset) {
    std::vector<double> numbers(static_cast<size_t>(Product(of)));
    for (double& number : numbers) {
      number = 0.25 * static_cast<double>(b.Between(-4, 4)) + offset + b.Uniform(-0.02, 0.02);
    }
    return b.RealOf(of, numbers);
  };
  Expr x = values(first, 0);
  return Builder::Op(op, {x, values(shape, 0.125)});
}

Expr Constants(Builder& b, const char* op) {
  Sizes shape = b.Shape(0, 3);
  Expr x = b.Real(shape);
  Expr made =
      Builder::Op(op, {}, {{"shape", AttrValue::Ints(shape)}, {"dtype", AttrValue(b.real())}});
  return Builder::Op("multiply", {x, made});
}

Expr DynamicConstants(Builder& b, const char* op) {
  Sizes shape = b.Shape(1, 3);
  Expr x = b.Real(shape);
  Expr sizes = b.Whole({static_cast<int64_t>(shape.size())}, shape);
  return Builder::Op("multiply", {x, Builder::Op(op, {sizes}, {{"dtype", b.real()}})});
}

Expr MakeClip(Builder& b) {
  // The bounds lie between the values. They can exclude all values, and be in the wrong order.
  Expr x = b.Apart(b.Shape(0, 3));
  double low = 0.1 * static_cast<double>(b.Between(-9, 9));
  double high = low + 0.1 * static_cast<double>(b.Between(b.Chance(20) ? -4 : 0, 9));
  return Builder::Op("clip", {x}, {{"a_min", low}, {"a_max", high}});
}

Expr MakeArange(Builder& b) {
  double start = b.Uniform(-2, 2), step = b.Uniform(0.6, 1) * (b.Chance(50) ? 1 : -1);
  double stop = start + step * (static_cast<double>(b.Between(1, 6)) - 0.5);
  Expr args[] = {b.RealOf({}, {start}), b.RealOf({}, {stop}), b.RealOf({}, {step})};
  return Builder::Op("arange", {args[0], args[1], args[2]},
                     {{"start", AttrValue(AttrValue::Object(args[0]))},
                      {"stop", AttrValue(AttrValue::Object(args[1]))},
                      {"step", AttrValue(AttrValue::Object(args[2]))},
                      {"dtype", b.real()}});
}

Expr MakeOneHot(Builder& b) {
  Sizes shape = b.Shape(0, 2);
  const int64_t depth = b.Between(1, 4);
  // Indices out of range are off everywhere.
  Expr indices = b.Whole(shape, b.Ints(static_cast<size_t>(Product(shape)), -1, depth));
  double value = b.Uniform(-2, 2);
  Expr on = b.RealOf({}, {value});
  Expr off = b.RealOf({}, {b.Chance(30) ? value : b.Uniform(-2, 2)});
  return Builder::Op("one_hot", {indices, on, off},
                     {{"depth", depth},
                      {"axis", b.Axis(shape.size() + 1)},
                      {"dtype", b.Chance(50) ? b.real() : DataType::Float(64)}});
}

Expr MakeGatherNd(Builder& b) {
  Sizes shape = b.Shape(1, 4);
  const auto depth = static_cast<size_t>(b.Between(1, static_cast<int64_t>(shape.size())));
  Sizes positions = b.Shape(0, 2);
  const auto count = static_cast<size_t>(Product(positions));
  std::vector<int64_t> indices;
  for (size_t i = 0; i < depth; ++i) {
    for (int64_t index : b.Ints(count, 0, shape[i] - 1)) indices.push_back(index);
  }
  positions.insert(positions.begin(), static_cast<int64_t>(depth));
  Expr x = b.Real(shape);
  return Builder::Op("gather_nd", {x, b.Whole(positions, indices)}, {{"batch_dims", 0}});
}

Expr MakeTake(Builder& b) {
  Sizes shape = b.Shape(1, 3);
  const bool flat = b.Chance(25);
  const int64_t axis = b.Axis(shape.size());
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t size =
      flat ? Product(shape) : shape[static_cast<size_t>(axis < 0 ? axis + rank : axis)];
  const std::string mode = b.Pick<const char*>({"clip", "wrap", "fast"});
  const int64_t beyond = mode == "fast" ? 0 : 3;
  Sizes places = b.Shape(0, 3);
  Expr x = b.Real(shape);
  Expr indices =
      b.Whole(places, b.Ints(static_cast<size_t>(Product(places)), -beyond, size - 1 + beyond));
  return Builder::Op("take", {x, indices},
                     {{"axis", flat ? AttrValue() : AttrValue(axis)}, {"mode", mode}});
}

AttrValue Axes(Builder& b, size_t rank) {
  if (b.Chance(20)) return {};
  std::vector<int64_t> axes;
  for (int64_t axis : b.Permutation(rank)) {
    if (b.Chance(50)) axes.push_back(b.AsGiven(static_cast<size_t>(axis), rank));
  }
  return AttrValue::Ints(axes);
}

Expr Reduction(Builder& b, const char* op) {
  Sizes shape = b.Shape(1, 4);
  Expr x = b.Apart(shape);
  AttrValue axes = Axes(b, shape.size());
  return Builder::Op(op, {x},
                     {{"axis", axes}, {"keepdims", b.Chance(50)}, {"exclude", b.Chance(30)}});
}

Expr MakeVariance(Builder& b) {
  Sizes shape = b.Shape(1, 4), of_mean = shape;
  Expr x = b.Real(shape);
  AttrValue axes = Axes(b, shape.size());
  const bool exclude = b.Chance(30);
  const bool unbiased = Product(shape) > 1 && axes.is_null() && b.Chance(50);
  Expr mean;
  if (b.Chance(50)) {
    mean = Builder::Op("mean", {x}, {{"axis", axes}, {"keepdims", true}, {"exclude", exclude}});
  } else {
    for (int64_t& size : of_mean) size = b.Chance(50) ? 1 : size;
    mean = b.Real(of_mean);
  }
  return Builder::Op(
      "variance", {x, mean},
      {{"axis", axes}, {"keepdims", b.Chance(50)}, {"exclude", exclude}, {"unbiased", unbiased}});
}

Expr MakeStridedSlice(Builder& b) {
  Sizes shape = b.Shape(1, 3);
  Expr x = b.Real(shape);
  const bool sizes = b.Chance(25);
  std::vector<int64_t> begin, end, strides, axes;
  for (int64_t axis : b.Permutation(shape.size())) {
    const auto at = static_cast<size_t>(axis);
    axes.push_back(b.AsGiven(at, shape.size()));
  }
  const bool named = b.Chance(40);
  if (named) axes.resize(static_cast<size_t>(b.Between(1, static_cast<int64_t>(axes.size()))));
  const auto rank = static_cast<int64_t>(shape.size());
  const size_t count =
      named ? axes.size() : static_cast<size_t>(b.Between(1, static_cast<int64_t>(shape.size())));
  for (size_t i = 0; i < count; ++i) {
    const int64_t size =
        named ? shape[static_cast<size_t>(axes[i] < 0 ? axes[i] + rank : axes[i])] : shape[i];
    if (sizes) {
      begin.push_back(b.Between(0, size - 1));
      end.push_back(b.Chance(30) ? -1 : b.Between(1, size - begin.back()));
      strides.push_back(1);
      continue;
    }
    // The first and the last selected place, and numbers that mean them.
    int64_t first = b.Between(0, size - 1), last = b.Between(0, size - 1);
    int64_t step = b.Between(1, 3) * (first > last ? -1 : 1);
    if (first == last && b.Chance(30)) step = -step;
    int64_t after = last + (step > 0 ? 1 : -1);
    if (step > 0) {
      if (first == 0 && b.Chance(40)) {
        first = -size - b.Between(0, 4);
      } else if (b.Chance(40)) {
        first -= size;
      }
      if (after == size && b.Chance(40)) {
        after = b.Chance(30) ? std::numeric_limits<int64_t>::max() : size + b.Between(1, 4);
      } else if (after < size && b.Chance(40)) {
        after -= size;
      }
    } else {
      if (first == size - 1 && b.Chance(40)) {
        first = size + b.Between(0, 4);
      } else if (b.Chance(40)) {
        first -= size;
      }
      after = after < 0 ? -size - b.Between(1, 4) : b.Chance(40) ? after - size : after;
    }
    begin.push_back(first);
    end.push_back(after);
    strides.push_back(step);
  }
  const bool steps =
      !sizes && std::any_of(strides.begin(), strides.end(), [](int64_t step) { return step != 1; });
  return Builder::Op("strided_slice", {x},
                     {{"begin", AttrValue::Ints(begin)},
                      {"end", AttrValue::Ints(end)},
                      {"strides", steps || named || b.Chance(50) ? AttrValue::Ints(strides)
                                                                 : AttrValue::Ints({1})},
                      {"slice_mode", sizes ? "size" : "end"},
                      {"axes", named ? AttrValue::Ints(axes) : AttrValue()}});
}

Expr MakeCast(Builder& b) {
  DataType to = b.Pick<DataType>({DataType::Float(64), DataType::Int(32), b.real()});
  return Builder::Op("cast", {b.Apart(b.Shape(0, 3))}, {{"dtype", to}});
}

Expr MakeCastLike(Builder& b) {
  Expr x = b.Apart(b.Shape(0, 3));
  Expr like = b.Chance(30) ? b.Whole({2}, {1, 2}) : b.Real({2});
  return Builder::Op("cast_like", {x, like});
}

Expr MakeConcatenate(Builder& b) {
  Sizes shape = b.Shape(1, 3);
  const int64_t axis = b.Axis(shape.size());
  const auto at = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
  std::vector<Expr> parts;
  for (int64_t i = b.Between(1, 3); i > 0; --i) {
    if (!parts.empty() && b.Chance(20)) {
      parts.push_back(parts.front());  // The same part twice.
      continue;
    }
    Sizes part = shape;
    part[at] = parts.empty() ? part[at] : b.Between(0, 3);
    parts.push_back(b.Real(part));
  }
  return Builder::Op("concatenate", {Tuple(parts)}, {{"axis", axis}});
}

Expr MakeStack(Builder& b) {
  Sizes shape = b.Shape(0, 3);
  std::vector<Expr> parts;
  for (int64_t i = b.Between(1, 3); i > 0; --i) parts.push_back(b.Real(shape));
  return Builder::Op("stack", {Tuple(parts)}, {{"axis", b.Axis(shape.size() + 1)}});
}

// Another shape of the same size.
Sizes Reshaped(Builder& b, Sizes shape) {
  Sizes result;
  for (int64_t i = b.Between(0, 2); i > 0; --i) shape.push_back(1);
  for (int64_t at : b.Permutation(shape.size())) {
    int64_t size = shape[static_cast<size_t>(at)];
    if (!result.empty() && b.Chance(40)) {
      result.back() *= size;
    } else {
      result.push_back(size);
    }
  }
  return result;
}

Expr Reshape(Builder& b, const char* op) {
  Sizes shape = b.Shape(1, 3), target = Reshaped(b, shape);
  if (b.Chance(40))
    target[static_cast<size_t>(b.Between(0, static_cast<int64_t>(target.size()) - 1))] = -1;
  if (b.Chance(20)) target = {-1};
  Expr x = b.Real(shape);
  if (std::string_view(op) == "dyn.reshape") {
    return Builder::Op(op, {x, b.Whole({static_cast<int64_t>(target.size())}, target)},
                       {{"newshape", AttrValue::Ints({})}});
  }
  // The codes: keep an axis, keep all others, merge two axes.
  if (b.Chance(20)) target = {0, -2};
  if (shape.size() > 1 && b.Chance(20)) target = {-3, -2};
  if (std::string_view(op) == "contrib_reverse_reshape") std::reverse(target.begin(), target.end());
  return Builder::Op(op, {x}, {{"newshape", AttrValue::Ints(target)}});
}

Expr MakeReshapeLike(Builder& b) {
  Sizes shape = b.Shape(1, 3);
  Expr x = b.Real(shape);
  if (b.Chance(50))
    return Builder::Op("reshape_like", {x, b.Real(Reshaped(b, shape))}, {{"lhs_begin", 0}});
  // Only some axes take the sizes of the other tensor.
  const int64_t rank = static_cast<int64_t>(shape.size());
  const int64_t first = b.Between(0, rank - 1), last = b.Between(first + 1, rank);
  Sizes part(shape.begin() + first, shape.begin() + last), other = Reshaped(b, part);
  const auto count = static_cast<int64_t>(other.size());
  other.insert(other.begin(), b.Between(1, 2));
  return Builder::Op("reshape_like", {x, b.Real(other)},
                     {{"lhs_begin", first},
                      {"lhs_end", last},
                      {"rhs_begin", 1},
                      {"rhs_end", b.Chance(50) ? AttrValue() : AttrValue(count + 1)}});
}

Expr MakeSqueeze(Builder& b) {
  Sizes shape = b.Shape(1, 4);
  std::vector<int64_t> axes;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1 && b.Chance(60)) axes.push_back(b.AsGiven(i, shape.size()));
  }
  return Builder::Op("squeeze", {b.Real(shape)},
                     {{"axis", b.Chance(30) ? AttrValue() : AttrValue::Ints(axes)}});
}

Expr MakeTranspose(Builder& b) {
  Sizes shape = b.Shape(0, 4);
  std::vector<int64_t> axes;
  for (int64_t axis : b.Permutation(shape.size()))
    axes.push_back(b.AsGiven(static_cast<size_t>(axis), shape.size()));
  return Builder::Op("transpose", {b.Real(shape)},
                     {{"axes", b.Chance(30) ? AttrValue() : AttrValue::Ints(axes)}});
}

Expr MakeWhere(Builder& b) {
  Sizes shape = b.Shape(0, 3), of_condition = b.Smaller(shape);
  const auto count = static_cast<size_t>(Product(of_condition));
  Expr condition;
  if (b.Chance(40)) {
    std::vector<double> values;
    for (int64_t value : b.Ints(count, 0, 1)) values.push_back(static_cast<double>(value) * 0.5);
    NDArray array = MakeNDArray(of_condition, b.real());
    for (size_t i = 0; i < count; ++i) StoreDouble(array, i, values[i]);
    condition = Constant(array);
  } else {
    NDArray array = MakeNDArray(of_condition, b.Chance(50) ? DataType::Bool() : DataType::Int(32));
    std::vector<int64_t> values = b.Ints(count, 0, 1);
    for (size_t i = 0; i < count; ++i) StoreInt(array, i, values[i]);
    condition = b.WholeOf(array, true);
  }
  Expr x = b.Real(b.Chance(50) ? shape : b.Smaller(shape));
  return Builder::Op("where", {condition, x, b.Real(b.Chance(50) ? shape : b.Smaller(shape))});
}

Expr Like(Builder& b, const char* op) {
  Sizes shape = b.Shape(0, 3);
  Expr x = b.Real(shape);
  // The result alone would not depend on the parameter.
  return Builder::Op("multiply", {x, Builder::Op(op, {x})});
}

Expr MakeCollapseSumTo(Builder& b) {
  Sizes shape = b.Shape(1, 4), target = b.Smaller(shape);
  Expr x = b.Real(shape);
  Expr sizes = b.Whole({static_cast<int64_t>(target.size())}, target, false);
  return Builder::Op("collapse_sum_to", {x, sizes}, {{"shape", AttrValue::Ints(target)}});
}

#define UNARY(op, low, high)                               \
  {                                                        \
    op, [](Builder& b) { return Unary<low, high>(b, op); } \
  }

constexpr GradientCallRow kRows[] = {
    {"abs", [](Builder& b) { return Builder::Op("abs", {b.Apart(b.Shape(0, 3))}); }},
    UNARY("acos", -8, 8),
    UNARY("acosh", 15, 30),
    {"add", [](Builder& b) { return Binary(b, "add"); }},
    {"arange", MakeArange},
    UNARY("asin", -8, 8),
    UNARY("asinh", -20, 20),
    UNARY("atan", -20, 20),
    UNARY("atanh", -8, 8),
    {"cast", MakeCast},
    {"cast_like", MakeCastLike},
    {"clip", MakeClip},
    {"collapse_sum_like",
     [](Builder& b) {
       Sizes shape = b.Shape(0, 4), like = b.Smaller(shape);
       Expr x = b.Real(shape);
       return Builder::Op("collapse_sum_like", {x, b.Real(like)});
     }},
    {"collapse_sum_to", MakeCollapseSumTo},
    {"concatenate", MakeConcatenate},
    {"contrib_reverse_reshape", [](Builder& b) { return Reshape(b, "contrib_reverse_reshape"); }},
    UNARY("copy", -20, 20),
    UNARY("cos", -20, 20),
    UNARY("cosh", -20, 20),
    {"divide", [](Builder& b) { return Binary(b, "divide", 0.5); }},
    {"dyn.ones", [](Builder& b) { return DynamicConstants(b, "dyn.ones"); }},
    {"dyn.reshape", [](Builder& b) { return Reshape(b, "dyn.reshape"); }},
    {"dyn.zeros", [](Builder& b) { return DynamicConstants(b, "dyn.zeros"); }},
    UNARY("erf", -20, 20),
    UNARY("exp", -20, 20),
    {"expand_dims",
     [](Builder& b) {
       Sizes shape = b.Shape(0, 3);
       return Builder::Op("expand_dims", {b.Real(shape)},
                          {{"axis", b.Axis(shape.size() + 1)}, {"num_newaxis", b.Between(0, 3)}});
     }},
    {"gather_nd", MakeGatherNd},
    {"less_equal", [](Builder& b) { return Comparison(b, "less_equal"); }},
    UNARY("log", 5, 30),
    UNARY("log10", 5, 30),
    UNARY("log2", 5, 30),
    {"max", [](Builder& b) { return Reduction(b, "max"); }},
    {"mean", [](Builder& b) { return Reduction(b, "mean"); }},
    {"min", [](Builder& b) { return Reduction(b, "min"); }},
    {"multiply", [](Builder& b) { return Binary(b, "multiply"); }},
    UNARY("negative", -20, 20),
    {"not_equal", [](Builder& b) { return Comparison(b, "not_equal"); }},
    {"one_hot", MakeOneHot},
    {"ones", [](Builder& b) { return Constants(b, "ones"); }},
    {"ones_like", [](Builder& b) { return Like(b, "ones_like"); }},
    {"reshape", [](Builder& b) { return Reshape(b, "reshape"); }},
    {"reshape_like", MakeReshapeLike},
    {"shape_of",
     [](Builder& b) {
       return Builder::Op("shape_of", {b.Real(b.Shape(1, 3))}, {{"dtype", DataType::Int(64)}});
     }},
    UNARY("sigmoid", -20, 20),
    UNARY("sin", -20, 20),
    UNARY("sinh", -20, 20),
    UNARY("sqrt", 5, 30),
    {"squeeze", MakeSqueeze},
    {"stack", MakeStack},
    {"strided_slice", MakeStridedSlice},
    {"subtract", [](Builder& b) { return Binary(b, "subtract"); }},
    {"sum", [](Builder& b) { return Reduction(b, "sum"); }},
    {"take", MakeTake},
    UNARY("tan", -10, 10),
    UNARY("tanh", -20, 20),
    {"transpose", MakeTranspose},
    {"variance", MakeVariance},
    {"where", MakeWhere},
    {"zeros", [](Builder& b) { return Constants(b, "zeros"); }},
    {"zeros_like", [](Builder& b) { return Like(b, "zeros_like"); }},
};

#undef UNARY

}  // namespace

std::span<const GradientCallRow> TensorGradientCalls() { return kRows; }

}  // namespace passcope
