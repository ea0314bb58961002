// Python's pickles as TorchScript writes them, read as plain data: numbers, texts, lists, tuples,
// dictionaries and tensors. Objects of the program's own classes are a name with a state. The
// reader calls nothing and makes no class. Anything else in a pickle is a diagnostic.
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
  // A name of torch, such as "torch.per_tensor_affine".
  kName,
  // A tensor's memory; only within tensors.
  kStorage,
};
const char* PickleKindName(PickleKind kind);
// Throws DiagnosticError (kBadModelFile).
[[noreturn]] void FailPickleKind(PickleKind wanted, PickleKind actual);

struct PickleObject;
struct PickleTensor;
struct PickleStorage;
struct PickleItems;

// A value, valid as long as its Pickle; cheap to copy. Except for the tests of kinds, each function
// throws DiagnosticError (kBadModelFile) if the value has another kind.
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
  int64_t integer() const;  // Also of a bool.
  double real() const;      // Also of an integer.
  std::string_view text() const;
  // The items of a list or a tuple.
  std::span<const PickleValue> items() const;
  // The keys and values of a dictionary, alternating, in the order of insertion. No text or number
  // is a key twice.
  std::span<const PickleValue> keys_and_values() const;
  const PickleObject& object() const;
  const PickleTensor& tensor() const;
  const PickleStorage& storage() const;
  // The name that kName contains.
  std::string_view name() const;

  // A member of a dictionary with texts as keys, or of an object with such a state. Null if there
  // is no such member.
  const PickleValue* Find(std::string_view key) const;

  // Equal for the same list, tuple, dictionary, object or tensor; null for other kinds. It
  // identifies shared submodules and weights.
  const void* identity() const;

 private:
  friend class PickleMaker;
  friend class PickleChecker;

  PickleKind kind_ = PickleKind::kNone;
  // The length of a text or a name.
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

// The elements of a list or tuple, or the keys and values of a dictionary.
struct PickleItems {
  std::vector<PickleValue> values;
  uint32_t height = 0;  // Levels of nesting; 1 if no item has items of its own.
};

// An object of a class "__torch__.…" (a module, a class of the program, packed parameters of a
// quantised operator).
struct PickleObject {
  std::string_view class_name;  // "__torch__.torch.nn.modules.conv.Conv2d"
  PickleValue state;            // Mostly a dictionary of its attributes; kNone if there is none.
  uint32_t height = 0;          // As in PickleItems.
};

struct PickleStorage {
  std::string_view type;  // "FloatStorage"
  DataType dtype;         // For quantised elements, that of their numbers.
  bool quantized = false;
  std::string_view path;  // Of the entry within the archive's folder: "data/0".
  int64_t elements = 0;
};

struct PickleTensor {
  const PickleStorage* storage = nullptr;
  DataType dtype;
  int64_t offset = 0;  // Of the first element in the storage, in elements.
  // Both have the same length and no negative number. Every element lies within the declared
  // storage. The number of elements fits int64_t.
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

// A pickle that was read; it owns the values. A value may be in several places, but never within
// itself. Nesting is at most kMaxPickleDepth.
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
// The limit of operations, and so of values, of one pickle.
constexpr size_t kMaxPickleOperations = size_t{1} << 23;

// `name` is the entry's, for messages. `tensors` is the folder of the tensors' memory, "data".
// Tests pass smaller limits. Throws DiagnosticError: kBadModelFile if it is damaged, kUnsupported
// if it names anything else.
std::unique_ptr<Pickle> ReadPickle(std::string_view name, ZipBytes bytes, std::string_view tensors,
                                   size_t max_operations = kMaxPickleOperations);

// Throws DiagnosticError if a value contains itself, is nested too deeply or has a key twice.
void CheckPickleShape(std::string_view name, const PickleValue& root);

}  // namespace passcope::frontend
