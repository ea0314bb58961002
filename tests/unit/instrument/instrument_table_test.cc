// What the rows of instruments claim, the instruments keep.
#include <catch2/catch.hpp>
#include <set>

#include "diagnostics/diagnostic.h"
#include "instrument/instruments.h"
#include "pass/pass.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "unit/json.h"

namespace passcope {
namespace {

template <class Call>
bool Refuses(Call call) {
  try {
    call();
    return false;
  } catch (const DiagnosticError& error) {
    return error.diagnostics().at(0).message.text() == "this instrument is of another kind";
  }
}

}  // namespace

TEST_CASE("instruments have what their rows say and refuse the rest", "[instrument][table]") {
  IRModule module = ParseModule(
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1, 4), float32]) { nn.relu(%x) }", "test");
  for (const InstrumentRow& row : InstrumentTable()) {
    INFO(row.name);
    InstrumentPtr instrument =
        CreateInstrument(row.name, {}, [](const std::string&, const std::string&) {});
    PassContextScope scope(PassContext::Create({.instruments = {instrument}}));
    Sequential({CreatePass("InferType"), CreatePass("FastMath")})(module);
    JsonWriter data;
    CHECK(Refuses([&] { instrument->WriteData(data); }) == (row.data.type == nullptr));
    if (row.data.type) CHECK_NOTHROW(ParseJson(data.Take(), "the data"));
    CHECK(Refuses([&] { instrument->Render(); }) == !row.text);
    for (const Question& question : row.questions) {
      InstrumentAnswer answer = instrument->Ask(question.name, {});
      CHECK((answer.module ? "module" : question.answer(nullptr)) == question.answer(nullptr));
      CHECK(answer.text.empty() == static_cast<bool>(answer.module));
    }
    CHECK(Refuses([&] { instrument->Ask("what nobody asks", {}); }));
    CHECK(Refuses([&] { instrument->Watch(instrument); }));
    CHECK(Refuses([&] { instrument->Clear(); }) == !row.clears);
  }
}

TEST_CASE("flags of instruments are named and placed once", "[instrument][table]") {
  std::set<std::string> names;
  std::set<std::pair<int, int>> places;
  for (const InstrumentRow& row : InstrumentTable()) {
    const InstrumentFlag& flag = row.flag;
    if (!flag.name) continue;
    INFO(row.name);
    CHECK(names.insert(flag.name).second);
    CHECK(places.insert({static_cast<int>(flag.role), flag.place}).second);
    CHECK(std::string(flag.help).size() > 10);
    // A value goes into an option, and nothing else does.
    CHECK((flag.option != nullptr) == (flag.value[0] != '\0'));
    if (flag.option) CHECK(FindField(row.options, flag.option));
    // What is gathered is printed.
    if (flag.role == InstrumentFlag::Role::kGather) CHECK(row.text);
  }
}

}  // namespace passcope
