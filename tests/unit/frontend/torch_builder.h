// Writes TorchScript archives like torch.jit.save: a zip archive of pickles, tensor memory and
// sources. A pickled value is the text of its operations, so concatenating texts combines values.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/pytorch/zip.h"
#include "ir/ndarray.h"

namespace passcope::frontend {

inline Buffer BufferOf(std::string_view bytes) {
  Buffer buffer(new BufferNode(bytes.size()));
  std::memcpy(buffer->data(), bytes.data(), bytes.size());
  return buffer;
}

template <class T>
std::string BytesOf(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

// An entry of a zip archive. Tests of broken archives change its fields.
struct ZipPart {
  std::string name;
  std::string bytes;  // As in the archive.
  uint16_t method = 0;
  uint16_t flags = 0x0808;
  uint64_t size = 0;
  uint32_t crc = 0;

  static ZipPart Stored(std::string name, std::string bytes) {
    ZipPart part{std::move(name), std::move(bytes)};
    part.size = part.bytes.size();
    part.crc = ZipCrc32(part.bytes);
    return part;
  }
};

// In torch's format: entries begin at multiples of `alignment`, and sizes are in the directory (in
// 64 bits if `wide`).
inline std::string WriteZip(const std::vector<ZipPart>& parts, size_t alignment = 64,
                            bool wide = false) {
  std::string zip, directory;
  auto sizes = [&](const ZipPart& part) {
    if (wide) return BytesOf(UINT32_MAX) + BytesOf(UINT32_MAX);
    return BytesOf(static_cast<uint32_t>(part.bytes.size())) +
           BytesOf(static_cast<uint32_t>(part.size));
  };
  for (const ZipPart& part : parts) {
    uint64_t begin = zip.size();
    std::string common = BytesOf(part.flags) + BytesOf(part.method) + std::string(4, '\0');
    auto name_size = BytesOf(static_cast<uint16_t>(part.name.size()));
    size_t header = 30 + part.name.size() + 4;
    size_t padding = (alignment - (zip.size() + header) % alignment) % alignment;
    zip += "PK\x03\x04" + BytesOf<uint16_t>(20) + common + std::string(12, '\0') + name_size +
           BytesOf(static_cast<uint16_t>(padding + 4)) + part.name + "FB" +
           BytesOf(static_cast<uint16_t>(padding)) + std::string(padding, 'Z') + part.bytes;
    std::string extra;
    if (wide) {
      extra = BytesOf<uint16_t>(1) + BytesOf<uint16_t>(24) + BytesOf(part.size) +
              BytesOf(uint64_t{part.bytes.size()}) + BytesOf(begin);
    }
    directory += "PK\x01\x02" + BytesOf<uint16_t>(0) + BytesOf<uint16_t>(20) + common +
                 BytesOf(part.crc) + sizes(part) + name_size +
                 BytesOf(static_cast<uint16_t>(extra.size())) + std::string(10, '\0') +
                 BytesOf(wide ? UINT32_MAX : static_cast<uint32_t>(begin)) + part.name + extra;
  }
  uint64_t begin = zip.size();
  zip += directory;
  if (wide) {
    uint64_t end = zip.size(), count = parts.size();
    zip += "PK\x06\x06" + BytesOf<uint64_t>(44) + BytesOf<uint32_t>(0x2d001e) +
           std::string(8, '\0') + BytesOf(count) + BytesOf(count) +
           BytesOf(uint64_t{directory.size()}) + BytesOf(begin);
    zip += "PK\x06\x07" + std::string(4, '\0') + BytesOf(end) + BytesOf<uint32_t>(1);
  }
  auto count = BytesOf<uint16_t>(wide ? UINT16_MAX : static_cast<uint16_t>(parts.size()));
  zip += "PK\x05\x06" + std::string(4, '\0') + count + count +
         BytesOf(wide ? UINT32_MAX : static_cast<uint32_t>(directory.size())) +
         BytesOf(wide ? UINT32_MAX : static_cast<uint32_t>(begin)) + std::string(2, '\0');
  return zip;
}

// Operations that each leave one value on the stack.
namespace pickled {

inline std::string None() { return "N"; }
inline std::string Bool(bool value) { return value ? "\x88" : "\x89"; }
inline std::string Int(int64_t value) {
  if (value >= 0 && value < 256) return "K" + BytesOf(static_cast<uint8_t>(value));
  if (value == static_cast<int32_t>(value)) return "J" + BytesOf(static_cast<int32_t>(value));
  return "\x8a\x08" + BytesOf(value);
}
inline std::string Real(double value) {
  std::string bytes = BytesOf(value);
  return "G" + std::string(bytes.rbegin(), bytes.rend());
}
inline std::string Text(std::string_view text) {
  return "X" + BytesOf(static_cast<uint32_t>(text.size())) + std::string(text);
}
inline std::string Global(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}
inline std::string Joined(const std::vector<std::string>& values) {
  std::string all;
  for (const std::string& value : values) all += value;
  return all;
}
inline std::string Tuple(const std::vector<std::string>& values) {
  return "(" + Joined(values) + "t";
}
inline std::string List(const std::vector<std::string>& values) {
  return "](" + Joined(values) + "e";
}
inline std::string IntTuple(const std::vector<int64_t>& values) {
  std::vector<std::string> items;
  for (int64_t value : values) items.push_back(Int(value));
  return Tuple(items);
}
using Members = std::vector<std::pair<std::string, std::string>>;
inline std::string Dict(const Members& members) {
  std::string all;
  for (const auto& [name, value] : members) all += Text(name) + value;
  return "}(" + all + "u";
}
// `class_name` is a name such as "__torch__.torch.nn.modules.conv.Conv2d".
inline std::string Object(const std::string& class_name, const std::string& state) {
  size_t dot = class_name.rfind('.');
  return Global(class_name.substr(0, dot), class_name.substr(dot + 1)) + ")\x81" + state + "b";
}
inline std::string Reduce(const std::string& callee, const std::vector<std::string>& arguments) {
  return callee + Tuple(arguments) + "R";
}
inline std::string Storage(const std::string& type, const std::string& key, int64_t elements) {
  return Tuple({Text("storage"), Global("torch", type), Text(key), Text("cpu"), Int(elements)}) +
         "Q";
}
inline std::vector<int64_t> RowMajor(const std::vector<int64_t>& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}
inline std::string Hooks() { return Reduce(Global("collections", "OrderedDict"), {}); }
inline std::string Tensor(const std::string& storage, int64_t offset,
                          const std::vector<int64_t>& shape, const std::vector<int64_t>& strides) {
  return Reduce(Global("torch._utils", "_rebuild_tensor_v2"),
                {storage, Int(offset), IntTuple(shape), IntTuple(strides), Bool(false), Hooks()});
}
// `scheme` is a tuple from PerTensor or PerChannel.
inline std::string QuantizedTensor(const std::string& storage, const std::vector<int64_t>& shape,
                                   const std::string& scheme) {
  return Reduce(
      Global("torch._utils", "_rebuild_qtensor"),
      {storage, Int(0), IntTuple(shape), IntTuple(RowMajor(shape)), scheme, Bool(false), Hooks()});
}
inline std::string PerTensor(double scale, int64_t zero_point) {
  return Tuple({Global("torch", "per_tensor_affine"), Real(scale), Int(zero_point)});
}
inline std::string PerChannel(const std::string& scales, const std::string& zero_points,
                              int64_t axis) {
  return Tuple({Global("torch", "per_channel_affine"), scales, zero_points, Int(axis)});
}
// A complete pickle with one value.
inline std::string Whole(const std::string& value) { return "\x80\x02" + value + "."; }

}  // namespace pickled

// An archive of one module. Add tensors first. Their results represent them in the module's
// attributes or in the constants.
class TorchBuilder {
 public:
  // Row-major; `type` is that of the storage, such as "FloatStorage".
  template <class T>
  std::string Tensor(const std::string& type, const std::vector<int64_t>& shape,
                     const std::vector<T>& values) {
    return pickled::Tensor(Memory(type, values), 0, shape, pickled::RowMajor(shape));
  }
  std::string Floats(const std::vector<int64_t>& shape, const std::vector<float>& values) {
    return Tensor("FloatStorage", shape, values);
  }
  std::string Longs(const std::vector<int64_t>& shape, const std::vector<int64_t>& values) {
    return Tensor("LongStorage", shape, values);
  }
  // A storage with these elements.
  template <class T>
  std::string Memory(const std::string& type, const std::vector<T>& values) {
    std::string key = std::to_string(memory_.size());
    memory_.emplace_back(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    return pickled::Storage(type, key, static_cast<int64_t>(values.size()));
  }

  // `path` is a path such as "__torch__.py".
  void Source(const std::string& path, const std::string& text) {
    sources_.emplace_back(path, text);
  }
  // A pickled object.
  void Module(std::string value) { module_ = std::move(value); }
  // The values may be tensors of this builder.
  void Constants(const std::vector<std::string>& values) { constants_ = values; }

  // The module "__torch__.Model": `members` by name with their types, such as {"weight",
  // "Tensor", value}, and the functions of its class, each line indented by two spaces.
  struct Member {
    std::string name, type, value;
  };
  void Model(const std::vector<Member>& members, const std::string& functions) {
    pickled::Members state;
    std::string text = "class Model(Module):\n  __parameters__ = []\n  __buffers__ = []\n";
    for (const Member& member : members) {
      text += "  " + member.name + " : " + member.type + "\n";
      state.emplace_back(member.name, member.value);
    }
    Source("__torch__.py", text + functions);
    Module(pickled::Object("__torch__.Model", pickled::Dict(state)));
  }

  std::vector<ZipPart> Parts() const {
    std::vector<ZipPart> parts;
    auto add = [&](const std::string& name, const std::string& bytes) {
      parts.push_back(ZipPart::Stored("archive/" + name, bytes));
    };
    for (size_t i = 0; i < memory_.size(); ++i) add("data/" + std::to_string(i), memory_[i]);
    for (size_t i = 0; i < memory_.size(); ++i) add("constants/" + std::to_string(i), memory_[i]);
    add("data.pkl", pickled::Whole(module_));
    for (const auto& [path, text] : sources_) add("code/" + path, text);
    add("constants.pkl", pickled::Whole(pickled::Tuple(constants_)));
    add("version", "9\n");
    return parts;
  }
  Buffer File() const { return BufferOf(WriteZip(Parts())); }

 private:
  std::vector<std::string> memory_;
  std::vector<std::pair<std::string, std::string>> sources_;
  std::string module_ = pickled::None();
  std::vector<std::string> constants_;
};

}  // namespace passcope::frontend
