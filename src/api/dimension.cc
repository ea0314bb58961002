#include "api/dimension.h"

#include "api/json.h"
#include "diagnostics/diagnostic.h"
#include "ir/dim_arith.h"

namespace passcope {
namespace {

// Operands of sizes are limited to the magnitude of sizes.
constexpr int64_t kMaxOperand = int64_t{1} << 62;

}  // namespace

Dim ReadDim(const AttrValue& value, bool operand) {
  auto misuse = [&]() {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kTensorDimensionInvalid,
            "{value} is not a size of a tensor: expected a non-negative integer or '?'",
            ValueText(value)));
  };
  if (const int64_t* size = value.get<int64_t>()) {
    if (*size < (operand ? -kMaxOperand : 0)) misuse();
    return *size;
  }
  if (const std::string* name = value.get<std::string>()) {
    if (*name != "?") return Dim::Symbol(*name);
    return operand ? AsOperand(Dim::Any()) : Dim::Any();
  }
  const AttrArray* parts = value.array();
  if (!parts || parts->empty() || !(*parts)[0].get<std::string>()) misuse();
  const std::string& kind = *(*parts)[0].get<std::string>();
  if (parts->size() == 2) {
    const std::string* name = (*parts)[1].get<std::string>();
    const int64_t* size = (*parts)[1].get<int64_t>();
    if (name && (kind == "s" || kind == "v")) return Dim::Symbol(*name, kind == "s");
    if (size && *size >= (operand ? -kMaxOperand : 0) && kind == "i64") return Dim::Int64(*size);
  } else if (parts->size() == 3 && kind == "r") {
    const double* real = (*parts)[2].get<double>();
    const int64_t* integer = (*parts)[2].get<int64_t>();
    if (real || integer) {
      return Dim::Rounded(ReadDim((*parts)[1], true), real ? *real : static_cast<double>(*integer));
    }
  } else if (parts->size() == 3 && kind.size() == 1) {
    Dim a = ReadDim((*parts)[1], true), b = ReadDim((*parts)[2], true);
    if (kind == "+") return a + b;
    if (kind == "-") return a - b;
    if (kind == "*") return a * b;
    if (kind == "/") return a / b;
    if (kind == "t") return TruncatedQuotient(a, b);
    if (kind == "m") return Greatest(a, b);
  }
  misuse();
  return {};
}

}  // namespace passcope
