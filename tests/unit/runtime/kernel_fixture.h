// Helpers for the tests of kernels: random arrays, a call of an operator, comparison with a
// reference that the test computes.
#pragma once

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/ndarray.h"
#include "op/op.h"
#include "runtime/evaluator.h"
#include "support/random.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {

inline const std::vector<DataType>& AllDataTypes() {
  static const std::vector<DataType> types = {
      DataType::Float(32), DataType::Float(64), DataType::Float(16), DataType::BFloat(16),
      DataType::Int(8),    DataType::Int(16),   DataType::Int(32),   DataType::Int(64),
      DataType::UInt(8),   DataType::UInt(16),  DataType::UInt(32),  DataType::UInt(64),
      DataType::Bool()};
  return types;
}
inline bool IsRealType(DataType dtype) { return dtype.is_float() || dtype.is_bfloat(); }

// Reals in [-2, 2), signed integers in [-9, 9], unsigned integers in [0, 18], bools.
inline NDArray RandomArray(SplitMix64& random, std::vector<int64_t> shape,
                           DataType dtype = DataType::Float(32)) {
  NDArray array = MakeNDArray(std::move(shape), dtype);
  for (size_t i = 0; i < array->size(); ++i) {
    if (IsRealType(dtype)) {
      StoreDouble(array, i, random.Symmetric(2));
    } else if (dtype.is_bool()) {
      StoreInt(array, i, static_cast<int64_t>(random.Below(2)));
    } else {
      StoreInt(array, i, static_cast<int64_t>(random.Below(19)) - (dtype.is_int() ? 9 : 0));
    }
  }
  return array;
}

inline NDArray Ints(std::vector<int64_t> shape, std::vector<int64_t> values,
                    DataType dtype = DataType::Int(32)) {
  NDArray array = MakeNDArray(std::move(shape), dtype);
  REQUIRE(array->size() == values.size());
  for (size_t i = 0; i < values.size(); ++i) StoreInt(array, i, values[i]);
  return array;
}
inline NDArray Reals(std::vector<int64_t> shape, std::vector<double> values,
                     DataType dtype = DataType::Float(32)) {
  NDArray array = MakeNDArray(std::move(shape), dtype);
  REQUIRE(array->size() == values.size());
  for (size_t i = 0; i < values.size(); ++i) StoreDouble(array, i, values[i]);
  return array;
}

// A typed and evaluated call. `tuple` passes the arrays as one tuple.
inline Value RunOp(const char* name, std::vector<NDArray> args, Attrs attrs = nullptr,
                   bool tuple = false) {
  std::vector<Expr> exprs;
  for (const NDArray& arg : args) exprs.push_back(Constant(arg));
  if (tuple) exprs = {Tuple(exprs)};
  return EvaluateExpr(InferTypes(Call(GetOp(name), exprs, std::move(attrs))));
}
inline NDArray RunTensor(const char* name, std::vector<NDArray> args, Attrs attrs = nullptr,
                         bool tuple = false) {
  return RunOp(name, std::move(args), std::move(attrs), tuple).tensor();
}

// Default attributes, changed by `set`.
template <class A, class F>
Attrs With(F set) {
  A* attrs = MakeAttrs<A>();
  Attrs keep(attrs);
  set(*attrs);
  return keep;
}

inline double ToleranceOf(DataType dtype) {
  if (dtype.is_bfloat()) return 3e-2;
  if (!dtype.is_float()) return 0;
  return dtype.bits == 16 ? 5e-3 : dtype.bits == 32 ? 1e-5 : 1e-12;
}

// Calls `f(index)` for every index of `shape`; the last axis varies fastest.
template <class F>
void ForIndices(const std::vector<int64_t>& shape, F f) {
  std::vector<int64_t> index(shape.size(), 0);
  for (int64_t dim : shape) {
    if (dim == 0) return;
  }
  while (true) {
    f(static_cast<const std::vector<int64_t>&>(index));
    size_t i = shape.size();
    while (i > 0 && ++index[i - 1] == shape[i - 1]) index[--i] = 0;
    if (i == 0) return;
  }
}

inline size_t OffsetOf(const std::vector<int64_t>& shape, const std::vector<int64_t>& index) {
  // A REQUIRE per element would be too slow for loops over millions.
  if (shape.size() != index.size()) FAIL("an index of the wrong rank");
  int64_t offset = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (index[i] < 0 || index[i] >= shape[i]) FAIL("an index out of range");
    offset = offset * shape[i] + index[i];
  }
  return static_cast<size_t>(offset);
}
inline double At(const NDArray& array, const std::vector<int64_t>& index) {
  return array->ToDouble(OffsetOf(array->shape, index));
}

// Positions by the letter of their axis, as in "NCHW".
class AxisPositions {
 public:
  int64_t& operator[](char axis) { return values_[static_cast<size_t>(axis - 'A')]; }
  int64_t operator[](char axis) const { return values_[static_cast<size_t>(axis - 'A')]; }

 private:
  std::array<int64_t, 26> values_ = {};
};

// The offsets of the elements of an array in a layout, including blocks.
class LayoutOffsets {
 public:
  LayoutOffsets(const std::string& layout, const std::vector<int64_t>& shape) {
    int64_t number = 0;
    std::array<int64_t, 26> factor;
    factor.fill(1);
    for (char c : layout) {
      if (c >= '0' && c <= '9') {
        number = number * 10 + (c - '0');
        continue;
      }
      bool block = c >= 'a' && c <= 'z';
      char axis = block ? static_cast<char>(c - 'a' + 'A') : c;
      if (block) factor[static_cast<size_t>(axis - 'A')] = number;
      axes_.push_back({axis, block, 1, 1});
      number = 0;
    }
    if (axes_.size() != shape.size()) FAIL("a layout of the wrong rank");
    for (size_t i = 0; i < axes_.size(); ++i) {
      axes_[i].size = shape[i];
      axes_[i].factor = factor[static_cast<size_t>(axes_[i].axis - 'A')];
    }
  }

  size_t Of(const AxisPositions& positions) const {
    int64_t offset = 0;
    for (const Axis& axis : axes_) {
      int64_t at = positions[axis.axis];
      at = axis.block ? at % axis.factor : at / axis.factor;
      if (at < 0 || at >= axis.size) FAIL("an index out of range");
      offset = offset * axis.size + at;
    }
    return static_cast<size_t>(offset);
  }

 private:
  struct Axis {
    char axis;
    bool block;
    int64_t size, factor;
  };
  std::vector<Axis> axes_;
};

// Compares every element with `expected(index)`, with the data type's precision times `slack`.
template <class F>
void CheckArray(const NDArray& actual, const std::vector<int64_t>& shape, DataType dtype,
                F expected, double slack = 1) {
  REQUIRE(actual->shape == shape);
  REQUIRE(actual->dtype == dtype);
  double tolerance = ToleranceOf(dtype) * slack;
  size_t i = 0, wrong = 0;
  ForIndices(shape, [&](const std::vector<int64_t>& index) {
    double want = expected(index), got = actual->ToDouble(i++);
    bool same = want == got || (std::isnan(want) && std::isnan(got)) ||
                std::fabs(want - got) <= tolerance * (1 + std::fabs(want));
    if (!same && ++wrong < 4) UNSCOPED_INFO(fmt::format("at {}: {} != {}", i - 1, got, want));
  });
  CHECK(wrong == 0);
}

inline bool Throws(DiagKind kind, const std::function<void()>& f) {
  try {
    f();
  } catch (const DiagnosticError& error) {
    return error.diagnostics().front().kind == kind;
  }
  return false;
}

}  // namespace passcope
