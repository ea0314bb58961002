// Creates and destroys expression nodes.
#include "ir/expr.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "ir/lineage.h"
#include "ir/typed.h"
#include "support/node_memory.h"

namespace passcope {

// The only code that allocates nodes. A node and its references to children share one block.
struct ExprAccess {
  template <class T>
  static constexpr bool kBinds =
      T::kKind == ExprKind::kFunction || T::kKind == ExprKind::kLet || T::kKind == ExprKind::kMatch;

  template <class T, class... Args>
  static Expr Make(std::span<const Expr> children, Args&&... args) {
    static_assert(alignof(T) >= alignof(Expr) && sizeof(T) % alignof(Expr) == 0);
    void* block = AllocateNode(sizeof(T) + children.size() * sizeof(Expr));
    T* node = ::new (block) T(std::forward<Args>(args)...);
    auto* slots = reinterpret_cast<Expr*>(static_cast<char*>(block) + sizeof(T));
    ExprNode* base = node;
    base->children_ = slots;
    base->num_children_ = static_cast<uint32_t>(children.size());
    uint8_t any = 0, all = base->checked_type_ ? ExprNode::kFullyTyped : 0;
    for (const Expr& child : children) {
      PASSCOPE_CHECK(child);
      any |= child->flags_;
      all &= child->flags_;
      new (slots++) Expr(child);
    }
    any &= ExprNode::kHasScopes | ExprNode::kHasInnerScopes;
    if constexpr (kBinds<T>) {
      if (T::kKind == ExprKind::kFunction && any != 0) any = ExprNode::kHasInnerScopes;
      any |= ExprNode::kHasScopes;
    }
    base->flags_ |= any | all;
    return Expr(node);
  }

  // The same, for a node that is not a copy of another.
  template <class T, class... Args>
  static Expr New(std::span<const Expr> children, Args&&... args) {
    return Made(Make<T>(children, std::forward<Args>(args)...));
  }

  template <class T>
  static void Destroy(Object* object) {
    T* node = static_cast<T*>(object);
    ExprNode* base = node;
    for (uint32_t i = 0; i < base->num_children_; ++i) base->children_[i].~Expr();
    node->~T();
    FreeNode(node);
  }

  static void FillType(ExprNode* node, Type type, Type annotation) {
    if (node->kind() == ExprKind::kVar) {
      static_cast<VarNode*>(node)->type_annotation = std::move(annotation);
    } else if (node->kind() == ExprKind::kFunction) {
      static_cast<FunctionNode*>(node)->ret_type = std::move(annotation);
    }
    node->checked_type_ = std::move(type);
  }
  static void MarkTyped(ExprNode* node) { node->flags_ |= ExprNode::kFullyTyped; }
  static void SetType(ExprNode* node, Type type) {
    bool typed = type != nullptr;
    for (const Expr& child : node->children()) typed = typed && child->fully_typed();
    node->checked_type_ = std::move(type);
    node->flags_ = static_cast<uint8_t>((node->flags_ & ~ExprNode::kFullyTyped) |
                                        (typed ? ExprNode::kFullyTyped : 0));
  }
};

VarNode::VarNode(VarId vid, Type annotation, Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<VarNode>, kKind, std::move(checked_type), std::move(span)),
      vid(std::move(vid)),
      type_annotation(std::move(annotation)) {}
GlobalVarNode::GlobalVarNode(Name name, Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<GlobalVarNode>, kKind, std::move(checked_type),
               std::move(span)),
      name(name) {}
ConstantNode::ConstantNode(NDArray data, Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<ConstantNode>, kKind, std::move(checked_type), std::move(span)),
      data(std::move(data)) {}
OpNode::OpNode(const OpDecl* decl, const char* name, uint32_t index)
    : ExprNode(&ExprAccess::Destroy<OpNode>, kKind, nullptr, nullptr),
      decl(decl),
      index(index),
      name_(name) {
  // An operator does not have a type. Its type relation gives each call a type.
  ExprAccess::MarkTyped(this);
}
CallNode::CallNode(Attrs attrs, std::vector<Type> type_args, Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<CallNode>, kKind, std::move(checked_type), std::move(span)),
      attrs(std::move(attrs)),
      type_args(std::move(type_args)) {}
TupleNode::TupleNode(Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<TupleNode>, kKind, std::move(checked_type), std::move(span)) {}
TupleGetItemNode::TupleGetItemNode(int index, Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<TupleGetItemNode>, kKind, std::move(checked_type),
               std::move(span)),
      index(index) {}
FunctionNode::FunctionNode(Type ret_type, std::vector<Type> type_params, DictAttrs attrs,
                           Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<FunctionNode>, kKind, std::move(checked_type), std::move(span)),
      ret_type(std::move(ret_type)),
      type_params(std::move(type_params)),
      attrs(std::move(attrs)) {}
LetNode::LetNode(Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<LetNode>, kKind, std::move(checked_type), std::move(span)) {}
IfNode::IfNode(Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<IfNode>, kKind, std::move(checked_type), std::move(span)) {}
RefCreateNode::RefCreateNode(Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<RefCreateNode>, kKind, std::move(checked_type),
               std::move(span)) {}
RefReadNode::RefReadNode(Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<RefReadNode>, kKind, std::move(checked_type), std::move(span)) {
}
RefWriteNode::RefWriteNode(Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<RefWriteNode>, kKind, std::move(checked_type),
               std::move(span)) {}
ConstructorNode::ConstructorNode(TypeData data, uint32_t index, Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<ConstructorNode>, kKind, std::move(checked_type),
               std::move(span)),
      data(std::move(data)),
      index(index) {}
MatchNode::MatchNode(MatchPatterns patterns, bool complete, Type checked_type, Span span)
    : ExprNode(&ExprAccess::Destroy<MatchNode>, kKind, std::move(checked_type), std::move(span)),
      patterns(std::move(patterns)),
      complete(complete) {}

bool FunctionNode::HasFlag(std::string_view name) const {
  const AttrValue* value = attrs ? attrs->Find(name) : nullptr;
  if (!value) return false;
  if (const int64_t* number = value->get<int64_t>()) return *number != 0;
  if (const bool* flag = value->get<bool>()) return *flag;
  return false;
}
bool FunctionNode::may_be_changed() const {
  if (!attrs) return true;
  return !attrs->Find("Compiler") && !HasFlag("Extern") && !HasFlag("SkipOptimization");
}

Expr MakeOpNode(const OpDecl* decl, const char* name, uint32_t index) {
  return ExprAccess::Make<OpNode>({}, decl, name, index);
}

Expr Var(std::string_view name, Type annotation, Span span) {
  return VarWith(VarId(new VarIdNode(Name(name))), std::move(annotation), nullptr, std::move(span));
}
Expr VarWith(VarId vid, Type annotation, Type checked_type, Span span) {
  return ExprAccess::New<VarNode>({}, std::move(vid), std::move(annotation),
                                  std::move(checked_type), std::move(span));
}
Expr GlobalVar(std::string_view name, Type checked_type, Span span) {
  return ExprAccess::New<GlobalVarNode>({}, Name(name), std::move(checked_type), std::move(span));
}
Expr Constant(NDArray data, Span span) {
  PASSCOPE_CHECK(data);
  return ExprAccess::New<ConstantNode>({}, std::move(data), nullptr, std::move(span));
}
Expr ConstantScalar(double value, DataType dtype) { return Constant(ScalarNDArray(value, dtype)); }

Expr Call(Expr op, std::span<const Expr> args, Attrs attrs, std::vector<Type> type_args,
          Span span) {
  // Most calls have few arguments; calls with more need one allocation.
  Expr few[8];
  std::vector<Expr> many;
  std::span<Expr> children;
  if (args.size() < std::size(few)) {
    children = std::span<Expr>(few, args.size() + 1);
  } else {
    many.resize(args.size() + 1);
    children = many;
  }
  children[0] = std::move(op);
  for (size_t i = 0; i < args.size(); ++i) children[i + 1] = args[i];
  return ExprAccess::New<CallNode>(children, std::move(attrs), std::move(type_args), nullptr,
                                   std::move(span));
}
Expr Call(Expr op, std::initializer_list<Expr> args, Attrs attrs, std::vector<Type> type_args,
          Span span) {
  return Call(std::move(op), std::span<const Expr>(args.begin(), args.size()), std::move(attrs),
              std::move(type_args), std::move(span));
}
Expr Tuple(std::span<const Expr> fields, Span span) {
  return ExprAccess::New<TupleNode>(fields, nullptr, std::move(span));
}
Expr TupleGetItem(Expr tuple, int index, Span span) {
  return ExprAccess::New<TupleGetItemNode>({&tuple, 1}, index, nullptr, std::move(span));
}
Expr Function(std::span<const Expr> params, Expr body, Type ret_type, std::vector<Type> type_params,
              DictAttrs attrs, Span span) {
  std::vector<Expr> children(params.begin(), params.end());
  children.push_back(std::move(body));
  return ExprAccess::New<FunctionNode>(children, std::move(ret_type), std::move(type_params),
                                       std::move(attrs), nullptr, std::move(span));
}
Expr Let(Expr var, Expr value, Expr body, Span span) {
  Expr children[] = {std::move(var), std::move(value), std::move(body)};
  return ExprAccess::New<LetNode>(children, nullptr, std::move(span));
}
Expr If(Expr cond, Expr true_branch, Expr false_branch, Span span) {
  Expr children[] = {std::move(cond), std::move(true_branch), std::move(false_branch)};
  return ExprAccess::New<IfNode>(children, nullptr, std::move(span));
}
Expr RefCreate(Expr value, Span span) {
  return ExprAccess::New<RefCreateNode>({&value, 1}, nullptr, std::move(span));
}
Expr RefRead(Expr ref, Span span) {
  return ExprAccess::New<RefReadNode>({&ref, 1}, nullptr, std::move(span));
}
Expr RefWrite(Expr ref, Expr value, Span span) {
  Expr children[] = {std::move(ref), std::move(value)};
  return ExprAccess::New<RefWriteNode>(children, nullptr, std::move(span));
}
Expr Constructor(TypeData data, uint32_t index, Span span) {
  PASSCOPE_CHECK(index < data->constructors.size());
  return ExprAccess::New<ConstructorNode>({}, std::move(data), index, nullptr, std::move(span));
}
Expr Match(std::span<const Expr> children, MatchPatterns patterns, bool complete, Span span) {
  PASSCOPE_CHECK(!children.empty() && (patterns->clauses.empty()
                                           ? children.size() == 1
                                           : patterns->clauses.back().body + 1 == children.size()));
  return ExprAccess::New<MatchNode>(children, std::move(patterns), complete, nullptr,
                                    std::move(span));
}

namespace {

Expr RebuildWithSpan(const ExprNode* node, std::span<const Expr> children, Type type, Span span) {
  switch (node->kind()) {
    case ExprKind::kVar: {
      const auto* var = As<VarNode>(node);
      return ExprAccess::Make<VarNode>(children, var->vid, var->type_annotation, std::move(type),
                                       std::move(span));
    }
    case ExprKind::kGlobalVar:
      return ExprAccess::Make<GlobalVarNode>(children, As<GlobalVarNode>(node)->name,
                                             std::move(type), std::move(span));
    case ExprKind::kConstant:
      return ExprAccess::Make<ConstantNode>(children, As<ConstantNode>(node)->data, std::move(type),
                                            std::move(span));
    case ExprKind::kOp:
      return Expr(node);
    case ExprKind::kCall: {
      const auto* call = As<CallNode>(node);
      return ExprAccess::Make<CallNode>(children, call->attrs, call->type_args, std::move(type),
                                        std::move(span));
    }
    case ExprKind::kTuple:
      return ExprAccess::Make<TupleNode>(children, std::move(type), std::move(span));
    case ExprKind::kTupleGetItem:
      return ExprAccess::Make<TupleGetItemNode>(children, As<TupleGetItemNode>(node)->index,
                                                std::move(type), std::move(span));
    case ExprKind::kFunction: {
      const auto* function = As<FunctionNode>(node);
      return ExprAccess::Make<FunctionNode>(children, function->ret_type, function->type_params,
                                            function->attrs, std::move(type), std::move(span));
    }
    case ExprKind::kLet:
      return ExprAccess::Make<LetNode>(children, std::move(type), std::move(span));
    case ExprKind::kIf:
      return ExprAccess::Make<IfNode>(children, std::move(type), std::move(span));
    case ExprKind::kRefCreate:
      return ExprAccess::Make<RefCreateNode>(children, std::move(type), std::move(span));
    case ExprKind::kRefRead:
      return ExprAccess::Make<RefReadNode>(children, std::move(type), std::move(span));
    case ExprKind::kRefWrite:
      return ExprAccess::Make<RefWriteNode>(children, std::move(type), std::move(span));
    case ExprKind::kConstructor: {
      const auto* constructor = As<ConstructorNode>(node);
      return ExprAccess::Make<ConstructorNode>(children, constructor->data, constructor->index,
                                               std::move(type), std::move(span));
    }
    case ExprKind::kMatch: {
      const auto* match = As<MatchNode>(node);
      return ExprAccess::Make<MatchNode>(children, match->patterns, match->complete,
                                         std::move(type), std::move(span));
    }
  }
  PASSCOPE_CHECK(false);
}

}  // namespace

Expr Rebuild(const ExprNode* node, std::span<const Expr> children, Type checked_type) {
  return Copied(RebuildWithSpan(node, children, std::move(checked_type), node->span()), node);
}

Expr WithChildren(const ExprNode* node, std::span<const Expr> children) {
  std::span<const Expr> old = node->children();
  bool same = old.size() == children.size();
  for (size_t i = 0; same && i < old.size(); ++i) same = old[i] == children[i];
  return same ? Expr(node) : Rebuild(node, children, nullptr);
}

Expr WithType(const ExprNode* node, Type checked_type) {
  return Rebuild(node, node->children(), std::move(checked_type));
}

Expr Typed(Expr&& made, Type checked_type) {
  if (made->ref_count() > 1) return WithType(made.get(), std::move(checked_type));
  ExprAccess::SetType(const_cast<ExprNode*>(made.get()), std::move(checked_type));
  return std::move(made);
}

void FillType(const Expr& made, Type checked_type, Type annotation) {
  PASSCOPE_CHECK(checked_type && made->checked_type());
  ExprAccess::FillType(const_cast<ExprNode*>(made.get()), std::move(checked_type),
                       std::move(annotation));
}

Expr WithSpan(const ExprNode* node, Span span) {
  return Copied(RebuildWithSpan(node, node->children(), node->checked_type(), std::move(span)),
                node);
}

Expr WithFunctionAttrs(const FunctionNode* function, DictAttrs attrs) {
  return Copied(ExprAccess::Make<FunctionNode>(function->children(), function->ret_type,
                                               function->type_params, std::move(attrs),
                                               function->checked_type(), function->span()),
                function);
}

bool IsCallTo(const ExprNode* expr, std::string_view name) {
  const auto* call = As<CallNode>(expr);
  const auto* op = call ? As<OpNode>(call->op()) : nullptr;
  if (!op) return false;
  // Most names differ in their first characters, which a loop finds faster than strncmp().
  const char* called = op->name();
  for (char c : name) {
    if (*called++ != c) return false;
  }
  return *called == '\0';
}

}  // namespace passcope
