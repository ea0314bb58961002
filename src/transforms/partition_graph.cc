// PartitionGraph: makes a global function of each region that is annotated for another compiler.
//
// Why: a code generator takes functions. Each gets the attributes "Compiler", "global_symbol",
// "Primitive" and "Inline": passes then leave it unchanged, and later stages find it. A region with
// several results returns a tuple. Annotations of the compiler "default" are removed first. A
// compiler's own passes run over its functions before these get their attributes.
//
//   before  compiler_end(nn.relu(compiler_begin(%x, "accel")), "accel")
//   after   @tvmgen_default_accel_main_0(%x)
//           def @tvmgen_default_accel_main_0(%accel_0_i0, Compiler="accel", …) { nn.relu(…) }
#include "transforms/partition_graph.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "analysis/annotated_regions.h"
#include "diagnostics/diagnostic.h"
#include "ir/search.h"
#include "ir/typed.h"
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

using Items = std::vector<IRModuleNode::Item>;
// The passes over the functions of each compiler, as TVM's relay.ext.NAME.optimize.
using CompilerPasses = std::vector<std::pair<std::string, Pass>>;

// Rewrites the body of each function that has a `wanted` call.
template <class F>
IRModule RewriteBodies(const IRModule& module, bool (*wanted)(const ExprNode* call), F&& leave) {
  Items items = module->functions;
  for (IRModuleNode::Item& item : items) {
    if (!ContainsNode(item.function, {ExprKind::kCall}, wanted)) continue;
    item.function = RewritePostOrder(item.function, leave);
  }
  return InferTypes(WithFunctions(module, std::move(items)));
}

// The end of a tuple becomes a tuple of ends, so that no region returns a tuple in a tuple.
IRModule FlattenTuples(const IRModule& module) {
  auto ends_tuple = [](const ExprNode* node) {
    return As<TupleNode>(node->children().back()) && IsCompilerEnd(node);
  };
  return RewriteBodies(
      module, ends_tuple, [](const ExprNode* node, std::span<const Expr> children) {
        if (!IsCompilerEnd(node) || !As<TupleNode>(children[1])) {
          return WithChildrenKeepingType(node, children);
        }
        std::vector<Expr> fields;
        for (const Expr& field : As<TupleNode>(children[1])->fields()) {
          auto* attrs = MakeAttrs<CompilerAttrs>();
          attrs->compiler = CompilerOf(node);
          fields.push_back(CallOp("annotation.compiler_end", {field}, Attrs(attrs)));
        }
        return Tuple(fields, children[1]->span());
      });
}

bool IsDefault(const ExprNode* node) {
  return (IsCompilerBegin(node) || IsCompilerEnd(node)) && CompilerOf(node) == "default";
}

IRModule RemoveDefaults(const IRModule& module) {
  return RewriteBodies(module, IsDefault, [](const ExprNode* node, std::span<const Expr> children) {
    return IsDefault(node) ? children[1] : WithChildrenKeepingType(node, children);
  });
}

// True for a constant or a tuple of constants.
bool IsConstantData(const Expr& expr) {
  if (As<ConstantNode>(expr)) return true;
  const auto* tuple = As<TupleNode>(expr);
  return tuple && std::all_of(tuple->fields().begin(), tuple->fields().end(),
                              [](const Expr& field) { return As<ConstantNode>(field); });
}

// Moves the regions out of one function.
class Partitioner {
 public:
  Partitioner(const Expr& function, std::string name, bool bind_constants,
              const CompilerPasses& optimize, PtrSet* taken, Items* added)
      : function_(function),
        name_(std::move(name)),
        bind_constants_(bind_constants),
        optimize_(optimize),
        taken_(taken),
        added_(added),
        regions_(function),
        made_(regions_.size()) {}

  Expr Run() {
    if (regions_.size() == 0) return function_;
    for (const ExprNode* node : Order()) after_[node] = Rewrite(node);
    return *after_.Find(function_.get());
  }

 private:
  struct Made {
    std::vector<std::pair<Expr, Expr>> args;  // Parameters with their arguments.
    PtrMap<Expr> params;                      // By the expression that the begin reads.
    PtrMap<Expr> results;                     // By what the end reads; empty at first.
  };

  static const ExprNode* Read(const ExprNode* annotation) {
    return As<CallNode>(annotation)->arg(0).get();
  }

  // Children come first. All results of a region come before the first of its ends.
  std::vector<const ExprNode*> Order() const {
    struct Frame {
      const ExprNode* node;
      size_t next;
    };
    std::vector<const ExprNode*> order;
    std::vector<Frame> stack;
    PtrSet visited;
    auto push = [&](const ExprNode* node) {
      if (visited.Insert(node)) stack.push_back({node, 0});
    };
    push(function_.get());
    while (!stack.empty()) {
      const ExprNode* node = stack.back().node;
      size_t next = stack.back().next++, children = node->children().size();
      if (next < children) {
        push(node->child(next).get());
        continue;
      }
      if (IsCompilerEnd(node)) {
        const auto& outputs = regions_.region(regions_.Find(node)).outputs;
        if (next - children < outputs.size()) {
          push(Read(outputs[next - children]));
          continue;
        }
      }
      stack.pop_back();
      order.push_back(node);
    }
    return order;
  }

  Expr After(const ExprNode* node) const { return *after_.Find(node); }

  Expr Rewrite(const ExprNode* node) {
    if (IsCompilerBegin(node)) return Input(node);
    if (IsCompilerEnd(node)) return Result(node);
    children_.clear();
    for (const Expr& child : node->children()) children_.push_back(After(child.get()));
    return WithChildrenKeepingType(node, children_);
  }

  // The parameter of the region's function for the input of the begin.
  Expr Input(const ExprNode* begin) {
    uint32_t number = regions_.Find(begin);
    const AnnotatedRegions::Region& region = regions_.region(number);
    // A begin without a computed result, such as at the value of a let, stays in place.
    if (region.outputs.empty()) return After(Read(begin));
    const ExprNode* data = Read(begin);
    while (IsCompilerBegin(data) || IsCompilerEnd(data)) data = Read(data);
    if (const Expr* param = made_[number].params.Find(data)) return *param;
    auto position = std::find(region.inputs.begin(), region.inputs.end(), begin);
    std::string name = region.compiler + "_" + std::to_string(region.id) + "_i" +
                       std::to_string(position - region.inputs.begin());
    Expr param = TypedVar(name, begin->checked_type());
    made_[number].params[data] = param;
    made_[number].args.emplace_back(param, After(Read(begin)));
    return param;
  }

  Expr Result(const ExprNode* end) {
    uint32_t number = regions_.Find(end);
    if (made_[number].results.empty()) MakeFunction(number);
    return *made_[number].results.Find(Read(end));
  }

  void MakeFunction(uint32_t number) {
    const AnnotatedRegions::Region& region = regions_.region(number);
    Made& made = made_[number];
    std::vector<const ExprNode*> results;
    std::vector<Expr> fields;
    std::vector<Type> types;
    for (const ExprNode* output : region.outputs) {
      const ExprNode* result = Read(output);
      if (std::find(results.begin(), results.end(), result) != results.end()) continue;
      const Expr* after = after_.Find(result);
      if (!after) {
        throw DiagnosticError(DiagKind::kIllFormed,
                              MSG(kCompilerRegionsCyclic,
                                  "a region for the compiler {compiler} depends on its own results "
                                  "through another region",
                                  region.compiler),
                              {}, Expr(result));
      }
      results.push_back(result);
      fields.push_back(*after);
      types.push_back(result->checked_type());
    }
    VarMap bound;
    std::vector<Expr> params, args;
    std::vector<Type> param_types;
    for (const auto& [param, arg] : made.args) {
      if (bind_constants_ && IsConstantData(arg)) {
        bound.Set(As<VarNode>(param)->vid, arg);
      } else {
        params.push_back(param);
        param_types.push_back(param->checked_type());
        args.push_back(arg);
      }
    }
    bool single = fields.size() == 1;
    // The expressions keep their types. Only constants and the compiler's own passes need
    // inference.
    const Type ret = single ? types[0] : TupleType(types);
    const Type type = FuncType(std::move(param_types), ret);
    Expr body = SubstituteVars(single ? fields[0] : Typed(Tuple(fields), ret), bound);
    std::string wanted = region.compiler + "_" + name_ + "_" + std::to_string(region.id);
    Expr function = Optimized(region.compiler, Typed(Function(params, std::move(body), ret), type));
    const bool typed = function->fully_typed() && function->checked_type() == type;
    function = WithFunctionAttrs(
        As<FunctionNode>(function),
        WithRegionAttrs(As<FunctionNode>(function)->attrs, wanted, region.compiler));
    Name name = Fresh(wanted);
    added_->push_back({name, function});
    Expr call =
        Typed(Call(GlobalVar(name.view(), typed ? type : nullptr), args), typed ? ret : nullptr);
    for (size_t i = 0; i < results.size(); ++i) {
      made.results[results[i]] =
          single ? call
                 : Typed(TupleGetItem(call, static_cast<int>(i)), typed ? types[i] : nullptr);
    }
  }

  // The attributes of a region's function. Before, it has only those of the compiler's passes.
  static DictAttrs WithRegionAttrs(DictAttrs attrs, const std::string& symbol,
                                   const std::string& compiler) {
    std::vector<std::pair<Name, AttrValue>> added = {{Name("global_symbol"), symbol},
                                                     {Name("Primitive"), int64_t{1}},
                                                     {Name("Compiler"), compiler},
                                                     {Name("Inline"), int64_t{1}}};
    if (!attrs) return DictAttrs(new DictAttrsNode(std::move(added)));
    for (auto& [name, value] : added) attrs = WithAttr(attrs, name.view(), std::move(value));
    return attrs;
  }

  // The function of a region after the compiler's own passes.
  Expr Optimized(const std::string& compiler, Expr function) const {
    for (const auto& [name, pass] : optimize_) {
      if (name == compiler) function = pass(InferTypes(ModuleFromExpr(function)))->Lookup("main");
    }
    return function;
  }

  Name Fresh(std::string wanted) {
    std::replace(wanted.begin(), wanted.end(), '.', '_');
    Name name(wanted);
    for (int i = 1; !taken_->Insert(name.id()); ++i) name = Name(wanted + "_" + std::to_string(i));
    return name;
  }

  const Expr function_;
  const std::string name_;
  const bool bind_constants_;
  const CompilerPasses& optimize_;
  PtrSet* taken_;  // Names, by identity.
  Items* added_;
  AnnotatedRegions regions_;
  std::vector<Made> made_;  // By region.
  PtrMap<Expr> after_;
  std::vector<Expr> children_;  // The children of the current node.
};

IRModule Partition(const IRModule& module, bool bind_constants, const CompilerPasses& optimize) {
  Items items = module->functions, added;
  PtrSet taken;
  for (const IRModuleNode::Item& item : items) taken.Insert(item.name.id());
  for (IRModuleNode::Item& item : items) {
    item.function =
        Partitioner(item.function, item.name.str(), bind_constants, optimize, &taken, &added).Run();
  }
  items.insert(items.end(), added.begin(), added.end());
  return InferTypes(WithFunctions(module, std::move(items)));
}

// Prefixes the functions of other compilers, so that their names are unique among modules.
IRModule MangleNames(const IRModule& module, const std::string& prefix) {
  auto mangled = [&](const std::string& name) {
    std::string result = prefix + "_" + name;
    for (char& c : result) {
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return result;
  };
  auto is_compiled = [](const Expr& function) {
    const DictAttrs& attrs = As<FunctionNode>(function)->attrs;
    return attrs && attrs->Find("Compiler");
  };
  PtrMap<Name> renamed;
  for (const IRModuleNode::Item& item : module->functions) {
    if (is_compiled(item.function)) renamed[item.name.id()] = Name(mangled(item.name.str()));
  }
  if (renamed.empty()) return module;
  Items items = module->functions;
  auto is_global = [](const ExprNode*) { return true; };
  for (IRModuleNode::Item& item : items) {
    if (ContainsNode(item.function, {ExprKind::kGlobalVar}, is_global)) {
      item.function = RewritePostOrder(
          item.function, [&](const ExprNode* node, std::span<const Expr> children) {
            const auto* global = As<GlobalVarNode>(node);
            const Name* name = global ? renamed.Find(global->name.id()) : nullptr;
            if (name) return GlobalVar(name->view(), node->checked_type(), node->span());
            return WithChildrenKeepingType(node, children);
          });
    }
    const Name* name = renamed.Find(item.name.id());
    if (!name) continue;
    item.name = *name;
    const auto* function = As<FunctionNode>(item.function);
    item.function =
        WithFunctionAttrs(function, WithAttr(function->attrs, "global_symbol", name->str()));
  }
  return WithFunctions(module, std::move(items));
}

}  // namespace

namespace transform {

Pass PartitionGraph(PartitionGraphOptions options) {
  CompilerPasses optimize;
  for (const auto& [compiler, names] : options.optimize) {
    std::vector<Pass> passes;
    for (const std::string& name : names) passes.push_back(CreatePass(name));
    optimize.emplace_back(compiler, Sequential(std::move(passes), {0, compiler, {}, false}));
  }
  std::string prefix = options.mod_name.empty() ? "tvmgen" : "tvmgen_" + options.mod_name;
  auto part = [](const char* name, std::function<IRModule(const IRModule&)> run) {
    return CreateModulePass(
        [run = std::move(run)](const IRModule& module, PassContext&) { return run(module); },
        PassInfo{0, name, {}, false});
  };
  return Sequential(
      {part("FlattenNestedTuples", FlattenTuples), part("RemoveDefaultAnnotations", RemoveDefaults),
       part("PartitionGraph",
            [bind = options.bind_constants, optimize = std::move(optimize)](
                const IRModule& module) { return Partition(module, bind, optimize); }),
       part("NameMangleExtFuncs",
            [prefix](const IRModule& module) { return MangleNames(module, prefix); }),
       CreatePass("InferType")},
      TableInfo("PartitionGraph"));
}

}  // namespace transform
}  // namespace passcope
