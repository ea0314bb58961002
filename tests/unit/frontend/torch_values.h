// Checks of what imported operators compute: rows of inputs, code and the values that PyTorch's
// documentation defines.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "unit/frontend/torch_model.h"
#include "unit/refused.h"

namespace passcope::frontend {

inline const DataType kTorchLong = DataType::Int(64);

inline NDArray TorchLongs(const Ints& shape, const std::vector<int64_t>& values) {
  return ArrayOf(shape, kTorchLong, values);
}
inline NDArray TorchBools(const Ints& shape, const std::vector<uint8_t>& values) {
  return ArrayOf(shape, DataType::Bool(), values);
}
// 0, 1, 2, … in this shape.
inline NDArray TorchCounting(const Ints& shape) {
  NDArray array = MakeNDArray(shape, DataType::Float(32));
  for (size_t i = 0; i < array->size(); ++i) array->mutable_as<float>()[i] = static_cast<float>(i);
  return array;
}

struct TorchRow {
  std::vector<NDArray> inputs;  // "x", "y", "z" and "w".
  std::string code;             // An expression, or statements with a return.
  std::vector<double> values;
  Ints shape = {-1};  // {-1}: any.
  std::optional<DataType> dtype = std::nullopt;
};

inline std::string TorchBody(const std::string& code) {
  return code.find("return") == std::string::npos ? "return " + code : code;
}

inline void CheckTorchRow(const TorchRow& row) {
  CAPTURE(row.code);
  NDArray result;
  try {
    result = TorchModelOf(row.inputs, TorchBody(row.code)).Run(row.inputs).tensor();
  } catch (const DiagnosticError& error) {
    FAIL_CHECK(error.what());
    return;
  }
  std::vector<double> values = ValuesOf(result);
  CAPTURE(values, row.values);
  if (row.shape != Ints{-1}) CHECK(result->shape == row.shape);
  if (row.dtype) CHECK(result->dtype.str() == row.dtype->str());
  CHECK(values.size() == row.values.size());
  for (size_t i = 0; i < std::min(values.size(), row.values.size()); ++i) {
    CAPTURE(i);
    bool nan = std::isnan(row.values[i]);
    CHECK(std::isnan(values[i]) == nan);
    if (nan || values[i] == row.values[i]) continue;
    CHECK(values[i] == Approx(row.values[i]).epsilon(2e-5).margin(2e-6));
  }
}
inline void CheckTorchRows(const std::vector<TorchRow>& rows) {
  for (const TorchRow& row : rows) CheckTorchRow(row);
}

// The import refuses the code, and its message contains `says`, such as the name of an argument.
inline void CheckTorchNamed(const std::vector<NDArray>& inputs, const std::string& code,
                            const std::string& says) {
  CAPTURE(code);
  CheckRefused([&] { TorchModelOf(inputs, TorchBody(code)).Import(); }, DiagKind::kUnsupported,
               says);
}

}  // namespace passcope::frontend
