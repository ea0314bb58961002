#include "generator/effect_programs.h"

#include <functional>
#include <utility>
#include <vector>

#include "op/op.h"
#include "support/random.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

constexpr int kMaxNodes = 50;

class EffectProgramMaker {
 public:
  explicit EffectProgramMaker(uint64_t seed) : random_(seed, "effects") {}

  IRModule Make() {
    MakeDataTypes();
    std::vector<IRModuleNode::Item> functions;
    if (generic_) AddGeneric(&functions);
    for (uint64_t i = Below(3); i > 0; --i) {
      std::string name = "g" + std::to_string(i);
      Type result = Pick({number_, vector_, unit_, box_});
      std::vector<Type> params;
      for (uint64_t k = Below(3); k > 0; --k) params.push_back(ParamType());
      Expr function = MakeFunction(params, result, 3);
      if (Chance(50))
        function = WithFunctionAttrs(As<FunctionNode>(function), WithAttr(nullptr, "Inline", 1));
      functions.push_back({Name(name), function});
      globals_.push_back({GlobalVar(name), FuncType(params, result)});
    }
    functions.push_back({Name("main"), MakeMain()});
    return InferTypes(IRModule(new IRModuleNode(std::move(functions), nullptr, {data_})));
  }

 private:
  struct Known {
    Expr expr;
    Type type;
  };

  uint64_t Below(uint64_t bound) { return random_.Below(bound); }
  bool Chance(int percent) { return Below(100) < static_cast<uint64_t>(percent); }
  Type Pick(std::initializer_list<Type> types) { return types.begin()[Below(types.size())]; }

  // type Box[A] { Plain(A), Cell(ref(A)), Later(fn() -> A), Two(Box[A], Box[A]) }, or the same for
  // numbers only.
  void MakeDataTypes() {
    Type a = generic_data_ ? TypeVar("A") : number_;
    auto types = [&](std::vector<Type> given) {
      return generic_data_ ? given : std::vector<Type>();
    };
    Type box = TypeCall(GlobalTypeVar("Box"), types({a}));
    box_ = TypeCall(GlobalTypeVar("Box"), types({number_}));
    std::vector<TypeDataNode::Constructor> constructors = {
        {Name("Plain"), {a}},
        {Name("Cell"), {RefType(a)}},
        {Name("Later"), {functions_in_data_ ? FuncType({}, a) : a}},
        {Name("Two"), {box, box}}};
    data_ = TypeData(new TypeDataNode(Name("Box"), types({a}), std::move(constructors)));
    fields_ = {{number_},
               {RefType(number_)},
               {functions_in_data_ ? FuncType({}, number_) : number_},
               {box_, box_}};
  }

  // Functions of functions, of any type.
  void AddGeneric(std::vector<IRModuleNode::Item>* functions) {
    Type a = TypeVar("A"), b = TypeVar("B");
    Expr f = Var("f", FuncType({a}, b)), x = Var("x", a), y = Var("y", b);
    functions->push_back(
        {Name("apply"), Function(std::vector<Expr>{f, x}, Call(f, {x}), b, {a, b})});
    Type c = TypeVar("A"), d = TypeVar("B");
    Expr z = Var("z", c), w = Var("w", d);
    functions->push_back({Name("first"), Function(std::vector<Expr>{z, w}, z, c, {c, d})});
  }

  Type ParamType() {
    return Pick({number_, number_, vector_, RefType(number_), RefType(vector_),
                 FuncType({number_}, number_), FuncType({}, unit_), FuncType({}, number_), box_,
                 TupleType({RefType(number_), number_})});
  }
  Type ValueType() {
    return Chance(20) ? RefType(FuncType({}, number_)) : Chance(20) ? unit_ : ParamType();
  }

  Expr Variable(const Type& type) {
    static const char* const names[] = {"a", "b", "c", "d"};
    return Var(names[Below(4)] + std::to_string(next_name_++), type);
  }

  Expr Number() { return ConstantScalar(static_cast<double>(Below(9)) - 4, DataType::Float(64)); }

  Expr Lets(std::vector<std::pair<Expr, Expr>> bindings, Expr body) {
    for (; !bindings.empty(); bindings.pop_back())
      body = Let(bindings.back().first, bindings.back().second, std::move(body));
    return body;
  }

  Expr MakeMain() {
    Expr x = Var("x", number_), y = Var("y", vector_);
    std::vector<Known> before = std::exchange(scope_, {{x, number_}, {y, vector_}});
    nodes_ = 0;
    shared_.clear();
    std::vector<std::pair<Expr, Expr>> lets;
    std::vector<Expr> fields = {nullptr};
    for (uint64_t i = 1 + Below(3); i > 0; --i) {
      Type content = i == 1 ? number_ : Pick({number_, vector_});
      Expr var = Var("r" + std::to_string(i), RefType(content));
      lets.emplace_back(var, RefCreate(Make(content, 1)));
      scope_.push_back({var, RefType(content)});
      fields.push_back(RefRead(var));
    }
    for (uint64_t i = Below(5); i > 0; --i) {
      Type type = ValueType();
      Expr var = Variable(type);
      lets.emplace_back(var, Make(type, 4));
      scope_.push_back({var, type});
    }
    // The contents are read after the result is computed.
    Type type = Pick({number_, vector_, differentiable_ ? number_ : unit_});
    if (Chance(80)) {
      Expr result = Variable(type);
      lets.emplace_back(result, Make(type, 4));
      fields[0] = result;
    } else {
      fields[0] = Make(type, 4);
    }
    scope_ = before;
    return Function(std::vector<Expr>{x, y}, Lets(std::move(lets), Tuple(fields)));
  }

  Expr MakeFunction(const std::vector<Type>& params, const Type& result, int depth) {
    std::vector<Known> before = scope_;
    std::vector<Known> shared = std::exchange(shared_, {});
    std::vector<Expr> vars;
    for (const Type& type : params) {
      vars.push_back(Variable(type));
      scope_.push_back({vars.back(), type});
    }
    Expr body = Make(result, depth);
    scope_ = std::move(before);
    shared_ = std::move(shared);
    return Function(vars, body, result);
  }

  // An expression of a type.
  Expr Make(const Type& type, int depth) {
    // An expression that is used twice is evaluated once.
    if (!shared_.empty() && Chance(sharing_)) {
      const Known& known = shared_[Below(shared_.size())];
      if (known.type == type) return known.expr;
    }
    const size_t in_scope = scope_.size();
    Expr made = MakeNew(type, depth);
    if (scope_.size() == in_scope && depth > 0 && inner_ == 0 && !As<VarNode>(made))
      shared_.push_back({made, type});
    return made;
  }

  Expr MakeNew(const Type& type, int depth) {
    if (depth <= 0 || ++nodes_ > kMaxNodes) return Small(type);
    switch (Below(17)) {
      case 0:
      case 1:
        return Small(type);
      case 2:
      case 3:
        return MakeLet(type, depth);
      case 4:
        ++inner_;
        {
          Expr condition = Condition(depth - 1);
          Expr yes = Make(type, depth - 1), no = Make(type, depth - 1);
          --inner_;
          return If(condition, yes, no);
        }
      case 5: {  // A function that is called in its place.
        std::vector<Type> params;
        std::vector<Expr> args;
        for (uint64_t i = Below(3); i > 0; --i) params.push_back(ValueType());
        for (const Type& param : params) args.push_back(Make(param, depth - 1));
        return Call(Inner(params, type, depth - 1), args);
      }
      case 6: {
        size_t fields = 1 + Below(3), place = Below(fields);
        std::vector<Expr> parts;
        for (size_t i = 0; i < fields; ++i)
          parts.push_back(Make(i == place ? type : ValueType(), depth - 1));
        return TupleGetItem(Tuple(parts), static_cast<int>(place));
      }
      case 7:
        return RefRead(Make(RefType(type), depth - 1));
      case 8:
        return MakeMatch(type, depth);
      case 9: {  // @first(value, something with effects)
        if (!generic_) return MakeLet(type, depth);
        std::vector<Expr> args = {Make(type, depth - 1), Make(ValueType(), depth - 1)};
        return Call(GlobalVar("first"), args);
      }
      case 10: {
        if (!generic_) return MakeOwn(type, depth);
        Type param = ParamType();
        std::vector<Expr> args = {Make(FuncType({param}, type), depth - 1), Make(param, depth - 1)};
        return Call(GlobalVar("apply"), args);
      }
      case 11:
      case 13: {
        Expr call = CallKnown(type, depth);
        return call ? call : MakeOwn(type, depth);
      }
      case 12:
        return recursion_ ? Recursion(type, depth) : MakeOwn(type, depth);
      default:
        return MakeOwn(type, depth);
    }
  }

  // A function that calls itself a few times.
  Expr Recursion(const Type& type, int depth) {
    Type function_type = FuncType({number_}, type);
    Expr name = Variable(function_type), count = Variable(number_);
    ++inner_;
    std::vector<Known> before = scope_;
    std::vector<Known> shared = std::exchange(shared_, {});
    scope_.push_back({count, number_});
    Expr base = Make(type, depth - 1), effect = Make(unit_, depth - 1);
    scope_ = before;
    shared_ = std::move(shared);
    --inner_;
    Expr one = ConstantScalar(1, DataType::Float(64));
    Expr again = Call(name, {CallOp("subtract", {count, one})});
    Expr body = If(CallOp("less_equal", {count, one}), base, Let(Variable(unit_), effect, again));
    Expr start = ConstantScalar(static_cast<double>(Below(4)), DataType::Float(64));
    return Let(name, Function(std::vector<Expr>{count}, body, type), Call(name, {start}));
  }

  Expr MakeLet(const Type& type, int depth) {
    Type of = ValueType();
    Expr var = Variable(of), value = Make(of, depth - 1);
    const size_t shared = shared_.size();
    scope_.push_back({var, of});
    Expr body = Make(type, depth - 1);
    scope_.pop_back();
    shared_.resize(shared);
    return Let(var, value, body);
  }

  // A function within the current one.
  Expr Inner(const std::vector<Type>& params, const Type& result, int depth) {
    ++inner_;
    Expr function = MakeFunction(params, result, depth);
    --inner_;
    return function;
  }

  Expr MakeMatch(const Type& type, int depth) {
    Expr data = Make(box_, depth - 1);
    std::vector<Expr> children = {data};
    std::vector<PatternStep> steps;
    std::vector<MatchClause> clauses;
    ++inner_;
    for (uint32_t i = 0; i < 4; ++i) {
      MatchClause clause;
      clause.pattern = static_cast<uint32_t>(steps.size());
      clause.vars = static_cast<uint32_t>(children.size());
      const std::vector<Type>& inputs = fields_[i];
      steps.push_back({PatternStep::Kind::kConstructor, static_cast<uint32_t>(inputs.size()), i,
                       data_, nullptr});
      const size_t in_scope = scope_.size();
      for (const Type& input : inputs) {
        if (Chance(20)) {
          steps.push_back({PatternStep::Kind::kWildcard, 0, 0, nullptr, nullptr});
          continue;
        }
        steps.push_back({PatternStep::Kind::kVar, 0, 0, nullptr, nullptr});
        children.push_back(Variable(input));
        scope_.push_back({children.back(), input});
      }
      clause.body = static_cast<uint32_t>(children.size());
      std::vector<Known> shared = shared_;
      children.push_back(Make(type, depth - 2));
      shared_ = std::move(shared);
      scope_.resize(in_scope);
      clauses.push_back(clause);
    }
    --inner_;
    return Match(children, MatchPatterns(new MatchPatternsNode(std::move(steps), clauses)), true);
  }

  // A call of a function in scope; null if none has this result.
  Expr CallKnown(const Type& type, int depth) {
    std::vector<Known> functions;
    for (const std::vector<Known>* known : {&scope_, &globals_}) {
      for (const Known& each : *known) {
        const auto* function = As<FuncTypeNode>(each.type);
        if (function && function->ret_type == type) functions.push_back(each);
      }
    }
    if (functions.empty()) return nullptr;
    const Known function = functions[Below(functions.size())];
    std::vector<Expr> args;
    for (const Type& param : As<FuncTypeNode>(function.type)->arg_types)
      args.push_back(Make(param, depth - 1));
    return Call(function.expr, args);
  }

  Expr Condition(int depth) {
    return CallOp(differentiable_ ? "less_equal"
                  : Chance(50)    ? "less"
                                  : "greater_equal",
                  {Make(number_, depth), Make(number_, depth)});
  }

  // A variable, a constant, or the simplest expression of the type.
  Expr Small(const Type& type) {
    std::vector<Expr> fitting;
    for (const Known& known : scope_) {
      if (known.type == type) fitting.push_back(known.expr);
    }
    if (!fitting.empty() && Chance(85)) return fitting[Below(fitting.size())];
    return MakeOwn(type, 0);
  }

  // An expression of the kind that makes such values.
  Expr MakeOwn(const Type& type, int depth) {
    const int less = depth - 1;
    if (type == number_) {
      if (depth <= 0) return Number();
      static const char* const ops[] = {"add", "subtract", "multiply", "maximum", "minimum"};
      if (Chance(15)) return CallOp("negative", {Make(number_, less)});
      Expr first = Make(number_, less);
      return CallOp(ops[Below(differentiable_ ? 3 : 5)], {first, Make(number_, less)});
    }
    if (type == vector_) {
      if (depth <= 0) {
        NDArray data = MakeNDArray({2}, DataType::Float(64));
        for (size_t i = 0; i < 2; ++i) StoreDouble(data, i, static_cast<double>(Below(9)));
        return Constant(data);
      }
      Expr first = Make(vector_, less);
      return CallOp("add", {first, Make(Chance(50) ? number_ : vector_, less)});
    }
    if (type == unit_ || type == TupleType({})) {
      if (depth <= 0 || Chance(10)) return Tuple({});
      Type content = Pick({number_, number_, vector_, FuncType({}, number_)});
      Expr reference = Make(RefType(content), less);
      return RefWrite(reference, Make(content, less));
    }
    if (type == box_) {
      const auto index = static_cast<uint32_t>(depth <= 0 ? 0 : Below(4));
      std::vector<Expr> args;
      for (const Type& input : fields_[index]) args.push_back(Make(input, less));
      return Call(Constructor(data_, index), args);
    }
    if (const auto* reference = As<RefTypeNode>(type))
      return RefCreate(Make(reference->value, less));
    if (const auto* tuple = As<TupleTypeNode>(type)) {
      std::vector<Expr> fields;
      for (const Type& field : tuple->fields) fields.push_back(Make(field, less));
      return Tuple(fields);
    }
    const auto* function = As<FuncTypeNode>(type);
    return Inner(function->arg_types, function->ret_type, less);
  }

  SplitMix64 random_;
  const Type number_ = ScalarType(DataType::Float(64));
  const Type vector_ = TensorType(Shape{Dim(2)}, DataType::Float(64));
  const Type unit_ = TupleType({});
  Type box_;
  TypeData data_;
  std::vector<std::vector<Type>> fields_;  // Of each constructor.
  std::vector<Known> globals_;
  std::vector<Known> scope_;
  // Complete expressions of the current function outside of branches.
  std::vector<Known> shared_;
  // Some passes do not take some of these.
  const int sharing_ = static_cast<int>(random_.Below(2) * 15);  // In percent.
  const bool recursion_ = random_.Below(2) != 0, generic_ = random_.Below(2) != 0;
  const bool generic_data_ = random_.Below(2) != 0;
  const bool functions_in_data_ = random_.Below(2) != 0, differentiable_ = random_.Below(2) != 0;
  int inner_ = 0;  // How many branches and inner functions are around.
  int nodes_ = 0;
  int next_name_ = 0;
};

}  // namespace

IRModule MakeEffectProgram(uint64_t seed) { return EffectProgramMaker(seed).Make(); }

}  // namespace passcope
