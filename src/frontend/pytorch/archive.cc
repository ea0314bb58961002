#include "frontend/pytorch/archive.h"

#include <cstring>
#include <utility>

#include "diagnostics/diagnostic.h"

namespace passcope::frontend {
namespace {

constexpr std::string_view kModule = "data.pkl", kConstants = "constants.pkl", kCode = "code/",
                           kSourceEnd = ".py";
// The limit of copied tensors: this multiple of the file, plus this many bytes.
constexpr uint64_t kCopiesOfFile = 4, kMoreCopies = uint64_t{64} << 20;

[[noreturn]] void Fail(DiagKind kind, Message message) {
  throw DiagnosticError(kind, std::move(message));
}

// The name, with its "/", of the folder that has "data.pkl".
std::string FindFolder(const ZipArchive& zip) {
  for (const ZipEntry& entry : zip.entries()) {
    size_t slash = entry.name.find('/');
    if (slash != std::string_view::npos && entry.name.substr(slash + 1) == kModule) {
      return std::string(entry.name.substr(0, slash + 1));
    }
  }
  for (const ZipEntry& entry : zip.entries()) {
    if (entry.name.ends_with("/model.json")) {
      Fail(DiagKind::kUnsupported,
           MSG(kTorchArchiveVersionTooOld,
               "the archive was written by a PyTorch before 1.4; load it with torch.jit.load and "
               "save it again"));
    }
  }
  Fail(DiagKind::kBadModelFile,
       MSG(kTorchArchiveDataPickleMissing,
           "the archive is not a TorchScript archive: it has no 'data.pkl'"));
}

// "code/__torch__/torch/nn/modules/conv.py" gives "__torch__.torch.nn.modules.conv". Other paths
// give an empty text.
std::string QualifierOf(std::string_view path) {
  if (!path.starts_with(kCode) || !path.ends_with(kSourceEnd)) return "";
  path.remove_prefix(kCode.size());
  path.remove_suffix(kSourceEnd.size());
  std::string qualifier(path);
  for (char& c : qualifier) {
    if (c == '/') c = '.';
  }
  return qualifier;
}

// Copies elements of `bytes` bytes each from strided memory to a row-major array.
void CopyStrided(const std::byte* from, const PickleTensor& tensor, size_t bytes, std::byte* to) {
  std::vector<int64_t> index(tensor.shape.size(), 0);
  int64_t at = 0;
  for (int64_t left = tensor.size(); left > 0; --left) {
    std::memcpy(to, from + static_cast<size_t>(at) * bytes, bytes);
    to += bytes;
    for (size_t axis = index.size(); axis-- > 0;) {
      // The stride of an axis of length 1 may be any number.
      if (++index[axis] < tensor.shape[axis]) {
        at += tensor.strides[axis];
        break;
      }
      at -= tensor.strides[axis] * (tensor.shape[axis] - 1);
      index[axis] = 0;
    }
  }
}

}  // namespace

TorchArchive::TorchArchive(Buffer file, Inflate inflate)
    : zip_(std::move(file), std::move(inflate)), folder_(FindFolder(zip_)) {
  bool has_code = false;
  for (const ZipEntry& entry : zip_.entries()) {
    if (!entry.name.starts_with(folder_)) continue;
    std::string qualifier = QualifierOf(entry.name.substr(folder_.size()));
    if (qualifier.empty()) continue;
    has_code = true;
    if (!sources_.emplace(std::move(qualifier), &entry).second) {
      Fail(DiagKind::kBadModelFile, MSG(kTorchArchiveSourceRepeated,
                                        "the archive has two sources for '{entry}'", entry.name));
    }
  }
  if (!has_code && !Find(kConstants)) {
    Fail(DiagKind::kBadModelFile, MSG(kTorchArchiveWithoutProgram,
                                      "the archive has weights but no program: save the model with "
                                      "torch.jit.trace(…).save, not torch.save"));
  }
  if (const ZipEntry* entry = Find("byteorder")) {
    ZipBytes bytes = zip_.ReadText(*entry);
    if (bytes.view() != "little") {
      Fail(DiagKind::kUnsupported, MSG(kTorchArchiveByteOrder,
                                       "the archive was written on a big-endian machine; only "
                                       "little-endian archives can be read"));
    }
  }
  const ZipEntry* entry = Find("version");
  if (!entry) entry = Find(".data/version");
  if (entry) {
    ZipBytes bytes = zip_.ReadText(*entry);
    for (char c : bytes.view()) {
      if (c < '0' || c > '9' || version_ > 1000000) break;
      version_ = version_ * 10 + (c - '0');
    }
  }
}

const ZipEntry* TorchArchive::Find(std::string_view path) const {
  return zip_.Find(folder_ + std::string(path));
}

PickleValue TorchArchive::module() {
  if (!module_) {
    module_ = ReadPickle(kModule, zip_.ReadText(*Find(kModule)), "data");
  }
  return module_->root();
}

std::span<const PickleValue> TorchArchive::constants() {
  if (!constants_) {
    const ZipEntry* entry = Find(kConstants);
    if (!entry) return {};
    constants_ = ReadPickle(kConstants, zip_.ReadText(*entry), "constants");
  }
  return constants_->root().items();
}

std::optional<std::string_view> TorchArchive::FindSource(const std::string& qualifier) {
  auto it = sources_.find(qualifier);
  if (it == sources_.end()) return std::nullopt;
  ZipBytes& bytes = read_[it->second];
  if (!bytes.buffer) bytes = zip_.ReadText(*it->second);
  return bytes.view();
}

std::vector<std::string> TorchArchive::Sources() const {
  std::vector<std::string> sources;
  for (const ZipEntry& entry : zip_.entries()) {
    if (!entry.name.starts_with(folder_)) continue;
    std::string qualifier = QualifierOf(entry.name.substr(folder_.size()));
    if (!qualifier.empty()) sources.push_back(std::move(qualifier));
  }
  return sources;
}

const ZipBytes& TorchArchive::Storage(const PickleStorage& storage) {
  const ZipEntry* entry = Find(storage.path);
  if (!entry) {
    Fail(DiagKind::kBadModelFile,
         MSG(kTorchArchiveTensorEntryMissing, "the archive has no '{entry}', which a tensor needs",
             storage.path));
  }
  ZipBytes& bytes = read_[entry];
  if (!bytes.buffer) bytes = zip_.ReadData(*entry);
  auto item = static_cast<uint64_t>(storage.dtype.bytes());
  if (storage.elements < 0 || static_cast<uint64_t>(storage.elements) > bytes.size / item) {
    Fail(DiagKind::kBadModelFile,
         MSG(kTorchArchiveTensorEntryShort,
             "the archive's '{entry}' has {size} bytes, less than the {count} elements of type "
             "{type} that a tensor needs",
             storage.path, bytes.size, storage.elements, storage.dtype.str()));
  }
  return bytes;
}

NDArray TorchArchive::ReadTensor(const PickleTensor& tensor) {
  const ZipBytes& bytes = Storage(*tensor.storage);
  auto item = static_cast<size_t>(tensor.dtype.bytes());
  if (tensor.size() == 0) return MakeNDArray(tensor.shape, tensor.dtype);
  size_t begin = bytes.offset + static_cast<size_t>(tensor.offset) * item;
  NDArray array;
  if (tensor.contiguous()) {
    array = NDArray(new NDArrayNode(bytes.buffer, begin, tensor.shape, tensor.dtype));
  } else {
    // With a stride of 0, few bytes can become many elements.
    uint64_t limit = kCopiesOfFile * zip_.file()->size() + kMoreCopies;
    if (static_cast<uint64_t>(tensor.size()) > (limit - copied_bytes_) / item) {
      Fail(DiagKind::kTensorTooLarge,
           MSG(kTorchArchiveSharedMemoryLimit,
               "the archive's tensors that share or repeat memory take more than {limit} bytes",
               limit));
    }
    array = MakeNDArray(tensor.shape, tensor.dtype);
    copied_bytes_ += array->nbytes();
    CopyStrided(bytes.buffer->data() + begin, tensor, item, array->mutable_data());
  }
  if (tensor.dtype.is_bool()) {
    // A bool must be 0 or 1.
    for (std::byte& byte : std::span(array->mutable_data(), array->size())) {
      byte = byte == std::byte{0} ? std::byte{0} : std::byte{1};
    }
  }
  return array;
}

}  // namespace passcope::frontend
