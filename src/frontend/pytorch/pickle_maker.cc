#include "frontend/pytorch/pickle_maker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "support/utf8.h"

namespace passcope::frontend {
namespace {

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

// The names that a pickle may contain.
constexpr std::string_view kRebuildTensor = "torch._utils._rebuild_tensor_v2";
constexpr std::string_view kRebuildQuantized = "torch._utils._rebuild_qtensor";
constexpr std::string_view kOrderedDict = "collections.OrderedDict";
constexpr std::string_view kDevice = "torch.device";
constexpr std::string_view kPerTensor = "torch.per_tensor_affine";
constexpr std::string_view kPerChannel[] = {"torch.per_channel_affine",
                                            "torch.per_channel_affine_float_qparams"};
// Functions that return their first argument.
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

// a * b + c; nullopt if it does not fit int64_t.
std::optional<int64_t> MultiplyAdd(int64_t a, int64_t b, int64_t c) {
  int64_t product, sum;
  if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(product, c, &sum)) {
    return std::nullopt;
  }
  return sum;
}

// Modules of quantised convolutions have a tuple as state (`__getstate__` in
// torch/ao/nn/quantized/modules/conv.py). Their `__setstate__` turns it into these attributes.
constexpr std::string_view kConvolutionState[] = {
    "in_channels", "out_channels", "kernel_size",    "stride",     "padding",
    "dilation",    "transposed",   "output_padding", "groups",     "padding_mode",
    "weight",      "bias",         "scale",          "zero_point", "training"};

bool IsQuantizedConvolution(std::string_view class_name, const PickleValue& state) {
  return state.kind() == PickleKind::kTuple &&
         state.items().size() == std::size(kConvolutionState) &&
         class_name.find(".quantized.") != std::string_view::npos &&
         class_name.substr(class_name.rfind('.') + 1).starts_with("Conv");
}

// Before PyTorch 1.6, packed parameters of linear layers had a tuple as state, too. It has weight,
// bias, training and, since 1.5, the data type (torch/nn/quantized/modules/linear.py there).
bool IsPackedLinear(std::string_view class_name, const PickleValue& state) {
  if (state.kind() != PickleKind::kTuple || !class_name.ends_with(".LinearPackedParams") ||
      class_name.find(".quantized.") == std::string_view::npos) {
    return false;
  }
  size_t size = state.items().size();
  return size == 3 || size == 4;
}

}  // namespace

PickleMaker::PickleMaker(std::string_view name, ZipBytes bytes, std::string_view tensors)
    : name_(name), tensors_(tensors), pickle_(std::make_unique<Pickle>()) {
  pickle_->bytes_ = std::move(bytes);
}

std::unique_ptr<Pickle> PickleMaker::Finish(const PickleValue& root) {
  pickle_->root_ = root;
  CheckPickleShape(name_, root);
  return std::move(pickle_);
}

void PickleMaker::Damaged(Message reason) const {
  throw DiagnosticError(DiagKind::kBadModelFile, MSG(kTorchPickleDamaged,
                                                     "the pickle {entry} is damaged at byte "
                                                     "{position}: {reason}",
                                                     name_, begin_, reason));
}

void PickleMaker::Refuse(std::string_view what) const {
  throw DiagnosticError(
      DiagKind::kUnsupported,
      MSG(kTorchPickleNameForbidden,
          "the pickle {entry} names `{name}` at byte {position}; only tensors and the model's "
          "own classes are read, and nothing is called",
          name_, what, begin_));
}

PickleValue PickleMaker::Bool(bool value) {
  PickleValue made;
  made.kind_ = PickleKind::kBool;
  made.bool_ = value;
  return made;
}

PickleValue PickleMaker::Int(int64_t value) {
  PickleValue made;
  made.kind_ = PickleKind::kInt;
  made.int_ = value;
  return made;
}

PickleValue PickleMaker::Real(double value) {
  PickleValue made;
  made.kind_ = PickleKind::kReal;
  made.real_ = value;
  return made;
}

PickleValue PickleMaker::Text(std::string_view text, PickleKind kind) {
  if (!IsUtf8(text)) Damaged(MSG(kTorchPickleTextNotUtf8, "a string is not encoded in UTF-8"));
  PickleValue made;
  made.kind_ = kind;
  made.length_ = static_cast<uint32_t>(text.size());
  made.text_ = text.data();
  return made;
}

PickleValue PickleMaker::Items(PickleKind kind, std::span<const PickleValue> values) {
  PickleItems& items = pickle_->items_.emplace_back();
  items.values.assign(values.begin(), values.end());
  PickleValue made;
  made.kind_ = kind;
  made.items_ = &items;
  return made;
}

std::vector<PickleValue>& PickleMaker::ItemsOf(const PickleValue& value, PickleKind kind) {
  if (value.kind_ != kind) FailPickleKind(kind, value.kind_);
  return value.items_->values;
}

PickleValue PickleMaker::Object(std::string_view class_name, const PickleValue& state) {
  PickleValue made;
  made.kind_ = PickleKind::kObject;
  made.object_ = &pickle_->objects_.emplace_back(PickleObject{class_name, state});
  return made;
}

PickleValue PickleMaker::Name(std::string_view module, std::string_view name) {
  std::string& text = pickle_->texts_.emplace_back(module);
  text += '.';
  text += name;
  PickleValue made = Text(text, PickleKind::kName);
  if (!IsKnownName(text)) Refuse(text);
  return made;
}

PickleValue PickleMaker::Storage(const PickleValue& id) {
  std::span<const PickleValue> fields = id.items();
  if (fields.size() < 5 || fields[0].text() != "storage") {
    Damaged(MSG(kTorchPickleReferenceNotStorage,
                "it refers to an object that is not the storage of a tensor"));
  }
  std::string_view type = fields[1].name();
  const StorageType* known = FindStorageType(type);
  if (!known)
    Damaged(MSG(kTorchPickleReferenceNotStorage,
                "it refers to an object that is not the storage of a tensor"));
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

std::vector<int64_t> PickleMaker::Sizes(const PickleValue& value) {
  std::vector<int64_t> sizes;
  for (const PickleValue& size : value.items()) {
    sizes.push_back(size.integer());
    if (sizes.back() < 0)
      Damaged(MSG(kTorchTensorNegativeExtent, "a tensor has the negative size or stride {value}",
                  sizes.back()));
  }
  return sizes;
}

PickleValue PickleMaker::Tensor(std::span<const PickleValue> arguments, bool quantized) {
  size_t expected = quantized ? 6 : 5;
  if (arguments.size() < expected)
    Damaged(MSG(kTorchTensorFieldsMissing,
                "a tensor has {actual} fields, but needs at least {expected}", arguments.size(),
                expected));
  PickleTensor& tensor = pickle_->tensors_.emplace_back();
  const PickleStorage& storage = arguments[0].storage();
  tensor.storage = &storage;
  tensor.dtype = storage.dtype;
  tensor.offset = arguments[1].integer();
  tensor.shape = Sizes(arguments[2]);
  tensor.strides = Sizes(arguments[3]);
  if (tensor.shape.size() != tensor.strides.size()) {
    Damaged(MSG(kTorchTensorStrideCount, "a tensor has {strides} strides for {rank} dimensions",
                tensor.strides.size(), tensor.shape.size()));
  }
  if (storage.quantized != quantized) {
    Damaged(MSG(kTorchTensorStorageQuantization,
                "a tensor and its storage must both be quantised, or neither"));
  }
  tensor.requires_grad = arguments[expected - 1].boolean();
  // The index of the last element, and the number of elements.
  std::optional<int64_t> last = tensor.offset, size = 1;
  bool empty = false;
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    empty = empty || tensor.shape[i] == 0;
    if (last && tensor.shape[i] > 0) {
      last = MultiplyAdd(tensor.shape[i] - 1, tensor.strides[i], *last);
    }
    // A dimension of 0 counts as 1, so that it cannot hide an excessive product.
    if (size) size = MultiplyAdd(*size, std::max<int64_t>(tensor.shape[i], 1), 0);
  }
  if (tensor.offset < 0 || !size || !last || (!empty && *last >= storage.elements)) {
    Damaged(MSG(kTorchTensorBeyondStorage,
                "a tensor goes beyond its storage of {elements} elements", storage.elements));
  }
  if (quantized) Quantization(arguments[4].items(), &tensor);
  PickleValue made;
  made.kind_ = PickleKind::kTensor;
  made.tensor_ = &tensor;
  return made;
}

void PickleMaker::Quantization(std::span<const PickleValue> fields, PickleTensor* tensor) {
  if (fields.empty())
    Damaged(MSG(kTorchTensorFieldsMissing,
                "a tensor has {actual} fields, but needs at least {expected}", fields.size(), 3));
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
      Damaged(MSG(
          kTorchTensorQuantizedAxisMissing,
          "a tensor of {rank} dimensions is quantised along axis {axis}, which it does not have",
          rank, tensor->axis));
    }
    std::vector<int64_t> channels = {tensor->shape[static_cast<size_t>(tensor->axis)]};
    if (tensor->scales->shape != channels || tensor->zero_points->shape != channels) {
      Damaged(MSG(kTorchTensorChannelParameterCount,
                  "a tensor needs a scale and a zero point for each of its {channels} channels",
                  channels[0]));
    }
  } else {
    Damaged(MSG(kTorchTensorQuantizerUnknown,
                "a tensor has the unknown quantisation scheme '{scheme}' of {count} fields", scheme,
                fields.size()));
  }
}

PickleValue PickleMaker::Call(const PickleValue& callee, const PickleValue& arguments) {
  std::string_view name = callee.name();
  std::span<const PickleValue> given = arguments.items();
  if (name == kRebuildTensor) return Tensor(given, false);
  if (name == kRebuildQuantized) return Tensor(given, true);
  if (name == kOrderedDict && given.empty()) return Items(PickleKind::kDict);
  if (name == kDevice && given.size() == 1 && given[0].is_text()) return given[0];
  if (IsOneOf(name, kIdentities) && !given.empty()) return given[0];
  // Members of enumerations.
  if (name.starts_with(kOwnClass)) return Object(name, arguments);
  Refuse(name);
}

PickleValue PickleMaker::New(const PickleValue& callee, const PickleValue& arguments) {
  if (!callee.name().starts_with(kOwnClass) || !arguments.items().empty()) Refuse(callee.name());
  return Object(callee.name(), PickleValue());
}

void PickleMaker::Build(const PickleValue& object, const PickleValue& state) {
  if (object.kind_ != PickleKind::kObject) FailPickleKind(PickleKind::kObject, object.kind_);
  if (!object.object_->state.is_none())
    Damaged(MSG(kTorchPickleStateRepeated, "an object is given two states"));
  std::string_view class_name = object.object_->class_name;
  object.object_->state = IsQuantizedConvolution(class_name, state) ? QuantizedConvolution(state)
                          : IsPackedLinear(class_name, state)       ? PackedLinear(state)
                                                                    : state;
}

PickleValue PickleMaker::QuantizedConvolution(const PickleValue& state) {
  std::span<const PickleValue> fields = state.items();
  std::vector<PickleValue> members;
  auto add = [&](std::string_view name, const PickleValue& value) {
    members.push_back(Text(name));
    members.push_back(value);
  };
  for (size_t i = 0; i < fields.size(); ++i) add(kConvolutionState[i], fields[i]);
  // Packs weight and bias in version 3 of the format of packed parameters.
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

PickleValue PickleMaker::PackedLinear(const PickleValue& state) {
  std::span<const PickleValue> fields = state.items();
  PickleValue packed = Object("__torch__.torch.classes.quantized.LinearPackedParamsBase",
                              Items(PickleKind::kTuple, fields.first(2)));
  std::vector<PickleValue> members = {Text("_packed_params"), packed, Text("training"), fields[2]};
  if (fields.size() == 4) members.insert(members.end(), {Text("dtype"), fields[3]});
  return Items(PickleKind::kDict, members);
}

}  // namespace passcope::frontend
