#include "frontend/pytorch/pickle.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "frontend/pytorch/pickle_maker.h"

namespace passcope::frontend {
namespace {

// Opcodes, with the names of pickletools.
enum Op : uint8_t {
  kMark = '(',
  kStop = '.',
  kPop = '0',
  kPopMark = '1',
  kDup = '2',
  kBinFloat = 'G',
  kBinInt = 'J',
  kBinInt1 = 'K',
  kBinInt2 = 'M',
  kNone = 'N',
  kBinPersId = 'Q',
  kReduce = 'R',
  kBinString = 'T',
  kShortBinString = 'U',
  kBinUnicode = 'X',
  kAppend = 'a',
  kBuild = 'b',
  kGlobal = 'c',
  kDict = 'd',
  kEmptyDict = '}',
  kAppends = 'e',
  kBinGet = 'h',
  kLongBinGet = 'j',
  kList = 'l',
  kEmptyList = ']',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kSetItem = 's',
  kTuple = 't',
  kEmptyTuple = ')',
  kSetItems = 'u',
  kProto = 0x80,
  kNewObj = 0x81,
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kNewTrue = 0x88,
  kNewFalse = 0x89,
  kLong1 = 0x8a,
  kShortBinUnicode = 0x8c,
  kBinUnicode8 = 0x8d,
  kStackGlobal = 0x93,
  kMemoize = 0x94,
  kFrame = 0x95,
};

constexpr uint8_t kHighestProtocol = 5;

class PickleReader {
 public:
  PickleReader(std::string_view name, ZipBytes bytes, std::string_view tensors,
               size_t max_operations)
      : make_(name, std::move(bytes), tensors),
        text_(make_.bytes()),
        max_operations_(max_operations) {}

  std::unique_ptr<Pickle> Read() {
    while (Step()) {
    }
    return make_.Finish(root_);
  }

 private:
  // --- bytes ---

  std::string_view Take(uint64_t size) {
    if (size > text_.size() - at_) make_.Damaged(MSG(kTorchPickleCutOff, "it is cut off"));
    std::string_view taken = text_.substr(at_, static_cast<size_t>(size));
    at_ += static_cast<size_t>(size);
    return taken;
  }
  template <class T>
  T TakeNumber() {
    T value;
    std::memcpy(&value, Take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string_view TakeLine() {
    size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) make_.Damaged(MSG(kTorchPickleCutOff, "it is cut off"));
    std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }

  // --- the stack ---

  void Push(const PickleValue& value) { stack_.push_back(value); }
  // The topmost value above the last mark.
  PickleValue& Top() {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) {
      make_.Damaged(MSG(kTorchPickleValueMissing, "an operation lacks a value"));
    }
    return stack_.back();
  }
  PickleValue Pop() {
    PickleValue value = Top();
    stack_.pop_back();
    return value;
  }
  // Passes the values above the last mark to `use`, and pops them.
  template <class Use>
  void PopMark(const Use& use) {
    if (marks_.empty()) make_.Damaged(MSG(kTorchPickleMarkMissing, "an operation lacks a mark"));
    size_t begin = marks_.back();
    marks_.pop_back();
    // Copied, since `use` may access the stack below.
    std::vector<PickleValue> values(stack_.begin() + static_cast<ptrdiff_t>(begin), stack_.end());
    stack_.resize(begin);
    use(std::span<const PickleValue>(values));
  }
  void PushTuple(size_t size) {
    std::array<PickleValue, 3> values;
    for (size_t i = size; i-- > 0;) values[i] = Pop();
    Push(make_.Items(PickleKind::kTuple, std::span(values).first(size)));
  }
  void AppendTo(PickleKind kind, std::span<const PickleValue> values) {
    if (kind == PickleKind::kDict && values.size() % 2 != 0) {
      make_.Damaged(MSG(kTorchPickleKeyWithoutValue, "a dictionary's key has no value"));
    }
    std::vector<PickleValue>& items = make_.ItemsOf(Top(), kind);
    items.insert(items.end(), values.begin(), values.end());
  }

  void Remember(uint64_t index) {
    // A pickler counts memo indices up, so an index is at most the number of operations so far.
    if (index > operations_)
      make_.Damaged(
          MSG(kTorchPickleMemoPlaceInvalid, "the place {index} in the memo is too large", index));
    if (index >= memo_.size()) memo_.resize(static_cast<size_t>(index) + 1);
    memo_[static_cast<size_t>(index)] = Top();
    remembered_ = std::max(remembered_, index + 1);
  }
  void Recall(uint64_t index) {
    if (index >= memo_.size() || !memo_[static_cast<size_t>(index)]) {
      make_.Damaged(
          MSG(kTorchPickleMemoValueMissing, "the memo has no value at place {index}", index));
    }
    Push(*memo_[static_cast<size_t>(index)]);
  }

  // --- operations ---

  // Executes one operation. Returns false after the last.
  bool Step() {
    make_.BeginAt(at_);
    if (++operations_ > max_operations_)
      make_.Damaged(MSG(kTorchPickleOperationsTooMany, "it has more than {limit} operations",
                        max_operations_));
    auto op = TakeNumber<uint8_t>();
    switch (op) {
      case kProto:
        if (auto protocol = TakeNumber<uint8_t>(); protocol > kHighestProtocol)
          make_.Damaged(MSG(kTorchPickleProtocolUnknown,
                            "its protocol {actual} is newer than {limit}, the latest known one",
                            protocol, kHighestProtocol));
        break;
      case kFrame:
        TakeNumber<uint64_t>();
        break;
      case kStop:
        root_ = Pop();
        return false;
      case kMark:
        marks_.push_back(stack_.size());
        break;
      case kPop:
        Pop();
        break;
      case kPopMark:
        PopMark([](std::span<const PickleValue>) {});
        break;
      case kDup:
        Push(Top());
        break;
      case kNone:
        Push(PickleValue());
        break;
      case kNewTrue:
        Push(make_.Bool(true));
        break;
      case kNewFalse:
        Push(make_.Bool(false));
        break;
      case kBinInt:
        Push(make_.Int(TakeNumber<int32_t>()));
        break;
      case kBinInt1:
        Push(make_.Int(TakeNumber<uint8_t>()));
        break;
      case kBinInt2:
        Push(make_.Int(TakeNumber<uint16_t>()));
        break;
      case kLong1:
        Push(make_.Int(Long(Take(TakeNumber<uint8_t>()))));
        break;
      case kBinFloat:
        Push(make_.Real(Real()));
        break;
      case kBinUnicode:
      case kBinString:
        Push(make_.Text(Take(TakeNumber<uint32_t>())));
        break;
      case kShortBinUnicode:
      case kShortBinString:
        Push(make_.Text(Take(TakeNumber<uint8_t>())));
        break;
      case kBinUnicode8:
        Push(make_.Text(Take(TakeNumber<uint64_t>())));
        break;
      case kGlobal: {
        std::string_view module = TakeLine();
        Push(make_.Name(module, TakeLine()));
        break;
      }
      case kStackGlobal: {
        PickleValue name = Pop(), module = Pop();
        Push(make_.Name(module.text(), name.text()));
        break;
      }
      case kEmptyList:
        Push(make_.Items(PickleKind::kList));
        break;
      case kEmptyTuple:
        Push(make_.Items(PickleKind::kTuple));
        break;
      case kEmptyDict:
        Push(make_.Items(PickleKind::kDict));
        break;
      case kTuple1:
      case kTuple2:
      case kTuple3:
        PushTuple(op - kTuple1 + 1u);
        break;
      case kTuple:
      case kList:
        PopMark([&](std::span<const PickleValue> values) {
          Push(make_.Items(op == kTuple ? PickleKind::kTuple : PickleKind::kList, values));
        });
        break;
      case kDict:
        PopMark([&](std::span<const PickleValue> values) {
          Push(make_.Items(PickleKind::kDict));
          AppendTo(PickleKind::kDict, values);
        });
        break;
      case kAppend: {
        PickleValue value = Pop();
        AppendTo(PickleKind::kList, {&value, 1});
        break;
      }
      case kAppends:
        PopMark([&](std::span<const PickleValue> values) { AppendTo(PickleKind::kList, values); });
        break;
      case kSetItem: {
        std::array<PickleValue, 2> pair;
        pair[1] = Pop();
        pair[0] = Pop();
        AppendTo(PickleKind::kDict, pair);
        break;
      }
      case kSetItems:
        PopMark([&](std::span<const PickleValue> values) { AppendTo(PickleKind::kDict, values); });
        break;
      case kBinPut:
        Remember(TakeNumber<uint8_t>());
        break;
      case kLongBinPut:
        Remember(TakeNumber<uint32_t>());
        break;
      case kMemoize:
        Remember(remembered_);
        break;
      case kBinGet:
        Recall(TakeNumber<uint8_t>());
        break;
      case kLongBinGet:
        Recall(TakeNumber<uint32_t>());
        break;
      case kBinPersId:
        Push(make_.Storage(Pop()));
        break;
      case kReduce: {
        PickleValue arguments = Pop(), callee = Pop();
        Push(make_.Call(callee, arguments));
        break;
      }
      case kNewObj: {
        PickleValue arguments = Pop(), callee = Pop();
        Push(make_.New(callee, arguments));
        break;
      }
      case kBuild: {
        PickleValue state = Pop();
        make_.Build(Top(), state);
        break;
      }
      default:
        make_.Damaged(MSG(kTorchPickleOpcodeUnexpected,
                          "the opcode {opcode} is not one that TorchScript writes", op));
    }
    return true;
  }

  // Little-endian in two's complement.
  int64_t Long(std::string_view digits) {
    if (digits.size() > sizeof(int64_t))
      make_.Damaged(MSG(kTorchPickleNumberTooLarge,
                        "a number has {actual} bytes, over the limit of 8", digits.size()));
    bool negative = !digits.empty() && static_cast<int8_t>(digits.back()) < 0;
    int64_t value = negative ? -1 : 0;
    std::memcpy(&value, digits.data(), digits.size());
    return value;
  }

  double Real() {
    // Big-endian.
    std::string_view bytes = Take(sizeof(uint64_t));
    uint64_t bits = 0;
    for (char c : bytes) bits = bits << 8 | static_cast<uint8_t>(c);
    double value;
    std::memcpy(&value, &bits, sizeof(bits));
    return value;
  }

  PickleMaker make_;
  std::string_view text_;
  size_t max_operations_;
  PickleValue root_;
  size_t at_ = 0;
  size_t operations_ = 0;
  std::vector<PickleValue> stack_;
  std::vector<size_t> marks_;
  std::vector<std::optional<PickleValue>> memo_;
  // The index that MEMOIZE writes next.
  uint64_t remembered_ = 0;
};

}  // namespace

std::unique_ptr<Pickle> ReadPickle(std::string_view name, ZipBytes bytes, std::string_view tensors,
                                   size_t max_operations) {
  return PickleReader(name, std::move(bytes), tensors, max_operations).Read();
}

}  // namespace passcope::frontend
