// A converted value of PyTorch's graph. TVM's frontend keeps known values as Python objects and
// makes expressions of the others. So many of its rules ask which of the two a value is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/relay.h"
#include "ir/expr.h"

namespace passcope::frontend {

// Weights of a quantised operator (quantized.cc).
struct PackedParams;

class PyValue;
using PyList = std::vector<PyValue>;

class PyValue {
 public:
  enum class Kind : uint8_t {
    kNone,
    kBool,
    kInt,
    kReal,
    kText,
    kExpr,
    kList,    // A Python list, shared by all its users.
    kFields,  // An expression of a tuple, which is split into its fields on demand.
    kTuple,   // The results of an operator with several results.
    kPacked,
  };

  PyValue() = default;
  PyValue(bool value) : value_(value) {}                    // NOLINT(google-explicit-constructor)
  PyValue(int value) : value_(int64_t{value}) {}            // NOLINT(google-explicit-constructor)
  PyValue(int64_t value) : value_(value) {}                 // NOLINT(google-explicit-constructor)
  PyValue(double value) : value_(value) {}                  // NOLINT(google-explicit-constructor)
  PyValue(std::string value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  PyValue(Expr value) : value_(std::move(value)) {}         // NOLINT(google-explicit-constructor)
  static PyValue List(PyList items) {
    PyValue value;
    value.value_ = std::make_shared<PyList>(std::move(items));
    return value;
  }
  static PyValue List(const Ints& numbers) { return List(PyList(numbers.begin(), numbers.end())); }
  static PyValue Fields(Expr tuple) {
    PyValue value;
    value.value_ = FieldsOf{std::move(tuple)};
    return value;
  }
  static PyValue Tuple(PyList items) {
    PyValue value;
    value.value_ = Results{std::make_shared<PyList>(std::move(items))};
    return value;
  }
  static PyValue Packed(std::shared_ptr<const PackedParams> packed) {
    PyValue value;
    value.value_ = std::move(packed);
    return value;
  }

  Kind kind() const { return static_cast<Kind>(value_.index()); }
  bool is_none() const { return kind() == Kind::kNone; }
  bool is_expr() const { return kind() == Kind::kExpr; }
  bool is_list() const { return kind() == Kind::kList; }
  bool is_text() const { return kind() == Kind::kText; }
  // Python's isinstance(value, int), which is true for a bool.
  bool is_int() const { return kind() == Kind::kInt || kind() == Kind::kBool; }
  // A number or a bool.
  bool is_scalar() const { return is_int() || kind() == Kind::kReal; }
  // True for a list that is not empty and has only integers.
  bool is_int_list() const;
  // Python's truth: an empty list and 0 are false, expressions are true.
  bool truth() const;

  // The following functions throw DiagnosticError (kUnsupported) if the value has another kind.

  // An expression unchanged. A number becomes a constant, int32, float32 or bool, as in TVM's
  // _wrap_const.
  Expr expr() const;
  const Expr& tensor() const;  // An expression only.
  // Python's int(value) and float(value). A constant expression of one element gives the element.
  int64_t integer() const;
  double real() const;
  bool boolean() const { return truth(); }
  const std::string& text() const;
  PyList& list() const;
  const PyList& tuple() const;    // kTuple
  const Expr& fields_of() const;  // kFields
  const PackedParams& packed() const;
  // From a list of integers or constant expressions.
  Ints ints() const;

 private:
  struct FieldsOf {
    Expr tuple;
  };
  struct Results {
    std::shared_ptr<PyList> items;
  };
  [[noreturn]] void FailKind(const char* wanted) const;

  std::variant<std::monostate, bool, int64_t, double, std::string, Expr, std::shared_ptr<PyList>,
               FieldsOf, Results, std::shared_ptr<const PackedParams>>
      value_;
};

}  // namespace passcope::frontend
