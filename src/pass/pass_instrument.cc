// Defaults of the data functions: an instrument without data throws.
#include "pass/pass_instrument.h"

#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

[[noreturn]] void Refuse() {
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kInstrumentKindMismatch, "this instrument does not support the call"));
}

}  // namespace

std::string PassInstrument::Render() const { Refuse(); }
void PassInstrument::WriteData(JsonWriter&) const { Refuse(); }
void PassInstrument::Clear() { Refuse(); }
InstrumentAnswer PassInstrument::Ask(std::string_view, const AttrDict&) const { Refuse(); }
InstrumentPtr PassInstrument::Watch(InstrumentPtr) { Refuse(); }

}  // namespace passcope
