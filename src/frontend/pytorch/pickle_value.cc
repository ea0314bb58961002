// Access to values of pickles, and checks over all of them.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/pickle.h"
#include "support/sorting.h"

namespace passcope::frontend {

void FailPickleKind(PickleKind wanted, PickleKind actual) {
  throw DiagnosticError(
      DiagKind::kBadModelFile,
      MSG(kTorchArchiveValueKindMismatch,
          "the archive has a value of kind {actual} where kind {expected} is expected",
          PickleKindName(actual), PickleKindName(wanted)));
}

const char* PickleKindName(PickleKind kind) {
  constexpr const char* names[] = {"None",  "bool", "int",    "float",  "str",  "list",
                                   "tuple", "dict", "object", "tensor", "name", "storage"};
  return names[static_cast<size_t>(kind)];
}

bool PickleValue::boolean() const {
  if (kind_ != PickleKind::kBool) FailPickleKind(PickleKind::kBool, kind_);
  return bool_;
}

int64_t PickleValue::integer() const {
  if (kind_ == PickleKind::kBool) return bool_ ? 1 : 0;
  if (kind_ != PickleKind::kInt) FailPickleKind(PickleKind::kInt, kind_);
  return int_;
}

double PickleValue::real() const {
  if (kind_ == PickleKind::kInt) return static_cast<double>(int_);
  if (kind_ != PickleKind::kReal) FailPickleKind(PickleKind::kReal, kind_);
  return real_;
}

std::string_view PickleValue::text() const {
  if (kind_ != PickleKind::kText) FailPickleKind(PickleKind::kText, kind_);
  return {text_, length_};
}

std::string_view PickleValue::name() const {
  if (kind_ != PickleKind::kName) FailPickleKind(PickleKind::kName, kind_);
  return {text_, length_};
}

std::span<const PickleValue> PickleValue::items() const {
  if (!is_sequence()) FailPickleKind(PickleKind::kTuple, kind_);
  return items_->values;
}

std::span<const PickleValue> PickleValue::keys_and_values() const {
  if (kind_ != PickleKind::kDict) FailPickleKind(PickleKind::kDict, kind_);
  return items_->values;
}

const PickleObject& PickleValue::object() const {
  if (kind_ != PickleKind::kObject) FailPickleKind(PickleKind::kObject, kind_);
  return *object_;
}

const PickleTensor& PickleValue::tensor() const {
  if (kind_ != PickleKind::kTensor) FailPickleKind(PickleKind::kTensor, kind_);
  return *tensor_;
}

const PickleStorage& PickleValue::storage() const {
  if (kind_ != PickleKind::kStorage) FailPickleKind(PickleKind::kStorage, kind_);
  return *storage_;
}

const PickleValue* PickleValue::Find(std::string_view key) const {
  if (kind_ == PickleKind::kObject) {
    return object_->state.kind_ == PickleKind::kDict ? object_->state.Find(key) : nullptr;
  }
  std::span<const PickleValue> members = keys_and_values();
  for (size_t i = 0; i < members.size(); i += 2) {
    if (members[i].is_text() && members[i].text() == key) return &members[i + 1];
  }
  return nullptr;
}

const void* PickleValue::identity() const {
  switch (kind_) {
    case PickleKind::kList:
    case PickleKind::kTuple:
    case PickleKind::kDict:
      return items_;
    case PickleKind::kObject:
      return object_;
    case PickleKind::kTensor:
      return tensor_;
    default:
      return nullptr;
  }
}

int64_t PickleTensor::size() const {
  int64_t size = 1;
  for (int64_t dim : shape) size *= dim;
  return size;
}

bool PickleTensor::contiguous() const {
  int64_t expected = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 0) return true;
  }
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] != 1 && strides[i] != expected) return false;
    expected *= shape[i];
  }
  return true;
}

class PickleChecker {
 public:
  explicit PickleChecker(std::string_view name) : name_(name) {}

  static std::span<const PickleValue> Children(const PickleValue& value) {
    switch (value.kind_) {
      case PickleKind::kList:
      case PickleKind::kTuple:
      case PickleKind::kDict:
        return value.items_->values;
      case PickleKind::kObject:
        return {&value.object_->state, 1};
      default:
        return {};
    }
  }
  static uint32_t* HeightOf(const PickleValue& value) {
    switch (value.kind_) {
      case PickleKind::kList:
      case PickleKind::kTuple:
      case PickleKind::kDict:
        return &value.items_->height;
      case PickleKind::kObject:
        return &value.object_->height;
      default:
        return nullptr;
    }
  }

  // Refuses cycles, nesting beyond the limit, and duplicate keys.
  void Check(const PickleValue& root) const {
    // Marks values whose children are being visited.
    constexpr uint32_t kOpen = UINT32_MAX;
    struct Frame {
      PickleValue value;
      size_t next = 0;
      uint32_t below = 0;
    };
    std::vector<Frame> frames;
    auto enter = [&](const PickleValue& value) -> uint32_t {
      uint32_t* height = HeightOf(value);
      if (!height) return 0;
      if (*height == kOpen) {
        throw DiagnosticError(
            DiagKind::kBadModelFile,
            MSG(kTorchPickleValueCyclic, "a value of the pickle {entry} contains itself", name_));
      }
      if (*height == 0) {
        if (value.kind_ == PickleKind::kDict) CheckKeys(value.items_->values);
        *height = kOpen;
        frames.push_back({value});
      }
      return *height;
    };
    enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      std::span<const PickleValue> children = Children(frame.value);
      if (frame.next < children.size()) {
        uint32_t height = enter(children[frame.next]);
        // An entered value is visited again, after its height is known.
        if (height != kOpen) {
          frames.back().below = std::max(frames.back().below, height);
          ++frames.back().next;
        }
        continue;
      }
      if (frame.below >= kMaxPickleDepth) {
        throw DiagnosticError(
            DiagKind::kNestingTooDeep,
            MSG(kTorchPickleNestedTooDeeply,
                "the pickle {entry} is nested deeper than {limit} levels", name_, kMaxPickleDepth));
      }
      *HeightOf(frame.value) = frame.below + 1;
      frames.pop_back();
    }
  }

  void CheckKeys(const std::vector<PickleValue>& members) const {
    std::vector<uint32_t> order = SortedOrder(members.size() / 2, [&](uint32_t a, uint32_t b) {
      return KeyBefore(members[2 * a], members[2 * b]);
    });
    for (size_t i = 1; i < order.size(); ++i) {
      const PickleValue &a = members[2 * order[i - 1]], &b = members[2 * order[i]];
      bool comparable = a.is_text() || a.kind_ == PickleKind::kInt;
      if (!comparable || KeyBefore(a, b)) continue;
      throw DiagnosticError(
          DiagKind::kDuplicateName,
          a.is_text()
              ? MSG(kTorchPickleMemberRepeated,
                    "the pickle {entry} has two members with the name '{name}' in one "
                    "object or dictionary",
                    name_, a.text())
              : MSG(kTorchPickleKeyRepeated,
                    "the pickle {entry} has the key {key} twice in one dictionary", name_, a.int_));
    }
  }
  static bool KeyBefore(const PickleValue& a, const PickleValue& b) {
    if (a.kind_ != b.kind_) return a.kind_ < b.kind_;
    if (a.is_text()) return a.text() < b.text();
    return a.kind_ == PickleKind::kInt && a.int_ < b.int_;
  }

  std::string_view name_;
};

void CheckPickleShape(std::string_view name, const PickleValue& root) {
  PickleChecker(name).Check(root);
}

}  // namespace passcope::frontend
