// Handles, modules, expressions and arrays of a session.
#include "api/session.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "analysis/count_ops.h"
#include "api/analyse.h"
#include "api/describe.h"
#include "api/graph.h"
#include "api/json.h"
#include "ir/free_vars.h"
#include "ir/structural.h"
#include "op/op.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "support/format.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/bind_params.h"
#include "transforms/infer_type.h"

namespace passcope {
namespace {

template <class T>
constexpr const char* kSort = "object";
template <>
constexpr const char* kSort<IRModule> = "module";
template <>
constexpr const char* kSort<Expr> = "expression";
template <>
constexpr const char* kSort<NDArray> = "array";
template <>
constexpr const char* kSort<Pass> = "pass";
template <>
constexpr const char* kSort<PassContextPtr> = "pass context";
template <>
constexpr const char* kSort<InstrumentPtr> = "instrument";

[[noreturn]] void Misuse(std::string message, std::vector<std::string> notes = {}) {
  throw DiagnosticError(DiagKind::kUsage, std::move(message), std::move(notes));
}

std::vector<int64_t> ShapeFromJson(const std::string& json) {
  AttrValue value = ReadJson(json, "the shape");
  auto shape = value.ints();
  if (!shape || std::any_of(shape->begin(), shape->end(), [](int64_t dim) { return dim < 0; })) {
    Misuse("a shape must be an array of integers that are not negative", {"it is " + json});
  }
  return std::move(*shape);
}

DataType DTypeFromText(const std::string& text) {
  std::optional<DataType> dtype = DataType::Parse(text);
  if (!dtype || dtype->is_void()) Misuse(Format("there is no data type '{}'", text));
  return *dtype;
}

// JSON has no infinities: they come as strings.
AttrValue RealFromText(const AttrValue& value) {
  const std::string* text = value.get<std::string>();
  if (text && *text == "inf") return std::numeric_limits<double>::infinity();
  if (text && *text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text && *text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return value;
}

}  // namespace

template <class T>
const T& Session::Get(Handle handle) const {
  const T* object = nullptr;
  if (handle != 0 && handle <= slots_.size()) object = std::get_if<T>(&slots_[handle - 1]);
  if (!object) Misuse(Format("this {} does not exist (any more)", kSort<T>));
  return *object;
}
template const IRModule& Session::Get<IRModule>(Handle) const;
template const Expr& Session::Get<Expr>(Handle) const;
template const NDArray& Session::Get<NDArray>(Handle) const;
template const Pass& Session::Get<Pass>(Handle) const;
template const PassContextPtr& Session::Get<PassContextPtr>(Handle) const;
template const InstrumentPtr& Session::Get<InstrumentPtr>(Handle) const;

template <class T>
std::vector<T> Session::GetAll(const AttrValue& handles, std::string_view what) const {
  std::vector<T> objects;
  if (handles.is_null()) return objects;
  auto list = handles.ints();
  if (!list) Misuse(Format("{} must be an array of handles", what));
  for (int64_t handle : *list) objects.push_back(Get<T>(static_cast<Handle>(handle)));
  return objects;
}
template std::vector<Expr> Session::GetAll<Expr>(const AttrValue&, std::string_view) const;
template std::vector<Pass> Session::GetAll<Pass>(const AttrValue&, std::string_view) const;
template std::vector<InstrumentPtr> Session::GetAll<InstrumentPtr>(const AttrValue&,
                                                                   std::string_view) const;

std::vector<std::pair<std::string, NDArray>> Session::GetArrays(const std::string& json,
                                                                std::string_view what) const {
  std::vector<std::pair<std::string, NDArray>> arrays;
  for (const auto& [name, value] : ReadJsonObject(json, what)) {
    const int64_t* handle = value.get<int64_t>();
    if (!handle) Misuse(Format("{} must be handles of arrays", what));
    arrays.emplace_back(name, Get<NDArray>(static_cast<Handle>(*handle)));
  }
  return arrays;
}

const FunctionNode* Session::ExpectFunction(const Expr& expr, const char* what) {
  const auto* function = As<FunctionNode>(expr);
  if (!function) Misuse(Format("{} must be a function", what), {PrintSummary(expr)});
  return function;
}

const OpNode* Session::ExpectOp(const std::string& name) {
  const OpNode* node = FindOp(name);
  if (node) return node;
  std::vector<std::string> names;
  for (const Expr& known : AllOps()) names.emplace_back(As<OpNode>(known)->name());
  std::vector<std::string> notes;
  for (const std::string& near : DidYouMean(name, names)) {
    notes.push_back("did you mean " + near + "?");
  }
  throw DiagnosticError(DiagKind::kUnknownOperator, Format("there is no operator '{}'", name),
                        std::move(notes));
}

Type Session::TypeFromJson(const AttrValue& value) {
  if (value.is_null()) return nullptr;
  if (const std::string* text = value.get<std::string>()) {
    // The parser reads types where variables are declared.
    Expr var = passcope::ParseExpr("free_var %t: " + *text + "; %t", "type");
    const auto* node = As<VarNode>(var);
    if (!node) Misuse("a type must be a single type", {"it is " + *text});
    return node->type_annotation;
  }
  AttrDict members = MembersOf(value, "the type");
  const AttrValue* shape_value = FindOption(members, "shape");
  const AttrValue* dtype = FindOption(members, "dtype");
  if (!shape_value || !shape_value->array() || !dtype || !dtype->get<std::string>()) {
    Misuse("a type must be an object with a shape and a dtype");
  }
  Shape shape;
  for (const AttrValue& dim : *shape_value->array()) {
    if (const std::string* name = dim.get<std::string>()) {
      shape.push_back(*name == "?" ? Dim::Any() : Dim::Symbol(*name));
    } else if (const int64_t* size = dim.get<int64_t>(); size && *size >= 0) {
      shape.push_back(*size);
    } else {
      Misuse("a dimension must be an integer that is not negative, \"?\" or a name");
    }
  }
  return TensorType(std::move(shape), DTypeFromText(*dtype->get<std::string>()));
}

AttrValue Session::AttrFromJson(const AttrValue& value) const {
  const AttrDict* dict = value.dict();
  if (!dict || dict->size() != 1 || dict->front().first != "$expr") return value;
  const int64_t* handle = dict->front().second.get<int64_t>();
  return AttrValue(AttrValue::Object(Get<Expr>(handle ? static_cast<Handle>(*handle) : 0).get()));
}

Attrs Session::AttrsFromJson(const OpDecl& decl, const std::string& json) const {
  AttrDict given = ReadJsonObject(json, "attributes");
  if (!decl.schema) {
    if (given.empty()) return nullptr;
    throw DiagnosticError(DiagKind::kUnknownAttribute,
                          Format("{} has no attribute '{}'", decl.name, given[0].first),
                          {"it has no attributes"});
  }
  const AttrSchema& schema = decl.schema();
  AttrsNode* node = schema.create();
  Attrs attrs(node);
  for (const auto& [name, value] : given) {
    const AttrField* field = schema.Find(name);
    if (!field || field->is_int64_flag()) {
      std::vector<std::string> names;
      for (const AttrField& candidate : schema.fields) {
        if (!candidate.is_int64_flag()) names.emplace_back(candidate.name);
      }
      std::vector<std::string> notes;
      for (const std::string& near : DidYouMean(name, names)) {
        notes.push_back("did you mean " + near + "?");
      }
      throw DiagnosticError(DiagKind::kUnknownAttribute,
                            Format("{} has no attribute '{}'", decl.name, name), std::move(notes));
    }
    AttrValue given_value = AttrFromJson(value);
    if (field->type == AttrType::kDouble) given_value = RealFromText(value);
    bool list = field->type == AttrType::kInts || field->type == AttrType::kOptInts;
    // As in TVM's Python functions, an integer is a list of one.
    if (list && value.get<int64_t>()) given_value = AttrValue::Ints({*value.get<int64_t>()});
    if (!node->Set(*field, given_value)) {
      throw DiagnosticError(
          DiagKind::kBadAttribute,
          Format("{}: the attribute '{}' does not take {}", decl.name, name, ValueText(value)));
    }
  }
  for (const AttrField& field : schema.fields) {
    if (!field.required) continue;
    bool present = false;
    for (const auto& item : given) present = present || item.first == field.name;
    if (!present) {
      throw DiagnosticError(DiagKind::kMissingAttribute,
                            Format("{} needs its attribute '{}'", decl.name, field.name));
    }
  }
  return attrs;
}

Handle Session::AddSlot(Slot slot) {
  ++live_;
  if (!free_.empty()) {
    Handle handle = free_.back();
    free_.pop_back();
    slots_[handle - 1] = std::move(slot);
    return handle;
  }
  slots_.push_back(std::move(slot));
  return static_cast<Handle>(slots_.size());
}

void Session::Release(Handle handle) {
  if (handle == 0 || handle > slots_.size()) return;
  Slot& slot = slots_[handle - 1];
  if (std::holds_alternative<std::monostate>(slot)) return;
  // Freed last: the end of an instrument may call back into this session.
  Slot dead = std::exchange(slot, std::monostate());
  free_.push_back(handle);
  --live_;
}

Handle Session::Clone(Handle handle) {
  if (handle == 0 || handle > slots_.size() ||
      std::holds_alternative<std::monostate>(slots_[handle - 1])) {
    Misuse("this object does not exist (any more)");
  }
  return AddSlot(slots_[handle - 1]);
}

Handle Session::Add(IRModule module) { return AddSlot(std::move(module)); }
Handle Session::Add(Expr expr) { return AddSlot(std::move(expr)); }

double Session::MemoryBytes() const {
#ifdef __wasm__
  constexpr double kPageBytes = 65536;
  return static_cast<double>(__builtin_wasm_memory_size(0)) * kPageBytes;
#else
  return 0;
#endif
}

Handle Session::Parse(const std::string& text, const std::string& source) {
  return AddSlot(texts_.Parse(source, text));
}

std::string Session::Analyse(const std::string& text, const std::string& source,
                             Handle module) const {
  std::vector<NDArray> constants;
  if (module) constants = PrintedConstants(Get<IRModule>(module));
  return passcope::Analyse(text, source, constants);
}

Handle Session::ParseLike(const std::string& text, const std::string& source, Handle module) {
  std::vector<NDArray> constants = PrintedConstants(Get<IRModule>(module));
  return AddSlot(texts_.Parse(source, text, constants));
}

Handle Session::ModuleFromExpr(Handle expr) {
  return AddSlot(passcope::ModuleFromExpr(Get<Expr>(expr)));
}

namespace {

PrintOptions OptionsOf(int flags) {
  PrintOptions options = (flags & Session::kPlain) != 0 ? PrintOptions::Str() : PrintOptions();
  options.show_meta_data = (flags & Session::kMetaData) != 0;
  options.show_spans = (flags & Session::kWithoutSpans) == 0;
  return options;
}

}  // namespace

std::string Session::Text(Handle handle, int flags) const {
  PrintOptions options = OptionsOf(flags);
  if (handle != 0 && handle <= slots_.size()) {
    if (const Expr* expr = std::get_if<Expr>(&slots_[handle - 1])) return PrintExpr(*expr, options);
  }
  return PrintModule(Get<IRModule>(handle), options);
}

void Session::WriteText(Handle module, int flags, uint32_t sink) const {
  class Forward : public TextSink {
   public:
    explicit Forward(PrintSink write) : write_(std::move(write)) {}
    void Write(std::string_view piece) override { write_("", std::string(piece)); }

   private:
    PrintSink write_;
  } forward(MakeForeignSink(host_, sink));
  // A copy: what the other language does meanwhile may move the slots.
  IRModule printed = Get<IRModule>(module);
  PrintModule(printed, OptionsOf(flags), &forward);
}

std::string Session::Graph(Handle handle, const std::string& options_json) const {
  AttrDict given = ReadJsonObject(options_json, "options of a graph");
  GraphOptions options;
  const AttrValue* limit = FindOption(given, "limit");
  if (limit) {
    const int64_t* value = limit->get<int64_t>();
    if (!value || *value < 1) Misuse("the limit of a graph must be a positive integer");
    options.limit = static_cast<size_t>(*value);
  }
  if (handle != 0 && handle <= slots_.size()) {
    if (const Expr* expr = std::get_if<Expr>(&slots_[handle - 1])) {
      return DescribeGraph(*expr, options);
    }
  }
  const AttrValue* function = FindOption(given, "function");
  const std::string* name = function ? function->get<std::string>() : nullptr;
  return DescribeGraph(Get<IRModule>(handle), name ? *name : "main", options);
}

Handle Session::ModuleGet(Handle module, const std::string& name) {
  return AddSlot(Get<IRModule>(module)->Lookup(name));
}

void Session::ModuleSet(Handle module, const std::string& name, Handle function) {
  const Expr& expr = Get<Expr>(function);
  ExpectFunction(expr, "what a module holds");
  IRModule changed = WithFunction(Get<IRModule>(module), name, expr);
  slots_[module - 1] = std::move(changed);
}

std::string Session::ModuleGlobals(Handle module) const {
  JsonWriter names;
  names.BeginArray();
  for (const IRModuleNode::Item& item : Get<IRModule>(module)->functions) {
    names.String(item.name.view());
  }
  return names.EndArray().Take();
}

std::string Session::ModuleOpCounts(Handle handle) const {
  if (handle != 0 && handle <= slots_.size() && std::holds_alternative<Expr>(slots_[handle - 1])) {
    return DescribeCounts(CountOps(Get<Expr>(handle)));
  }
  return DescribeCounts(CountOps(Get<IRModule>(handle)));
}

double Session::ModuleId(Handle module) const {
  return static_cast<double>(Get<IRModule>(module)->id);
}

bool Session::StructuralEqual(Handle a, Handle b) const {
  if (a != 0 && a <= slots_.size() && std::holds_alternative<Expr>(slots_[a - 1])) {
    return passcope::StructuralEqual(Get<Expr>(a), Get<Expr>(b));
  }
  return passcope::StructuralEqual(Get<IRModule>(a), Get<IRModule>(b));
}

std::string Session::StructuralHash(Handle handle) const {
  uint64_t hash;
  if (handle != 0 && handle <= slots_.size() && std::holds_alternative<Expr>(slots_[handle - 1])) {
    hash = passcope::StructuralHash(Get<Expr>(handle));
  } else {
    hash = passcope::StructuralHash(Get<IRModule>(handle));
  }
  return HexText(hash, 16);
}

std::string Session::Evaluate(Handle module, const std::string& function,
                              const std::string& inputs_json) {
  std::vector<std::pair<std::string, NDArray>> inputs = GetArrays(inputs_json, "inputs");
  IRModule typed = InferTypes(Get<IRModule>(module));
  Expr callee = typed->Lookup(function);
  std::vector<Value> args;
  std::vector<std::string> names;
  for (const Expr& param : As<FunctionNode>(callee)->params()) {
    const std::string& name = As<VarNode>(param)->name().str();
    names.push_back(name);
    const NDArray* found = nullptr;
    for (const auto& [key, array] : inputs) {
      if (key == name) found = &array;
    }
    if (!found) {
      throw DiagnosticError(DiagKind::kEvaluation,
                            Format("@{} needs a value for its parameter '{}'", function, name));
    }
    args.emplace_back(*found);
  }
  for (const auto& item : inputs) {
    if (std::find(names.begin(), names.end(), item.first) == names.end()) {
      std::vector<std::string> notes;
      for (const std::string& near : DidYouMean(item.first, names)) {
        notes.push_back("did you mean " + near + "?");
      }
      throw DiagnosticError(DiagKind::kEvaluation,
                            Format("@{} has no parameter '{}'", function, item.first),
                            std::move(notes));
    }
  }
  std::vector<NDArray> results;
  FlattenValue(passcope::Evaluate(typed, function, args), results);
  JsonWriter handles;
  handles.BeginArray();
  for (NDArray& result : results) handles.Int(AddSlot(std::move(result)));
  return handles.EndArray().Take();
}

Handle Session::MakeVar(const std::string& name, const std::string& type_json) {
  return AddSlot(Var(name, TypeFromJson(ReadJson(type_json, "the type"))));
}

Handle Session::MakeConstant(Handle array) { return AddSlot(Constant(Get<NDArray>(array))); }

Handle Session::MakeCall(const std::string& op, const std::string& args_json,
                         const std::string& attrs_json) {
  const OpNode* node = ExpectOp(op);
  std::vector<Expr> args = GetAll<Expr>(ReadJson(args_json, "arguments"), "arguments");
  const OpDecl& decl = *node->decl;
  if (!decl.variadic && args.size() != decl.args.size()) {
    throw DiagnosticError(DiagKind::kArity,
                          Format("{} takes {} argument{}, not {}", op, decl.args.size(),
                                 decl.args.size() == 1 ? "" : "s", args.size()));
  }
  return AddSlot(Call(Expr(node), args, AttrsFromJson(decl, attrs_json)));
}

Handle Session::MakeCallExpr(Handle callee, const std::string& args_json) {
  std::vector<Expr> args = GetAll<Expr>(ReadJson(args_json, "arguments"), "arguments");
  return AddSlot(Call(Get<Expr>(callee), args));
}

Handle Session::MakeGlobalVar(const std::string& name) { return AddSlot(GlobalVar(name)); }

Handle Session::MakeTuple(const std::string& fields_json) {
  return AddSlot(Tuple(GetAll<Expr>(ReadJson(fields_json, "fields"), "fields")));
}

Handle Session::MakeTupleGetItem(Handle tuple, int index) {
  return AddSlot(TupleGetItem(Get<Expr>(tuple), index));
}

Handle Session::MakeFunction(const std::string& params_json, Handle body) {
  const Expr& expr = Get<Expr>(body);
  AttrValue list = ReadJson(params_json, "parameters");
  std::vector<Expr> params = list.is_null() ? FreeVars(expr) : GetAll<Expr>(list, "parameters");
  for (const Expr& param : params) {
    if (!As<VarNode>(param)) Misuse("the parameters of a function must be variables");
  }
  return AddSlot(Function(params, expr));
}

Handle Session::BindParams(Handle function, const std::string& params_json) {
  const Expr& expr = Get<Expr>(function);
  ExpectFunction(expr, "what parameters are bound to");
  return AddSlot(BindParamsByName(expr, GetArrays(params_json, "parameters")));
}

Handle Session::MakeArray(const std::string& shape_json, const std::string& dtype) {
  NDArray array = MakeNDArray(ShapeFromJson(shape_json), DTypeFromText(dtype));
  std::memset(array->mutable_data(), 0, array->nbytes());
  return AddSlot(std::move(array));
}

Handle Session::CastArray(Handle array, const std::string& dtype) {
  NDArray from = Get<NDArray>(array);
  DataType type = DTypeFromText(dtype);
  if (from->dtype == type) return AddSlot(std::move(from));
  NDArray to = MakeNDArray(from->shape, type);
  bool exact = !from->dtype.is_float() && !from->dtype.is_bfloat();
  for (size_t i = 0; i < from->size(); ++i) {
    // Integers of 64 bits do not fit a double.
    if (exact) {
      StoreInt(to, i, from->ToInt(i));
    } else {
      StoreDouble(to, i, from->ToDouble(i));
    }
  }
  return AddSlot(std::move(to));
}

std::string Session::ArrayInfo(Handle array) const {
  const NDArray& data = Get<NDArray>(array);
  JsonWriter json;
  WriteValue(json.BeginObject().Key("shape"), AttrValue::Ints(data->shape));
  return json.Key("dtype").String(data->dtype.str()).EndObject().Take();
}

std::span<std::byte> Session::ArrayBytes(Handle array) const {
  const NDArray& data = Get<NDArray>(array);
  return {data->mutable_data(), data->nbytes()};
}

std::string Session::DescribeError(const DiagnosticError& error) const {
  return DescribeDiagnostics(error.diagnostics(), texts_);
}

}  // namespace passcope
