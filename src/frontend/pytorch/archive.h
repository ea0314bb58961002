// A TorchScript archive as torch.jit.save writes it: which entries are what.
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
  // Throws DiagnosticError: no archive, not TorchScript (a state_dict of torch.save, say), another
  // byte order.
  explicit TorchArchive(Buffer file, Inflate inflate = nullptr);

  const ZipArchive& zip() const { return zip_; }
  // Of the format; 0 when the file does not say it.
  int64_t version() const { return version_; }

  // The module, read at the first call.
  PickleValue module();
  // The constants of the code, in their order; empty when there are none.
  std::span<const PickleValue> constants();

  // The source of the classes and functions whose names begin with `qualifier`
  // ("__torch__.torch.nn.modules.conv"); null when the archive has none. Valid as long as the
  // archive.
  std::optional<std::string_view> FindSource(const std::string& qualifier);
  // The qualifiers of all sources, in the order of the archive.
  std::vector<std::string> Sources() const;
  // Any other entry, by its path within the folder ("code/__torch__.py.debug_pkl"); null when there
  // is none.
  const ZipEntry* Find(std::string_view path) const;

  // The elements of a tensor of module() or constants(): a view of the file where its memory is
  // stored and compact, else a copy. Quantised tensors are their numbers (int8, uint8, int32). A
  // storage that is not aligned is moved within the file, so that nothing but tensors can be read
  // afterwards. Throws DiagnosticError: the storage is missing, shorter than declared or damaged.
  NDArray ReadTensor(const PickleTensor& tensor);

 private:
  const ZipBytes& Storage(const PickleStorage& storage);

  ZipArchive zip_;
  // "archive/": what the names of all entries begin with.
  std::string folder_;
  int64_t version_ = 0;
  std::unique_ptr<Pickle> module_;
  std::unique_ptr<Pickle> constants_;
  // By qualifiers.
  std::unordered_map<std::string, const ZipEntry*> sources_;
  // Sources and memory of tensors.
  std::unordered_map<const ZipEntry*, ZipBytes> read_;
  // Of tensors that are no views.
  uint64_t copied_bytes_ = 0;
};

}  // namespace passcope::frontend
