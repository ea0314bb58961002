// The source texts of a TorchScript archive: the part of Python's grammar that torch writes
// (torch/csrc/jit/serialization/python_print.cpp), parsed into trees.
//
//   class Linear(Module):
//     __parameters__ = ["weight", "bias", ]
//     weight : Tensor
//     def forward(self: __torch__.torch.nn.modules.linear.Linear,
//       x: Tensor) -> Tensor:
//       weight = self.weight
//       return torch.linear(x, weight, self.bias)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace passcope::frontend {

struct CodeExpr;
using CodeExprPtr = std::unique_ptr<CodeExpr>;

enum class CodeExprKind : uint8_t {
  kName,  // text
  kInt,   // integer; text is the literal, which may exceed int64_t
  kReal,  // real
  kText,  // text
  kTrue,
  kFalse,
  kNone,
  kAttribute,  // items[0].text
  kCall,       // items[0](items[1], …), the last keywords.size() of them by name
  kSubscript,  // items[0][items[1]]; with kSlice as the index
  kSlice,      // items: begin, end, step; each may be null
  kList,
  kTuple,
  kDict,           // items: key, value, key, value, …
  kUnary,          // text: "-", "not", "~"
  kBinary,         // text: "+", "and", "is not", …
  kConditional,    // items: value if true, condition, value if false
  kComprehension,  // [items[0] for text in items[1]]
};

struct CodeExpr {
  CodeExprKind kind;
  int line = 0;
  int depth = 1;
  std::string text;
  int64_t integer = 0;
  double real = 0;
  std::vector<CodeExprPtr> items;
  std::vector<std::string> keywords;
};

struct CodeStatement;
using CodeBlock = std::vector<CodeStatement>;

enum class CodeStatementKind : uint8_t {
  kAssign,  // targets = value; `value` is null for a declaration without one
  kExpr,
  kReturn,  // `value` may be null
  kIf,      // value, body, orelse
  kWhile,   // value, body
  kFor,     // targets[0] in value, body
  kRaise,
  kAssert,
  kPass,
  kBreak,
  kContinue,
};

struct CodeStatement {
  CodeStatementKind kind;
  int line = 0;
  // The targets of an assignment. Several targets are the parts of a tuple.
  std::vector<CodeExprPtr> targets;
  bool unpack = false;  // "a, = f()" unpacks a tuple of one.
  CodeExprPtr type;     // The annotation of an assignment; may be null.
  CodeExprPtr value;
  CodeBlock body;
  CodeBlock orelse;
};

struct CodeParam {
  std::string name;
  CodeExprPtr type;           // May be null.
  CodeExprPtr default_value;  // May be null.
};

struct CodeFunction {
  std::string name;
  std::vector<CodeParam> params;
  CodeExprPtr result;  // The type; may be null.
  CodeBlock body;
};

struct CodeClass {
  std::string name;
  std::string base;  // "Module", "NamedTuple", "" and others.
  // The declared attributes with their types, in their order.
  std::vector<std::pair<std::string, CodeExprPtr>> attributes;
  std::vector<CodeFunction> methods;
};

struct CodeFile {
  std::vector<CodeClass> classes;
  std::vector<CodeFunction> functions;
};

// The limit of nested expressions and blocks.
inline constexpr int kMaxCodeDepth = 64;

// Throws DiagnosticError: kBadModelFile if the source violates the grammar, kNestingTooDeep. `name`
// is the source's, for messages.
CodeFile ParseTorchCode(std::string_view name, std::string_view source);

}  // namespace passcope::frontend
