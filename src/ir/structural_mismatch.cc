// Repeats the comparison, keeps the path to the difference, and examines the last pair.
#include "ir/structural_mismatch.h"

#include <functional>

#include "ir/int_attrs.h"
#include "ir/structural.h"
#include "ir/structural_equality.h"
#include "support/format.h"

namespace passcope {
namespace {

using structural_internal::Equality;
using SameTypes = std::function<bool(const Type&, const Type&)>;

// The two paths. They are equal until an element is missing on one side.
struct Paths {
  std::string lhs = "<root>", rhs = "<root>";

  void Add(std::string_view piece) {
    lhs += piece;
    rhs += piece;
  }
  void AddIndex(std::string_view piece, size_t i) { Add(Format("{}[{}]", piece, i)); }
  // Adds the first element that only one of two lists has.
  void AddMissing(std::string_view piece, size_t lhs_size, size_t rhs_size) {
    size_t first = std::min(lhs_size, rhs_size);
    std::string there = Format("{}[{}]", piece, first);
    std::string missing = Format("{}[<missing element #{}>]", piece, first);
    lhs += lhs_size > first ? there : missing;
    rhs += rhs_size > first ? there : missing;
  }
  void AddEntry(std::string_view piece, std::string_view key, bool in_lhs, bool in_rhs) {
    std::string there = Format("{}[\"{}\"]", piece, key);
    std::string missing = Format("{}[<missing entry>]", piece);
    lhs += in_lhs ? there : missing;
    rhs += in_rhs ? there : missing;
  }
};

// Finds the place where two types differ, by `same`. Types nest at most TypeNode::kMaxDepth deep.
void AddTypeMismatch(const Type& a, const Type& b, const SameTypes& same, Paths* paths) {
  const Type *x = &a, *y = &b;
  // Continues with the first pair that differs. Returns false if there is none or the lengths
  // differ.
  auto into = [&](const char* piece, const std::vector<Type>& left,
                  const std::vector<Type>& right) {
    for (size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
      if (same(left[i], right[i])) continue;
      paths->AddIndex(piece, i);
      x = &left[i];
      y = &right[i];
      return true;
    }
    if (left.size() != right.size()) paths->AddMissing(piece, left.size(), right.size());
    return false;
  };
  while (*x && *y && (*x)->kind() == (*y)->kind()) {
    switch ((*x)->kind()) {
      case TypeKind::kTensor: {
        const auto *left = As<TensorTypeNode>(*x), *right = As<TensorTypeNode>(*y);
        for (size_t i = 0; i < std::min(left->rank(), right->rank()); ++i) {
          if (!(left->shape[i] == right->shape[i])) return paths->AddIndex(".shape", i);
        }
        if (left->rank() != right->rank()) {
          return paths->AddMissing(".shape", left->rank(), right->rank());
        }
        if (!(left->dtype == right->dtype)) paths->Add(".dtype");
        return;
      }
      case TypeKind::kTuple:
        if (!into(".fields", As<TupleTypeNode>(*x)->fields, As<TupleTypeNode>(*y)->fields)) return;
        break;
      case TypeKind::kFunc: {
        const auto *left = As<FuncTypeNode>(*x), *right = As<FuncTypeNode>(*y);
        if (left->type_params.size() != right->type_params.size()) {
          return paths->AddMissing(".type_params", left->type_params.size(),
                                   right->type_params.size());
        }
        if (into(".arg_types", left->arg_types, right->arg_types)) break;
        if (left->arg_types.size() != right->arg_types.size()) return;
        paths->Add(".ret_type");
        x = &left->ret_type;
        y = &right->ret_type;
        break;
      }
      case TypeKind::kRef:
        paths->Add(".value");
        x = &As<RefTypeNode>(*x)->value;
        y = &As<RefTypeNode>(*y)->value;
        break;
      case TypeKind::kTypeCall: {
        const auto *left = As<TypeCallNode>(*x), *right = As<TypeCallNode>(*y);
        if (!same(left->func, right->func)) return paths->Add(".func");
        if (!into(".args", left->args, right->args)) return;
        break;
      }
      case TypeKind::kGlobalTypeVar:
        return paths->Add(".name_hint");
      default:
        return;
    }
  }
}

// Finds the place where two attribute values differ. The parser limits their nesting.
void AddValueMismatch(const AttrValue& a, const AttrValue& b, Paths* paths) {
  const AttrValue *x = &a, *y = &b;
  while (true) {
    const AttrArray *left = x->array(), *right = y->array();
    if (left && right) {
      size_t common = std::min(left->size(), right->size());
      size_t i = 0;
      while (i < common && AttrEqual((*left)[i], (*right)[i])) ++i;
      if (i == common) return paths->AddMissing("", left->size(), right->size());
      paths->AddIndex("", i);
      x = &(*left)[i];
      y = &(*right)[i];
      continue;
    }
    const AttrDict *from = x->dict(), *to = y->dict();
    if (!from || !to) return;
    auto find = [](const AttrDict& dict, const std::string& key) -> const AttrValue* {
      for (const auto& [name, value] : dict) {
        if (name == key) return &value;
      }
      return nullptr;
    };
    const AttrValue *next = nullptr, *other = nullptr;
    for (const auto& [name, value] : *from) {
      other = find(*to, name);
      if (!other) return paths->AddEntry("", name, true, false);
      if (AttrEqual(value, *other)) continue;
      paths->AddEntry("", name, true, true);
      next = &value;
      break;
    }
    if (!next) {
      for (const auto& [name, value] : *to) {
        if (!find(*from, name)) return paths->AddEntry("", name, false, true);
      }
      return;
    }
    x = next;
    y = other;
  }
}

void AddAttrsMismatch(const Attrs& a, const Attrs& b, Paths* paths) {
  paths->Add(".attrs");
  if (!a || !b || a->schema() != b->schema()) return;
  for (const AttrField& field : a->schema()->fields) {
    if (FieldsEqual(*a, *b, field)) continue;
    // The flag of a list does not have a name.
    if (!field.is_int64_flag()) paths->Add(Format(".{}", field.name));
    return AddValueMismatch(a->Get(field), b->Get(field), paths);
  }
}

// Returns false if they are equal.
bool AddDictMismatch(const DictAttrs& a, const DictAttrs& b, Paths* paths) {
  if (DictAttrsEqual(a, b)) return false;
  constexpr const char* kPiece = ".attrs.__dict__";
  auto find = [](const DictAttrs& dict, Name name) {
    return dict ? dict->Find(name.view()) : nullptr;
  };
  if (a) {
    for (const auto& [name, value] : a->items) {
      const AttrValue* other = find(b, name);
      if (other && AttrEqual(value, *other)) continue;
      paths->AddEntry(kPiece, name.view(), true, other != nullptr);
      if (other) AddValueMismatch(value, *other, paths);
      return true;
    }
  }
  if (b) {
    for (const auto& item : b->items) {
      if (find(a, item.first)) continue;
      paths->AddEntry(kPiece, item.first.view(), false, true);
      return true;
    }
  }
  return true;
}

// The name of child `i` of a node in a path.
std::string ChildPiece(const ExprNode* node, uint32_t i) {
  switch (node->kind()) {
    case ExprKind::kCall:
      return i == 0 ? ".op" : Format(".args[{}]", i - 1);
    case ExprKind::kTuple:
      return Format(".fields[{}]", i);
    case ExprKind::kTupleGetItem:
      return ".tuple_value";
    case ExprKind::kFunction:
      return i + 1 == node->children().size() ? ".body" : Format(".params[{}]", i);
    case ExprKind::kLet:
      return i == 0 ? ".var" : i == 1 ? ".value" : ".body";
    case ExprKind::kIf:
      return i == 0 ? ".cond" : i == 1 ? ".true_branch" : ".false_branch";
    case ExprKind::kRefCreate:
      return ".value";
    case ExprKind::kRefRead:
      return ".ref";
    case ExprKind::kRefWrite:
      return i == 0 ? ".ref" : ".value";
    case ExprKind::kMatch: {
      if (i == 0) return ".data";
      const auto& clauses = As<MatchNode>(node)->clauses();
      size_t clause = 0;
      while (clauses[clause].body < i) ++clause;
      return Format(".clauses[{}].{}", clause, clauses[clause].body == i ? "rhs" : "lhs");
    }
    default:
      return "";
  }
}

// Examines two nodes that differ although no children below them differ.
class Closer {
 public:
  Closer(Equality<true>& equality, Paths* paths)
      : map_free_vars_(equality.map_free_vars()),
        same_([&equality](const Type& a, const Type& b) { return equality.SameType(a, b); }),
        paths_(paths) {}

  void Look(const ExprNode* a, const ExprNode* b) {
    if (a->kind() != b->kind()) return;
    switch (a->kind()) {
      case ExprKind::kVar:
        LookAtVars(a, b);
        return;
      case ExprKind::kGlobalVar:
      case ExprKind::kConstructor:
        paths_->Add(".name_hint");
        return;
      case ExprKind::kConstant:
        paths_->Add(".data");
        return;
      case ExprKind::kCall:
        if (a->children().size() != b->children().size()) {
          paths_->AddMissing(".args", a->children().size() - 1, b->children().size() - 1);
        } else if (!AttrsEqual(As<CallNode>(a)->attrs, As<CallNode>(b)->attrs)) {
          AddAttrsMismatch(As<CallNode>(a)->attrs, As<CallNode>(b)->attrs, paths_);
        } else if (structural_internal::TypeArgsCount(As<CallNode>(a)) &&
                   As<CallNode>(a)->type_args != As<CallNode>(b)->type_args) {
          paths_->Add(".type_args");
        }
        return;
      case ExprKind::kTuple:
        if (a->children().size() != b->children().size()) {
          paths_->AddMissing(".fields", a->children().size(), b->children().size());
        }
        return;
      case ExprKind::kTupleGetItem:
        if (As<TupleGetItemNode>(a)->index != As<TupleGetItemNode>(b)->index) {
          paths_->Add(".index");
        }
        return;
      case ExprKind::kFunction:
        LookAtFunctions(As<FunctionNode>(a), As<FunctionNode>(b));
        return;
      case ExprKind::kLet:
        LookAtBinders(".var", a->child(0), b->child(0));
        return;
      case ExprKind::kMatch:
        LookAtMatches(As<MatchNode>(a), As<MatchNode>(b));
        return;
      default:
        return;
    }
  }

 private:
  // True if two variables that are bound at one place differ. Only their types can differ.
  bool LookAtBinders(const std::string& piece, const Expr& a, const Expr& b) {
    const Type &left = As<VarNode>(a)->type_annotation, &right = As<VarNode>(b)->type_annotation;
    if (same_(left, right)) return false;
    paths_->Add(piece + ".type_annotation");
    AddTypeMismatch(left, right, same_, paths_);
    return true;
  }

  // Two uses. They are different variables, unless free variables are matched and their types
  // differ.
  void LookAtVars(const ExprNode* a, const ExprNode* b) {
    if (!map_free_vars_) return;
    const Type &left = As<VarNode>(a)->type_annotation, &right = As<VarNode>(b)->type_annotation;
    if (left && right && !same_(left, right)) {
      paths_->Add(".type_annotation");
      AddTypeMismatch(left, right, same_, paths_);
    }
  }

  void LookAtFunctions(const FunctionNode* a, const FunctionNode* b) {
    for (size_t i = 0; i < std::min(a->params().size(), b->params().size()); ++i) {
      if (LookAtBinders(Format(".params[{}]", i), a->params()[i], b->params()[i])) return;
    }
    if (a->params().size() != b->params().size()) {
      return paths_->AddMissing(".params", a->params().size(), b->params().size());
    }
    if (a->type_params.size() != b->type_params.size()) {
      return paths_->AddMissing(".type_params", a->type_params.size(), b->type_params.size());
    }
    if (!same_(a->ret_type, b->ret_type)) {
      paths_->Add(".ret_type");
      return AddTypeMismatch(a->ret_type, b->ret_type, same_, paths_);
    }
    AddDictMismatch(a->attrs, b->attrs, paths_);
  }

  void LookAtMatches(const MatchNode* a, const MatchNode* b) {
    size_t common = std::min(a->clauses().size(), b->clauses().size());
    for (size_t i = 0; i < common; ++i) {
      auto left = a->patterns->Pattern(i), right = b->patterns->Pattern(i);
      bool same = std::equal(left.begin(), left.end(), right.begin(), right.end(),
                             [](const PatternStep& x, const PatternStep& y) {
                               return x.kind == y.kind && x.fields == y.fields &&
                                      x.index == y.index &&
                                      (!x.data || (y.data && x.data->name == y.data->name));
                             });
      if (!same) return paths_->Add(Format(".clauses[{}].lhs", i));
    }
    if (a->clauses().size() != b->clauses().size()) {
      return paths_->AddMissing(".clauses", a->clauses().size(), b->clauses().size());
    }
    if (a->complete != b->complete) paths_->Add(".complete");
  }

  bool map_free_vars_;
  SameTypes same_;
  Paths* paths_;
};

bool IsName(const ExprNode* node) {
  return node->kind() == ExprKind::kOp || node->kind() == ExprKind::kGlobalVar ||
         node->kind() == ExprKind::kConstructor;
}

std::optional<StructuralMismatch> Find(const Expr& a, const Expr& b, bool map_free_vars,
                                       Paths paths) {
  if (a == b) return std::nullopt;
  if (!a || !b) return StructuralMismatch{paths.lhs, paths.rhs, a, b};
  Equality<true> equality(map_free_vars);
  if (equality.Run(a.get(), b.get())) return std::nullopt;
  const auto& way = equality.path();
  for (size_t i = 0; i + 1 < way.size(); ++i) {
    // `next` is the index after the child that was compared.
    uint32_t child = way[i].next - 1;
    // If the comparison reached a function's body, both sides have equally many parameters.
    paths.Add(ChildPiece(way[i].a, child));
  }
  const auto& end = way.back();
  Closer(equality, &paths).Look(end.a, end.b);
  // Names have no place in a text, so the place is that of the call.
  bool named = IsName(end.a) || IsName(end.b);
  const auto& shown = named && way.size() > 1 ? way[way.size() - 2] : end;
  return StructuralMismatch{std::move(paths.lhs), std::move(paths.rhs), Expr(shown.a),
                            Expr(shown.b)};
}

}  // namespace

std::optional<StructuralMismatch> FindStructuralMismatch(const Expr& a, const Expr& b,
                                                         bool map_free_vars) {
  return Find(a, b, map_free_vars, {});
}

std::optional<StructuralMismatch> FindStructuralMismatch(const Type& a, const Type& b,
                                                         bool map_free_vars) {
  if (TypesEqual(a, b, map_free_vars)) return std::nullopt;
  Paths paths;
  AddTypeMismatch(
      a, b,
      [map_free_vars](const Type& x, const Type& y) { return TypesEqual(x, y, map_free_vars); },
      &paths);
  return StructuralMismatch{std::move(paths.lhs), std::move(paths.rhs), nullptr, nullptr};
}

std::optional<StructuralMismatch> FindStructuralMismatch(const IRModule& a, const IRModule& b) {
  if (StructuralEqual(a, b)) return std::nullopt;
  Paths paths;
  auto found = [&paths](Expr lhs = nullptr, Expr rhs = nullptr) {
    return StructuralMismatch{paths.lhs, paths.rhs, std::move(lhs), std::move(rhs)};
  };
  if (AddDictMismatch(a->attrs, b->attrs, &paths)) return found();
  constexpr const char* kFunctions = ".functions";
  for (const IRModuleNode::Item& item : a->functions) {
    const FunctionNode* other = b->Find(item.name.view());
    if (!other) {
      paths.AddEntry(kFunctions, item.name.view(), true, false);
      return found(item.function);
    }
    Paths inside = paths;
    inside.AddEntry(kFunctions, item.name.view(), true, true);
    if (auto mismatch = Find(item.function, Expr(other), false, std::move(inside))) {
      return mismatch;
    }
  }
  for (const IRModuleNode::Item& item : b->functions) {
    if (a->Find(item.name.view())) continue;
    paths.AddEntry(kFunctions, item.name.view(), false, true);
    return found(nullptr, item.function);
  }
  constexpr const char* kTypes = ".type_definitions";
  // Only definitions of types are left; one is missing or differs.
  for (const TypeData& type : a->types) {
    const TypeDataNode* other = b->FindType(type->name);
    if (other && SameTypeData(type, TypeData(other))) continue;
    paths.AddEntry(kTypes, type->name.view(), true, other != nullptr);
    return found();
  }
  for (const TypeData& type : b->types) {
    if (a->FindType(type->name)) continue;
    paths.AddEntry(kTypes, type->name.view(), false, true);
    break;
  }
  return found();
}

}  // namespace passcope
