#include "frontend/pytorch/pickle.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "support/utf8.h"

namespace passcope::frontend {
namespace {

// Opcodes by the names that pickletools gives them.
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

struct StorageType {
  std::string_view name;
  DataType dtype;
  bool quantized = false;
};
constexpr StorageType kStorageTypes[] = {
    {"DoubleStorage", DataType::Float(64)},     {"FloatStorage", DataType::Float(32)},
    {"HalfStorage", DataType::Float(16)},       {"BFloat16Storage", DataType::BFloat(16)},
    {"LongStorage", DataType::Int(64)},         {"IntStorage", DataType::Int(32)},
    {"ShortStorage", DataType::Int(16)},        {"CharStorage", DataType::Int(8)},
    {"ByteStorage", DataType::UInt(8)},         {"BoolStorage", DataType::Bool()},
    {"QInt8Storage", DataType::Int(8), true},   {"QUInt8Storage", DataType::UInt(8), true},
    {"QInt32Storage", DataType::Int(32), true},
};

// What a pickle may name.
constexpr std::string_view kRebuildTensor = "torch._utils._rebuild_tensor_v2";
constexpr std::string_view kRebuildQuantized = "torch._utils._rebuild_qtensor";
constexpr std::string_view kOrderedDict = "collections.OrderedDict";
constexpr std::string_view kDevice = "torch.device";
constexpr std::string_view kPerTensor = "torch.per_tensor_affine";
constexpr std::string_view kPerChannel[] = {"torch.per_channel_affine",
                                            "torch.per_channel_affine_float_qparams"};
// Give their first argument back.
constexpr std::string_view kIdentities[] = {
    "torch.jit._pickle.build_intlist", "torch.jit._pickle.build_tensorlist",
    "torch.jit._pickle.build_doublelist", "torch.jit._pickle.build_boollist",
    "torch.jit._pickle.restore_type_tag"};
constexpr std::string_view kOwnClass = "__torch__.";
constexpr std::string_view kStorageOf = "torch.";

template <size_t n>
bool IsOneOf(std::string_view name, const std::string_view (&names)[n]) {
  return std::find(names, names + n, name) != names + n;
}

const StorageType* FindStorageType(std::string_view name) {
  if (!name.starts_with(kStorageOf)) return nullptr;
  name.remove_prefix(kStorageOf.size());
  for (const StorageType& type : kStorageTypes) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

bool IsKnownName(std::string_view name) {
  return name.starts_with(kOwnClass) || name == kRebuildTensor || name == kRebuildQuantized ||
         name == kOrderedDict || name == kDevice || name == kPerTensor ||
         IsOneOf(name, kPerChannel) || IsOneOf(name, kIdentities) || FindStorageType(name);
}

// a * b + c, not negative; nullopt when it is no int64_t.
std::optional<int64_t> MultiplyAdd(int64_t a, int64_t b, int64_t c) {
  int64_t product, sum;
  if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(product, c, &sum)) {
    return std::nullopt;
  }
  return sum;
}

}  // namespace

class PickleReader {
 public:
  PickleReader(std::string_view name, ZipBytes bytes, std::string_view tensors)
      : name_(name), tensors_(tensors), pickle_(std::make_unique<Pickle>()) {
    pickle_->bytes_ = std::move(bytes);
    text_ = pickle_->bytes_.view();
  }

  std::unique_ptr<Pickle> Read() {
    while (Step()) {
    }
    CheckPickleShape(name_, pickle_->root_);
    return std::move(pickle_);
  }

 private:
  [[noreturn]] void Damaged(Message reason) const {
    throw DiagnosticError(DiagKind::kBadModelFile, Say("the pickle {entry} is damaged at byte "
                                                       "{position}: {reason}",
                                                       name_, begin_, reason));
  }
  [[noreturn]] void Refuse(std::string_view what) const {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        Say("the pickle {entry} names `{name}` at byte {position}; only tensors and the model's "
            "own classes are read, and nothing is called",
            name_, what, begin_));
  }

  // --- bytes ---

  std::string_view Take(uint64_t size) {
    if (size > text_.size() - at_) Damaged(Say("it is cut off"));
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
    if (end == std::string_view::npos) Damaged(Say("it is cut off"));
    std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }

  // --- values ---

  PickleValue Bool(bool value) {
    PickleValue made;
    made.kind_ = PickleKind::kBool;
    made.bool_ = value;
    return made;
  }
  PickleValue Int(int64_t value) {
    PickleValue made;
    made.kind_ = PickleKind::kInt;
    made.int_ = value;
    return made;
  }
  PickleValue Text(std::string_view text, PickleKind kind = PickleKind::kText) {
    if (!IsUtf8(text)) Damaged(Say("a text is not encoded in UTF-8"));
    PickleValue made;
    made.kind_ = kind;
    made.length_ = static_cast<uint32_t>(text.size());
    made.text_ = text.data();
    return made;
  }
  PickleValue Items(PickleKind kind, std::span<const PickleValue> values = {}) {
    PickleItems& items = pickle_->items_.emplace_back();
    items.values.assign(values.begin(), values.end());
    PickleValue made;
    made.kind_ = kind;
    made.items_ = &items;
    return made;
  }
  PickleValue Object(std::string_view class_name, const PickleValue& state) {
    PickleValue made;
    made.kind_ = PickleKind::kObject;
    made.object_ = &pickle_->objects_.emplace_back(PickleObject{class_name, state});
    return made;
  }
  PickleValue Name(std::string_view module, std::string_view name) {
    std::string& text = pickle_->texts_.emplace_back(module);
    text += '.';
    text += name;
    PickleValue made = Text(text, PickleKind::kName);
    if (!IsKnownName(text)) Refuse(text);
    return made;
  }

  // --- the stack ---

  void Push(const PickleValue& value) { stack_.push_back(value); }
  // The topmost value, which no mark hides.
  PickleValue& Top() {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) {
      Damaged(Say("an operation lacks a value"));
    }
    return stack_.back();
  }
  PickleValue Pop() {
    PickleValue value = Top();
    stack_.pop_back();
    return value;
  }
  // The values above the last mark, which `use` gets before they go.
  template <class Use>
  void PopMark(const Use& use) {
    if (marks_.empty()) Damaged(Say("an operation lacks a mark"));
    size_t begin = marks_.back();
    marks_.pop_back();
    // Copied: `use` may look at the stack below.
    std::vector<PickleValue> values(stack_.begin() + static_cast<ptrdiff_t>(begin), stack_.end());
    stack_.resize(begin);
    use(std::span<const PickleValue>(values));
  }
  void PushTuple(size_t size) {
    std::array<PickleValue, 3> values;
    for (size_t i = size; i-- > 0;) values[i] = Pop();
    Push(Items(PickleKind::kTuple, std::span(values).first(size)));
  }
  PickleItems& TopOf(PickleKind kind) {
    PickleValue& top = Top();
    if (top.kind_ != kind) FailPickleKind(kind, top.kind_);
    return *top.items_;
  }
  void AppendTo(PickleKind kind, std::span<const PickleValue> values) {
    if (kind == PickleKind::kDict && values.size() % 2 != 0) {
      Damaged(Say("a dictionary's key has no value"));
    }
    std::vector<PickleValue>& items = TopOf(kind).values;
    items.insert(items.end(), values.begin(), values.end());
  }

  void Remember(uint64_t index) {
    // Who writes a pickle counts: an index is no larger than the number of operations so far.
    if (index > operations_) Damaged(Say("it remembers a value at an impossible place"));
    if (index >= memo_.size()) memo_.resize(static_cast<size_t>(index) + 1);
    memo_[static_cast<size_t>(index)] = Top();
    remembered_ = std::max(remembered_, index + 1);
  }
  void Recall(uint64_t index) {
    if (index >= memo_.size() || !memo_[static_cast<size_t>(index)]) {
      Damaged(Say("it asks for a value that it has not remembered"));
    }
    Push(*memo_[static_cast<size_t>(index)]);
  }

  // --- what names stand for ---

  PickleValue Storage(const PickleValue& id) {
    std::span<const PickleValue> fields = id.items();
    if (fields.size() < 5 || fields[0].text() != "storage") {
      Damaged(Say("it refers to something that is no tensor's memory"));
    }
    std::string_view type = fields[1].name();
    const StorageType* known = FindStorageType(type);
    if (!known) Damaged(Say("it refers to something that is no tensor's memory"));
    PickleStorage& storage = pickle_->storages_.emplace_back();
    storage.type = type.substr(kStorageOf.size());
    storage.dtype = known->dtype;
    storage.quantized = known->quantized;
    std::string& path = pickle_->texts_.emplace_back(tensors_);
    path += '/';
    path += fields[2].text();
    storage.path = path;
    storage.elements = fields[4].integer();
    PickleValue made;
    made.kind_ = PickleKind::kStorage;
    made.storage_ = &storage;
    return made;
  }

  std::vector<int64_t> Sizes(const PickleValue& value) {
    std::vector<int64_t> sizes;
    for (const PickleValue& size : value.items()) {
      sizes.push_back(size.integer());
      if (sizes.back() < 0) Damaged(Say("a tensor has a negative size or stride"));
    }
    return sizes;
  }

  // (storage, offset, shape, strides, requires_grad, hooks); for quantised ones the way of
  // quantising stands before requires_grad.
  PickleValue Tensor(std::span<const PickleValue> arguments, bool quantized) {
    size_t expected = quantized ? 6 : 5;
    if (arguments.size() < expected) Damaged(Say("a tensor lacks some of its fields"));
    PickleTensor& tensor = pickle_->tensors_.emplace_back();
    const PickleStorage& storage = arguments[0].storage();
    tensor.storage = &storage;
    tensor.dtype = storage.dtype;
    tensor.offset = arguments[1].integer();
    tensor.shape = Sizes(arguments[2]);
    tensor.strides = Sizes(arguments[3]);
    if (tensor.shape.size() != tensor.strides.size()) {
      Damaged(Say("a tensor has not as many strides as dimensions"));
    }
    if (storage.quantized != quantized) {
      Damaged(Say("a tensor is quantised and its memory is not, or the other way round"));
    }
    tensor.requires_grad = arguments[expected - 1].boolean();
    // The last element, and how many there are.
    std::optional<int64_t> last = tensor.offset, size = 1;
    bool empty = false;
    for (size_t i = 0; i < tensor.shape.size(); ++i) {
      empty = empty || tensor.shape[i] == 0;
      if (last && tensor.shape[i] > 0) {
        last = MultiplyAdd(tensor.shape[i] - 1, tensor.strides[i], *last);
      }
      // Without dimensions of 0, so that their product cannot hide how large the others are.
      if (size) size = MultiplyAdd(*size, std::max<int64_t>(tensor.shape[i], 1), 0);
    }
    if (tensor.offset < 0 || !size || !last || (!empty && *last >= storage.elements)) {
      Damaged(Say("a tensor goes beyond its memory"));
    }
    if (quantized) Quantization(arguments[4].items(), &tensor);
    PickleValue made;
    made.kind_ = PickleKind::kTensor;
    made.tensor_ = &tensor;
    return made;
  }

  void Quantization(std::span<const PickleValue> fields, PickleTensor* tensor) {
    if (fields.empty()) Damaged(Say("a tensor lacks some of its fields"));
    std::string_view scheme = fields[0].name();
    if (scheme == kPerTensor && fields.size() == 3) {
      tensor->scheme = PickleTensor::Scheme::kPerTensor;
      tensor->scale = fields[1].real();
      tensor->zero_point = fields[2].integer();
    } else if (IsOneOf(scheme, kPerChannel) && fields.size() == 4) {
      tensor->scheme = PickleTensor::Scheme::kPerChannel;
      tensor->scales = &fields[1].tensor();
      tensor->zero_points = &fields[2].tensor();
      tensor->axis = fields[3].integer();
      auto rank = static_cast<int64_t>(tensor->shape.size());
      if (tensor->axis < 0 || tensor->axis >= rank) {
        Damaged(Say("a tensor is quantised along a dimension that it does not have"));
      }
      std::vector<int64_t> channels = {tensor->shape[static_cast<size_t>(tensor->axis)]};
      if (tensor->scales->shape != channels || tensor->zero_points->shape != channels) {
        Damaged(Say("a tensor has not one scale and zero point for each channel"));
      }
    } else {
      Damaged(Say("a tensor is quantised in an unknown way"));
    }
  }

  PickleValue Call(const PickleValue& callee, const PickleValue& arguments) {
    std::string_view name = callee.name();
    std::span<const PickleValue> given = arguments.items();
    if (name == kRebuildTensor) return Tensor(given, false);
    if (name == kRebuildQuantized) return Tensor(given, true);
    if (name == kOrderedDict && given.empty()) return Items(PickleKind::kDict);
    if (name == kDevice && given.size() == 1 && given[0].is_text()) return given[0];
    if (IsOneOf(name, kIdentities) && !given.empty()) return given[0];
    // A member of an enumeration.
    if (name.starts_with(kOwnClass)) return Object(name, arguments);
    Refuse(name);
  }

  void Build() {
    PickleValue state = Pop();
    const PickleValue& object = Top();
    if (object.kind_ != PickleKind::kObject) FailPickleKind(PickleKind::kObject, object.kind_);
    if (!object.object_->state.is_none()) Damaged(Say("an object is given two states"));
    std::string_view class_name = object.object_->class_name;
    object.object_->state = IsQuantizedConvolution(class_name, state) ? QuantizedConvolution(state)
                            : IsPackedLinear(class_name, state)       ? PackedLinear(state)
                                                                      : state;
  }

  // Modules of quantised convolutions say their state as a tuple (the `__getstate__` of
  // torch/ao/nn/quantized/modules/conv.py), of which their `__setstate__` would make attributes.
  static constexpr std::string_view kConvolutionState[] = {
      "in_channels", "out_channels", "kernel_size",    "stride",     "padding",
      "dilation",    "transposed",   "output_padding", "groups",     "padding_mode",
      "weight",      "bias",         "scale",          "zero_point", "training"};

  static bool IsQuantizedConvolution(std::string_view class_name, const PickleValue& state) {
    return state.kind_ == PickleKind::kTuple &&
           state.items_->values.size() == std::size(kConvolutionState) &&
           class_name.find(".quantized.") != std::string_view::npos &&
           class_name.substr(class_name.rfind('.') + 1).starts_with("Conv");
  }

  PickleValue QuantizedConvolution(const PickleValue& state) {
    std::span<const PickleValue> fields = state.items_->values;
    std::vector<PickleValue> members;
    auto add = [&](std::string_view name, const PickleValue& value) {
      members.push_back(Text(name));
      members.push_back(value);
    };
    for (size_t i = 0; i < fields.size(); ++i) add(kConvolutionState[i], fields[i]);
    // Weight and bias packed, as version 3 of the format of packed parameters has them.
    std::span<const PickleValue> kernel = fields[2].items();
    std::vector<PickleValue> numbers = {Int(static_cast<int64_t>(kernel.size()))};
    for (size_t i : {3, 4, 5, 7}) {
      std::span<const PickleValue> each = fields[i].items();
      numbers.insert(numbers.end(), each.begin(), each.end());
    }
    numbers.push_back(fields[8]);
    numbers.push_back(Int(fields[6].integer()));
    PickleValue tensors[] = {PickleValue(), fields[10], fields[11]};
    PickleValue packed[] = {Int(3), Items(PickleKind::kList, numbers),
                            Items(PickleKind::kList, tensors)};
    add("_packed_params", Object("__torch__.torch.classes.quantized.ConvPackedParams",
                                 Items(PickleKind::kTuple, packed)));
    return Items(PickleKind::kDict, members);
  }

  // Modules of the packed parameters of linear layers did so before PyTorch 1.6: weight, bias,
  // training and, since 1.5, the data type (torch/nn/quantized/modules/linear.py there).
  static bool IsPackedLinear(std::string_view class_name, const PickleValue& state) {
    if (state.kind_ != PickleKind::kTuple || !class_name.ends_with(".LinearPackedParams") ||
        class_name.find(".quantized.") == std::string_view::npos) {
      return false;
    }
    size_t size = state.items_->values.size();
    return size == 3 || size == 4;
  }

  PickleValue PackedLinear(const PickleValue& state) {
    std::span<const PickleValue> fields = state.items_->values;
    PickleValue packed = Object("__torch__.torch.classes.quantized.LinearPackedParamsBase",
                                Items(PickleKind::kTuple, fields.first(2)));
    std::vector<PickleValue> members = {Text("_packed_params"), packed, Text("training"),
                                        fields[2]};
    if (fields.size() == 4) members.insert(members.end(), {Text("dtype"), fields[3]});
    return Items(PickleKind::kDict, members);
  }

  // --- operations ---

  // False at the last.
  bool Step() {
    begin_ = at_;
    if (++operations_ > kMaxPickleOperations) Damaged(Say("it has too many operations"));
    auto op = TakeNumber<uint8_t>();
    switch (op) {
      case kProto:
        if (TakeNumber<uint8_t>() > kHighestProtocol) Damaged(Say("its protocol is unknown"));
        break;
      case kFrame:
        TakeNumber<uint64_t>();
        break;
      case kStop:
        pickle_->root_ = Pop();
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
        Push(Bool(true));
        break;
      case kNewFalse:
        Push(Bool(false));
        break;
      case kBinInt:
        Push(Int(TakeNumber<int32_t>()));
        break;
      case kBinInt1:
        Push(Int(TakeNumber<uint8_t>()));
        break;
      case kBinInt2:
        Push(Int(TakeNumber<uint16_t>()));
        break;
      case kLong1:
        Push(Int(Long(Take(TakeNumber<uint8_t>()))));
        break;
      case kBinFloat:
        Push(Real());
        break;
      case kBinUnicode:
      case kBinString:
        Push(Text(Take(TakeNumber<uint32_t>())));
        break;
      case kShortBinUnicode:
      case kShortBinString:
        Push(Text(Take(TakeNumber<uint8_t>())));
        break;
      case kBinUnicode8:
        Push(Text(Take(TakeNumber<uint64_t>())));
        break;
      case kGlobal: {
        std::string_view module = TakeLine();
        Push(Name(module, TakeLine()));
        break;
      }
      case kStackGlobal: {
        PickleValue name = Pop(), module = Pop();
        Push(Name(module.text(), name.text()));
        break;
      }
      case kEmptyList:
        Push(Items(PickleKind::kList));
        break;
      case kEmptyTuple:
        Push(Items(PickleKind::kTuple));
        break;
      case kEmptyDict:
        Push(Items(PickleKind::kDict));
        break;
      case kTuple1:
      case kTuple2:
      case kTuple3:
        PushTuple(op - kTuple1 + 1u);
        break;
      case kTuple:
      case kList:
        PopMark([&](std::span<const PickleValue> values) {
          Push(Items(op == kTuple ? PickleKind::kTuple : PickleKind::kList, values));
        });
        break;
      case kDict:
        PopMark([&](std::span<const PickleValue> values) {
          Push(Items(PickleKind::kDict));
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
        Push(Storage(Pop()));
        break;
      case kReduce: {
        PickleValue arguments = Pop(), callee = Pop();
        Push(Call(callee, arguments));
        break;
      }
      case kNewObj: {
        PickleValue arguments = Pop(), made = Pop();
        if (!made.name().starts_with(kOwnClass) || !arguments.items().empty()) Refuse(made.name());
        Push(Object(made.name(), PickleValue()));
        break;
      }
      case kBuild:
        Build();
        break;
      default:
        Damaged(Say("TorchScript writes no operation {opcode}", op));
    }
    return true;
  }

  // Little-endian in two's complement.
  int64_t Long(std::string_view digits) {
    if (digits.size() > sizeof(int64_t)) Damaged(Say("a number is too large"));
    bool negative = !digits.empty() && static_cast<int8_t>(digits.back()) < 0;
    int64_t value = negative ? -1 : 0;
    std::memcpy(&value, digits.data(), digits.size());
    return value;
  }

  PickleValue Real() {
    // Big-endian.
    std::string_view bytes = Take(sizeof(uint64_t));
    uint64_t bits = 0;
    for (char c : bytes) bits = bits << 8 | static_cast<uint8_t>(c);
    PickleValue made;
    made.kind_ = PickleKind::kReal;
    std::memcpy(&made.real_, &bits, sizeof(bits));
    return made;
  }

  std::string_view name_, tensors_;
  std::unique_ptr<Pickle> pickle_;
  std::string_view text_;
  size_t at_ = 0;
  // Of the operation, for messages.
  size_t begin_ = 0;
  size_t operations_ = 0;
  std::vector<PickleValue> stack_;
  std::vector<size_t> marks_;
  std::vector<std::optional<PickleValue>> memo_;
  // What MEMOIZE writes next.
  uint64_t remembered_ = 0;
};

std::unique_ptr<Pickle> ReadPickle(std::string_view name, ZipBytes bytes,
                                   std::string_view tensors) {
  return PickleReader(name, std::move(bytes), tensors).Read();
}

}  // namespace passcope::frontend
