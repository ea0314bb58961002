// What stands for a value of PyTorch's graph while it is converted. TVM's frontend keeps what is
// known as Python objects and makes expressions of the rest; so many rules of it ask which of the
// two a value is.
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
    kList,    // A Python list, shared by all who have it.
    kFields,  // An expression of a tuple that is taken apart when somebody wants its fields.
    kTuple,   // The results of an operator that has several.
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
  // Python's isinstance(value, int): a bool is one.
  bool is_int() const { return kind() == Kind::kInt || kind() == Kind::kBool; }
  // A number or a bool.
  bool is_scalar() const { return is_int() || kind() == Kind::kReal; }
  // Whether all of a list that is not empty are integers.
  bool is_int_list() const;
  // Python's truth: of an empty list and 0 false, of expressions true.
  bool truth() const;

  // What follows throws DiagnosticError (kUnsupported) when the value is of another kind.

  // An expression as it is; numbers as a constant: int32, float32 or bool, as TVM's _wrap_const.
  Expr expr() const;
  const Expr& tensor() const;  // An expression only.
  // Python's int(value) and float(value); of a constant expression with one element its element.
  int64_t integer() const;
  double real() const;
  bool boolean() const { return truth(); }
  const std::string& text() const;
  PyList& list() const;
  const PyList& tuple() const;    // kTuple
  const Expr& fields_of() const;  // kFields
  const PackedParams& packed() const;
  // Of a list of integers or constant expressions.
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
