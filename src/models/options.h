// Checks of the options of networks. Each throws DiagnosticError (kUnknownModel), which names the
// model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"

namespace passcope::models {

// The message is "MODEL: problem".
[[noreturn]] void Fail(std::string_view model, const Message& problem);

// Checks that a number is positive; `what` names it in the message, such as "the batch size".
void CheckPositive(std::string_view model, const Message& what, int64_t value);
// Channels first or last: NCHW or NHWC; with `depth`, NCDHW or NDHWC.
void CheckLayout(std::string_view model, const std::string& layout, bool depth = false);
// float16, float32, float64 or bfloat16.
DataType FloatType(std::string_view model, const std::string& dtype);

// The input %data: the batch and then `image_shape`, which must have `rank` positive sizes.
Expr Images(std::string_view model, int64_t batch_size, const std::vector<int64_t>& image_shape,
            const std::string& dtype, size_t rank = 3);

}  // namespace passcope::models
