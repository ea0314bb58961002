// The emitter: walks over statements and expressions of the source with an environment of names, as
// PyTorch's own does when it loads an archive (torch/csrc/jit/frontend/ir_emitter.cpp). For the
// files emit*.cc alone.
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

// How deep blocks, expressions and calls may be within each other when all is inlined.
inline constexpr int kMaxEmitDepth = 160;

// What a name or an expression stands for.
struct Item {
  enum class Kind : uint8_t { kValue, kModule, kTuple };
  Kind kind = Kind::kValue;
  TorchValue* value = nullptr;
  PickleValue module;  // kModule, at `path` from the root.
  std::string path;
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

// A function or method with where it stands.
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
  [[noreturn]] void FailUnsupported(const Message& what) const;

  class Deeper {
   public:
    explicit Deeper(Emitter* emitter) : emitter_(emitter) {
      if (++emitter->depth_ > kMaxEmitDepth) {
        throw DiagnosticError(
            DiagKind::kNestingTooDeep,
            Say("calls within the model's code are nested deeper than {limit} levels",
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

  // The class or function of a full name, "__torch__.a.B"; null when there is none.
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

  // Of the class of a module; that there is none is the file's fault.
  Callee FindMethod(const Item& self, std::string_view name);

  // --- values

  Item Constant(TorchConstant constant, TorchKind kind);
  Item None();

  TorchValue* Node(std::string_view kind, const std::vector<TorchValue*>& inputs, TorchType type);
  TorchValue* List(const std::vector<TorchValue*>& elements, TorchType element);

  // As one value: a tuple becomes a node.
  TorchValue* AsValue(const Item& item);
  TorchType TypeOf(const Item& item) const;
  // What a constant is; null for any other value.
  static const TorchConstant* ConstantOf(const Item& item);
  static std::optional<bool> KnownBool(const Item& item);

  void Return(const Item& item);

  // The fields of a tuple or of a list of `count` elements.
  std::vector<Item> Unpack(const Item& item, size_t count);

  // --- functions

  Item Inline(const Callee& callee, std::vector<Item> arguments);
  // What a function takes or gives: a tuple becomes a value where such are kept.
  void KeepTuple(Item* item);

  // Arguments of a call in the order of the function's parameters, without the first `bound`.
  std::vector<Item> Arrange(const CodeExpr& call, const Callee& callee,
                            std::vector<Item> arguments);

  // --- statements

  void Statements(const CodeBlock& block);

  void Statement(const CodeStatement& statement);

  void Raise();

  void Assign(const CodeStatement& statement);

  // Names such as "_12" are of the text alone.
  static bool IsMeaningful(std::string_view name);

  void Bind(const CodeExpr& target, const Item& item);

  // --- control flow

  static void CollectAssigned(const CodeExpr& target, std::set<std::string>* names);
  static void CollectAssigned(const CodeBlock& block, std::set<std::string>* names);

  // The values within an item, in order: what a block returns or takes for it.
  void Flatten(const Item& item, std::vector<TorchValue*>* values);
  static Item Rebuild(const Item& like, const std::vector<TorchValue*>& values, size_t* at);
  static bool SameShape(const Item& a, const Item& b);

  // Statements in a block of their own, with names of their own.
  Environment InBlock(TorchBlock* block, const CodeBlock& statements, Environment environment);

  void If(const CodeStatement& statement);

  Item Merge(TorchNode* node, const std::string& name, const Item& first, const Item& second);

  void Loop(const CodeStatement& statement);

  void LoopResults(const CodeStatement& statement, TorchBlock* body,
                   const std::vector<std::pair<std::string, Item>>& carried, Environment* inner);

  // How often `for i in range(n)` runs.
  TorchValue* Trips(const CodeExpr& range);

  // --- expressions

  // `results`: into how many values the result will be taken apart; 1 if it will not.
  Item Expression(const CodeExpr& expr, size_t results = 1);

  Item ListLiteral(const CodeExpr& expr, const CodeExpr* type);

  Item Unary(const CodeExpr& expr);

  Item Binary(const CodeExpr& expr);

  // Whether something is None is mostly known from its type.
  Item Is(const Item& left, const Item& right, bool is);

  // The second operand is computed in a branch, as Python says.
  Item AndOr(const CodeExpr& expr);

  Item Conditional(const CodeExpr& expr);

  // Over the elements of a list that is written out; torch writes loops for others.
  Item Comprehension(const CodeExpr& expr);

  Item Subscript(const CodeExpr& expr);

  // --- attributes

  Item Attribute(const CodeExpr& expr);

  Item AttributeOf(const Item& item, const std::string& name);

  // An attribute of a module: another module, a weight, or a plain value.
  Item FromPickle(const PickleValue& attribute, const std::string& path, int depth);

  Item GetAttr(const PickleValue& attribute, const std::string& path, TorchKind kind);

  // CONSTANTS.c3
  Item FileConstant(const std::string& number);

  // --- calls

  // "torch.nn.functional.relu" for attributes of a name that is not bound here; else empty.
  std::string QualifiedName(const CodeExpr& expr) const;

  Item Call(const CodeExpr& call, size_t results);

  std::string Text(const CodeExpr& expr) const;

  Item MethodCall(const CodeExpr& call, const Item& self, const std::string& name, size_t results);

  // A function of the archive, or one that makes an object of a class of it.
  Item FunctionCall(const CodeExpr& call, const std::string& name);

  // Functions without a module.
  Item Builtin(const CodeExpr& call, const std::string& name, size_t results);

  Item Annotate(const CodeExpr& type_expr, const CodeExpr& expr);

  Item IsInstance(const Item& item, const CodeExpr& types);

  Item OperatorCall(const CodeExpr& call, const std::string& kind, std::vector<TorchValue*> inputs,
                    size_t results);

  // A node of the operator's overload that fits, with all its arguments.
  Item Operator(const std::string& kind, const std::vector<TorchValue*>& inputs,
                const std::vector<std::string_view>& keywords = {}, size_t results = 1);

  Item Overload(const std::string& kind, const TorchSchema& schema,
                const std::vector<TorchValue*>& inputs, const std::vector<int>& match);

  TorchValue* Default(const TorchParam& param);

  TorchArchive* archive_;
  std::unique_ptr<TorchGraph> graph_;
  std::unordered_map<std::string, std::unique_ptr<Source>> sources_;
  // Where nodes are appended and what names stand for.
  TorchBlock* block_;
  Environment* environment_ = nullptr;
  const Source* source_ = nullptr;
  std::optional<Item> result_;  // Of the function that is inlined.
  // Whether tuples between functions are nodes: TVM does not have torch take them apart when an
  // input of the model is a tuple or a list.
  bool keep_tuples_ = false;
  int line_ = 0;
  int depth_ = 0;
  int branch_depth_ = 0;  // Of loops and branches in the function that is inlined.
};

}  // namespace passcope::frontend::emit
