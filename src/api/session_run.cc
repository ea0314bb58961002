// Passes and contexts of a session.

#include "api/describe.h"
#include "api/foreign_pass.h"
#include "api/json.h"
#include "api/pipeline_spec.h"
#include "api/session.h"
#include "api/settings.h"
#include "pass/registry.h"
#include "support/check.h"

namespace passcope {
namespace {

PassInfo InfoOf(PassSettings settings) {
  return {OptLevelOf(settings.opt_level), std::move(settings.name), std::move(settings.required),
          false};
}

}  // namespace

const PassContextPtr& Session::GetContext(Handle handle) const {
  return handle == 0 ? Contexts().default_context() : Get<PassContextPtr>(handle);
}

Handle Session::MakePass(const std::string& name, const std::string& options_json) {
  return AddSlot(CreatePass(name, ReadJsonObject(options_json, Say("{name}", name))));
}

Handle Session::MakeSequential(const std::string& passes_json, const std::string& info_json) {
  std::vector<Pass> passes = GetAll<Pass>(ReadJson(passes_json, PHRASE(kPassesNoun, "passes")),
                                          PHRASE(kPassesNoun, "passes"));
  auto settings = ReadSettings<PassSettings>(
      Settings::kSequential, ReadJsonObject(info_json, Say("{name}", "Sequential")));
  return AddSlot(Sequential(std::move(passes), InfoOf(std::move(settings))));
}

Handle Session::MakeForeignPass(uint32_t object, bool over_modules, const std::string& info_json) {
  auto settings = ReadSettings<PassSettings>(
      Settings::kCustomPass, ReadJsonObject(info_json, PHRASE(kSinglePassNoun, "a pass")));
  return AddSlot(
      passcope::MakeForeignPass(host_, object, over_modules, InfoOf(std::move(settings))));
}

Handle Session::MakeAskingPass(const std::string& name, const std::string& options_json,
                               const std::string& functions_json) {
  std::vector<std::pair<std::string, uint32_t>> functions;
  for (const auto& [key, value] : ReadJsonObject(functions_json, Say("{name}", name))) {
    const int64_t* object = value.get<int64_t>();
    PASSCOPE_CHECK(object);
    if (key != "fskip") ExpectOp(key.substr(key.find('/') + 1));
    functions.emplace_back(key, static_cast<uint32_t>(*object));
  }
  return AddSlot(passcope::MakeAskingPass(
      host_, name, ReadJsonObject(options_json, Say("{name}", name)), functions));
}

Handle Session::MakePipeline(const std::string& spec) {
  return AddSlot(Sequential(PassesFromSpec(ParsePipeline(spec))));
}

std::string Session::ReadPipeline(const std::string& text, bool one_list) const {
  return JsonText(passcope::ReadPipeline(text, one_list));
}

std::string Session::PassInfoOf(Handle pass) const {
  return DescribePassInfo(Get<Pass>(pass).info());
}

Handle Session::RunPass(Handle pass, Handle module) {
  ContextStack::Scope scope(Contexts());
  // Copies: a hook can free the handles while the pass runs.
  Pass callee = Get<Pass>(pass);
  IRModule argument = Get<IRModule>(module);
  return AddSlot(callee(argument));
}

// --- contexts ---

Handle Session::MakeContext(const std::string& settings_json, const std::string& instruments_json) {
  auto given = ReadSettings<ContextSettings>(
      Settings::kContext, ReadJsonObject(settings_json, Say("{name}", "PassContext")));
  PassContextOptions options;
  options.opt_level = OptLevelOf(given.opt_level);
  options.required_pass = std::move(given.required_pass);
  options.disabled_pass = std::move(given.disabled_pass);
  options.config = MembersOf(given.config, PHRASE(kConfigNoun, "config"));
  options.instruments =
      GetAll<InstrumentPtr>(ReadJson(instruments_json, PHRASE(kInstrumentsNoun, "instruments")),
                            PHRASE(kInstrumentsNoun, "instruments"));
  return AddSlot(PassContext::Create(std::move(options)));
}

std::string Session::ContextInfo(Handle context) const { return JsonText(*GetContext(context)); }

void Session::EnterContext(Handle context) {
  ContextStack::Scope scope(Contexts());
  PassContextPtr entered = GetContext(context);
  entered->Enter();
}

void Session::ExitContext(Handle context) {
  ContextStack::Scope scope(Contexts());
  PassContextPtr left = GetContext(context);
  left->Exit();
}

void Session::OverrideInstruments(Handle context, const std::string& instruments_json) {
  ContextStack::Scope scope(Contexts());
  PassContextPtr changed = GetContext(context);
  changed->OverrideInstruments(
      GetAll<InstrumentPtr>(ReadJson(instruments_json, PHRASE(kInstrumentsNoun, "instruments")),
                            PHRASE(kInstrumentsNoun, "instruments")));
}

std::string Session::UnmetNames(Handle context) const {
  return JsonText(GetContext(context)->UnmetNames());
}

bool Session::PassEnabled(Handle context, Handle pass) const {
  return GetContext(context)->PassEnabled(Get<Pass>(pass).info());
}

}  // namespace passcope
