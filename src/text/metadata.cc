// TVM's JSON graph: every object is a node of a list, referred to by its index.
#include "text/metadata.h"

#include <algorithm>

#include "ir/dim_arith.h"
#include "ir/int_attrs.h"
#include "ir/type_var_kind.h"
#include "ir/virtual_device.h"
#include "support/format.h"
#include "support/real_text.h"
#include "support/sorting.h"
#include "text/base64.h"

namespace passcope {
namespace {

std::string Number(int64_t value) { return IntText(value); }

// The type key of a symbolic dimension.
const char* SymbolKey(Dim symbol) {
  switch (symbol.symbol_kind()) {
    case 's':
      return "tir.SizeVar";
    case 'v':
      return "tir.Var";
    case '+':
      return "tir.Add";
    case '-':
      return "tir.Sub";
    case '/':
      return "tir.FloorDiv";
    case 't':
      return "tir.Div";
    case 'm':
      return "tir.Max";
    case 'r':
      return "tir.Cast";
    default:
      return "tir.Mul";
  }
}

// The text that TVM's stream prints with 17 significant digits.
std::string ExactDouble(double value) { return GeneralText(value, 17); }

struct JsonNode {
  std::string type_key;
  std::string repr;
  std::vector<std::pair<std::string, std::string>> attrs;
  std::vector<std::string> keys;
  std::vector<uint32_t> data;
};

void AppendJsonString(std::string* out, std::string_view text) {
  *out += '"';
  for (char c : text) {
    switch (c) {
      case '\r':
        *out += "\\r";
        break;
      case '\n':
        *out += "\\n";
        break;
      case '\\':
        *out += "\\\\";
        break;
      case '\t':
        *out += "\\t";
        break;
      case '"':
        *out += "\\\"";
        break;
      default:
        *out += c;
    }
  }
  *out += '"';
}

void AppendJsonNode(std::string* out, const JsonNode& node) {
  *out += "{\n      \"type_key\": ";
  AppendJsonString(out, node.type_key);
  if (!node.repr.empty()) {
    bool printable = std::all_of(node.repr.begin(), node.repr.end(),
                                 [](char c) { return c >= ' ' && c <= '~'; });
    if (printable) {
      *out += ", \n      \"repr_str\": ";
      AppendJsonString(out, node.repr);
    } else {
      *out += ", \n      \"repr_b64\": \"";
      Base64Encoder encoder(out);
      uint64_t size = node.repr.size();
      encoder.Append(&size, sizeof(size));
      encoder.Append(node.repr.data(), node.repr.size());
      encoder.Finish();
      *out += '"';
    }
  }
  if (!node.attrs.empty()) {
    bool lines = node.attrs.size() > 1;
    *out += ", \n      \"attrs\": {";
    for (size_t i = 0; i < node.attrs.size(); ++i) {
      if (i) *out += ", ";
      if (lines) *out += "\n        ";
      AppendJsonString(out, node.attrs[i].first);
      *out += ": ";
      AppendJsonString(out, node.attrs[i].second);
    }
    *out += lines ? "\n      }" : "}";
  }
  if (!node.keys.empty()) {
    *out += ", \n      \"keys\": [";
    for (size_t i = 0; i < node.keys.size(); ++i) {
      *out += i ? ", \n        " : "\n        ";
      AppendJsonString(out, node.keys[i]);
    }
    *out += "\n      ]";
  }
  if (!node.data.empty()) {
    // TVM wraps arrays of more than ten numbers.
    bool lines = node.data.size() > 10;
    *out += ", \n      \"data\": [";
    for (size_t i = 0; i < node.data.size(); ++i) {
      if (i) *out += ", ";
      if (lines) *out += "\n        ";
      out->append(IntText(node.data[i]));
    }
    *out += lines ? "\n      ]" : "]";
  }
  *out += "\n    }";
}

const char* TypeKeyOf(const TypeNode* type) {
  switch (type->kind()) {
    case TypeKind::kTensor:
      return "relay.TensorType";
    case TypeKind::kTuple:
      return "TupleType";
    case TypeKind::kFunc:
      return "FuncType";
    case TypeKind::kRef:
      return "relay.RefType";
    case TypeKind::kIncomplete:
      return "IncompleteType";
    case TypeKind::kTypeVar:
      return "TypeVar";
    case TypeKind::kGlobalTypeVar:
      return "GlobalTypeVar";
    case TypeKind::kTypeCall:
      return "TypeCall";
  }
  return "";
}

constexpr char kVirtualDeviceKey[] = "VirtualDevice";

const ExprNode* ExprOf(const AttrValue& value) {
  const auto* object = value.get<AttrValue::Object>();
  return object ? static_cast<const ExprNode*>(object->get()) : nullptr;
}

}  // namespace

// Numbers the nodes as TVM does: a node before the nodes that it refers to, and its fields in
// order.
class MetaDataWriter {
 public:
  MetaDataWriter(MetaData& meta, bool spans) : globals_(meta.globals), with_spans_(spans) {
    nodes_.emplace_back();  // Index 0 is null.
    uint32_t root = New("Map");
    // TVM stores the groups in a hash table that iterates from the latest to the first.
    for (size_t g = meta.groups_.size(); g-- > 0;) {
      const MetaData::Group& group = meta.groups_[g];
      uint32_t array = New("Array");
      nodes_[root].keys.push_back(group.key);
      nodes_[root].data.push_back(array);
      for (const MetaData::Item& item : group.items) {
        uint32_t index = AddItem(item);
        nodes_[array].data.push_back(index);
      }
    }
  }

  void Write(TextStream* out) const {
    out->text += "{\n  \"root\": 1, \n  \"nodes\": [";
    for (size_t i = 0; i < nodes_.size(); ++i) {
      out->text += i ? ", \n    " : "\n    ";
      AppendJsonNode(&out->text, nodes_[i]);
      out->Poll();
    }
    out->text += "\n  ], \n  \"b64ndarrays\": [";
    if (!out->streams()) {
      size_t size = out->text.size() + 100;
      for (const NDArray& array : arrays_) size += Base64NDArraySize(array) + 10;
      out->Require(size - out->text.size());
      out->text.reserve(size);
    }
    for (size_t i = 0; i < arrays_.size(); ++i) {
      out->text += i ? ", \n    \"" : "\n    \"";
      WriteBase64NDArray(out, arrays_[i]);
      out->text += '"';
    }
    if (!arrays_.empty()) out->text += "\n  ";
    out->text += "], \n  \"attrs\": {\"tvm_version\": \"0.11.dev0\"}\n}";
  }

 private:
  uint32_t New(std::string_view type_key) {
    nodes_.emplace_back();
    nodes_.back().type_key = type_key;
    return static_cast<uint32_t>(nodes_.size() - 1);
  }
  void SetAttr(uint32_t node, const char* name, std::string value) {
    nodes_[node].attrs.emplace_back(name, std::move(value));
  }
  void SetAttr(uint32_t node, const char* name, uint32_t index) {
    SetAttr(node, name, Number(index));
  }

  uint32_t AddItem(const MetaData::Item& item) {
    switch (item.kind) {
      case MetaData::Item::kConstant:
        return AddConstant(static_cast<const ConstantNode*>(item.object));
      case MetaData::Item::kAttrs:
        return AddAttrs(*static_cast<const AttrsNode*>(item.object));
      case MetaData::Item::kValue:
        return AddValue(item.value);
      case MetaData::Item::kType:
        return AddType(static_cast<const TypeNode*>(item.object));
      case MetaData::Item::kSymbol:
        return AddSymbol(item.symbol);
    }
    return 0;
  }

  uint32_t AddConstant(const ConstantNode* constant) {
    uint32_t node = New("relay.Constant");
    auto [tensor, fresh] = tensors_.Insert(constant->data.get());
    if (fresh) {
      *tensor = static_cast<uint32_t>(arrays_.size());
      arrays_.push_back(constant->data);
    }
    uint32_t data = *tensor;
    uint32_t device = AddVirtualDevice();
    uint32_t span = AddSpan(constant->span().get());
    uint32_t type = AddType(constant->checked_type().get());
    SetAttr(node, "_checked_type_", type);
    SetAttr(node, "data", data);
    SetAttr(node, "span", span);
    SetAttr(node, "virtual_device_", device);
    return node;
  }

  uint32_t AddGlobalVar(const GlobalVarNode* var) {
    uint32_t node = New("GlobalVar");
    uint32_t name = AddString(std::string(globals_.Get(var->name)));
    uint32_t device = AddVirtualDevice();
    uint32_t span = AddSpan(var->span().get());
    SetAttr(node, "_checked_type_", 0u);
    SetAttr(node, "name_hint", name);
    SetAttr(node, "span", span);
    SetAttr(node, "virtual_device_", device);
    return node;
  }

  // The unconstrained device, which all expressions share in TVM.
  uint32_t AddVirtualDevice() {
    if (device_ == 0) device_ = NewVirtualDevice({});
    return device_;
  }
  uint32_t AddVirtualDevice(const VirtualDevice& device) {
    return device == VirtualDevice() ? AddVirtualDevice() : NewVirtualDevice(device);
  }
  uint32_t NewVirtualDevice(const VirtualDevice& device) {
    uint32_t node = New(kVirtualDeviceKey);
    uint32_t scope = AddString(device.memory_scope);
    SetAttr(node, "device_type_int", Number(device.device_type));
    SetAttr(node, "memory_scope", scope);
    SetAttr(node, "target", 0u);
    SetAttr(node, "virtual_device_id", Number(device.device_id));
    return node;
  }

  uint32_t AddString(std::string text) {
    uint32_t node = New("runtime.String");
    nodes_[node].repr = std::move(text);
    return node;
  }

  uint32_t AddSpan(const SpanNode* span) {
    // As in the text: TVM gives these expressions no span.
    if (!with_spans_ || !span || span->shown_line == SpanNode::kNotShown) return 0;
    auto [slot, fresh] = spans_.Insert(span);
    if (!fresh) return *slot;
    uint32_t node = New("Span");
    *slot = node;
    auto [source, fresh_source] = sources_.emplace(span->source.str(), 0);
    if (fresh_source) {
      source->second = New("SourceName");
      nodes_[source->second].repr = span->source.str();
    }
    SetAttr(node, "column", Number(span->shown_column));
    SetAttr(node, "end_column", Number(span->end_column));
    SetAttr(node, "end_line", Number(span->end_line));
    SetAttr(node, "line", Number(span->shown_line));
    SetAttr(node, "source_name", source->second);
    return node;
  }

  uint32_t AddImmediate(const char* type_key, const char* dtype, std::string value) {
    uint32_t node = New(type_key);
    SetAttr(node, "dtype", dtype);
    SetAttr(node, "span", 0u);
    SetAttr(node, "value", std::move(value));
    return node;
  }
  uint32_t AddInt(int64_t value) {
    return AddImmediate("IntImm", IsBeyondInt32(value) ? "int64" : "int32", Number(value));
  }

  uint32_t AddSymbol(Dim symbol) {
    auto [slot, fresh] = symbols_.emplace(symbol.raw(), 0);
    if (!fresh) return slot->second;
    uint32_t node = New(SymbolKey(symbol));
    slot->second = node;
    if (symbol.symbol_kind() == 'r') {
      uint32_t value = AddRounded(symbol);
      SetAttr(node, "dtype", "int32");
      SetAttr(node, "span", 0u);
      SetAttr(node, "value", value);
      return node;
    }
    if (symbol.symbol_kind() != 's' && symbol.symbol_kind() != 'v') {
      auto [a, b] = symbol.operands();
      uint32_t left = AddDim(a);
      uint32_t right = AddDim(b);
      SetAttr(node, "a", left);
      SetAttr(node, "b", right);
      SetAttr(node, "dtype", "int32");
      SetAttr(node, "span", 0u);
      return node;
    }
    uint32_t name = AddString(symbol.symbol_name());
    uint32_t type = New("PrimType");
    SetAttr(type, "dtype", "int32");
    SetAttr(node, "dtype", "int32");
    SetAttr(node, "name", name);
    SetAttr(node, "span", 0u);
    SetAttr(node, "type_annotation", type);
    return node;
  }

  // `tir.round` of a dimension times a factor, both as reals.
  uint32_t AddRounded(Dim symbol) {
    auto real = [this](const char* key) {
      uint32_t node = New(key);
      SetAttr(node, "dtype", "float32");
      SetAttr(node, "span", 0u);
      return node;
    };
    uint32_t call = real("tir.Call");
    uint32_t op = New("Op");
    nodes_[op].repr = "tir.round";
    uint32_t args = New("Array");
    uint32_t product = real("tir.Mul");
    uint32_t cast = real("tir.Cast");
    SetAttr(cast, "value", AddDim(symbol.operands().first));
    SetAttr(product, "a", cast);
    SetAttr(product, "b", AddImmediate("FloatImm", "float32", ExactDouble(symbol.factor())));
    nodes_[args].data.push_back(product);
    SetAttr(call, "op", op);
    SetAttr(call, "args", args);
    return call;
  }

  uint32_t AddDim(Dim dim) {
    if (dim.is_const()) {
      return AddImmediate("IntImm", dim.is_int64() ? "int64" : "int32", Number(dim.value()));
    }
    // Each `?` has its own object.
    if (dim.is_symbol() && !AsSize(dim).is_any()) return AddSymbol(dim);
    uint32_t node = New("tir.Any");
    SetAttr(node, "dtype", "int32");
    SetAttr(node, "span", 0u);
    return node;
  }

  // In TVM each constant has its own type object, so nothing is shared here. The type of a constant
  // is a tensor type; other kinds and incomplete types are written as null.
  uint32_t AddType(const TypeNode* type) {
    if (!type) return 0;
    if (type->kind() == TypeKind::kIncomplete) {
      uint32_t node = New(TypeKeyOf(type));
      SetAttr(node, "kind", static_cast<uint32_t>(KindOf(type)));
      SetAttr(node, "span", 0u);
      return node;
    }
    const auto* tensor = As<TensorTypeNode>(type);
    if (!tensor) return 0;
    uint32_t node = New(TypeKeyOf(type));
    uint32_t shape = New("Array");
    for (Dim dim : tensor->shape) {
      uint32_t element = AddDim(dim);
      nodes_[shape].data.push_back(element);
    }
    SetAttr(node, "dtype", tensor->dtype.str());
    SetAttr(node, "shape", shape);
    SetAttr(node, "span", 0u);
    return node;
  }

  uint32_t AddValue(const AttrValue& value, bool symbolic = false) {
    if (const bool* flag = value.get<bool>()) {
      return AddImmediate("IntImm", "bool", *flag ? "1" : "0");
    }
    if (const int64_t* number = value.get<int64_t>()) {
      bool symbol = symbolic && IsRawOfSymbol(*number);
      return symbol ? AddDim(Dim::OfRaw(*number)) : AddInt(*number);
    }
    if (const double* real = value.get<double>()) {
      return AddImmediate("FloatImm", "float32", ExactDouble(*real));
    }
    if (const std::string* text = value.get<std::string>()) return AddString(*text);
    if (const DataType* dtype = value.get<DataType>()) return AddString(dtype->str());
    if (const AttrArray* items = value.array()) {
      uint32_t node = New("Array");
      for (const AttrValue& item : *items) {
        uint32_t element = AddValue(item, symbolic);
        nodes_[node].data.push_back(element);
      }
      return node;
    }
    if (const auto device = AsVirtualDevice(value)) return AddVirtualDevice(*device);
    if (const AttrDict* items = value.dict()) {
      uint32_t node = New("Map");
      for (const auto& [key, item] : *items) {
        uint32_t element = AddValue(item);
        nodes_[node].keys.push_back(key);
        nodes_[node].data.push_back(element);
      }
      return node;
    }
    if (const Type* type = value.get<Type>()) return AddType(type->get());
    const ExprNode* expr = ExprOf(value);
    if (const auto* constant = As<ConstantNode>(expr)) return AddConstant(constant);
    if (const auto* global = As<GlobalVarNode>(expr)) return AddGlobalVar(global);
    return 0;
  }

  uint32_t AddAttrs(const AttrsNode& attrs) {
    uint32_t node = New(attrs.schema()->type_key);
    for (const AttrField& field : attrs.schema()->fields) {
      if (field.is_int64_flag()) continue;
      AttrValue value = attrs.Get(field);
      if (field.boxed) {
        SetAttr(node, field.name, AddValue(value, IsSymbolic(field)));
        continue;
      }
      std::string text;
      switch (field.type) {
        case AttrType::kBool:
          text = *value.get<bool>() ? "1" : "0";
          break;
        case AttrType::kInt:
          text = Number(*value.get<int64_t>());
          break;
        case AttrType::kDouble:
          text = ExactDouble(*value.get<double>());
          break;
        case AttrType::kString:
          text = *value.get<std::string>();
          break;
        case AttrType::kDType:
          text = value.get<DataType>()->str();
          break;
        case AttrType::kInts:
        case AttrType::kOptInts:
        case AttrType::kOptInt:
        case AttrType::kStrings:
        case AttrType::kStringLists:
        case AttrType::kAny:
          text = Number(AddValue(value));
          break;
      }
      SetAttr(node, field.name, std::move(text));
    }
    SortItems(&nodes_[node].attrs);
    return node;
  }

  ReadableNames& globals_;
  std::vector<JsonNode> nodes_;
  std::vector<NDArray> arrays_;
  PtrMap<uint32_t> tensors_;
  const bool with_spans_;
  PtrMap<uint32_t> spans_;
  std::map<std::string, uint32_t> sources_;
  std::map<int64_t, uint32_t> symbols_;
  uint32_t device_ = 0;
};

uint32_t MetaData::GroupOf(std::string_view key) {
  for (size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].key == key) return static_cast<uint32_t>(i);
  }
  groups_.push_back({std::string(key), {}});
  return static_cast<uint32_t>(groups_.size() - 1);
}

MetaData::Ref MetaData::AddItem(const void* identity, std::string_view key, Item item) {
  auto [ref, fresh] = refs_.Insert(identity);
  if (fresh) {
    uint32_t group = GroupOf(key);
    *ref = {group, static_cast<uint32_t>(groups_[group].items.size())};
    groups_[group].items.push_back(std::move(item));
  }
  return *ref;
}

MetaData::Ref MetaData::Add(const ConstantNode* constant) {
  return AddItem(constant, "relay.Constant", {Item::kConstant, constant, {}, {}});
}

MetaData::Ref MetaData::Add(const AttrsNode* attrs) {
  return AddItem(attrs, attrs->schema()->type_key, {Item::kAttrs, attrs, {}, {}});
}

MetaData::Ref MetaData::Add(const TypeNode* type) {
  return AddItem(type, TypeKeyOf(type), {Item::kType, type, {}, {}});
}

MetaData::Ref MetaData::Add(const AttrValue& value) {
  if (const AttrDict* dict = value.dict()) {
    const auto device = AsVirtualDevice(value);
    // The unconstrained device is one object.
    const void* identity = dict;
    if (device && *device == VirtualDevice()) identity = this;
    return AddItem(identity, device ? kVirtualDeviceKey : "Map",
                   {Item::kValue, nullptr, value, {}});
  }
  if (const Type* type = value.get<Type>(); type && *type) return Add(type->get());
  const ExprNode* expr = ExprOf(value);
  if (const auto* constant = As<ConstantNode>(expr)) return Add(constant);
  const char* key = As<GlobalVarNode>(expr) ? "GlobalVar" : "relay.Expr";
  return AddItem(expr, key, {Item::kValue, nullptr, value, {}});
}

MetaData::Ref MetaData::Add(Dim symbol) {
  auto [it, fresh] = symbols_.emplace(symbol.raw(), Ref{});
  if (fresh) {
    uint32_t group = GroupOf(SymbolKey(symbol));
    it->second = {group, static_cast<uint32_t>(groups_[group].items.size())};
    groups_[group].items.push_back({Item::kSymbol, nullptr, {}, symbol});
  }
  return it->second;
}

std::vector<const ConstantNode*> MetaData::Constants() const {
  std::vector<const ConstantNode*> constants;
  for (const Group& group : groups_) {
    if (group.key != "relay.Constant") continue;
    for (const Item& item : group.items) {
      constants.push_back(static_cast<const ConstantNode*>(item.object));
    }
  }
  return constants;
}

void MetaData::AppendRef(TextBuffer* out, Ref ref) const {
  *out += "meta[";
  *out += groups_[ref.group].key;
  *out += "][";
  out->AppendInt(ref.index);
  *out += ']';
}

void MetaData::WriteJson(TextStream* out, bool spans) { MetaDataWriter(*this, spans).Write(out); }

}  // namespace passcope
