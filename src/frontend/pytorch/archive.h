// The entries of a TorchScript archive, as torch.jit.save writes it.
//
//   archive/data.pkl         the module: an object with its attributes (ReadPickle)
//   archive/data/0           memory of tensors, by keys
//   archive/code/__torch__/torch/nn/modules/conv.py   classes of "__torch__.torch.nn.modules.conv"
//   archive/constants.pkl    a tuple, CONSTANTS.c0 and so on of the code; their memory is
//   constants/0 archive/version, archive/byteorder
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/pytorch/pickle.h"
#include "frontend/pytorch/zip.h"
#include "ir/ndarray.h"

namespace passcope::frontend {

class TorchArchive {
 public:
  // Throws DiagnosticError for a file that is not a zip archive or not TorchScript (for example a
  // state_dict of torch.save), and for another byte order.
  explicit TorchArchive(Buffer file, Inflate inflate = nullptr);

  const ZipArchive& zip() const { return zip_; }
  // The version of the format; 0 if the file does not have it.
  int64_t version() const { return version_; }

  // The module, read at the first call.
  PickleValue module();
  // The constants of the code, in their order; empty if there are none.
  std::span<const PickleValue> constants();

  // The source of the classes and functions whose names begin with `qualifier`
  // ("__torch__.torch.nn.modules.conv"); null if the archive has none. Valid as long as the
  // archive.
  std::optional<std::string_view> FindSource(const std::string& qualifier);
  // The qualifiers of all sources, in the order of the archive.
  std::vector<std::string> Sources() const;
  // Any other entry, by its path within the folder ("code/__torch__.py.debug_pkl"); null if there
  // is none.
  const ZipEntry* Find(std::string_view path) const;

  // The elements of a tensor of module() or constants(). It is a view of the file if its memory is
  // stored and compact, otherwise a copy. A quantised tensor gives its numbers (int8, uint8,
  // int32). A misaligned storage moves within the file, so only tensors can be read afterwards.
  // Throws DiagnosticError if the storage is missing, too short or damaged.
  NDArray ReadTensor(const PickleTensor& tensor);

 private:
  const ZipBytes& Storage(const PickleStorage& storage);

  ZipArchive zip_;
  // The common beginning of all names, "archive/".
  std::string folder_;
  int64_t version_ = 0;
  std::unique_ptr<Pickle> module_;
  std::unique_ptr<Pickle> constants_;
  // By qualifier.
  std::unordered_map<std::string, const ZipEntry*> sources_;
  // Sources and storages that have been read.
  std::unordered_map<const ZipEntry*, ZipBytes> read_;
  // The bytes of the tensors that are not views.
  uint64_t copied_bytes_ = 0;
};

}  // namespace passcope::frontend
