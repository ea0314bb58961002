// What an instrument says that has nothing to tell.
#include "pass/pass_instrument.h"

#include "diagnostics/diagnostic.h"
#include "support/format.h"

namespace passcope {
namespace {

[[noreturn]] void Refuse() {
  throw DiagnosticError(DiagKind::kUsage, "this instrument is of another kind");
}

template <class T>
T Argument(const AttrDict& arguments, std::string_view name, const char* type) {
  for (const auto& [key, value] : arguments) {
    if (key != name) continue;
    if (const T* given = value.get<T>()) return *given;
    throw DiagnosticError(DiagKind::kUsage, Format("the argument '{}' takes {}", name, type));
  }
  return {};
}

}  // namespace

int64_t IntArgument(const AttrDict& arguments, std::string_view name) {
  return Argument<int64_t>(arguments, name, "an integer");
}

bool BoolArgument(const AttrDict& arguments, std::string_view name) {
  return Argument<bool>(arguments, name, "a boolean");
}

std::string PassInstrument::Render() const { Refuse(); }
void PassInstrument::WriteData(JsonWriter&) const { Refuse(); }
void PassInstrument::Clear() { Refuse(); }
InstrumentAnswer PassInstrument::Ask(std::string_view, const AttrDict&) const { Refuse(); }
InstrumentPtr PassInstrument::Watch(InstrumentPtr) { Refuse(); }

}  // namespace passcope
