// Tensors in files: NumPy's .npy, and .npz, which is a zip archive of them.
//
// Formats: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html; APPNOTE.TXT of
// PKWARE for archives, of which entries that are stored or deflated are read and stored ones
// written.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/import.h"
#include "ir/ndarray.h"

namespace passcope::frontend {

using NamedArrays = std::vector<std::pair<std::string, NDArray>>;

// `name` is the file's, for messages. Reads versions 1 to 3, both byte orders of what is one byte
// and little-endian else, C and Fortran order; all of numpy's booleans, integers and floats of up
// to 64 bits. Throws DiagnosticError (kUsage).
NDArray ReadNpy(const std::string& name, std::string_view bytes);
// Throws DiagnosticError (kUsage) for data types that numpy does not have, such as bfloat16.
std::string WriteNpy(const std::string& name, const NDArray& array);

// The arrays of an archive by their names without ".npy", in its order. `inflate` may be null where
// no entry is deflated.
NamedArrays ReadNpz(const std::string& name, std::string_view bytes, const Inflate& inflate);
std::string WriteNpz(const std::string& name, const NamedArrays& arrays);

// What a file of any of these formats holds, or one that is a TensorProto of ONNX: told by its
// first bytes. The array of a .npy has no name, that of a TensorProto may have one.
NamedArrays ReadTensors(const std::string& name, const Buffer& file, const Inflate& inflate);

}  // namespace passcope::frontend
