// What the fuzzers do with an input. Each function returns for every input; a crash, a sanitizer's
// report, an InternalError or a broken promise (by abort) is a finding.
#pragma once

#include <cstddef>
#include <cstdint>

namespace passcope::fuzz {

// The input is a text: read as a module and as an expression.
void Parse(const uint8_t* data, size_t size);
// The input is a text: read, typed, printed; what is printed reads back as the same module.
void Types(const uint8_t* data, size_t size);
// The input chooses a generated module and a sequence of passes: each result is well-typed, or the
// pass rejects the module with a diagnostic.
void Passes(const uint8_t* data, size_t size);
// The input is the seed of a program and of pipelines, after each of which the program computes the
// same.
void Values(const uint8_t* data, size_t size);

// The input is an ONNX model.
void Onnx(const uint8_t* data, size_t size);
// The input is a TorchScript archive. An entry `fuzz_inputs` tells the shapes of its inputs.
void TorchScript(const uint8_t* data, size_t size);

}  // namespace passcope::fuzz
