#include "generator/reference_interpreter.h"

#include <cmath>
#include <map>
#include <utility>

#include "op/attrs_tensor.h"

namespace passcope {
namespace {

constexpr int kMaxSteps = 200000, kMaxDepth = 400;

struct Thing;
using Ptr = std::shared_ptr<const Thing>;

// The variables of a scope and the scope around it. A lookup goes outwards.
struct Scope {
  std::shared_ptr<const Scope> outer;
  const VarIdNode* var;
  Ptr value;
};
using Env = std::shared_ptr<const Scope>;

struct Thing {
  enum Kind { kTensor, kTuple, kData, kFunction, kReference };
  explicit Thing(Kind kind) : kind(kind) {}

  Kind kind;
  std::vector<int64_t> shape;  // kTensor.
  std::vector<double> numbers;
  std::vector<Ptr> fields;     // kTuple, kData.
  std::string name;            // kData: the constructor.
  const ExprNode* function{};  // kFunction: a function, an operator, a constructor or a global one.
  Env env;
  size_t place = 0;  // kReference: an index into the heap.
};

Ptr TupleOf(std::vector<Ptr> fields) {
  Thing tuple(Thing::kTuple);
  tuple.fields = std::move(fields);
  return std::make_shared<Thing>(std::move(tuple));
}

Ptr TensorOf(std::vector<int64_t> shape, std::vector<double> numbers) {
  Thing tensor(Thing::kTensor);
  tensor.shape = std::move(shape);
  tensor.numbers = std::move(numbers);
  return std::make_shared<Thing>(std::move(tensor));
}

class Interpreter {
 public:
  explicit Interpreter(const IRModule& module) : module_(module) {}

  Ptr Call(const ExprNode* function, const Env& env, const std::vector<Ptr>& args) {
    if (++depth_ > kMaxDepth) throw ReferenceLimit("the recursion is too deep");
    Ptr result;
    if (const auto* global = As<GlobalVarNode>(function)) {
      const FunctionNode* found = module_->Find(global->name.view());
      if (!found) throw ReferenceLimit("unknown function");
      result = Call(found, nullptr, args);
    } else if (const auto* op = As<OpNode>(function)) {
      throw ReferenceLimit(std::string("an operator as a value: ") + op->name());
    } else if (const auto* constructor = As<ConstructorNode>(function)) {
      Thing data(Thing::kData);
      data.name = constructor->decl().name.str();
      data.fields = args;
      result = std::make_shared<Thing>(std::move(data));
    } else {
      const auto* defined = As<FunctionNode>(function);
      Env inner = env;
      for (size_t i = 0; i < args.size(); ++i) inner = Bound(inner, defined->params()[i], args[i]);
      std::map<const ExprNode*, Ptr> seen;
      result = Eval(defined->body().get(), inner, seen);
    }
    --depth_;
    return result;
  }

 private:
  // The values of nodes in the current call.
  using Seen = std::map<const ExprNode*, Ptr>;

  static Env Bound(const Env& env, const Expr& var, Ptr value) {
    return std::make_shared<Scope>(Scope{env, As<VarNode>(var)->vid.get(), std::move(value)});
  }

  Ptr Eval(const ExprNode* node, const Env& env, Seen& seen) {
    if (const auto* var = As<VarNode>(node)) {
      for (const Scope* scope = env.get(); scope; scope = scope->outer.get()) {
        if (scope->var == var->vid.get()) return scope->value;
      }
      throw std::runtime_error("a variable is not bound: " + var->name().str());
    }
    auto found = seen.find(node);
    if (found != seen.end()) return found->second;
    if (++steps_ > kMaxSteps) throw ReferenceLimit("too many steps");
    Ptr value = EvalNew(node, env, seen);
    seen[node] = value;
    return value;
  }

  Ptr EvalNew(const ExprNode* node, const Env& env, Seen& seen) {
    auto eval = [&](const Expr& expr) { return Eval(expr.get(), env, seen); };
    switch (node->kind()) {
      case ExprKind::kConstant: {
        const NDArray& data = As<ConstantNode>(node)->data;
        std::vector<double> numbers;
        for (size_t i = 0; i < data->size(); ++i) numbers.push_back(data->ToDouble(i));
        return TensorOf(data->shape, std::move(numbers));
      }
      case ExprKind::kGlobalVar:
      case ExprKind::kOp:
      case ExprKind::kConstructor:
      case ExprKind::kFunction: {
        Thing function(Thing::kFunction);
        function.function = node;
        function.env = env;
        return std::make_shared<Thing>(std::move(function));
      }
      case ExprKind::kTuple: {
        std::vector<Ptr> fields;
        for (const Expr& field : node->children()) fields.push_back(eval(field));
        return TupleOf(std::move(fields));
      }
      case ExprKind::kTupleGetItem:
        return eval(node->child(0))
            ->fields.at(static_cast<size_t>(As<TupleGetItemNode>(node)->index));
      case ExprKind::kLet:
        return EvalLet(As<LetNode>(node), env, seen);
      case ExprKind::kIf: {
        Ptr condition = eval(node->child(0));
        return eval(node->child(condition->numbers.at(0) != 0 ? 1 : 2));
      }
      case ExprKind::kRefCreate: {
        Thing reference(Thing::kReference);
        Ptr value = eval(node->child(0));
        reference.place = heap_.size();
        heap_.push_back(value);
        return std::make_shared<Thing>(std::move(reference));
      }
      case ExprKind::kRefRead:
        return heap_.at(eval(node->child(0))->place);
      case ExprKind::kRefWrite: {
        Ptr reference = eval(node->child(0)), value = eval(node->child(1));
        heap_.at(reference->place) = value;
        return TupleOf({});
      }
      case ExprKind::kMatch:
        return EvalMatch(As<MatchNode>(node), env, seen);
      case ExprKind::kCall:
        return EvalCall(As<CallNode>(node), env, seen);
      default:
        throw ReferenceLimit("an unknown kind of expression");
    }
  }

  // A function that is bound by a let can call itself by the variable's name.
  Ptr EvalLet(const LetNode* let, const Env& env, Seen& seen) {
    Ptr value;
    if (As<FunctionNode>(let->value())) {
      auto scope = std::make_shared<Scope>(Scope{env, As<VarNode>(let->var())->vid.get(), nullptr});
      Thing function(Thing::kFunction);
      function.function = let->value().get();
      function.env = scope;
      value = std::make_shared<Thing>(std::move(function));
      scope->value = value;
      cycles_.push_back(scope);
      return Eval(let->body().get(), scope, seen);
    }
    value = Eval(let->value().get(), env, seen);
    return Eval(let->body().get(), Bound(env, let->var(), value), seen);
  }

  Ptr EvalMatch(const MatchNode* match, const Env& env, Seen& seen) {
    Ptr data = Eval(match->data().get(), env, seen);
    for (size_t i = 0; i < match->clauses().size(); ++i) {
      std::span<const PatternStep> steps = match->patterns->Pattern(i);
      std::span<const Expr> vars = match->vars(i);
      Env inner = env;
      size_t step = 0, var = 0;
      if (!Matches(steps, vars, &step, &var, data, &inner)) continue;
      return Eval(match->body(i).get(), inner, seen);
    }
    throw ReferenceLimit("no clause matches");
  }

  static bool Matches(std::span<const PatternStep> steps, std::span<const Expr> vars, size_t* step,
                      size_t* var, const Ptr& value, Env* env) {
    const PatternStep& pattern = steps[(*step)++];
    switch (pattern.kind) {
      case PatternStep::Kind::kWildcard:
        return true;
      case PatternStep::Kind::kVar:
        *env = Bound(*env, vars[(*var)++], value);
        return true;
      case PatternStep::Kind::kConstructor:
        if (value->name != pattern.data->constructors[pattern.index].name.view()) return false;
        [[fallthrough]];
      case PatternStep::Kind::kTuple:
        for (uint32_t i = 0; i < pattern.fields; ++i) {
          if (!Matches(steps, vars, step, var, value->fields.at(i), env)) return false;
        }
        return true;
    }
    return false;
  }

  Ptr EvalCall(const CallNode* call, const Env& env, Seen& seen) {
    std::vector<Ptr> args;
    for (const Expr& arg : call->args()) args.push_back(Eval(arg.get(), env, seen));
    if (const auto* op = As<OpNode>(call->op())) return Operator(op->name(), call, args);
    Ptr callee = Eval(call->op().get(), env, seen);
    if (const auto* op = As<OpNode>(callee->function)) return Operator(op->name(), call, args);
    return Call(callee->function, callee->env, args);
  }

  static double Combine(const std::string& op, double x, double y) {
    if (op == "add") return x + y;
    if (op == "subtract") return x - y;
    if (op == "multiply") return x * y;
    if (op == "divide") return x / y;
    if (op == "maximum") return x > y ? x : y;
    if (op == "minimum") return x < y ? x : y;
    if (op == "less") return x < y ? 1 : 0;
    if (op == "less_equal") return x <= y ? 1 : 0;
    if (op == "greater") return x > y ? 1 : 0;
    if (op == "greater_equal") return x >= y ? 1 : 0;
    if (op == "equal") return x == y ? 1 : 0;
    if (op == "not_equal") return x != y ? 1 : 0;
    if (op == "logical_and") return x != 0 && y != 0 ? 1 : 0;
    if (op == "logical_or") return x != 0 || y != 0 ? 1 : 0;
    throw ReferenceLimit("an unknown operator: " + op);
  }

  static double Map(const std::string& op, double x) {
    if (op == "negative") return -x;
    if (op == "abs") return std::abs(x);
    if (op == "copy" || op == "annotation.stop_fusion" || op == "on_device") return x;
    if (op == "zeros_like") return 0;
    if (op == "ones_like") return 1;
    if (op == "logical_not") return x == 0 ? 1 : 0;
    throw ReferenceLimit("an unknown operator: " + op);
  }

  static Ptr Operator(const std::string& op, const CallNode* call, const std::vector<Ptr>& args) {
    if (op == "memory.kill") return TupleOf({});
    if (op == "zeros" || op == "ones") {
      const auto* attrs = As<InitOpAttrs>(call->attrs);
      if (!attrs || !attrs->shape) throw ReferenceLimit("a shape that is not known");
      int64_t size = 1;
      for (int64_t axis : *attrs->shape) size *= axis;
      return TensorOf(*attrs->shape, std::vector<double>(static_cast<size_t>(size), op == "ones"));
    }
    for (const Ptr& arg : args) {
      if (arg->kind != Thing::kTensor) throw ReferenceLimit("an operator of tuples: " + op);
    }
    if (args.size() == 1) {
      std::vector<double> numbers;
      for (double number : args[0]->numbers) numbers.push_back(Map(op, number));
      return TensorOf(args[0]->shape, std::move(numbers));
    }
    if (args.size() != 2) throw ReferenceLimit("an unknown operator: " + op);
    if (op == "collapse_sum_like") return Collapse(*args[0], *args[1]);
    // Scalars and vectors broadcast.
    const Thing &x = *args[0], &y = *args[1];
    const Thing& larger = x.numbers.size() >= y.numbers.size() ? x : y;
    std::vector<double> numbers;
    for (size_t i = 0; i < larger.numbers.size(); ++i) {
      numbers.push_back(Combine(op, x.numbers[x.numbers.size() == 1 ? 0 : i],
                                y.numbers[y.numbers.size() == 1 ? 0 : i]));
    }
    return TensorOf(larger.shape, std::move(numbers));
  }

  static Ptr Collapse(const Thing& x, const Thing& like) {
    if (x.numbers.size() == like.numbers.size()) return TensorOf(like.shape, x.numbers);
    double sum = 0;
    for (double number : x.numbers) sum += number;
    return TensorOf(like.shape, {sum});
  }

  const IRModule module_;
  std::vector<Ptr> heap_;
  std::vector<std::shared_ptr<Scope>> cycles_;  // Scopes that refer to themselves.
  int steps_ = 0, depth_ = 0;

 public:
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  ~Interpreter() {
    for (const auto& scope : cycles_) scope->value = nullptr;
  }
};

PlainValue ToPlain(const Ptr& value) {
  PlainValue plain;
  switch (value->kind) {
    case Thing::kTensor:
      plain.is_tensor = true;
      plain.shape = value->shape;
      plain.numbers = value->numbers;
      break;
    case Thing::kTuple:
    case Thing::kData:
      plain.constructor = value->name;
      for (const Ptr& field : value->fields) plain.fields.push_back(ToPlain(field));
      break;
    default:
      throw ReferenceLimit("the result contains a function or a reference");
  }
  return plain;
}

}  // namespace

PlainValue RunReference(const IRModule& module, const std::vector<PlainValue>& args) {
  std::vector<Ptr> tensors;
  for (const PlainValue& arg : args) tensors.push_back(TensorOf(arg.shape, arg.numbers));
  Interpreter interpreter(module);
  return ToPlain(interpreter.Call(module->Find("main"), nullptr, tensors));
}

}  // namespace passcope
