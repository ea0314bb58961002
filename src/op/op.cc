// The operator table.
#include "op/op.h"

#include <memory>
#include <unordered_map>

#include "op/user_ops.h"
#include "support/check.h"
#include "support/format.h"
#include "support/per_engine.h"

namespace passcope {
namespace {

struct UserOp {
  std::string name, doc;
  OpDecl decl;
};
struct Table {
  std::vector<Expr> nodes;
  std::vector<std::unique_ptr<UserOp>> user;
  std::unordered_map<std::string_view, const OpNode*> by_name;
};

// The declarations are plain data that all engines share; they are never freed. Their nodes in
// expressions are counted without atomics, so each engine has its own.
const std::vector<OpDecl>& Declarations() {
  static const std::vector<OpDecl>* decls = [] {
    auto* registry = new OpRegistry;
    RegisterAllOps(*registry);
    return &registry->decls();
  }();
  return *decls;
}

Table& Ops() {
  PASSCOPE_PER_ENGINE Table* table = [] {
    auto* fresh = new Table;
    for (const OpDecl& decl : Declarations()) {
      fresh->nodes.push_back(
          MakeOpNode(&decl, decl.name, static_cast<uint32_t>(fresh->nodes.size())));
      bool added = fresh->by_name.emplace(decl.name, As<OpNode>(fresh->nodes.back())).second;
      PASSCOPE_CHECK_MSG(added, Format("the operator {} is declared twice", decl.name));
    }
    for (const OpDecl& decl : Declarations()) {
      const StaticForm* form = decl.traits.static_form;
      for (const char* named : {decl.traits.fast_form.op, form ? form->op : nullptr}) {
        PASSCOPE_CHECK_MSG(!named || fresh->by_name.contains(named),
                           Format("{} names {}, which is no operator", decl.name, named));
      }
    }
    return fresh;
  }();
  return *table;
}

}  // namespace

std::span<const Expr> AllOps() { return Ops().nodes; }

OpDecl* DeclareUserOp(std::string name, std::string doc) {
  Table& table = Ops();
  if (table.by_name.contains(name)) return nullptr;
  auto made = std::make_unique<UserOp>();
  made->name = std::move(name);
  made->doc = std::move(doc);
  made->decl.name = made->name.c_str();
  made->decl.doc = made->doc.c_str();
  made->decl.variadic = true;
  table.nodes.push_back(
      MakeOpNode(&made->decl, made->decl.name, static_cast<uint32_t>(table.nodes.size())));
  table.by_name.emplace(made->name, As<OpNode>(table.nodes.back()));
  table.user.push_back(std::move(made));
  return &table.user.back()->decl;
}

OpDecl* FindUserOp(std::string_view name) {
  for (const auto& op : Ops().user) {
    if (op->name == name) return &op->decl;
  }
  return nullptr;
}

const OpNode* FindOp(std::string_view name) {
  auto it = Ops().by_name.find(name);
  return it == Ops().by_name.end() ? nullptr : it->second;
}

Expr GetOp(std::string_view name) {
  const OpNode* op = FindOp(name);
  PASSCOPE_CHECK_MSG(op, std::string(name));
  return Expr(op);
}

void FailUndeclared(std::string_view name) {
  FailCheck("FindOp(name)", __FILE_NAME__, __LINE__,
            Format("something is registered for {}, which is no operator", name));
}

void FailSetTwice(std::string_view name) {
  FailCheck("entry == T()", __FILE_NAME__, __LINE__,
            Format("the same is registered twice for {}", name));
}

RelStatus TypeRelContext::NotTensor(size_t i) {
  if (arg_types[i]->kind() == TypeKind::kIncomplete) return RelStatus::kPending;
  return Fail(
      DiagKind::kTypeMismatch,
      MSG(kOperatorArgumentNotTensor, "{operator} takes a tensor as argument {index}, not {type}",
          As<OpNode>(call->op())->name(), i, TypeText(arg_types[i])),
      static_cast<int>(i));
}

void OpRegistry::Add(std::span<const OpRow> rows) {
  for (const OpRow& row : rows) {
    Add(OpDecl{.name = row.name,
               .doc = row.doc,
               .args = row.args,
               .schema = row.schema,
               .relation = row.relation,
               .pattern = row.pattern,
               .support_level = row.level,
               .traits = row.traits});
  }
}

}  // namespace passcope
