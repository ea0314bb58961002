// Mutates ONNX messages as trees: it copies, drops, exchanges and changes parts. The lengths around
// a changed part are updated.
#include <algorithm>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <utility>

#include "frontend/onnx/converter.h"
#include "fuzz/mutators.h"

namespace passcope::fuzz {

int64_t Chance::Number() {
  static constexpr int64_t kEdges[] = {
      0,         1,        -1,  2,     -2,        3,         4,         7,         8,
      16,        255,      256, 65535, INT32_MAX, INT32_MIN, 1LL << 32, 1LL << 40, -(1LL << 40),
      INT64_MAX, INT64_MIN};
  return OneIn(3) ? kEdges[Below(std::size(kEdges))] : static_cast<int64_t>(Below(9)) - 2;
}

std::string Chance::Changed(std::string_view text, size_t room) {
  std::string bytes(text);
  size_t size = bytes.size();
  bytes.resize(size + room);
  bytes.resize(mutate_(reinterpret_cast<uint8_t*>(bytes.data()), size, bytes.size()));
  return bytes;
}

namespace {

using protozero::pbf_wire_type;

enum class Kind : uint8_t {
  kNone,  // Not a message, or a message that is not changed inside.
  kModel,
  kOpset,
  kGraph,
  kNode,
  kAttribute,
  kTensor,
  kValueInfo,
  kType,
  kTensorType,
  kElementType,
  kShape,
  kDim,
  kFunction,
};

// The fields that are messages, by their numbers in onnx.proto.
struct Inner {
  Kind message;
  uint32_t field;
  Kind inner;
};
constexpr Inner kInner[] = {
    {Kind::kModel, 7, Kind::kGraph},        {Kind::kModel, 8, Kind::kOpset},
    {Kind::kModel, 25, Kind::kFunction},    {Kind::kGraph, 1, Kind::kNode},
    {Kind::kGraph, 5, Kind::kTensor},       {Kind::kGraph, 11, Kind::kValueInfo},
    {Kind::kGraph, 12, Kind::kValueInfo},   {Kind::kGraph, 13, Kind::kValueInfo},
    {Kind::kNode, 5, Kind::kAttribute},     {Kind::kAttribute, 5, Kind::kTensor},
    {Kind::kAttribute, 6, Kind::kGraph},    {Kind::kAttribute, 10, Kind::kTensor},
    {Kind::kAttribute, 11, Kind::kGraph},   {Kind::kValueInfo, 2, Kind::kType},
    {Kind::kType, 1, Kind::kTensorType},    {Kind::kType, 4, Kind::kElementType},
    {Kind::kType, 9, Kind::kElementType},   {Kind::kElementType, 1, Kind::kType},
    {Kind::kTensorType, 2, Kind::kShape},   {Kind::kShape, 1, Kind::kDim},
    {Kind::kFunction, 7, Kind::kNode},      {Kind::kFunction, 9, Kind::kOpset},
    {Kind::kFunction, 11, Kind::kAttribute}};

// Messages nested more deeply stay bytes.
constexpr int kMaxDepth = 12;

struct Field {
  uint32_t number = 0;
  pbf_wire_type type = pbf_wire_type::unknown;
  uint64_t value = 0;  // The bits of a number.
  std::string bytes;
  Kind kind = Kind::kNone;
  std::vector<Field> fields;  // The fields of a message.
};

std::optional<std::vector<Field>> Read(std::string_view message, Kind kind, int depth) {
  std::vector<Field> fields;
  try {
    protozero::pbf_reader reader(message.data(), message.size());
    while (reader.next()) {
      Field field;
      field.number = reader.tag();
      field.type = reader.wire_type();
      switch (field.type) {
        case pbf_wire_type::varint:
          field.value = reader.get_uint64();
          break;
        case pbf_wire_type::fixed32:
          field.value = reader.get_fixed32();
          break;
        case pbf_wire_type::fixed64:
          field.value = reader.get_fixed64();
          break;
        default:
          field.bytes = reader.get_string();
          break;
      }
      for (const Inner& each : kInner) {
        if (each.message != kind || each.field != field.number || depth >= kMaxDepth) continue;
        if (field.type != pbf_wire_type::length_delimited) continue;
        if (auto inner = Read(field.bytes, each.inner, depth + 1)) {
          field.kind = each.inner;
          field.fields = std::move(*inner);
          field.bytes.clear();
        }
      }
      fields.push_back(std::move(field));
    }
  } catch (const protozero::exception&) {
    return std::nullopt;
  }
  return fields;
}

std::string Written(const std::vector<Field>& fields) {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  for (const Field& field : fields) {
    switch (field.type) {
      case pbf_wire_type::varint:
        writer.add_uint64(field.number, field.value);
        break;
      case pbf_wire_type::fixed32:
        writer.add_fixed32(field.number, static_cast<uint32_t>(field.value));
        break;
      case pbf_wire_type::fixed64:
        writer.add_fixed64(field.number, field.value);
        break;
      default:
        writer.add_bytes(field.number,
                         field.kind == Kind::kNone ? field.bytes : Written(field.fields));
        break;
    }
  }
  return bytes;
}

// A field in its list.
struct Place {
  std::vector<Field>* list;
  size_t index;
  Kind around;

  Field& field() const { return (*list)[index]; }
};

void Collect(std::vector<Field>* fields, Kind kind, std::vector<Place>* places) {
  for (size_t i = 0; i < fields->size(); ++i) {
    places->push_back({fields, i, kind});
    Field& field = (*fields)[i];
    if (field.kind != Kind::kNone) Collect(&field.fields, field.kind, places);
  }
}

// Names and type numbers connect the parts of a file. They are therefore more often copied from
// elsewhere in the file than changed.
void ChangeValue(const Place& place, const std::vector<Place>& places, Chance& chance) {
  Field& field = place.field();
  if (field.type != pbf_wire_type::length_delimited) {
    field.value = chance.OneIn(4) ? field.value + chance.Below(3) - 1
                                  : static_cast<uint64_t>(chance.Number());
    return;
  }
  if (place.around == Kind::kNode && field.number == 4 && !chance.OneIn(8)) {
    static const std::vector<std::string_view> kOperators =
        frontend::onnx::ConverterTable::All().Names();
    field.bytes = chance.Of(kOperators);
    return;
  }
  bool numbers = place.around == Kind::kTensor && (field.number == 9 || field.number == 7);
  if (numbers && field.bytes.size() >= 8 && chance.OneIn(2)) {
    auto value = chance.Number();
    size_t at = chance.Below(field.bytes.size() / 8) * 8;
    std::copy_n(reinterpret_cast<const char*>(&value), 8, field.bytes.begin() + at);
    return;
  }
  std::vector<const std::string*> like;
  for (const Place& each : places) {
    const Field& other = each.field();
    bool text = other.kind == Kind::kNone && other.type == pbf_wire_type::length_delimited;
    bool name = place.around == Kind::kNode && field.number <= 2 && each.around == Kind::kNode &&
                other.number <= 2;
    if (text && (name || (each.around == place.around && other.number == field.number))) {
      like.push_back(&other.bytes);
    }
  }
  field.bytes = chance.OneIn(4) ? chance.Changed(field.bytes) : *chance.Of(like);
}

void Change(std::vector<Field>* model, Chance& chance) {
  std::vector<Place> places;
  Collect(model, Kind::kModel, &places);
  if (places.empty()) return;
  const Place place = chance.Of(places);
  std::vector<Field>& list = *place.list;
  auto at = list.begin() + static_cast<ptrdiff_t>(place.index);
  switch (chance.Below(8)) {
    case 0: {
      Field copy = *at;
      list.insert(list.begin() + static_cast<ptrdiff_t>(chance.Below(list.size() + 1)),
                  std::move(copy));
      break;
    }
    case 1:
      list.erase(at);
      break;
    case 2:
      std::swap(*at, list[chance.Below(list.size())]);
      break;
    case 3: {
      std::vector<const Field*> like;
      for (const Place& each : places) {
        if (each.field().kind == at->kind && each.field().type == at->type) {
          like.push_back(&each.field());
        }
      }
      // A part can be put into itself.
      Field copy = *chance.Of(like);
      copy.number = at->number;
      *at = std::move(copy);
      break;
    }
    default:
      if (at->kind == Kind::kNone) {
        ChangeValue(place, places, chance);
      } else if (!at->fields.empty()) {
        std::vector<Place> inner;
        Collect(&at->fields, at->kind, &inner);
        std::erase_if(inner, [](const Place& each) { return each.field().kind != Kind::kNone; });
        if (!inner.empty()) ChangeValue(chance.Of(inner), places, chance);
      }
      break;
  }
}

// Takes fields of another model's graphs: nodes, weights, inputs.
void Borrow(std::vector<Field>* model, std::vector<Field> other, Chance& chance) {
  std::vector<Place> graphs, parts;
  Collect(model, Kind::kModel, &graphs);
  std::erase_if(graphs, [](const Place& each) { return each.field().kind != Kind::kGraph; });
  Collect(&other, Kind::kModel, &parts);
  std::erase_if(parts, [](const Place& each) { return each.around != Kind::kGraph; });
  if (graphs.empty() || parts.empty()) return;
  std::vector<Field>& graph = chance.Of(graphs).field().fields;
  for (size_t count = 1 + chance.Below(4); count > 0; --count) {
    graph.insert(graph.begin() + static_cast<ptrdiff_t>(chance.Below(graph.size() + 1)),
                 chance.Of(parts).field());
  }
}

}  // namespace

std::string MutateOnnx(std::string_view file, std::string_view other, Chance chance) {
  std::optional<std::vector<Field>> model = Read(file, Kind::kModel, 0);
  if (!model || chance.OneIn(32)) return chance.Changed(file);
  if (!other.empty()) {
    if (auto second = Read(other, Kind::kModel, 0)) Borrow(&*model, std::move(*second), chance);
  }
  for (size_t count = 1 + chance.Below(3); count > 0; --count) Change(&*model, chance);
  return Written(*model);
}

}  // namespace passcope::fuzz
