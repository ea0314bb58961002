// The emitter walks over statements and expressions of the source with an environment of names.
// PyTorch does the same when it loads an archive (torch/csrc/jit/frontend/ir_emitter.cpp). Only the
// files emit*.cc include this header.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/archive.h"
#include "frontend/pytorch/code.h"
#include "frontend/pytorch/emit.h"
#include "frontend/pytorch/graph.h"
#include "frontend/pytorch/schema.h"

namespace passcope::frontend::emit {

// The limit of nested blocks, expressions and calls after inlining.
inline constexpr int kMaxEmitDepth = 160;

// The meaning of a name or an expression.
struct Item {
  enum class Kind : uint8_t { kValue, kModule, kTuple, kFunction };
  Kind kind = Kind::kValue;
  TorchValue* value = nullptr;
  PickleValue module;        // kModule, at `path` from the root.
  std::string path;          // For kFunction, its full name.
  std::vector<Item> fields;  // kTuple

  static Item Of(TorchValue* value) {
    Item item;
    item.value = value;
    return item;
  }
  static Item TupleOf(std::vector<Item> fields) {
    Item item;
    item.kind = Kind::kTuple;
    item.fields = std::move(fields);
    return item;
  }
};

using Environment = std::map<std::string, Item, std::less<>>;

struct Source {
  std::string name;
  CodeFile file;
};

// A function or method with its source.
struct Callee {
  const Source* source = nullptr;
  const CodeFunction* function = nullptr;
};

class Emitter {
 public:
  Emitter(TorchArchive* archive, size_t max_nodes)
      : archive_(archive),
        graph_(std::make_unique<TorchGraph>(max_nodes)),
        block_(graph_->block()) {}

  TorchProgram Run();

 private:
  [[noreturn]] void FailCode(const Message& problem) const;
  [[noreturn]] void FailUnsupported(const Message& problem) const;

  class Deeper {
   public:
    explicit Deeper(Emitter* emitter) : emitter_(emitter) {
      if (++emitter->depth_ > kMaxEmitDepth) {
        throw DiagnosticError(
            DiagKind::kNestingTooDeep,
            MSG(kTorchCallsNestedTooDeeply,
                "calls within the model's code are nested deeper than {limit} levels",
                kMaxEmitDepth));
      }
    }
    ~Deeper() { --emitter_->depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    Emitter* emitter_;
  };

  // --- sources

  const Source* FindSource(std::string_view qualifier);

  // The class or function with a full name, "__torch__.a.B"; null if there is none.
  template <class T>
  const T* FindIn(const std::vector<T> CodeFile::*members, std::string_view full_name,
                  const Source** source) {
    size_t point = full_name.rfind('.');
    if (point == std::string_view::npos) return nullptr;
    *source = FindSource(full_name.substr(0, point));
    if (!*source) return nullptr;
    for (const T& member : (*source)->file.*members) {
      if (member.name == full_name.substr(point + 1)) return &member;
    }
    return nullptr;
  }
  const CodeClass* FindClass(std::string_view name, const Source** source);

  // A method of a module's class. Throws if it is missing, since the file is damaged then.
  Callee FindMethod(const Item& self, std::string_view name);

  // --- values

  Item Constant(TorchConstant constant, TorchKind kind);
  Item None();

  TorchValue* Node(std::string_view kind, const std::vector<TorchValue*>& inputs, TorchType type);
  TorchValue* List(const std::vector<TorchValue*>& elements, TorchType element);

  // One value for `item`. A tuple becomes a node.
  TorchValue* AsValue(const Item& item);
  TorchType TypeOf(const Item& item) const;
  // The constant that a value is; null for other values.
  static const TorchConstant* ConstantOf(const Item& item);
  static std::optional<bool> KnownBool(const Item& item);

  void Return(const Item& item);

  // The fields of a tuple or of a list of `count` elements.
  std::vector<Item> Unpack(const Item& item, size_t count);

  // --- functions

  Item Inline(const Callee& callee, std::vector<Item> arguments);
  // Turns a tuple that a function takes or returns into a value if `keep_tuples_`.
  void KeepTuple(Item* item);

  // The arguments of a call in the order of the function's parameters. `arguments` come first.
  std::vector<Item> Arrange(const CodeExpr& call, const Callee& callee,
                            std::vector<Item> arguments);

  // --- statements

  void Statements(const CodeBlock& block);

  void Statement(const CodeStatement& statement);

  void Raise();

  void Assign(const CodeStatement& statement);

  // Names such as "_12" exist only in the text.
  static bool IsMeaningful(std::string_view name);

  void Bind(const CodeExpr& target, const Item& item);

  // --- control flow

  static void CollectAssigned(const CodeExpr& target, std::set<std::string>* names);
  static void CollectAssigned(const CodeBlock& block, std::set<std::string>* names);

  // The values within an item, in order, as a block takes or returns them.
  void Flatten(const Item& item, std::vector<TorchValue*>* values);
  static Item Rebuild(const Item& like, const std::vector<TorchValue*>& values, size_t* at);
  static bool SameShape(const Item& a, const Item& b);

  // Emits statements into `block` and returns their environment.
  Environment InBlock(TorchBlock* block, const CodeBlock& statements, Environment environment);

  void If(const CodeStatement& statement);

  Item Merge(TorchNode* node, const std::string& name, const Item& first, const Item& second);

  void Loop(const CodeStatement& statement);

  void LoopResults(const CodeStatement& statement, TorchBlock* body,
                   const std::vector<std::pair<std::string, Item>>& carried, Environment* inner);

  // The number of iterations of `for i in range(n)`.
  TorchValue* Trips(const CodeExpr& range);

  // --- expressions

  // `results`: the number of values into which the result is unpacked; 1 if it is not.
  Item Expression(const CodeExpr& expr, size_t results = 1);

  Item ListLiteral(const CodeExpr& expr, const CodeExpr* type);

  Item Unary(const CodeExpr& expr);

  Item Binary(const CodeExpr& expr);

  // The type mostly tells whether a value is None.
  Item Is(const Item& left, const Item& right, bool is);

  // Computes the second operand in a branch, since Python evaluates it only if needed.
  Item AndOr(const CodeExpr& expr);

  Item Conditional(const CodeExpr& expr);

  // Unrolls over the elements of a list that is written out. Torch writes loops for other lists.
  Item Comprehension(const CodeExpr& expr);

  Item Subscript(const CodeExpr& expr);

  // --- attributes

  Item Attribute(const CodeExpr& expr);

  Item AttributeOf(const Item& item, const std::string& name);

  // An attribute of a module: another module, a weight, or a plain value.
  Item FromPickle(const PickleValue& attribute, const std::string& path, int depth);

  Item GetAttr(const PickleValue& attribute, const std::string& path, TorchKind kind);

  // Handles "CONSTANTS.c3".
  Item FileConstant(const std::string& number);

  // --- calls

  // "torch.nn.functional.relu" for attributes of a name that is not bound here; otherwise empty.
  std::string QualifiedName(const CodeExpr& expr) const;

  Item Call(const CodeExpr& call, size_t results);

  std::string Text(const CodeExpr& expr) const;

  Item MethodCall(const CodeExpr& call, const Item& self, const std::string& name, size_t results);

  // Calls a function of the archive, or makes an object of one of its classes.
  Item FunctionCall(const CodeExpr& call, const std::string& name);

  // Calls a function that belongs to no module, such as `int`.
  Item Builtin(const CodeExpr& call, const std::string& name, size_t results);

  Item Annotate(const CodeExpr& type_expr, const CodeExpr& expr);

  Item IsInstance(const Item& item, const CodeExpr& types);

  Item OperatorCall(const CodeExpr& call, const std::string& kind, std::vector<TorchValue*> inputs,
                    size_t results);

  // Adds a node for the first overload that fits, with all its arguments. If none fits, the node
  // keeps the arguments, and the import refuses it.
  Item Operator(const std::string& kind, const std::vector<TorchValue*>& inputs,
                const std::vector<std::string_view>& keywords = {}, size_t results = 1);

  Item Overload(const std::string& kind, const TorchSchema& schema,
                const std::vector<TorchValue*>& inputs, const std::vector<int>& match);

  TorchValue* Default(const TorchParam& param);

  TorchArchive* archive_;
  std::unique_ptr<TorchGraph> graph_;
  std::unordered_map<std::string, std::unique_ptr<Source>> sources_;
  // The block to append nodes to, and the meanings of names.
  TorchBlock* block_;
  Environment* environment_ = nullptr;
  const Source* source_ = nullptr;
  std::optional<Item> result_;  // Of the function that is being inlined.
  // True if tuples between functions are nodes. If an input of the model is a tuple or a list, TVM
  // does not let torch lower tuples.
  bool keep_tuples_ = false;
  int line_ = 0;
  int depth_ = 0;
  int branch_depth_ = 0;  // Loops and branches in the current function.
};

}  // namespace passcope::frontend::emit
