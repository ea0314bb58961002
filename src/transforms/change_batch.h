// Another batch size.
#pragma once

#include "pass/pass.h"

namespace passcope::transform {

struct ChangeBatchOptions {
  AttrValue data;  // A dictionary: by parameter the axis of the batch.
  int64_t batch_size;
};
// Throws DiagnosticError: kBadPassOption for `data` of another form.
Pass ChangeBatch(ChangeBatchOptions options);

}  // namespace passcope::transform
