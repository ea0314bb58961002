// Tensors in files: NumPy's .npy, and .npz, which is a zip archive of them.
//
// Formats: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html, and PKWARE's
// APPNOTE.TXT for archives. The reader accepts stored and deflated entries; the writer stores them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/import.h"
#include "ir/ndarray.h"

namespace passcope::frontend {

using NamedArrays = std::vector<std::pair<std::string, NDArray>>;

// `name` is the file's, for messages. Reads versions 1 to 3, little-endian, in C and Fortran order.
// Accepts all of numpy's booleans, integers and floats of up to 64 bits. Throws DiagnosticError
// (kUsage).
NDArray ReadNpy(const std::string& name, std::string_view bytes);
// Throws DiagnosticError (kUsage) for data types that numpy does not have, such as bfloat16.
std::string WriteNpy(const std::string& name, const NDArray& array);

// The arrays of an archive in its order, by their names without ".npy". `inflate` may be null if no
// entry is deflated.
NamedArrays ReadNpz(const std::string& name, std::string_view bytes, const Inflate& inflate);
std::string WriteNpz(const std::string& name, const NamedArrays& arrays);

// Reads a file of any of these formats, or a TensorProto of ONNX, which it recognises by the first
// bytes. The array of a .npy has no name; the array of a TensorProto may have one.
NamedArrays ReadTensors(const std::string& name, const Buffer& file, const Inflate& inflate);

}  // namespace passcope::frontend
