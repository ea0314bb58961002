// Python's pickles as TorchScript writes them, read as plain data: numbers, texts, lists, tuples,
// dictionaries, tensors, and objects of the program's own classes as a name with a state. Nothing
// is called and no class is made; whatever else a pickle names is a diagnostic.
//
// Format: the opcodes of protocols 2 to 5 (Python's pickletools); what torch builds with them:
// torch/csrc/jit/serialization/{pickler,unpickler}.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/pytorch/zip.h"
#include "ir/data_type.h"

namespace passcope::frontend {

enum class PickleKind : uint8_t {
  kNone,
  kBool,
  kInt,
  kReal,
  kText,
  kList,
  kTuple,
  kDict,
  kObject,
  kTensor,
  // Something of torch by its name, such as "torch.per_tensor_affine".
  kName,
  // A tensor's memory; within tensors only.
  kStorage,
};
const char* PickleKindName(PickleKind kind);
// Throws DiagnosticError (kBadModelFile).
[[noreturn]] void FailPickleKind(PickleKind wanted, PickleKind actual);

struct PickleObject;
struct PickleTensor;
struct PickleStorage;
struct PickleItems;

// A value that is valid as long as its Pickle; small, to be copied. Each function but the tests of
// kinds throws DiagnosticError (kBadModelFile) when the value is of another kind.
class PickleValue {
 public:
  PickleValue() = default;

  PickleKind kind() const { return kind_; }
  bool is_none() const { return kind_ == PickleKind::kNone; }
  bool is_text() const { return kind_ == PickleKind::kText; }
  bool is_tensor() const { return kind_ == PickleKind::kTensor; }
  bool is_object() const { return kind_ == PickleKind::kObject; }
  // A list or a tuple.
  bool is_sequence() const { return kind_ == PickleKind::kList || kind_ == PickleKind::kTuple; }

  bool boolean() const;
  int64_t integer() const;  // Of a bool, too.
  double real() const;      // Of an integer, too.
  std::string_view text() const;
  // Of a list or a tuple.
  std::span<const PickleValue> items() const;
  // Of a dictionary: each key before its value, in the order of insertion; no text or number is
  // twice a key.
  std::span<const PickleValue> keys_and_values() const;
  const PickleObject& object() const;
  const PickleTensor& tensor() const;
  const PickleStorage& storage() const;
  // What kName names.
  std::string_view name() const;

  // Of a dictionary with texts as keys, or of an object whose state is one; null when it has no
  // such member.
  const PickleValue* Find(std::string_view key) const;

  // Equal for the same list, tuple, dictionary, object or tensor; null for all else. Who remembers
  // a submodule or a weight that is shared asks this.
  const void* identity() const;

 private:
  friend class PickleMaker;
  friend class PickleChecker;

  PickleKind kind_ = PickleKind::kNone;
  // Of a text or a name.
  uint32_t length_ = 0;
  union {
    bool bool_;
    int64_t int_ = 0;
    double real_;
    const char* text_;
    PickleItems* items_;
    PickleObject* object_;
    PickleTensor* tensor_;
    PickleStorage* storage_;
  };
};

// Elements of a list or tuple; keys and values of a dictionary.
struct PickleItems {
  std::vector<PickleValue> values;
  uint32_t height = 0;  // Of what is nested in it; 1 when that has no parts.
};

// An object of a class "__torch__.…" (a module, a class of the program, packed parameters of a
// quantised operator).
struct PickleObject {
  std::string_view class_name;  // "__torch__.torch.nn.modules.conv.Conv2d"
  PickleValue state;            // Mostly a dictionary of its attributes; kNone when it has none.
  uint32_t height = 0;          // As PickleItems has it.
};

struct PickleStorage {
  std::string_view type;  // "FloatStorage"
  DataType dtype;         // Of quantised elements that of their numbers.
  bool quantized = false;
  std::string_view path;  // Of the entry within the archive's folder: "data/0".
  int64_t elements = 0;
};

struct PickleTensor {
  const PickleStorage* storage = nullptr;
  DataType dtype;
  int64_t offset = 0;  // Of the first element in the storage, in elements.
  // Of the same length, not negative; every element lies within what the storage declares. The
  // number of elements fits int64_t.
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  // In elements.
  bool requires_grad = false;

  // Real value = scale * (number - zero point).
  enum class Scheme : uint8_t { kNone, kPerTensor, kPerChannel };
  Scheme scheme = Scheme::kNone;
  double scale = 1;
  int64_t zero_point = 0;
  const PickleTensor* scales = nullptr;
  const PickleTensor* zero_points = nullptr;
  int64_t axis = 0;

  // Row-major without holes.
  bool contiguous() const;
  // Product of the shape.
  int64_t size() const;
};

// A pickle that was read: it owns the values. It contains itself nowhere and is nested at most
// kMaxPickleDepth deep, though a value may stand in several places.
class Pickle {
 public:
  PickleValue root() const { return root_; }

 private:
  friend class PickleMaker;

  ZipBytes bytes_;  // Texts are views of it.
  std::deque<PickleItems> items_;
  std::deque<PickleObject> objects_;
  std::deque<PickleTensor> tensors_;
  std::deque<PickleStorage> storages_;
  std::deque<std::string> texts_;
  PickleValue root_;
};

constexpr size_t kMaxPickleDepth = 500;
// Operations of one pickle, and so values.
constexpr size_t kMaxPickleOperations = size_t{1} << 23;

// `name` is the entry's, for messages; `tensors` the folder of the memory of its tensors, "data";
// tests have smaller limits. Throws DiagnosticError (kBadModelFile for what is damaged,
// kUnsupported for what names anything else).
std::unique_ptr<Pickle> ReadPickle(std::string_view name, ZipBytes bytes, std::string_view tensors,
                                   size_t max_operations = kMaxPickleOperations);

// Throws DiagnosticError when something contains itself, is nested too deeply or has a key twice.
void CheckPickleShape(std::string_view name, const PickleValue& root);

}  // namespace passcope::frontend
