#include "text/text_stream.h"

#include "diagnostics/diagnostic.h"

namespace passcope {

void TextStream::ThrowTooLong() const {
  throw DiagnosticError(DiagKind::kOverBudget,
                        MSG(kPrintedTextTooLong, "the text would be longer than {limit} bytes",
                            static_cast<int64_t>(max_bytes_)));
}

}  // namespace passcope
