// Reads TVM's JSON.
#include "text/metadata_reader.h"

#include "diagnostics/diagnostic.h"
#include "ir/dim_arith.h"
#include "ir/virtual_device.h"
#include "support/format.h"
#include "support/real_text.h"

namespace passcope {
namespace {

constexpr int kMaxDepth = 64;
constexpr size_t kMaxItems = size_t{1} << 22;

bool ParseInt(std::string_view text, int64_t* value) {
  bool negative = !text.empty() && text[0] == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 19) return false;
  uint64_t magnitude = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return false;
    magnitude = magnitude * 10 + static_cast<uint64_t>(c - '0');
  }
  if (magnitude > (uint64_t{1} << 63) - (negative ? 0 : 1)) return false;
  *value = static_cast<int64_t>(negative ? uint64_t{0} - magnitude : magnitude);
  return true;
}

[[noreturn]] void Fail(Message message) { throw MetadataProblem{std::move(message)}; }

double Real(std::string_view text) {
  auto value = ParseReal(text);
  if (!value)
    Fail(MSG(kMetadataRealMalformed, "`{value}` in the metadata section is not a number", text));
  return *value;
}

}  // namespace

// A recursive-descent reader of exactly the JSON that a section can contain. It skips unused values
// without recursion.
class Metadata::Reader {
 public:
  Reader(std::string_view text, Metadata* out) : text_(text), out_(out) {}

  void Run() {
    Object([this](std::string_view key) {
      if (key == "root") {
        out_->root_ = Integer();
      } else if (key == "nodes") {
        Array([this] { ReadNode(); });
      } else if (key == "b64ndarrays") {
        Array([this] { out_->arrays_.push_back(RawString()); });
      } else {
        Skip();
      }
    });
    Blanks();
    if (pos_ < text_.size())
      Fail(MSG(kMetadataTrailingText, "unexpected text after the metadata section"));
  }

 private:
  [[noreturn]] void Fail(Message message) const { throw MetadataProblem{std::move(message), pos_}; }
  void Blanks() {
    while (pos_ < text_.size() && (text_[pos_] == ' ' || text_[pos_] == '\n' ||
                                   text_[pos_] == '\t' || text_[pos_] == '\r')) {
      ++pos_;
    }
  }
  char Peek() {
    Blanks();
    if (pos_ >= text_.size()) Fail(MSG(kMetadataTruncated, "the metadata section ends too early"));
    return text_[pos_];
  }
  void Expect(char c) {
    if (Peek() != c)
      Fail(MSG(kMetadataCharacterExpected, "expected `{character}` in the metadata section", c));
    ++pos_;
  }
  bool Accept(char c) {
    if (Peek() != c) return false;
    ++pos_;
    return true;
  }
  template <class F>
  void Array(F item) {
    Expect('[');
    if (Accept(']')) return;
    do {
      item();
    } while (Accept(','));
    Expect(']');
  }
  template <class F>
  void Object(F member) {
    Expect('{');
    if (Accept('}')) return;
    do {
      std::string_view key = RawString();
      Expect(':');
      member(key);
    } while (Accept(','));
    Expect('}');
  }
  // Returns the string without quotes and with its escapes unresolved.
  std::string_view RawString() {
    Expect('"');
    size_t start = pos_;
    while (pos_ < text_.size() && text_[pos_] != '"') pos_ += text_[pos_] == '\\' ? 2 : 1;
    if (pos_ >= text_.size()) {
      pos_ = text_.size();
      Fail(MSG(kMetadataStringUnclosed, "a string in the metadata section has no closing quote"));
    }
    return text_.substr(start, pos_++ - start);
  }
  std::string_view String() {
    size_t start = pos_;
    std::string_view raw = RawString();
    if (raw.find('\\') == raw.npos) return raw;
    std::string out;
    for (size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '\\') {
        out += raw[i];
        continue;
      }
      switch (raw[++i]) {
        case 'n':
          out += '\n';
          break;
        case 't':
          out += '\t';
          break;
        case 'r':
          out += '\r';
          break;
        case '"':
        case '\\':
        case '/':
          out += raw[i];
          break;
        default:
          pos_ = start;
          Fail(MSG(kMetadataStringEscapeUnknown,
                   "a string in the metadata section has the unknown escape `\\{character}`",
                   raw[i]));
      }
    }
    return out_->unescaped_.emplace_back(std::move(out));
  }
  int64_t Integer() {
    Blanks();
    size_t start = pos_;
    while (pos_ < text_.size() &&
           (text_[pos_] == '-' || (text_[pos_] >= '0' && text_[pos_] <= '9')))
      ++pos_;
    int64_t value;
    if (!ParseInt(text_.substr(start, pos_ - start), &value)) {
      pos_ = start;
      Fail(MSG(kMetadataIntegerExpected, "expected an integer in the metadata section"));
    }
    return value;
  }
  void Skip() {
    int depth = 0;
    do {
      char c = Peek();
      if (c == '"') {
        RawString();
      } else if (c == '{' || c == '[') {
        ++depth;
        ++pos_;
      } else if (c == '}' || c == ']') {
        if (depth-- == 0)
          Fail(MSG(kMetadataValueExpected, "expected a value in the metadata section"));
        ++pos_;
      } else {
        ++pos_;
      }
      // A bare number or word ends at a delimiter.
      if (depth == 0 && c != '"' && c != '}' && c != ']') {
        while (pos_ < text_.size() && text_[pos_] != ',' && text_[pos_] != '}' &&
               text_[pos_] != ']') {
          ++pos_;
        }
      }
    } while (depth > 0);
  }
  void ReadNode() {
    Node node;
    Object([&](std::string_view key) {
      if (key == "type_key") {
        node.type_key = RawString();
      } else if (key == "repr_str") {
        node.text = String();
      } else if (key == "repr_b64") {
        // A text with other characters than printable ones, behind its length.
        const std::string_view base64 = RawString();
        std::string bytes(base64.size() / 4 * 3, '\0');
        for (size_t pad = base64.find('='); pad < base64.size() && !bytes.empty(); ++pad)
          bytes.pop_back();
        if (bytes.size() < 8 || !DecodeBase64(base64, bytes.data(), bytes.size()))
          Fail(MSG(kMetadataTextMalformed, "a text of the metadata section is not base64"));
        node.text = out_->unescaped_.emplace_back(bytes.substr(8));
      } else if (key == "attrs") {
        Collect(&node.attrs, out_->attrs_, [&] {
          Object([&](std::string_view name) { out_->attrs_.emplace_back(name, String()); });
        });
      } else if (key == "keys") {
        Collect(&node.keys, out_->keys_, [&] { Array([&] { out_->keys_.push_back(String()); }); });
      } else if (key == "data") {
        Collect(&node.data, out_->data_, [&] { Array([&] { out_->data_.push_back(Integer()); }); });
      } else {
        Skip();
      }
    });
    out_->nodes_.push_back(node);
  }
  template <class T, class F>
  void Collect(Range* range, const std::vector<T>& all, F read) {
    range->begin = all.size();
    read();
    range->end = all.size();
  }

  std::string_view text_;
  Metadata* out_;
  size_t pos_ = 0;
};

Metadata::Metadata(std::string_view text) {
  Reader(text, this).Run();
  if (nodes_.empty())
    throw MetadataProblem{MSG(kMetadataWithoutNodes, "the metadata section has no nodes")};
  NodeIndex(root_);
}

size_t Metadata::NodeIndex(int64_t index) const {
  if (index < 0 || static_cast<uint64_t>(index) >= nodes_.size()) {
    Fail(MSG(kMetadataNodeIndexUnknown,
             "the metadata section refers to its node {index}, but has {count} nodes", index,
             nodes_.size()));
  }
  return static_cast<size_t>(index);
}

std::string_view Metadata::Attr(size_t node, std::string_view name) const {
  for (const auto& [key, value] : In(attrs_, nodes_[node].attrs)) {
    if (key == name) return value;
  }
  Fail(MSG(kMetadataNodeAttributeMissing,
           "node {index} of the metadata section, '{type_key}', has no `{attribute}`", node,
           nodes_[node].type_key, name));
}

int64_t Metadata::IntegerAttr(size_t node, std::string_view name) const {
  std::string_view text = Attr(node, name);
  int64_t value;
  if (!ParseInt(text, &value))
    Fail(MSG(kMetadataIntegerMalformed, "`{value}` in the metadata section is not an integer",
             text));
  return value;
}

size_t Metadata::NodeAttr(size_t node, std::string_view name) const {
  int64_t index;
  if (!ParseInt(Attr(node, name), &index)) index = -1;
  return NodeIndex(index);
}

size_t Metadata::Find(std::string_view type_key, int64_t index) const {
  if (nodes_.empty()) Fail(MSG(kMetadataSectionMissing, "the text has no metadata section"));
  const Node& root = nodes_[NodeIndex(root_)];
  std::span<const std::string_view> keys = In(keys_, root.keys);
  std::span<const int64_t> groups = In(data_, root.data);
  for (size_t i = 0; i < keys.size() && i < groups.size(); ++i) {
    if (keys[i] != type_key) continue;
    std::span<const int64_t> items = Data(NodeIndex(groups[i]));
    if (index >= 0 && static_cast<uint64_t>(index) < items.size()) {
      return NodeIndex(items[static_cast<size_t>(index)]);
    }
    Fail(MSG(
        kMetadataEntryIndexUnknown,
        "the index of `{type_key}` in the metadata section must be less than {count}, not {index}",
        type_key, items.size(), index));
  }
  MessageList known;
  for (std::string_view key : keys) known.items.push_back(Format("`{}`", key));
  Fail(known.items.empty()
           ? MSG(kMetadataEntryKindInEmpty, "the metadata section has no `{type_key}`; it is empty",
                 type_key)
           : MSG(kMetadataEntryKindUnknown,
                 "the metadata section has no `{type_key}`; it has {known}", type_key, known));
}

NDArray Metadata::ConstantData(size_t node) const {
  int64_t index;
  if (!ParseInt(Attr(node, "data"), &index) || index < 0 ||
      static_cast<uint64_t>(index) >= arrays_.size()) {
    Fail(MSG(kMetadataTensorIndexUnknown,
             "the metadata section refers to its tensor {index}, but has {count} tensors",
             Attr(node, "data"), arrays_.size()));
  }
  // Constants that refer to the same array share it.
  auto at = static_cast<size_t>(index);
  if (decoded_.size() <= at) decoded_.resize(arrays_.size());
  if (!decoded_[at]) decoded_[at] = DecodeNDArray(arrays_[at]);
  return decoded_[at];
}

// Reads the cast of tir.round(cast of a dimension * a real). Other casts are `?`.
Dim Metadata::RoundedDimension(size_t node, int depth) const {
  size_t call = NodeAttr(node, "value");
  if (nodes_[call].type_key != "tir.Call") return Dim::Any();
  std::span<const int64_t> args = Data(NodeAttr(call, "args"));
  size_t product = args.size() == 1 ? NodeIndex(args[0]) : 0;
  if (nodes_[product].type_key != "tir.Mul") return Dim::Any();
  size_t cast = NodeAttr(product, "a"), factor = NodeAttr(product, "b");
  if (nodes_[cast].type_key != "tir.Cast" || nodes_[factor].type_key != "FloatImm") {
    return Dim::Any();
  }
  return Dim::Rounded(Dimension(NodeAttr(cast, "value"), depth + 1), Real(Attr(factor, "value")));
}

Dim Metadata::Dimension(size_t node, int depth) const {
  if (depth > kMaxDepth)
    Fail(MSG(kMetadataDimensionNestedTooDeep,
             "a dimension in the metadata section is nested more than {limit} deep", kMaxDepth));
  std::string_view key = nodes_[node].type_key;
  if (key == "IntImm") {
    int64_t value;
    // In a sum, an integer can be negative.
    if (!ParseInt(Attr(node, "value"), &value) || (value < 0 && depth == 0)) {
      Fail(MSG(kMetadataDimensionInvalid, "`{value}` in the metadata section is not a dimension",
               Attr(node, "value")));
    }
    return Attr(node, "dtype") == "int64" ? Dim::Int64(value) : Dim(value);
  }
  if (key == "tir.SizeVar" || key == "tir.Var") {
    return Dim::Symbol(nodes_[NodeAttr(node, "name")].text, key == "tir.SizeVar");
  }
  if (key == "tir.Any") return depth ? AsOperand(Dim::Any()) : Dim::Any();
  if (key == "tir.Cast") return RoundedDimension(node, depth);
  bool known = false;
  for (const char* name : {"tir.Add", "tir.Sub", "tir.Mul", "tir.Div", "tir.Mod", "tir.FloorDiv",
                           "tir.FloorMod", "tir.Min", "tir.Max"}) {
    known = known || key == name;
  }
  if (!known) {
    throw MetadataProblem{
        MSG(kMetadataDimensionKindUnsupported,
            "'{type_key}' in the metadata section is not supported as a dimension", key),
        0, true};
  }
  // Nodes can share operands, so each is read once.
  if (auto found = dims_.find(node); found != dims_.end()) return found->second;
  Dim a = Dimension(NodeAttr(node, "a"), depth + 1);
  Dim b = Dimension(NodeAttr(node, "b"), depth + 1);
  Dim result = Dim::Any();
  if (key == "tir.Add") result = a + b;
  if (key == "tir.Sub") result = a - b;
  if (key == "tir.Mul") result = a * b;
  if (key == "tir.FloorDiv") result = a / b;
  if (key == "tir.Div") result = TruncatedQuotient(a, b);
  if (key == "tir.Max") result = Greatest(a, b);
  dims_.emplace(node, result);
  return result;
}

AttrValue Metadata::Value(size_t node, int depth) const {
  std::string_view key = nodes_[node].type_key;
  if (key != "Map" && key != "VirtualDevice" && key != "relay.Constant" && key != "GlobalVar") {
    return ReadValue(node, depth);
  }
  auto found = values_.find(node);
  if (found == values_.end()) found = values_.emplace(node, ReadValue(node, depth)).first;
  return found->second;
}

AttrValue Metadata::ReadValue(size_t node, int depth) const {
  if (depth > kMaxDepth)
    Fail(MSG(kMetadataValueNestedTooDeep,
             "a value in the metadata section is nested more than {limit} deep", kMaxDepth));
  const Node& item = nodes_[node];
  std::string_view key = item.type_key;
  if (key.empty()) return {};
  if (key == "IntImm") {
    int64_t value = IntegerAttr(node, "value");
    return Attr(node, "dtype") == "bool" ? AttrValue(value != 0) : AttrValue(value);
  }
  if (key == "FloatImm") return Real(Attr(node, "value"));
  // In the integers of an attribute, a symbol is its raw value.
  if (key == "tir.Var" || key == "tir.SizeVar") return Dimension(node, 0).raw();
  if (key == "runtime.String") return std::string(item.text);
  if (key == "Array") {
    AttrArray array;
    // Arrays can share items, which are read for each of them.
    items_ += Data(node).size();
    if (items_ > kMaxItems)
      Fail(MSG(kMetadataTooManyItems,
               "the arrays of the metadata section have more than {limit} items", kMaxItems));
    for (int64_t index : Data(node)) array.push_back(Value(NodeIndex(index), depth + 1));
    return array;
  }
  if (key == "Map") {
    AttrDict dict;
    std::span<const std::string_view> keys = In(keys_, item.keys);
    std::span<const int64_t> values = Data(node);
    if (keys.size() != values.size())
      Fail(MSG(kMetadataMapMalformed,
               "a map in the metadata section has {keys} keys and {values} values", keys.size(),
               values.size()));
    for (size_t i = 0; i < keys.size(); ++i) {
      dict.emplace_back(std::string(keys[i]), Value(NodeIndex(values[i]), depth + 1));
    }
    return dict;
  }
  if (key == "VirtualDevice") {
    VirtualDevice device;
    device.device_type = IntegerAttr(node, "device_type_int");
    device.device_id = IntegerAttr(node, "virtual_device_id");
    size_t scope = NodeAttr(node, "memory_scope");
    if (nodes_[scope].type_key == "runtime.String") device.memory_scope = nodes_[scope].text;
    return ToAttrValue(device);
  }
  if (key == "relay.Constant") return AttrValue::Object(Constant(ConstantData(node)));
  if (key == "GlobalVar")
    return AttrValue::Object(GlobalVar(nodes_[NodeAttr(node, "name_hint")].text));
  throw MetadataProblem{
      MSG(kMetadataValueKindUnsupported,
          "'{type_key}' in the metadata section is not supported as a value", key),
      0, true};
}

Attrs Metadata::Attributes(size_t node, const AttrSchema& schema) const {
  Attrs& holder = attributes_[node];
  if (holder) return holder;
  AttrsNode* attrs = schema.create();
  holder = Attrs(attrs);
  for (const auto& [name, text] : In(attrs_, nodes_[node].attrs)) {
    const AttrField* field = schema.Find(name);
    if (!field) {
      Fail(MSG(kMetadataAttributeUnknown, "{type_key} has no attribute `{attribute}`",
               schema.type_key, std::string(name)));
    }
    // Plain numbers and texts are written in place; an object is the index of its node.
    int64_t number = 0;
    bool is_number = ParseInt(text, &number);
    AttrValue value;
    switch (field->boxed ? AttrType::kAny : field->type) {
      case AttrType::kBool:
      case AttrType::kInt:
        value = number;
        break;
      case AttrType::kDouble:
        value = Real(text);
        is_number = true;
        break;
      case AttrType::kString:
        is_number = true;
        value = std::string(text);
        break;
      case AttrType::kDType:
        is_number = true;
        value = std::string(text);
        break;
      default:
        value = Value(NodeIndex(is_number ? number : -1));
    }
    if (!is_number || !attrs->Set(*field, value)) {
      Fail(MSG(
          kMetadataAttributeTypeMismatch,
          "the attribute `{attribute}` of {type_key} in the metadata section has the wrong type",
          std::string(name), schema.type_key));
    }
  }
  return holder;
}

}  // namespace passcope
