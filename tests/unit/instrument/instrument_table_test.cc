// The instruments do what their rows in the table claim.
#include <catch2/catch.hpp>
#include <map>
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
    return error.diagnostics().at(0).message.text() == "this instrument does not support the call";
  }
}

// A value that arguments of the type accept, and one that they refuse.
AttrValue Accepted(AttrType type) {
  if (type == AttrType::kString) return "a text";
  return 0;
}
AttrValue Refused(AttrType type) {
  if (type == AttrType::kString) return 0;
  return "no number";
}

}  // namespace

TEST_CASE("instruments have what their rows say and refuse the rest", "[instrument][table]") {
  IRModule module = ParseModule(
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(1, 4), float32]) { nn.relu(%x) }", "test");
  for (const InstrumentRow& row : InstrumentTable()) {
    INFO(row.name);
    AttrDict options;
    if (FindField(row.options, "lineage")) options.emplace_back("lineage", true);
    InstrumentPtr instrument =
        CreateInstrument(row.name, options, [](const std::string&, const std::string&) {});
    PassContextScope scope(PassContext::Create({.instruments = {instrument}}));
    Sequential({CreatePass("InferType"), CreatePass("FastMath")})(module);
    JsonWriter data;
    CHECK(Refuses([&] { instrument->WriteData(data); }) == (row.data.type == nullptr));
    if (row.data.type) CHECK_NOTHROW(ParseJson(data.Take(), "the data"));
    CHECK(Refuses([&] { instrument->Render(); }) == !row.text);
    for (const Question& question : row.questions) {
      AttrDict arguments;
      for (const AttrField& argument : question.arguments) {
        if (argument.required) arguments.emplace_back(argument.name, Accepted(argument.type));
        AttrDict wrong = {{argument.name, Refused(argument.type)}};
        CHECK_THROWS_AS(instrument->Ask(question.name, wrong), DiagnosticError);
      }
      InstrumentAnswer answer = instrument->Ask(question.name, arguments);
      CHECK((answer.module ? "module" : question.answer(nullptr)) == question.answer(nullptr));
      // A string can be empty if there is no data.
      if (question.answer(nullptr) == "string" && answer.text.empty()) continue;
      CHECK(answer.text.empty() == static_cast<bool>(answer.module));
    }
    CHECK(Refuses([&] { instrument->Ask("what nobody asks", {}); }));
    CHECK(Refuses([&] { instrument->Watch(instrument); }));
    CHECK(Refuses([&] { instrument->Clear(); }) == !row.clears);
  }
}

TEST_CASE("flags of instruments are named once and say what their value is for",
          "[instrument][table]") {
  using Role = InstrumentFlag::Role;
  std::set<std::string> names;
  std::map<std::string, Role> roles;
  for (const InstrumentFlag& flag : InstrumentFlags()) {
    INFO(flag.name);
    CHECK(names.insert(flag.name).second);
    CHECK(roles.emplace(flag.instrument, flag.role).first->second == flag.role);
    CHECK(std::string(flag.help).size() > 10);
    // A value has only one use.
    int uses = (flag.option != nullptr) + (flag.question != nullptr) + !flag.files.empty();
    if (flag.value[0] != '\0') {
      CHECK(uses == 1);
    } else {
      // A switch may set an option, or ask a question without arguments.
      CHECK(flag.files.empty());
      CHECK(uses <= 1);
    }
    if (flag.question) {
      size_t arguments = flag.value[0] != '\0' ? 1 : 0;
      CHECK(ArgumentsOf(flag.instrument, flag.question).size() == arguments);
    }
    for (size_t i = 0; i < flag.files.size(); ++i) {
      CHECK((flag.files[i].ending[0] == '\0') == (i == 0));
    }
  }
  for (const InstrumentRow& row : InstrumentTable()) {
    for (const InstrumentFlag& flag : InstrumentFlags()) {
      if (row.name != std::string(flag.instrument)) continue;
      INFO(flag.name);
      roles.erase(row.name);
      if (flag.option) CHECK(FindField(row.options, flag.option));
      // Collected data is printed.
      if (flag.role >= Role::kGather && flag.value[0] == '\0') {
        CHECK((row.text || flag.question));
      }
    }
  }
  CHECK(roles.empty());  // The roles of missing instruments.
}

}  // namespace passcope
