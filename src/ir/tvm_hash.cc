// The hash that TVM 0.11 gives a program.
//
// TVM hashes the fields that its nodes declare, with GNU libstdc++'s std::hash for plain values.
// The hash of a node begins with the hash of its type's name. The hashes of its fields are combined
// with it from the last to the first (tvm/src/node/structural_hash.cc). Nodes such as calls,
// functions and variables are also numbered, so that a shared node differs from two equal ones.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "ir/int_attrs.h"
#include "ir/structural.h"
#include "ir/type_var_kind.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

// libstdc++'s _Hash_bytes for 64-bit sizes (MurmurHash64A with its usual seed).
uint64_t HashBytes(const void* bytes, size_t size) {
  constexpr uint64_t kMul = (uint64_t{0xc6a4a793} << 32) + 0x5bd1e995;
  auto mix = [](uint64_t value) { return value ^ (value >> 47); };
  const auto* data = static_cast<const unsigned char*>(bytes);
  uint64_t hash = 0xc70f6907 ^ (size * kMul);
  size_t whole = size & ~size_t{7};
  for (size_t i = 0; i < size; i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, data + i, std::min<size_t>(8, size - i));
    hash ^= i < whole ? mix(word * kMul) * kMul : word;
    hash *= kMul;
  }
  return mix(mix(hash) * kMul);
}
uint64_t HashText(std::string_view text) { return HashBytes(text.data(), text.size()); }

uint64_t Combine(uint64_t key, uint64_t value) {
  return key ^ (value + 0x9e3779b9 + (key << 6) + (key >> 2));
}

// Combines the hashes of a node's fields.
uint64_t Reduce(uint64_t hash, const std::vector<uint64_t>& fields) {
  for (size_t i = fields.size(); i-- > 0;) hash = Combine(hash, fields[i]);
  return hash;
}
uint64_t HashNode(std::string_view type_key, const std::vector<uint64_t>& fields) {
  return Reduce(HashText(type_key), fields);
}

uint64_t HashDtype(DataType dtype) {
  return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(dtype.code) |
                                                    (static_cast<int32_t>(dtype.bits) << 8) |
                                                    (static_cast<int32_t>(dtype.lanes) << 16)));
}
uint64_t HashDouble(double value) { return value == 0 ? 0 : HashBytes(&value, sizeof value); }
uint64_t KindNumber(const Type& type) { return static_cast<uint64_t>(KindOf(type.get())); }
uint64_t HashString(std::string_view text) { return HashNode("runtime.String", {HashText(text)}); }
uint64_t HashIntImm(int64_t value, DataType dtype = DataType::Int(32)) {
  return HashNode("IntImm", {HashDtype(dtype), static_cast<uint64_t>(value)});
}
uint64_t HashArray(std::vector<uint64_t> elements) {
  elements.insert(elements.begin(), elements.size());
  return HashNode("Array", elements);
}

// A part of a hash: a value, an expression whose hash is looked up or computed, or a node with
// fields.
struct Item {
  enum class Kind : uint8_t { kValue, kExpr, kNode };
  Kind kind = Kind::kValue;
  uint64_t value = 0;              // kValue: the hash; kNode: that of the type's name.
  const ExprNode* expr = nullptr;  // kExpr.
  std::vector<Item> fields;        // kNode.
};

Item ValueItem(uint64_t value) { return {Item::Kind::kValue, value, nullptr, {}}; }
Item ExprItem(const Expr& expr) {
  return expr ? Item{Item::Kind::kExpr, 0, expr.get(), {}} : ValueItem(0);
}
Item NodeItem(std::string_view type_key, std::vector<Item> fields) {
  return {Item::Kind::kNode, HashText(type_key), nullptr, std::move(fields)};
}
Item ArrayItem(std::vector<Item> elements) {
  elements.insert(elements.begin(), ValueItem(elements.size()));
  return NodeItem("Array", std::move(elements));
}
Item ArrayItem(std::span<const Expr> exprs) {
  std::vector<Item> elements;
  for (const Expr& expr : exprs) elements.push_back(ExprItem(expr));
  return ArrayItem(std::move(elements));
}

const void* IdentityOfNode(const ExprNode* expr) {
  const auto* var = As<VarNode>(expr);
  return var ? static_cast<const void*>(var->vid.get()) : expr;
}

class Hasher {
 public:
  uint64_t Run(const Expr& root) {
    Push(ExprItem(root));
    while (!stack_.empty()) Step();
    return last_;
  }

 private:
  struct Frame {
    uint64_t hash;         // The hash of the type's name.
    bool counted = false;  // TVM's "graph node".
    const void* identity = nullptr;
    std::vector<Item> fields;
    std::vector<uint64_t> results;
  };

  // The hash is in last_ at once, or after its frame is done.
  void Push(Item item) {
    if (item.kind == Item::Kind::kValue) return Finish(item.value);
    if (item.kind == Item::Kind::kNode) {
      stack_.push_back({item.value, false, nullptr, std::move(item.fields), {}});
      return;
    }
    const void* identity = IdentityOfNode(item.expr);
    if (const uint64_t* known = memo_.Find(identity)) return Finish(*known);
    Frame frame = FrameOf(item.expr);
    frame.identity = identity;
    stack_.push_back(std::move(frame));
  }
  void Finish(uint64_t hash) {
    last_ = hash;
    if (!stack_.empty()) stack_.back().results.push_back(hash);
  }
  void Step() {
    Frame& top = stack_.back();
    size_t next = top.results.size();
    if (next < top.fields.size()) return Push(std::move(top.fields[next]));
    uint64_t hash = Reduce(top.hash, top.results);
    if (top.counted) hash = Combine(hash, nodes_++);
    if (top.identity) memo_[top.identity] = hash;
    stack_.pop_back();
    Finish(hash);
  }

  Frame FrameOf(const ExprNode* node) {
    auto frame = [](std::string_view key, bool counted, std::vector<Item> fields) {
      return Frame{HashText(key), counted, nullptr, std::move(fields), {}};
    };
    switch (node->kind()) {
      case ExprKind::kVar: {
        const auto* var = As<VarNode>(node);
        return frame("relay.Var", true,
                     {ValueItem(HashType(var->type_annotation)),
                      ValueItem(HashNode("relay.Id", {variables_++}))});
      }
      case ExprKind::kGlobalVar:
        return frame(
            "GlobalVar", false,
            {ValueItem(HashString(As<GlobalVarNode>(node)->name.view())), ValueItem(variables_++)});
      case ExprKind::kConstant: {
        const NDArray& data = As<ConstantNode>(node)->data;
        std::vector<uint64_t> fields = {HashDtype(data->dtype), data->rank()};
        for (int64_t size : data->shape) fields.push_back(static_cast<uint64_t>(size));
        fields.push_back(HashBytes(data->data(), data->nbytes()));
        return frame("relay.Constant", false, {ValueItem(HashNode("runtime.NDArray", fields))});
      }
      case ExprKind::kOp:
        return frame("Op", false, {ValueItem(HashString(As<OpNode>(node)->name()))});
      case ExprKind::kCall: {
        const auto* call = As<CallNode>(node);
        std::vector<Item> fields = {ExprItem(call->op()), ArrayItem(call->args()),
                                    AttrsItem(call->attrs)};
        if (!As<OpNode>(call->op())) fields.push_back(ValueItem(HashTypes(call->type_args)));
        return frame("relay.Call", true, std::move(fields));
      }
      case ExprKind::kTuple:
        if (node->children().empty()) return frame("relay.Tuple", false, {});
        return frame("relay.Tuple", true, {ArrayItem(node->children())});
      case ExprKind::kTupleGetItem: {
        auto index = static_cast<uint64_t>(As<TupleGetItemNode>(node)->index);
        return frame("relay.TupleGetItem", false, {ExprItem(node->child(0)), ValueItem(index)});
      }
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        // Types come after the parameters, so their variables are numbered after them.
        return frame("relay.Function", true,
                     {ArrayItem(function->params()), ValueItem(HashTypes(function->type_params)),
                      ValueItem(HashType(function->ret_type)), DictItem(function->attrs),
                      ExprItem(function->body())});
      }
      case ExprKind::kLet:
        return frame(
            "relay.Let", true,
            {ExprItem(node->child(0)), ExprItem(node->child(1)), ExprItem(node->child(2))});
      case ExprKind::kIf:
        return frame(
            "relay.If", true,
            {ExprItem(node->child(0)), ExprItem(node->child(1)), ExprItem(node->child(2))});
      case ExprKind::kRefCreate:
        return frame("relay.RefCreate", true, {ExprItem(node->child(0))});
      case ExprKind::kRefRead:
        return frame("relay.RefRead", true, {ExprItem(node->child(0))});
      case ExprKind::kRefWrite:
        return frame("relay.RefWrite", true, {ExprItem(node->child(0)), ExprItem(node->child(1))});
      case ExprKind::kConstructor:
        return frame(
            "relay.Constructor", false,
            ConstructorFields(*As<ConstructorNode>(node)->data, As<ConstructorNode>(node)->index));
      case ExprKind::kMatch: {
        const auto* match = As<MatchNode>(node);
        std::vector<Item> clauses;
        for (size_t i = 0; i < match->clauses().size(); ++i) {
          std::span<const PatternStep> steps = match->patterns->Pattern(i);
          std::span<const Expr> vars = match->vars(i);
          Item pattern = PatternItem(&steps, &vars);
          clauses.push_back(
              NodeItem("relay.Clause", {std::move(pattern), ExprItem(match->body(i))}));
        }
        return frame("relay.Match", true,
                     {ExprItem(match->data()), ArrayItem(std::move(clauses)),
                      ValueItem(match->complete ? 1 : 0)});
      }
    }
    return frame("", false, {});
  }

  std::vector<Item> ConstructorFields(const TypeDataNode& data, uint32_t index) {
    const TypeDataNode::Constructor& constructor = data.constructors[index];
    return {ValueItem(HashString(constructor.name.view())),
            ValueItem(HashTypes(constructor.inputs))};
  }

  // The parser limits the depth of patterns.
  Item PatternItem(std::span<const PatternStep>* steps, std::span<const Expr>* vars) {
    const PatternStep& step = steps->front();
    *steps = steps->subspan(1);
    if (step.kind == PatternStep::Kind::kWildcard) return NodeItem("relay.PatternWildcard", {});
    if (step.kind == PatternStep::Kind::kVar) {
      const Expr& var = vars->front();
      *vars = vars->subspan(1);
      return NodeItem("relay.PatternVar", {ExprItem(var)});
    }
    std::vector<Item> inside;
    for (uint32_t i = 0; i < step.fields; ++i) inside.push_back(PatternItem(steps, vars));
    Item fields = ArrayItem(std::move(inside));
    if (step.kind == PatternStep::Kind::kTuple) {
      return NodeItem("relay.PatternTuple", {std::move(fields)});
    }
    Item constructor = NodeItem("relay.Constructor", ConstructorFields(*step.data, step.index));
    return NodeItem("relay.PatternConstructor", {std::move(constructor), std::move(fields)});
  }

  // --- types ---

  uint64_t HashTypes(const std::vector<Type>& types) {
    std::vector<uint64_t> elements;
    for (const Type& type : types) elements.push_back(HashType(type));
    return HashArray(std::move(elements));
  }
  uint64_t HashDim(Dim dim) {
    if (dim.is_const()) {
      return HashIntImm(dim.value(), DataType::Int(dim.is_int64() ? 64 : 32));
    }
    if (dim.is_any()) return HashNode("tir.Any", {});
    return HashText(dim.str());
  }
  uint64_t HashType(const Type& type) {
    if (!type) return 0;
    switch (type->kind()) {
      case TypeKind::kTensor: {
        const auto* tensor = As<TensorTypeNode>(type);
        std::vector<uint64_t> shape;
        for (Dim dim : tensor->shape) shape.push_back(HashDim(dim));
        return HashNode("relay.TensorType",
                        {HashArray(std::move(shape)), HashDtype(tensor->dtype)});
      }
      case TypeKind::kTuple:
        return HashNode("TupleType", {HashTypes(As<TupleTypeNode>(type)->fields)});
      case TypeKind::kFunc: {
        const auto* function = As<FuncTypeNode>(type);
        uint64_t params = HashTypes(function->type_params), args = HashTypes(function->arg_types);
        return HashNode("FuncType", {params, args, HashType(function->ret_type), HashArray({})});
      }
      case TypeKind::kRef:
        return HashNode("relay.RefType", {HashType(As<RefTypeNode>(type)->value)});
      case TypeKind::kIncomplete:
        return HashNode("IncompleteType", {KindNumber(type)});
      case TypeKind::kTypeVar: {
        auto [hash, fresh] = type_vars_.Insert(type.get());
        if (fresh) *hash = HashNode("TypeVar", {KindNumber(type), variables_++});
        return *hash;
      }
      case TypeKind::kGlobalTypeVar:
        return HashNode("GlobalTypeVar", {HashString(TypeText(type)), variables_++});
      case TypeKind::kTypeCall: {
        const auto* call = As<TypeCallNode>(type);
        uint64_t func = HashType(call->func);
        return HashNode("TypeCall", {func, HashTypes(call->args)});
      }
    }
    return 0;
  }

  // --- attributes ---

  Item ValueOf(const AttrValue& value, bool int64 = false) {
    if (const bool* flag = value.get<bool>()) {
      return ValueItem(HashIntImm(*flag ? 1 : 0, DataType::Bool()));
    }
    if (const int64_t* number = value.get<int64_t>()) {
      int bits = int64 || IsBeyondInt32(*number) ? 64 : 32;
      return ValueItem(HashIntImm(*number, DataType::Int(bits)));
    }
    if (const double* real = value.get<double>()) {
      return ValueItem(HashNode("FloatImm", {HashDtype(DataType::Float(32)), HashDouble(*real)}));
    }
    if (const std::string* text = value.get<std::string>()) return ValueItem(HashString(*text));
    if (const DataType* dtype = value.get<DataType>()) return ValueItem(HashString(dtype->str()));
    if (const AttrArray* items = value.array()) {
      std::vector<Item> elements;
      for (const AttrValue& item : *items) elements.push_back(ValueOf(item, int64));
      return ArrayItem(std::move(elements));
    }
    if (const AttrDict* dict = value.dict()) return MapItem(*dict);
    if (const Type* type = value.get<Type>()) return ValueItem(HashType(*type));
    if (const auto* object = value.get<AttrValue::Object>()) {
      // Objects in attributes are expressions (ir/attrs.h).
      return ExprItem(Expr(static_cast<const ExprNode*>(object->get())));
    }
    return ValueItem(0);
  }
  Item MapItem(AttrDict dict) {
    std::sort(dict.begin(), dict.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Item> fields = {ValueItem(dict.size())};
    for (const auto& [key, value] : dict) {
      fields.push_back(ValueItem(HashString(key)));
      fields.push_back(ValueOf(value));
    }
    return NodeItem("Map", std::move(fields));
  }
  Item DictItem(const DictAttrs& attrs) {
    if (!attrs) return ValueItem(0);
    AttrDict dict;
    for (const auto& [name, value] : attrs->items) dict.emplace_back(name.view(), value);
    return NodeItem("DictAttrs", {MapItem(std::move(dict))});
  }
  Item AttrsItem(const Attrs& attrs) {
    if (!attrs) return ValueItem(0);
    std::vector<Item> fields;
    const std::vector<AttrField>& schema = attrs->schema()->fields;
    for (size_t i = 0; i < schema.size(); ++i) {
      const AttrField& field = schema[i];
      if (field.is_int64_flag()) continue;
      AttrValue value = attrs->Get(field);
      const AttrField* flag = Int64FlagOf(*attrs->schema(), field);
      bool int64 = flag && *attrs->Get(*flag).get<bool>();
      switch (field.boxed ? AttrType::kAny : field.type) {
        case AttrType::kBool:
          fields.push_back(ValueItem(*value.get<bool>() ? 1 : 0));
          break;
        case AttrType::kInt:
          fields.push_back(ValueItem(static_cast<uint64_t>(*value.get<int64_t>())));
          break;
        case AttrType::kDouble:
          fields.push_back(ValueItem(HashDouble(*value.get<double>())));
          break;
        case AttrType::kString:
          fields.push_back(ValueItem(HashText(*value.get<std::string>())));
          break;
        case AttrType::kDType:
          fields.push_back(ValueItem(HashDtype(*value.get<DataType>())));
          break;
        default:
          fields.push_back(ValueOf(value, int64));
      }
    }
    return NodeItem(attrs->schema()->type_key, std::move(fields));
  }

  std::vector<Frame> stack_;
  uint64_t last_ = 0;
  uint64_t nodes_ = 0, variables_ = 0;
  PtrMap<uint64_t> memo_, type_vars_;
};

}  // namespace

uint64_t TvmStructuralHash(const Expr& expr) { return Hasher().Run(expr); }

}  // namespace passcope
