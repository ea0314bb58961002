// Changes that remove parts of a program.
#include "checking/edits.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "analysis/well_formed.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "support/format.h"
#include "support/random.h"

namespace passcope {
namespace {

const FunctionNode* MainOf(const IRModule& module) { return module->Find("main"); }

IRModule WithMain(const IRModule& module, std::vector<Expr> params, Expr body) {
  const FunctionNode* main = MainOf(module);
  return WithFunction(module, "main",
                      Function(params, std::move(body), nullptr, main->type_params, main->attrs));
}

std::vector<Expr> ParamsOf(const IRModule& module) {
  std::span<const Expr> params = MainOf(module)->params();
  return {params.begin(), params.end()};
}

// Rewrites all functions of a module with `leave`. Return annotations are dropped, since bodies
// change.
IRModule RewriteAll(const IRModule& module,
                    const std::function<Expr(const ExprNode*, std::span<const Expr>)>& leave) {
  std::vector<IRModuleNode::Item> functions = module->functions;
  for (IRModuleNode::Item& item : functions) {
    item.function = RewritePostOrder(item.function, [&](const ExprNode* node,
                                                        std::span<const Expr> children) {
      Expr changed = leave(node, children);
      if (!changed) changed = WithChildren(node, children);
      const auto* function = As<FunctionNode>(changed);
      if (!function || changed.get() == node) return changed;
      std::vector<Expr> params(function->params().begin(), function->params().end());
      return Function(params, function->body(), nullptr, function->type_params, function->attrs);
    });
  }
  return WithFunctions(module, std::move(functions));
}

bool IsStaticTensor(const Type& type) {
  const auto* tensor = As<TensorTypeNode>(type);
  return tensor && tensor->num_elements() >= 0 && tensor->num_elements() < (1 << 20);
}

Expr RandomConstant(const TensorTypeNode* type, uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<int64_t> shape;
  for (Dim dim : type->shape) shape.push_back(dim.value());
  NDArray array = MakeNDArray(std::move(shape), type->dtype);
  bool real = type->dtype.is_float() || type->dtype.is_bfloat();
  for (size_t i = 0; i < array->size(); ++i) {
    if (real) {
      StoreDouble(array, i, random.Symmetric(1));
    } else {
      StoreInt(array, i, static_cast<int64_t>(random.Below(2)));
    }
  }
  return Constant(array);
}

// The child that can replace `node`; null if there is none.
const Expr* StandIn(const ExprNode* node, std::span<const Expr> children) {
  if (As<LetNode>(node)) return &children[2];
  if (As<IfNode>(node)) return &children[1];
  if (!As<CallNode>(node) || children.empty()) return nullptr;
  for (size_t i = 1; i < node->children().size(); ++i) {
    if (node->child(i)->checked_type() == node->checked_type()) return &children[i];
  }
  return nullptr;
}

}  // namespace

IRModule WithoutUnused(const IRModule& module) {
  const FunctionNode* main = MainOf(module);
  if (!main) return module;
  std::set<std::string_view> reached = {"main"};
  std::vector<Expr> open = {Expr(main)};
  while (!open.empty()) {
    Expr function = std::move(open.back());
    open.pop_back();
    PostOrderVisit(function, [&](const ExprNode* node) {
      const auto* global = As<GlobalVarNode>(node);
      if (!global || !reached.insert(global->name.view()).second) return;
      if (const FunctionNode* callee = module->Find(global->name.view())) {
        open.push_back(Expr(callee));
      }
    });
  }
  std::set<const VarIdNode*> used;
  PostOrderVisit(main->body(), [&](const ExprNode* node) {
    if (const auto* var = As<VarNode>(node)) used.insert(var->vid.get());
  });
  std::vector<Expr> params;
  for (const Expr& param : main->params()) {
    if (used.count(As<VarNode>(param)->vid.get())) params.push_back(param);
  }
  // A recursive @main is called with all of its arguments, so none can be removed.
  bool calls_itself = false;
  std::vector<IRModuleNode::Item> functions;
  for (const IRModuleNode::Item& item : module->functions) {
    if (!reached.count(item.name.view())) continue;
    functions.push_back(item);
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      const auto* global = As<GlobalVarNode>(node);
      calls_itself = calls_itself || (global && global->name.view() == "main");
    });
  }
  bool all = params.size() == main->params().size() || calls_itself;
  if (all && functions.size() == module->functions.size()) return module;
  if (!all) {
    for (IRModuleNode::Item& item : functions) {
      if (item.name.view() != "main") continue;
      item.function = Function(params, main->body(), nullptr, main->type_params, main->attrs);
    }
  }
  return IRModule(new IRModuleNode(std::move(functions), module->attrs, module->types));
}

namespace edits {

std::vector<int> Outputs(const IRModule& module) {
  const auto* tuple = As<TupleNode>(MainOf(module)->body());
  std::vector<int> outputs(tuple ? tuple->fields().size() : 0);
  for (size_t i = 0; i < outputs.size(); ++i) outputs[i] = static_cast<int>(i);
  return outputs;
}

IRModule WithoutOutputs(const IRModule& module, std::span<const int> outputs) {
  const auto* tuple = As<TupleNode>(MainOf(module)->body());
  if (!tuple || outputs.size() >= tuple->fields().size()) return nullptr;
  std::vector<Expr> left;
  for (size_t i = 0; i < tuple->fields().size(); ++i) {
    if (std::find(outputs.begin(), outputs.end(), static_cast<int>(i)) == outputs.end()) {
      left.push_back(tuple->fields()[i]);
    }
  }
  return WithMain(module, ParamsOf(module), left.size() == 1 ? left.front() : Tuple(left));
}

std::vector<Expr> Parts(const IRModule& module) {
  struct Visitor : PostOrderVisitor {
    bool Enter(const ExprNode* node) override {
      return !As<FunctionNode>(node) && !As<LetNode>(node) && !As<IfNode>(node) &&
             !As<MatchNode>(node);
    }
    void Leave(const ExprNode* node) override {
      bool computed = As<CallNode>(node) || As<TupleGetItemNode>(node);
      if (computed && As<TensorTypeNode>(node->checked_type())) parts.emplace_back(node);
    }
    std::vector<Expr> parts;
  } visitor;
  visitor.Run(MainOf(module)->body().get());
  return std::move(visitor.parts);
}

std::vector<Expr> PartsOfResult(const IRModule& module) {
  const Expr& body = MainOf(module)->body();
  std::vector<Expr> parts;
  auto add = [&parts](const Expr& part) {
    bool computed = As<CallNode>(part) || As<TupleGetItemNode>(part) || As<TupleNode>(part) ||
                    As<LetNode>(part) || As<IfNode>(part);
    if (computed) parts.push_back(part);
  };
  if (const auto* let = As<LetNode>(body)) {
    add(let->value());
  } else if (!As<FunctionNode>(body)) {
    for (const Expr& child : body->children()) add(child);
  }
  return parts;
}

IRModule WithResult(const IRModule& module, const Expr& result) {
  return WithMain(module, ParamsOf(module), result);
}

std::vector<const ExprNode*> Replaceable(const IRModule& module, By by) {
  std::vector<const ExprNode*> nodes;
  for (const IRModuleNode::Item& item : module->functions) {
    // Only @main can get more parameters.
    if (by == By::kInput && item.name.view() != "main") continue;
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      bool fits = false;
      switch (by) {
        case By::kArgument:
          fits = StandIn(node, node->children()) != nullptr;
          break;
        case By::kInput:
          fits = (As<CallNode>(node) || As<TupleGetItemNode>(node) || As<IfNode>(node)) &&
                 As<TensorTypeNode>(node->checked_type());
          break;
        case By::kConstant:
          fits = (As<CallNode>(node) || As<TupleGetItemNode>(node)) &&
                 IsStaticTensor(node->checked_type());
          break;
      }
      if (fits) nodes.push_back(node);
    });
  }
  return nodes;
}

IRModule Replace(const IRModule& module, std::span<const ExprNode* const> nodes, By by) {
  std::set<const ExprNode*> chosen(nodes.begin(), nodes.end());
  std::set<std::string> names;
  for (const Expr& param : MainOf(module)->params()) {
    names.insert(std::string(As<VarNode>(param)->name().view()));
  }
  std::vector<Expr> added;
  // Variables of removed lets are replaced by their values.
  VarMap values;
  size_t next = 0;
  uint64_t seed = 0;
  IRModule changed =
      RewriteAll(module, [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
        ++seed;
        if (!chosen.count(node)) return nullptr;
        if (by == By::kArgument) {
          if (As<LetNode>(node)) values.Set(As<VarNode>(children[0])->vid, children[1]);
          return *StandIn(node, children);
        }
        if (by == By::kConstant) {
          return RandomConstant(As<TensorTypeNode>(node->checked_type()), seed);
        }
        std::string name;
        do {
          name = Format("in{}", next++);
        } while (!names.insert(name).second);
        added.push_back(Var(name, node->checked_type()));
        return added.back();
      });
  if (!values.empty()) {
    std::vector<IRModuleNode::Item> functions = changed->functions;
    // A value can contain variables of other removed lets.
    for (IRModuleNode::Item& item : functions) {
      for (size_t i = 0; i <= nodes.size(); ++i) {
        Expr inlined = SubstituteVars(item.function, values);
        if (inlined == item.function) break;
        item.function = std::move(inlined);
      }
    }
    changed = WithFunctions(changed, std::move(functions));
  }
  if (added.empty()) return changed;
  std::vector<Expr> params = ParamsOf(changed);
  params.insert(params.end(), added.begin(), added.end());
  return WithMain(changed, std::move(params), MainOf(changed)->body());
}

std::vector<Pair> LikeInputs(const IRModule& module) {
  std::map<const TypeNode*, size_t> first;
  std::vector<Pair> pairs;
  std::span<const Expr> params = MainOf(module)->params();
  for (size_t i = 0; i < params.size(); ++i) {
    auto [like, is_new] = first.emplace(params[i]->checked_type().get(), i);
    if (!is_new) pairs.push_back({like->second, i});
  }
  return pairs;
}

IRModule Unite(const IRModule& module, std::span<const Pair> pairs) {
  std::vector<Expr> params = ParamsOf(module), left;
  VarMap values;
  std::set<size_t> removed;
  for (const Pair& pair : pairs) {
    values.Set(As<VarNode>(params[pair.removed])->vid, params[pair.kept]);
    removed.insert(pair.removed);
  }
  for (size_t i = 0; i < params.size(); ++i) {
    if (!removed.count(i)) left.push_back(params[i]);
  }
  return WithMain(module, left, SubstituteVars(MainOf(module)->body(), values));
}

std::vector<int64_t> Sizes(const IRModule& module) {
  std::set<int64_t> sizes;
  auto add = [&sizes](const Type& type) {
    const auto* tensor = As<TensorTypeNode>(type);
    if (!tensor) return;
    for (Dim dim : tensor->shape) {
      if (dim.is_const() && dim.value() > 1) sizes.insert(dim.value());
    }
  };
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      if (As<VarNode>(node) || As<ConstantNode>(node)) add(node->checked_type());
    });
  }
  return {sizes.rbegin(), sizes.rend()};
}

namespace {

Type Resized(const Type& type, int64_t size, int64_t smaller) {
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    Shape shape = tensor->shape;
    for (Dim& dim : shape) {
      if (dim.is_const() && dim.value() == size) dim = Dim(smaller);
    }
    return TensorType(std::move(shape), tensor->dtype);
  }
  if (const auto* tuple = As<TupleTypeNode>(type)) {
    std::vector<Type> fields;
    for (const Type& field : tuple->fields) fields.push_back(Resized(field, size, smaller));
    return TupleType(std::move(fields));
  }
  return type;
}

NDArray Resized(const NDArray& array, int64_t size, int64_t smaller) {
  std::vector<int64_t> shape = array->shape;
  std::replace(shape.begin(), shape.end(), size, smaller);
  NDArray result = MakeNDArray(shape, array->dtype);
  auto width = static_cast<size_t>(array->dtype.bytes());
  std::vector<int64_t> index(shape.size());
  for (size_t i = 0; i < result->size(); ++i) {
    size_t from = 0;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      from = from * static_cast<size_t>(array->shape[axis]) + static_cast<size_t>(index[axis]);
    }
    std::copy_n(array->data() + from * width, width, result->mutable_data() + i * width);
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
  return result;
}

// Null if nothing equals the size.
Attrs Resized(const Attrs& attrs, int64_t size, int64_t smaller) {
  if (!attrs) return nullptr;
  AttrsNode* copy = nullptr;
  Attrs holder;
  for (const AttrField& field : attrs->schema()->fields) {
    if (field.is_int64_flag()) continue;
    AttrValue value = attrs->Get(field);
    AttrValue changed;
    if (const int64_t* integer = value.get<int64_t>()) {
      if (*integer != size) continue;
      changed = smaller;
    } else if (std::optional<std::vector<int64_t>> list = value.ints()) {
      if (std::find(list->begin(), list->end(), size) == list->end()) continue;
      std::replace(list->begin(), list->end(), size, smaller);
      AttrArray items;
      for (int64_t item : *list) items.emplace_back(item);
      changed = std::move(items);
    } else {
      continue;
    }
    if (!copy) {
      copy = attrs->schema()->clone(*attrs);
      holder = Attrs(copy);
    }
    copy->Set(field, changed);
  }
  return holder;
}

}  // namespace

IRModule Resize(const IRModule& module, int64_t size, int64_t smaller) {
  // Types are inferred again. Annotations are changed.
  return RewriteAll(WithoutTypes(module),
                    [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
                      if (const auto* var = As<VarNode>(node)) {
                        Type type = Resized(var->type_annotation, size, smaller);
                        return type == var->type_annotation ? nullptr : VarWith(var->vid, type);
                      }
                      if (const auto* constant = As<ConstantNode>(node)) {
                        const std::vector<int64_t>& shape = constant->data->shape;
                        if (std::find(shape.begin(), shape.end(), size) == shape.end())
                          return nullptr;
                        return Constant(Resized(constant->data, size, smaller));
                      }
                      if (const auto* call = As<CallNode>(node)) {
                        Attrs attrs = Resized(call->attrs, size, smaller);
                        if (attrs) return Call(children[0], children.subspan(1), attrs);
                      }
                      return nullptr;
                    });
}

std::vector<Attribute> Attributes(const IRModule& module) {
  std::vector<Attribute> attributes;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      const auto* call = As<CallNode>(node);
      if (!call || !call->attrs) return;
      for (const AttrField& field : call->attrs->schema()->fields) {
        if (field.required || field.is_int64_flag() || call->attrs->IsDefault(field)) continue;
        attributes.push_back({node, field.name});
      }
    });
  }
  return attributes;
}

IRModule WithDefaults(const IRModule& module, std::span<const Attribute> attributes) {
  std::map<const ExprNode*, std::vector<const Attribute*>> chosen;
  for (const Attribute& attribute : attributes) chosen[attribute.call].push_back(&attribute);
  return RewriteAll(module, [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
    auto found = chosen.find(node);
    if (found == chosen.end()) return nullptr;
    const auto* call = As<CallNode>(node);
    AttrsNode* copy = call->attrs->schema()->clone(*call->attrs);
    Attrs holder(copy);
    for (const Attribute* attribute : found->second) {
      const AttrField* field = copy->schema()->Find(attribute->name);
      copy->Set(*field, field->default_value);
    }
    return Call(children[0], children.subspan(1), holder);
  });
}

}  // namespace edits
}  // namespace passcope
