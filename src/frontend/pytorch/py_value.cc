// Python's conversions of values to numbers, truth and constants.
#include "frontend/pytorch/py_value.h"

#include <cmath>

#include "diagnostics/diagnostic.h"

namespace passcope::frontend {
namespace {

const char* KindName(PyValue::Kind kind) {
  switch (kind) {
    case PyValue::Kind::kNone:
      return "None";
    case PyValue::Kind::kBool:
      return "bool";
    case PyValue::Kind::kInt:
      return "int";
    case PyValue::Kind::kReal:
      return "float";
    case PyValue::Kind::kText:
      return "str";
    case PyValue::Kind::kExpr:
      return "Tensor";
    case PyValue::Kind::kList:
      return "list";
    case PyValue::Kind::kFields:
    case PyValue::Kind::kTuple:
      return "tuple";
    case PyValue::Kind::kPacked:
      return "packed parameters";
  }
  return "";
}

}  // namespace

void PyValue::FailKind(const char* wanted) const {
  throw DiagnosticError(
      DiagKind::kUnsupported,
      MSG(kTorchValueKindMismatch, "a value of kind {wanted} is needed, not {actual}", wanted,
          KindName(kind())));
}

bool PyValue::is_int_list() const {
  if (!is_list() || list().empty()) return false;
  for (const PyValue& item : list()) {
    if (!item.is_int()) return false;
  }
  return true;
}

bool PyValue::truth() const {
  switch (kind()) {
    case Kind::kNone:
      return false;
    case Kind::kBool:
      return std::get<bool>(value_);
    case Kind::kInt:
      return std::get<int64_t>(value_) != 0;
    case Kind::kReal:
      return std::get<double>(value_) != 0;
    case Kind::kText:
      return !std::get<std::string>(value_).empty();
    case Kind::kList:
      return !list().empty();
    default:
      return true;
  }
}

Expr PyValue::expr() const {
  switch (kind()) {
    case Kind::kBool:
      return ConstInt(std::get<bool>(value_), DataType::Bool());
    case Kind::kInt:
      return ConstInt(std::get<int64_t>(value_));
    case Kind::kReal:
      return Const(std::get<double>(value_));
    case Kind::kExpr:
      return std::get<Expr>(value_);
    case Kind::kFields:
      return std::get<FieldsOf>(value_).tuple;
    default:
      FailKind("Tensor");
  }
}

const Expr& PyValue::tensor() const {
  if (!is_expr()) FailKind("Tensor");
  return std::get<Expr>(value_);
}

int64_t PyValue::integer() const {
  switch (kind()) {
    case Kind::kBool:
      return std::get<bool>(value_) ? 1 : 0;
    case Kind::kInt:
      return std::get<int64_t>(value_);
    case Kind::kReal:
      // Python's integers have no limit, but infinity and NaN fail there, too.
      if (std::abs(std::get<double>(value_)) < 9223372036854775808.0) {
        return static_cast<int64_t>(std::get<double>(value_));
      }
      FailKind("int");
    case Kind::kExpr:
      if (NDArray data = TryEvaluate(tensor()); data && data->size() == 1) return FirstInt(data);
      FailKind("int");
    default:
      FailKind("int");
  }
}

double PyValue::real() const {
  switch (kind()) {
    case Kind::kBool:
    case Kind::kInt:
      return static_cast<double>(integer());
    case Kind::kReal:
      return std::get<double>(value_);
    case Kind::kExpr:
      if (NDArray data = TryEvaluate(tensor()); data && data->size() == 1) {
        return FirstReal(data);
      }
      FailKind("float");
    default:
      FailKind("float");
  }
}

const std::string& PyValue::text() const {
  if (!is_text()) FailKind("str");
  return std::get<std::string>(value_);
}

PyList& PyValue::list() const {
  if (!is_list()) FailKind("list");
  return *std::get<std::shared_ptr<PyList>>(value_);
}

const PyList& PyValue::tuple() const {
  if (kind() != Kind::kTuple) FailKind("tuple");
  return *std::get<Results>(value_).items;
}

const Expr& PyValue::fields_of() const {
  if (kind() != Kind::kFields) FailKind("tuple");
  return std::get<FieldsOf>(value_).tuple;
}

const PackedParams& PyValue::packed() const {
  if (kind() != Kind::kPacked) FailKind("packed parameters");
  return *std::get<std::shared_ptr<const PackedParams>>(value_);
}

Ints PyValue::ints() const {
  Ints result;
  for (const PyValue& item : list()) result.push_back(item.integer());
  return result;
}

}  // namespace passcope::frontend
