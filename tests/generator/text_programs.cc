// Composes expressions of random kinds. A scope is a list of live variables; expressions can be
// shared wherever their variables are live.
#include "generator/text_programs.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "generator/text_values.h"
#include "ir/virtual_device.h"
#include "op/op.h"

namespace passcope {
namespace {

class Builder : private TextValues {
 public:
  Builder(uint64_t seed, const TextProgramOptions& options, ProgramNames* names)
      : TextValues(seed), options_(options), given_(!names->globals.empty()), names_(names) {}

  IRModule Module() {
    const size_t globals = 1 + Below(3), types = Below(3);
    std::set<std::string> taken;
    auto unique = [&] {
      std::string name = Name();
      while (!taken.insert(name).second) name += "'";
      return name;
    };
    // The names are drawn whether or not the caller gives others.
    for (size_t i = 0; i < globals; ++i) {
      std::string name = i == 0 && Chance(50) ? "main" : unique();
      if (taken.insert(name); !given_) names_->globals.push_back(name);
    }
    taken.clear();
    for (size_t i = 0; i < types; ++i) {
      std::string name = unique();
      if (!given_) names_->types.push_back(name);
      std::vector<std::string> constructors;
      std::set<std::string> own;
      for (size_t k = Below(4); k > 0; --k) {
        std::string constructor = Name();
        while (!own.insert(constructor).second) constructor += "'";
        constructors.push_back(constructor);
      }
      if (!given_) names_->constructors.push_back(constructors);
      arities_.push_back(Below(3));
      constructor_counts_.push_back(constructors.size());
    }
    for (size_t i = 0; i < types; ++i) {
      std::vector<Type> params;
      for (size_t k = arities_[i]; k > 0; --k) params.push_back(TypeVar(Name()));
      type_vars_ = params;
      std::vector<TypeDataNode::Constructor> constructors;
      for (size_t k = 0; k < constructor_counts_[i]; ++k) {
        std::vector<Type> inputs;
        for (size_t n = Below(3); n > 0; --n) inputs.push_back(RandomType(2));
        constructors.push_back({passcope::Name(names_->constructors[i][k]), inputs});
      }
      types_.push_back(TypeData(
          new TypeDataNode(passcope::Name(names_->types[i]), params, std::move(constructors))));
      type_vars_.clear();
    }
    std::vector<IRModuleNode::Item> functions;
    for (size_t i = 0; i < globals; ++i) {
      // Functions of a module can share what they consist of, or be one function.
      if (Chance(60)) pool_.clear();
      left_ = 4 + static_cast<int>(Below(30));
      const bool again = i > 0 && Chance(10);
      functions.push_back({passcope::Name(names_->globals[i]),
                           again ? functions[Below(i)].function : MakeFunction(3).expr});
    }
    return IRModule(new IRModuleNode(std::move(functions), nullptr, types_));
  }

 private:
  // An expression and the variables that it needs.
  struct Value {
    Expr expr;
    std::set<uint32_t> needs;
  };

  Type RandomType(int depth) {
    switch (depth <= 0 ? Below(2) : Below(9)) {
      case 2: {
        std::vector<Type> fields;
        for (size_t n = Below(3); n > 0; --n) fields.push_back(RandomType(depth - 1));
        return TupleType(fields);
      }
      case 3: {
        size_t mark = type_vars_.size();
        std::vector<Type> params, args;
        for (size_t n = Chance(30) ? 1 + Below(2) : 0; n > 0; --n)
          params.push_back(TypeVar(Name()));
        type_vars_.insert(type_vars_.end(), params.begin(), params.end());
        for (size_t n = Below(3); n > 0; --n) args.push_back(RandomType(depth - 1));
        Type result = RandomType(depth - 1);
        type_vars_.resize(mark);
        return FuncType(args, result, params);
      }
      case 4:
        return RefType(RandomType(depth - 1));
      case 5:
      case 6:
        if (!type_vars_.empty()) return type_vars_[Below(type_vars_.size())];
        break;
      case 7:
      case 8:
        if (!arities_.empty()) {
          size_t i = Below(arities_.size());
          std::vector<Type> args;
          for (size_t n = arities_[i]; n > 0; --n) args.push_back(RandomType(depth - 1));
          return TypeCall(GlobalTypeVar(names_->types[i]), args);
        }
        break;
      default:
        break;
    }
    Shape shape;
    for (size_t n = Chance(50) ? 0 : Below(4); n > 0; --n) {
      switch (Below(8)) {
        case 0:
          shape.push_back(Dim::Any());
          break;
        case 1:
          shape.push_back(Dim::Int64(static_cast<int64_t>(Below(9))));
          break;
        case 2:
          if (options_.metadata && Chance(40)) {
            Dim symbol = Dim::Symbol("n", Chance(50));
            shape.push_back(Chance(50) ? symbol : symbol + Dim(1));
            break;
          }
          [[fallthrough]];
        default:
          shape.push_back(static_cast<int64_t>(Below(9)));
      }
    }
    DataType dtype = RandomDType();
    if (Chance(10)) dtype.lanes = 4;
    return TensorType(shape, dtype);
  }
  Type Annotation() { return Chance(50) ? nullptr : RandomType(3); }

  AttrValue RandomValue(int depth) {
    switch (Below(depth > 0 ? 10 : 6)) {
      case 0:
        return {};
      case 1:
        return Chance(50);
      case 2:
        return Int();
      case 3:
        return Real();
      case 4:
      case 5:
        return Text();
      case 6:
      case 7: {
        AttrArray items;
        for (size_t n = Below(4); n > 0; --n) items.push_back(RandomValue(depth - 1));
        return items;
      }
      case 8: {
        if (!options_.metadata) return Text();
        AttrDict dict;
        std::set<std::string> keys;
        for (size_t n = Below(3); n > 0; --n) keys.insert(Chance(50) ? Name() : Text());
        for (const std::string& key : keys) dict.emplace_back(key, RandomValue(depth - 1));
        return dict;
      }
      default:
        if (!options_.metadata) return Int();
        if (Chance(40)) return ToAttrValue(VirtualDevice());
        return AttrValue::Object(Chance(50) ? Global() : Constant(RandomArray()));
    }
  }

  DictAttrs RandomDict() {
    if (Chance(65)) return nullptr;
    std::vector<std::pair<passcope::Name, AttrValue>> items;
    std::set<std::string> keys;
    for (size_t n = 1 + Below(3); n > 0; --n) keys.insert(Name());
    for (const std::string& key : keys) items.emplace_back(passcope::Name(key), RandomValue(2));
    return DictAttrs(new DictAttrsNode(std::move(items)));
  }

  AttrValue FieldValue(const AttrField& field) {
    auto ints = [&] {
      std::vector<int64_t> values;
      for (size_t n = Below(4); n > 0; --n) values.push_back(Int());
      return AttrValue::Ints(values);
    };
    switch (field.type) {
      case AttrType::kBool:
        return Chance(50);
      case AttrType::kInt:
        return Int();
      case AttrType::kDouble:
        return Real();
      case AttrType::kString:
        return Text();
      case AttrType::kDType:
        return Chance(10) ? DataType::Void() : RandomDType();
      case AttrType::kInts:
        return ints();
      case AttrType::kOptInt:
        return Chance(30) ? AttrValue() : AttrValue(Int());
      case AttrType::kOptInts:
        return Chance(30) ? AttrValue() : ints();
      case AttrType::kStrings: {
        AttrArray items;
        for (size_t n = Below(3); n > 0; --n) items.push_back(Text());
        return items;
      }
      case AttrType::kStringLists:
        return field.default_value;
      case AttrType::kAny:
        return RandomValue(1);
    }
    return {};
  }
  Attrs RandomAttrs(const AttrSchema& schema) {
    AttrsNode* attrs = schema.create();
    Attrs holder(attrs);
    for (const AttrField& field : schema.fields) {
      if (field.is_int64_flag()) continue;
      if (!field.required && Chance(60)) continue;
      attrs->Set(field, FieldValue(field));
    }
    return holder;
  }

  NDArray RandomArray() {
    DataType dtype = RandomDType();
    std::vector<int64_t> shape;
    for (size_t n = Chance(60) ? 0 : Below(4); n > 0; --n)
      shape.push_back(static_cast<int64_t>(Below(4)));
    if (shape.empty() && Chance(80)) {
      return dtype.is_float() ? ScalarNDArray(Real(), dtype) : ScalarIntNDArray(Int(), dtype);
    }
    NDArray array = MakeNDArray(shape, dtype);
    for (size_t i = 0; i < array->nbytes(); ++i) {
      array->mutable_data()[i] = static_cast<std::byte>(dtype.is_bool() ? Below(2) : Below(256));
    }
    return array;
  }

  Expr Operator() { return AllOps()[Below(AllOps().size())]; }
  Expr Global() { return GlobalVar(names_->globals[Below(names_->globals.size())]); }

  Value Combine(const Expr& expr, std::initializer_list<const Value*> parts) {
    Value made{expr, {}};
    for (const Value* part : parts) made.needs.insert(part->needs.begin(), part->needs.end());
    return made;
  }

  struct Bound {
    Expr var;
    uint32_t serial;
  };
  Bound NewVar() { return {Var(Name(), Annotation()), next_serial_++}; }
  void Enter(const Bound& bound) { live_.push_back(bound); }
  void Leave(size_t mark, Value* value) {
    for (; live_.size() > mark; live_.pop_back()) value->needs.erase(live_.back().serial);
  }

  Value MakeFunction(int depth) {
    const size_t mark = live_.size(), type_mark = type_vars_.size(), pool_mark = pool_.size();
    std::vector<Type> type_params;
    for (size_t n = Chance(20) ? 1 + Below(2) : 0; n > 0; --n)
      type_params.push_back(TypeVar(Name()));
    type_vars_.insert(type_vars_.end(), type_params.begin(), type_params.end());
    std::vector<Expr> params;
    for (size_t n = Below(4); n > 0; --n) {
      Bound bound = NewVar();
      params.push_back(bound.var);
      Enter(bound);
    }
    Type result = Annotation();
    Value body = Make(depth);
    DictAttrs attrs = RandomDict();
    body.expr = Function(params, body.expr, result, type_params, attrs);
    Leave(mark, &body);
    type_vars_.resize(type_mark);
    // What was made inside can use the type parameters.
    if (!type_params.empty()) pool_.resize(std::min(pool_.size(), pool_mark));
    return body;
  }

  void Pattern(int depth, std::vector<PatternStep>* steps, std::vector<Expr>* vars) {
    PatternStep step;
    size_t fields = 0;
    size_t type = types_.empty() ? 0 : Below(types_.size());
    switch (depth > 0 ? Below(5) : Below(2)) {
      case 0:
        break;
      case 1: {
        Bound bound = NewVar();
        step.kind = PatternStep::Kind::kVar;
        vars->push_back(bound.var);
        Enter(bound);
        break;
      }
      case 2:
        step.kind = PatternStep::Kind::kTuple;
        fields = Below(4);
        break;
      default:
        if (types_.empty() || types_[type]->constructors.empty()) break;
        step.kind = PatternStep::Kind::kConstructor;
        step.data = types_[type];
        step.index = static_cast<uint32_t>(Below(types_[type]->constructors.size()));
        fields = step.data->constructors[step.index].inputs.size();
    }
    step.fields = static_cast<uint32_t>(fields);
    steps->push_back(step);
    for (size_t i = 0; i < fields; ++i) Pattern(depth - 1, steps, vars);
  }

  Value MakeMatch(int depth) {
    Value made = Make(depth);
    std::vector<Expr> children = {made.expr};
    std::vector<PatternStep> steps;
    std::vector<MatchClause> clauses;
    for (size_t n = Below(3); n > 0; --n) {
      const size_t mark = live_.size();
      const auto vars = static_cast<uint32_t>(children.size());
      const auto pattern = static_cast<uint32_t>(steps.size());
      Pattern(3, &steps, &children);
      const auto body_at = static_cast<uint32_t>(children.size());
      Value body = Make(depth);
      Leave(mark, &body);
      children.push_back(body.expr);
      clauses.push_back({pattern, vars, body_at});
      made.needs.insert(body.needs.begin(), body.needs.end());
    }
    made.expr = Match(children, MatchPatterns(new MatchPatternsNode(steps, clauses)), Chance(70));
    return made;
  }

  Value MakeCall(int depth) {
    Value made;
    std::vector<Expr> args;
    Attrs attrs;
    const uint64_t kind = Below(10);
    if (kind < 5) {
      made.expr = Operator();
      const auto* op = As<OpNode>(made.expr);
      if (op->decl->schema) attrs = RandomAttrs(op->decl->schema());
    } else if (kind < 7 && !types_.empty()) {
      const TypeData& type = types_[Below(types_.size())];
      if (type->constructors.empty()) return Leaf();
      const auto index = static_cast<uint32_t>(Below(type->constructors.size()));
      made.expr = Constructor(type, index);
      for (size_t n = type->constructors[index].inputs.size(); n > 0; --n) {
        Value arg = Make(depth);
        args.push_back(arg.expr);
        made.needs.insert(arg.needs.begin(), arg.needs.end());
      }
      made.expr = Call(made.expr, args);
      return made;
    } else {
      made = kind == 7 ? Value{Global(), {}} : Make(depth);
      if (Chance(10) && (options_.metadata || !As<OpNode>(made.expr)))
        attrs = RandomAttrs(As<OpNode>(GetOp("nn.conv2d"))->decl->schema());
    }
    const bool is_op = As<OpNode>(made.expr) != nullptr;
    if (is_op && As<OpNode>(made.expr)->decl->schema && !attrs)
      attrs = RandomAttrs(As<OpNode>(made.expr)->decl->schema());
    for (size_t n = Below(3); n > 0; --n) {
      Value arg = Make(depth);
      args.push_back(arg.expr);
      made.needs.insert(arg.needs.begin(), arg.needs.end());
    }
    made.expr = Call(made.expr, args, attrs);
    return made;
  }

  Value Leaf() {
    switch (Below(9)) {
      case 0:
        return {Constant(RandomArray()), {}};
      case 1:
        return {Global(), {}};
      case 2:
        return {Tuple({}), {}};
      case 3:
        return {Operator(), {}};
      case 4: {
        if (types_.empty()) break;
        const TypeData& type = types_[Below(types_.size())];
        if (type->constructors.empty()) break;
        const uint64_t index = Below(type->constructors.size());
        return {Constructor(type, static_cast<uint32_t>(index)), {}};
      }
      default:
        break;
    }
    if (live_.empty()) return {Constant(RandomArray()), {}};
    const Bound& bound = live_[Below(live_.size())];
    return {bound.var, {bound.serial}};
  }

  Value Make(int depth) {
    if (Chance(20)) {
      for (int attempt = 0; attempt < 3 && !pool_.empty(); ++attempt) {
        const Value& shared = pool_[Below(pool_.size())];
        bool live = std::all_of(shared.needs.begin(), shared.needs.end(), [&](uint32_t serial) {
          return std::any_of(live_.begin(), live_.end(),
                             [&](const Bound& bound) { return bound.serial == serial; });
        });
        if (live) return shared;
      }
    }
    Value made = MakeNew(depth);
    // A node that binds variables again is ill-formed where its variables are live.
    if (pool_.size() < 40) pool_.push_back(made);
    return made;
  }

  Value MakeNew(int depth) {
    if (--left_ <= 0) return Leaf();
    switch (Below(14)) {
      case 0:
        return MakeFunction(depth);
      case 1:
      case 2: {
        const size_t mark = live_.size();
        Bound bound = NewVar();
        // A value can use its own variable, as functions that call themselves do.
        const bool recursive = Chance(15);
        if (recursive) Enter(bound);
        Value value = Make(depth);
        if (!recursive) Enter(bound);
        Value body = Make(depth);
        Value made = Combine(Let(bound.var, value.expr, body.expr), {&value, &body});
        Leave(mark, &made);
        return made;
      }
      case 3: {
        Value condition = Make(depth), then_arm = Make(depth), else_arm = Make(depth);
        return Combine(If(condition.expr, then_arm.expr, else_arm.expr),
                       {&condition, &then_arm, &else_arm});
      }
      case 4:
        return MakeMatch(depth);
      case 5: {
        Value tuple = Make(depth);
        return Combine(
            TupleGetItem(tuple.expr, static_cast<int>(Chance(90) ? Below(3) : INT32_MAX)),
            {&tuple});
      }
      case 6: {
        Value value = Make(depth);
        return Combine(Chance(50) ? RefCreate(value.expr) : RefRead(value.expr), {&value});
      }
      case 7: {
        Value ref = Make(depth), value = Make(depth);
        return Combine(RefWrite(ref.expr, value.expr), {&ref, &value});
      }
      case 8:
      case 9: {
        std::vector<Expr> fields;
        Value made;
        for (size_t n = Below(4); n > 0; --n) {
          Value field = Make(depth);
          fields.push_back(field.expr);
          made.needs.insert(field.needs.begin(), field.needs.end());
        }
        made.expr = Tuple(fields);
        return made;
      }
      case 10:
        return Leaf();
      default:
        return MakeCall(depth);
    }
  }

  const TextProgramOptions options_;
  const bool given_;
  ProgramNames* names_;
  std::vector<size_t> arities_, constructor_counts_;
  std::vector<TypeData> types_;
  std::vector<Type> type_vars_;
  std::vector<Bound> live_;
  std::vector<Value> pool_;
  uint32_t next_serial_ = 0;
  int left_ = 0;
};

}  // namespace

IRModule MakeTextProgram(uint64_t seed, const TextProgramOptions& options, ProgramNames* names) {
  return Builder(seed, options, names).Module();
}

}  // namespace passcope
