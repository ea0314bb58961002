// Arguments for operators that random arguments hardly ever fit.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "ir/attrs.h"
#include "ir/data_type.h"

namespace passcope {

struct ExampleTensor {
  DataType dtype;
  std::vector<int64_t> shape;
  // Values that the operator requires; if empty, random ones.
  std::vector<double> values = {};
};

struct ExampleCall {
  const char* op;
  // An argument is a tensor, or a tuple of several tensors.
  std::vector<std::vector<ExampleTensor>> args;
  std::vector<std::pair<const char*, AttrValue>> attrs = {};
};

// Null for operators that random arguments fit often enough.
const ExampleCall* ExampleOf(std::string_view op);

}  // namespace passcope
