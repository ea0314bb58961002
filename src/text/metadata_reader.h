// The `#[metadata]` section: a graph of nodes as JSON, as TVM's SaveJSON writes it.
//
//   {"root": 1,
//    "nodes": [{"type_key": ""}, {"type_key": "Map", "keys": ["relay.Constant"], "data": [2]}, …],
//    "b64ndarrays": ["…"], "attrs": {"tvm_version": "…"}}
//
// Node 0 is null. The root maps type keys to the arrays that `meta[key][index]` refers to.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/message.h"
#include "ir/attrs.h"
#include "ir/ndarray.h"
#include "ir/type.h"

namespace passcope {

// The error of a metadata section. Metadata throws it, and the parser, which knows the place, turns
// it into a diagnostic.
struct MetadataProblem {
  Message message;
  size_t offset = 0;         // Into the section's text, for malformed JSON.
  bool unsupported = false;  // Well formed, but of a kind that this engine does not support.
};

// Decodes one entry of `b64ndarrays` and checks its length. Throws MetadataProblem, or
// DiagnosticError (kTensorTooLarge) above the engine's limit.
NDArray DecodeNDArray(std::string_view base64);
// Decodes exactly `size` bytes. Returns false if the text has fewer or more, or is not base64.
bool DecodeBase64(std::string_view base64, void* out, size_t size);

class Metadata {
 public:
  Metadata() = default;
  // Reads the JSON; arrays stay encoded until they are needed. `text` must outlive this object.
  // Throws MetadataProblem.
  explicit Metadata(std::string_view text);

  bool empty() const { return nodes_.empty(); }
  // The node that `meta[type_key][index]` refers to. Throws MetadataProblem if there is none.
  size_t Find(std::string_view type_key, int64_t index) const;
  std::string_view type_key(size_t node) const { return nodes_[node].type_key; }

  // The data of a node, which is a relay.Constant, with its length checked. Throws.
  NDArray ConstantData(size_t node) const;
  // The value of an integer or a symbolic dimension; arithmetic on symbols becomes `?`. Throws.
  Dim Dimension(size_t node) const { return Dimension(node, 0); }
  // Reads numbers, strings, arrays, maps and null. Throws. All reads of a node return the same
  // object, as in the program that was printed.
  AttrValue Value(size_t node) const { return Value(node, 0); }
  // Reads an attribute struct. Throws.
  Attrs Attributes(size_t node, const AttrSchema& schema) const;

 private:
  // The part of attrs_, keys_ or data_ that belongs to one node.
  struct Range {
    size_t begin = 0;
    size_t end = 0;
  };
  struct Node {
    std::string_view type_key;
    std::string_view text;  // repr_str
    Range attrs;
    Range keys;
    Range data;
  };
  class Reader;

  template <class T>
  static std::span<const T> In(const std::vector<T>& all, Range range) {
    return std::span<const T>(all).subspan(range.begin, range.end - range.begin);
  }
  std::span<const int64_t> Data(size_t node) const { return In(data_, nodes_[node].data); }
  std::string_view Attr(size_t node, std::string_view name) const;
  int64_t IntegerAttr(size_t node, std::string_view name) const;
  size_t NodeAttr(size_t node, std::string_view name) const;
  size_t NodeIndex(int64_t index) const;
  Dim Dimension(size_t node, int depth) const;
  Dim RoundedDimension(size_t node, int depth) const;
  AttrValue Value(size_t node, int depth) const;
  AttrValue ReadValue(size_t node, int depth) const;

  std::vector<Node> nodes_;
  std::vector<std::pair<std::string_view, std::string_view>> attrs_;
  std::vector<std::string_view> keys_;
  std::vector<int64_t> data_;
  std::vector<std::string_view> arrays_;
  mutable std::vector<NDArray> decoded_;        // By index in arrays_; null if not read yet.
  mutable std::map<size_t, AttrValue> values_;  // Values of nodes that are objects, if read.
  mutable std::map<size_t, Attrs> attributes_;  // Attribute structs by node, if read.
  mutable std::map<size_t, Dim> dims_;          // Computed dimensions by node, if read.
  mutable size_t items_ = 0;                    // The items of arrays that were read.
  // Strings with escapes, resolved.
  std::deque<std::string> unescaped_;
  int64_t root_ = 0;
};

}  // namespace passcope
