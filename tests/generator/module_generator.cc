// Calls operators on random arguments and attributes, and keeps the calls that InferType accepts.
// It also infers the shapes of weights, whose types are left open.
#include "generator/module_generator.h"

#include <algorithm>
#include <string_view>

#include "diagnostics/diagnostic.h"
#include "generator/examples.h"
#include "runtime/kernel.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

constexpr int kAttempts = 24;

constexpr int64_t kDynamic = -1;
constexpr int64_t kInvalid = -2;

int64_t Elements(const Type& type) {
  const auto* tensor = As<TensorTypeNode>(type);
  if (!tensor) return kInvalid;
  for (Dim dim : tensor->shape) {
    if (dim.is_const() && dim.value() < 0) return kInvalid;
  }
  int64_t count = 1;
  for (Dim dim : tensor->shape) {
    if (!dim.is_const()) return kDynamic;
    // Results can have any size; too large ones are not used.
    if (__builtin_mul_overflow(count, dim.value(), &count)) return INT64_MAX;
  }
  return count;
}

bool IsOpen(const Type& type) {
  if (!type || As<IncompleteTypeNode>(type)) return true;
  // The dtype is void if none was given.
  if (const auto* tensor = As<TensorTypeNode>(type)) return tensor->dtype.is_void();
  if (const auto* tuple = As<TupleTypeNode>(type)) {
    return std::any_of(tuple->fields.begin(), tuple->fields.end(), IsOpen);
  }
  return false;
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// True for arguments whose type follows from the rest of the call.
bool IsWeight(std::string_view name) {
  for (const char* part : {"weight", "bias", "gamma", "beta", "mean", "var", "alpha", "kernel"}) {
    if (Contains(name, part)) return true;
  }
  return false;
}

}  // namespace

ModuleGenerator::ModuleGenerator(uint64_t seed, GeneratorOptions options)
    : random_(seed), options_(options) {
  for (const Expr& op : AllOps()) {
    const auto* node = As<OpNode>(op);
    if (node->decl->relation && (!options.runnable || HasKernel(node))) ops_.push_back(node);
  }
}

std::string ModuleGenerator::FreshName(const char* hint) {
  return hint + std::to_string(next_name_++);
}

DataType ModuleGenerator::RandomDType() {
  static const std::vector<DataType> kCommon = {DataType::Float(32), DataType::Int(32)};
  static const std::vector<DataType> kAll = {
      DataType::Float(16), DataType::Float(32), DataType::Float(64), DataType::BFloat(16),
      DataType::Int(8),    DataType::Int(16),   DataType::Int(32),   DataType::Int(64),
      DataType::UInt(8),   DataType::UInt(16),  DataType::UInt(32),  DataType::UInt(64),
      DataType::Bool()};
  if (Chance(60)) return kCommon[0];
  return Chance(50) ? Pick(kCommon) : Pick(kAll);
}

std::vector<int64_t> ModuleGenerator::RandomShape(int max_rank) {
  auto rank = static_cast<size_t>(
      Chance(40) ? std::min(4, max_rank)
                 : static_cast<int>(Below(static_cast<uint64_t>(max_rank) + 1)));
  std::vector<int64_t> shape;
  int64_t left = options_.max_elements;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = std::min<int64_t>(left, 1 + static_cast<int64_t>(Below(6)));
    shape.push_back(size);
    left /= size;
  }
  return shape;
}

Type ModuleGenerator::RandomTensorType() { return TensorType(RandomShape(5), RandomDType()); }

Type ModuleGenerator::Related(const Type& type) {
  const auto* tensor = As<TensorTypeNode>(type);
  if (!tensor || Chance(20)) return RandomTensorType();
  Shape shape = tensor->shape;
  DataType dtype = Chance(85) ? tensor->dtype : RandomDType();
  if (Chance(50)) return TensorType(shape, dtype);
  if (!shape.empty() && Chance(50)) shape.erase(shape.begin());
  if (!shape.empty() && Chance(50)) shape[Below(shape.size())] = Dim(1);
  return TensorType(shape, dtype);
}

NDArray ModuleGenerator::RandomArray(const Type& tensor_type) {
  const auto* tensor = As<TensorTypeNode>(tensor_type);
  std::vector<int64_t> shape;
  for (Dim dim : tensor->shape) shape.push_back(dim.value());
  NDArray array = MakeNDArray(std::move(shape), tensor->dtype);
  for (size_t i = 0; i < array->size(); ++i) {
    StoreDouble(array, i, static_cast<double>(Below(8)) / (tensor->dtype.is_float() ? 4 : 1));
  }
  return array;
}

AttrValue ModuleGenerator::RandomAttr(const AttrField& field, const Type& first) {
  std::string_view name = field.name;
  const auto* tensor = As<TensorTypeNode>(first);
  auto rank = tensor ? static_cast<int64_t>(tensor->shape.size()) : int64_t{2};
  auto axis = [&] {
    int64_t value = rank == 0 ? 0 : static_cast<int64_t>(Below(static_cast<uint64_t>(rank)));
    return Chance(25) ? value - rank : value;
  };
  auto small = [&] { return 1 + static_cast<int64_t>(Below(3)); };
  switch (field.type) {
    case AttrType::kBool:
      return Chance(50);
    case AttrType::kInt:
    case AttrType::kOptInt:
      if (Contains(name, "axis") || name == "dim") return axis();
      return small();
    case AttrType::kDouble:
      return static_cast<double>(small()) / 2;
    case AttrType::kDType:
      return Chance(30) ? DataType::Int(8) : RandomDType();
    case AttrType::kString:
      if (name == "src_layout") return rank == 5 ? "NCDHW" : rank == 3 ? "NCW" : "NCHW";
      if (name == "dst_layout") return rank == 5 ? "NDHWC" : rank == 3 ? "NWC" : "NHWC";
      if (name == "reduction") return Chance(50) ? "mean" : "none";
      return field.default_value;
    case AttrType::kInts:
    case AttrType::kOptInts: {
      AttrArray items;
      if (Contains(name, "axes") || name == "axis") {
        // A permutation, or some different axes.
        std::vector<int64_t> axes;
        for (int64_t i = 0; i < rank; ++i) axes.push_back(i);
        for (size_t i = axes.size(); i > 1; --i) std::swap(axes[i - 1], axes[Below(i)]);
        if (!axes.empty() && Chance(50)) axes.resize(1 + Below(axes.size()));
        for (int64_t value : axes) items.push_back(value);
      } else if (Contains(name, "shape") && tensor && Elements(first) >= 0) {
        switch (Below(4)) {
          case 0:
            items.push_back(Elements(first));
            break;
          case 1:
            items.push_back(int64_t{-1});
            break;
          case 2:
            for (Dim dim : tensor->shape) items.push_back(dim.value());
            if (Chance(50)) items.insert(items.begin(), AttrValue(1));
            break;
          default:
            for (int64_t size : RandomShape(4)) items.push_back(size);
        }
      } else {
        bool spatial = Contains(name, "stride") || Contains(name, "dilation") ||
                       Contains(name, "kernel") || Contains(name, "pool") || name == "padding";
        int64_t count = spatial ? std::max<int64_t>(1, rank - 2) : Chance(50) ? rank : small();
        for (int64_t i = 0; i < count; ++i) items.push_back(small() - (name == "padding" ? 1 : 0));
      }
      return items;
    }
    case AttrType::kStrings:
    case AttrType::kStringLists:
      return field.default_value;
    case AttrType::kAny: {
      if (name == "indices_or_sections")
        return Chance(70) ? AttrValue(small()) : AttrValue::Ints({1});
      if (name != "pad_width" && name != "paddings" && name != "crops") return field.default_value;
      AttrArray pairs;
      int64_t count = name == "pad_width" ? rank : std::max<int64_t>(1, rank - 2);
      for (int64_t i = 0; i < count; ++i)
        pairs.push_back(AttrValue::Ints({small() - 1, small() - 1}));
      return pairs;
    }
  }
  return {};
}

Attrs ModuleGenerator::RandomAttrs(const OpNode* op, const Type& first) {
  const AttrSchema& schema = op->decl->schema();
  AttrsNode* attrs = schema.create();
  Attrs holder(attrs);
  for (const AttrField& field : schema.fields) {
    if (field.is_int64_flag()) continue;  // Has no text of its own.
    bool given = field.required || Chance(field.default_value.is_null() ? 80 : 25);
    if (!given) continue;
    AttrValue value = RandomAttr(field, first);
    if (!value.is_null()) attrs->Set(field, value);
  }
  return holder;
}

Expr ModuleGenerator::TryExample(const OpNode* op, const ExampleCall& example,
                                 std::vector<Expr>* params) {
  Attrs attrs;
  if (op->decl->schema) {
    attrs = RandomAttrs(op, nullptr);
    const AttrSchema& schema = op->decl->schema();
    auto* node = const_cast<AttrsNode*>(attrs.get());
    for (const auto& [name, value] : example.attrs) node->Set(*schema.Find(name), value);
  }
  std::vector<Expr> args, fresh;
  for (const std::vector<ExampleTensor>& tensors : example.args) {
    std::vector<Expr> fields;
    for (const ExampleTensor& tensor : tensors) {
      Type type = TensorType(tensor.shape, tensor.dtype);
      if (!tensor.values.empty()) {
        NDArray array = MakeNDArray(tensor.shape, tensor.dtype);
        for (size_t i = 0; i < tensor.values.size(); ++i) StoreDouble(array, i, tensor.values[i]);
        fields.push_back(Constant(array));
      } else if (Chance(40)) {
        fields.push_back(Constant(RandomArray(type)));
      } else {
        fields.push_back(Var(FreshName("p"), type));
        fresh.push_back(fields.back());
      }
    }
    args.push_back(fields.size() == 1 ? fields.front() : Tuple(fields));
  }
  try {
    Expr call = InferTypes(Call(GetOp(op->name()), args, attrs));
    params->insert(params->end(), fresh.begin(), fresh.end());
    return call;
  } catch (const DiagnosticError&) {
    return nullptr;
  }
}

Expr ModuleGenerator::TryCall(const OpNode* op, const std::vector<Expr>& scope,
                              std::vector<Expr>* params) {
  const OpDecl& decl = *op->decl;
  size_t count = decl.args.size();
  if (decl.variadic) count = 1 + Below(3);
  // The call is typed on variables first, so that the values in scope are not typed again and
  // again.
  bool quantized = std::string_view(decl.name).substr(0, 4) == "qnn." &&
                   std::string_view(decl.name) != "qnn.quantize";
  std::vector<Expr> actual(count), probe;
  Type first;
  for (size_t i = 0; i < count; ++i) {
    std::string_view name = i < decl.args.size() ? decl.args[i].name : "data";
    std::string_view kind = i < decl.args.size() ? decl.args[i].type : "Tensor";
    Type type;
    if (Contains(kind, "Tuple")) {
      std::vector<Expr> fields;
      Type field = RandomTensorType();
      for (const Expr& value : scope) {
        if (Elements(value->checked_type()) >= 0 && Chance(30)) field = value->checked_type();
      }
      std::vector<Type> types;
      for (size_t k = 1 + Below(3); k > 0; --k) {
        for (const Expr& value : scope) {
          if (fields.size() < types.size() + 1 && value->checked_type() == field && Chance(50)) {
            fields.push_back(value);
          }
        }
        if (fields.size() == types.size()) {
          fields.push_back(Constant(RandomArray(field)));
        }
        types.push_back(field);
      }
      actual[i] = Tuple(fields);
      type = TupleType(types);
    } else if (i > 0 && IsWeight(name) && Chance(85)) {
      type = nullptr;
    } else if (!scope.empty() && Chance(i == 0 ? 85 : 50)) {
      actual[i] = Pick(scope);
      type = actual[i]->checked_type();
    } else {
      type = i > 0 && first ? Related(first) : RandomTensorType();
    }
    // Scales are real scalars and zero points integers. Quantized data has 8 bits.
    if (Contains(name, "_scale") || Contains(name, "zero_point")) {
      actual[i] = nullptr;
      type = ScalarType(Contains(name, "_scale") ? DataType::Float(32) : DataType::Int(32));
    } else if (quantized && As<TensorTypeNode>(type)) {
      actual[i] = nullptr;
      type = TensorType(As<TensorTypeNode>(type)->shape, DataType::Int(8));
    } else if (quantized && Contains(kind, "Tuple")) {
      return nullptr;
    }
    if (i == 0) first = type;
    probe.push_back(Var("a" + std::to_string(i), type));
  }
  Attrs attrs;
  if (decl.schema) attrs = RandomAttrs(op, first);
  Expr typed;
  try {
    typed = InferTypes(Call(GetOp(decl.name), probe, attrs));
  } catch (const DiagnosticError&) {
    return nullptr;
  }
  const Type& result = typed->checked_type();
  // The module does not declare types, such as the type of storage.
  if (IsOpen(result) || result->kind() == TypeKind::kTypeCall) return nullptr;
  int64_t size = Elements(result);
  if (const auto* tuple = As<TupleTypeNode>(result)) {
    for (const Type& field : tuple->fields) {
      if (As<TensorTypeNode>(field) && Elements(field) == kInvalid) return nullptr;
    }
  }
  if (As<TensorTypeNode>(result) && (size == kInvalid || size > 16 * options_.max_elements)) {
    return nullptr;
  }
  const auto* call = As<CallNode>(typed);
  for (size_t i = 0; i < count; ++i) {
    if (actual[i]) continue;
    const Type& type = call->args()[i]->checked_type();
    int64_t elements = Elements(type);
    if (elements == kInvalid || elements > 16 * options_.max_elements) return nullptr;
  }
  for (size_t i = 0; i < count; ++i) {
    if (actual[i]) continue;
    const Type& type = call->args()[i]->checked_type();
    if (Elements(type) >= 0 && Chance(40)) {
      actual[i] = Constant(RandomArray(type));
    } else {
      actual[i] = Var(FreshName("p"), type);
      params->push_back(actual[i]);
    }
  }
  return InferTypes(Call(GetOp(decl.name), actual, attrs));
}

Expr ModuleGenerator::RandomCall(const OpNode* op, const std::vector<Expr>& scope,
                                 std::vector<Expr>* params) {
  const ExampleCall* example = ExampleOf(op->name());
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (example && Chance(70)) {
      if (Expr call = TryExample(op, *example, params)) return call;
    }
    if (Expr call = TryCall(op, scope, params)) return call;
  }
  return nullptr;
}

// Grows the body of one function, which has at least one parameter. Values of a branch or an inner
// function stay inside it. A let-bound variable is in scope in everything that follows.
class ModuleGenerator::FunctionBuilder {
 public:
  explicit FunctionBuilder(ModuleGenerator& generator, const std::vector<Expr>& callees)
      : g_(generator), callees_(callees) {}

  Expr Build() {
    std::vector<Expr> scope;
    size_t count = 1 + g_.Below(3);
    for (size_t i = 0; i < count; ++i) {
      params_.push_back(g_.Typed(Var(g_.FreshName("x"), g_.RandomTensorType())));
      scope.push_back(params_.back());
    }
    Expr body = Block(scope, g_.options_.steps, 0);
    if (g_.options_.runnable) body = OfTensors(body);
    return Function(params_, body);
  }

 private:
  struct Binding {
    Expr var, value;
  };

  // The body of a function whose result must consist of tensors. Replaces the innermost result of a
  // body that can have others.
  Expr OfTensors(const Expr& body) {
    std::vector<Expr> lets;
    Expr result = body;
    while (const auto* let = As<LetNode>(result)) {
      lets.push_back(result);
      result = let->body();
    }
    std::vector<Expr> fields;
    auto add = [&](const Expr& value) {
      if (As<TensorTypeNode>(value->checked_type())) fields.push_back(value);
    };
    add(result);
    if (const auto* tuple = As<TupleNode>(result)) {
      for (const Expr& field : tuple->fields()) add(field);
    }
    if (fields.empty()) fields.push_back(params_.front());
    result = fields.size() == 1 ? fields.front() : Tuple(fields);
    for (size_t i = lets.size(); i-- > 0;) {
      const auto* let = As<LetNode>(lets[i]);
      result = Let(let->var(), let->value(), result);
    }
    return g_.Typed(result);
  }

  Expr Block(std::vector<Expr> scope, int steps, int depth) {
    std::vector<Binding> bindings;
    for (int i = 0; i < steps; ++i) {
      Expr value = Step(scope, depth);
      if (!value) continue;
      if (g_.options_.control_flow && g_.Chance(15)) {
        // InferType annotates every variable.
        Expr var = g_.Typed(Var(g_.FreshName("v"), value->checked_type()));
        bindings.push_back({var, value});
        value = var;
      }
      scope.push_back(value);
    }
    Expr result = scope.back();
    if (g_.Chance(30)) {
      std::vector<Expr> fields;
      for (size_t k = 1 + g_.Below(3); k > 0; --k) fields.push_back(g_.Pick(scope));
      result = Tuple(fields);
    }
    for (size_t i = bindings.size(); i-- > 0;) {
      result = Let(bindings[i].var, bindings[i].value, result);
    }
    return g_.Typed(result);
  }

  Expr Step(const std::vector<Expr>& scope, int depth) {
    uint64_t kind = g_.options_.control_flow ? g_.Below(20) : 0;
    const Expr& some = g_.Pick(scope);
    const Type& type = some->checked_type();
    bool deeper = depth < g_.options_.max_depth;
    switch (kind) {
      case 1:
        return g_.Typed(Constant(g_.RandomArray(g_.RandomTensorType())));
      case 2:
        return g_.Typed(ConstantScalar(static_cast<double>(g_.Below(100)), g_.RandomDType()));
      case 3:
        return g_.Typed(Tuple(std::vector<Expr>{some, g_.Pick(scope)}));
      case 4: {
        const auto* tuple = As<TupleTypeNode>(type);
        if (!tuple || tuple->fields.empty()) break;
        return g_.Typed(TupleGetItem(some, static_cast<int>(g_.Below(tuple->fields.size()))));
      }
      case 5:
        if (deeper) return Branch(scope, depth);
        break;
      case 6:
        if (deeper) return Closure(scope, depth);
        break;
      case 7: {
        if (As<RefTypeNode>(type)) return g_.Typed(RefRead(some));
        if (As<FuncTypeNode>(type)) break;
        return g_.Typed(RefCreate(some));
      }
      case 8: {
        const auto* ref = As<RefTypeNode>(type);
        if (!ref) break;
        for (const Expr& value : scope) {
          if (value->checked_type() == ref->value) return g_.Typed(RefWrite(some, value));
        }
        break;
      }
      case 9:
        return CallFunction(scope);
      default:
        break;
    }
    return OperatorCall(scope);
  }

  Expr OperatorCall(const std::vector<Expr>& scope) {
    std::vector<Expr> tensors;
    for (const Expr& value : scope) {
      if (As<TensorTypeNode>(value->checked_type())) tensors.push_back(value);
    }
    return g_.RandomCall(g_.Pick(g_.ops_), tensors, &params_);
  }

  // The values that an inner block may use. The printer, like TVM's, writes a shared expression at
  // its first use. If this is inside a block, uses outside of the block cannot be read back.
  static std::vector<Expr> Named(const std::vector<Expr>& scope) {
    std::vector<Expr> named;
    for (const Expr& value : scope) {
      if (As<VarNode>(value)) named.push_back(value);
    }
    return named;
  }

  // Both branches have the type of some value in scope.
  Expr Branch(const std::vector<Expr>& outer, int depth) {
    std::vector<Expr> scope = Named(outer);
    Type type = g_.Pick(scope)->checked_type();
    Expr condition = g_.Typed(Var(g_.FreshName("c"), ScalarType(DataType::Bool())));
    params_.push_back(condition);
    auto arm = [&]() -> Expr {
      Expr block = Block(scope, 2, depth + 1);
      if (block->checked_type() == type) return block;
      for (size_t i = scope.size(); i-- > 0;) {
        if (scope[i]->checked_type() != type) continue;
        bool tensor = As<TensorTypeNode>(type) != nullptr;
        return tensor && g_.Chance(70) ? g_.Typed(CallOp("copy", {scope[i]})) : scope[i];
      }
      return nullptr;
    };
    Expr then_arm = arm(), else_arm = arm();
    if (!then_arm || !else_arm) return nullptr;
    return g_.Typed(If(condition, then_arm, else_arm));
  }

  Expr Closure(const std::vector<Expr>& scope, int depth) {
    Expr param = g_.Typed(Var(g_.FreshName("y"), g_.RandomTensorType()));
    std::vector<Expr> inner = Named(scope);
    inner.push_back(param);
    Expr body = Block(inner, 2, depth + 1);
    Expr function = g_.Typed(Function(std::vector<Expr>{param}, body));
    if (g_.Chance(30)) return function;
    for (const Expr& value : scope) {
      if (value->checked_type() == param->checked_type()) {
        return g_.Typed(Call(function, std::vector<Expr>{value}));
      }
    }
    Expr argument = Constant(g_.RandomArray(param->checked_type()));
    return g_.Typed(Call(function, std::vector<Expr>{argument}));
  }

  // A call of a global function or of a closure in scope.
  Expr CallFunction(const std::vector<Expr>& scope) {
    std::vector<Expr> functions = callees_;
    for (const Expr& value : scope) {
      if (As<FuncTypeNode>(value->checked_type())) functions.push_back(value);
    }
    if (functions.empty()) return nullptr;
    Expr callee = g_.Pick(functions);
    const auto* type = As<FuncTypeNode>(callee->checked_type());
    std::vector<Expr> args;
    for (const Type& arg : type->arg_types) {
      Expr found;
      for (const Expr& value : scope) {
        if (value->checked_type() == arg && (!found || g_.Chance(50))) found = value;
      }
      if (!found && Elements(arg) < 0) return nullptr;
      args.push_back(found ? found : g_.Typed(Constant(g_.RandomArray(arg))));
    }
    return g_.Typed(Call(callee, args));
  }

  ModuleGenerator& g_;
  const std::vector<Expr>& callees_;
  std::vector<Expr> params_;
};

Expr ModuleGenerator::Typed(const Expr& expr) { return InferTypes(expr); }

IRModule ModuleGenerator::Next() {
  next_name_ = 0;
  std::vector<IRModuleNode::Item> functions;
  std::vector<Expr> callees;
  for (int i = 0; i < options_.functions; ++i) {
    bool main = i + 1 == options_.functions;
    std::string name = main ? "main" : "f" + std::to_string(i);
    FunctionBuilder builder(*this, callees);
    Expr function = InferTypes(builder.Build());
    Expr global = GlobalVar(name, function->checked_type());
    callees.push_back(global);
    functions.push_back({Name(name), function});
  }
  return InferTypes(IRModule(new IRModuleNode(std::move(functions))));
}

}  // namespace passcope
