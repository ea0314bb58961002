// The targets of the fuzzers. Each function returns for every input. A crash, a sanitizer's report,
// an InternalError or a broken promise (by abort) is a finding.
#pragma once

#include <cstddef>
#include <cstdint>

namespace passcope::fuzz {

// The input is a text. It is read as a module and as an expression.
void Parse(const uint8_t* data, size_t size);
// The input is a text. It is read, typed and printed, and the printed text must give the same
// module.
void Types(const uint8_t* data, size_t size);
// The input selects a generated module and a sequence of passes. Each result must be well-typed, or
// the pass must reject the module with a diagnostic.
void Passes(const uint8_t* data, size_t size);
// The input is the seed of a program and of pipelines. The program must compute the same after
// each.
void Values(const uint8_t* data, size_t size);

// The input is an ONNX model.
void Onnx(const uint8_t* data, size_t size);
// The input is a TorchScript archive. An entry `fuzz_inputs` contains the shapes of its inputs.
void TorchScript(const uint8_t* data, size_t size);

// The input is the pass log of another compiler. It is read in parts of two sizes, which must give
// the same, and as the files of a folder. All differences are made.
void Logs(const uint8_t* data, size_t size);

}  // namespace passcope::fuzz
