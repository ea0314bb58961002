// What an instrument says that has nothing to tell.
#include "pass/pass_instrument.h"

#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

[[noreturn]] void Refuse() {
  throw DiagnosticError(DiagKind::kUsage, Say("this instrument is of another kind"));
}

}  // namespace

int64_t IntArgument(const AttrDict& arguments, std::string_view name) {
  for (const auto& [key, value] : arguments) {
    if (key != name) continue;
    if (const auto* given = value.get<int64_t>()) return *given;
    throw DiagnosticError(DiagKind::kUsage, Say("the argument '{name}' takes an integer", name));
  }
  return 0;
}

std::string PassInstrument::Render() const { Refuse(); }
void PassInstrument::WriteData(JsonWriter&) const { Refuse(); }
void PassInstrument::Clear() { Refuse(); }
InstrumentAnswer PassInstrument::Ask(std::string_view, const AttrDict&) const { Refuse(); }
InstrumentPtr PassInstrument::Watch(InstrumentPtr) { Refuse(); }

}  // namespace passcope
