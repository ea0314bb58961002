// Passes and contexts of a session.

#include <algorithm>

#include "api/describe.h"
#include "api/foreign_pass.h"
#include "api/json.h"
#include "api/pipeline_spec.h"
#include "api/session.h"
#include "pass/registry.h"
#include "support/check.h"

namespace passcope {
namespace {

// Options as an object whose members are all known.
class Options {
 public:
  Options(const std::string& json, const Message& what, const std::vector<std::string>& known)
      : members_(ReadJsonObject(json, what)) {
    for (const auto& [key, value] : members_) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      throw DiagnosticError(DiagKind::kUsage,
                            Say("{what}: there is no option '{option}'", what, key),
                            Suggestions(key, known));
    }
  }

  // Null when it was not given.
  AttrValue Get(std::string_view name) const {
    const AttrValue* value = FindOption(members_, name);
    return value ? *value : AttrValue();
  }
  int Int(std::string_view name, int fallback) const {
    AttrValue value = Get(name);
    if (value.is_null()) return fallback;
    const int64_t* number = value.get<int64_t>();
    if (!number || *number != static_cast<int>(*number)) Refuse(name, value);
    return static_cast<int>(*number);
  }
  std::string String(std::string_view name, std::string fallback) const {
    AttrValue value = Get(name);
    if (value.is_null()) return fallback;
    if (!value.get<std::string>()) Refuse(name, value);
    return *value.get<std::string>();
  }
  std::vector<std::string> Strings(std::string_view name) const {
    AttrValue value = Get(name);
    std::vector<std::string> list;
    if (value.is_null()) return list;
    if (!value.array()) Refuse(name, value);
    for (const AttrValue& item : *value.array()) {
      if (!item.get<std::string>()) Refuse(name, value);
      list.push_back(*item.get<std::string>());
    }
    return list;
  }

 private:
  [[noreturn]] static void Refuse(std::string_view name, const AttrValue& value) {
    throw DiagnosticError(DiagKind::kUsage, Say("the option '{option}' does not take {value}", name,
                                                ValueText(value)));
  }

  AttrDict members_;
};

}  // namespace

const PassContextPtr& Session::GetContext(Handle handle) const {
  return handle == 0 ? contexts_.default_context() : Get<PassContextPtr>(handle);
}

Handle Session::MakePass(const std::string& name, const std::string& options_json) {
  return AddSlot(CreatePass(name, ReadJsonObject(options_json, Say("{name}", name))));
}

Handle Session::MakeSequential(const std::string& passes_json, const std::string& info_json) {
  std::vector<Pass> passes =
      GetAll<Pass>(ReadJson(passes_json, Phrase("passes")), Phrase("passes"));
  Options options(info_json, Say("{name}", "Sequential"), {"optLevel", "name", "required"});
  PassInfo info{options.Int("optLevel", 0), options.String("name", "sequential"),
                options.Strings("required"), false};
  return AddSlot(Sequential(std::move(passes), std::move(info)));
}

Handle Session::MakeForeignPass(uint32_t object, bool over_modules, const std::string& info_json) {
  Options options(info_json, Phrase("a pass"), {"optLevel", "name", "required"});
  PassInfo info{options.Int("optLevel", 0), options.String("name", ""), options.Strings("required"),
                false};
  return AddSlot(passcope::MakeForeignPass(host_, object, over_modules, std::move(info)));
}

Handle Session::MakeAskingPass(const std::string& name, const std::string& options_json,
                               const std::string& functions_json) {
  std::vector<std::pair<std::string, uint32_t>> functions;
  for (const auto& [key, value] : ReadJsonObject(functions_json, Say("{name}", name))) {
    const int64_t* object = value.get<int64_t>();
    PASSCOPE_CHECK(object);
    if (key != "fskip") ExpectOp(key);
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
  ContextStack::Scope scope(contexts_);
  // Copies: a hook may free the handles while the pass runs.
  Pass callee = Get<Pass>(pass);
  IRModule argument = Get<IRModule>(module);
  return AddSlot(callee(argument));
}

// --- contexts ---

Handle Session::MakeContext(const std::string& options_json) {
  Options given(options_json, Say("{name}", "PassContext"),
                {"optLevel", "requiredPass", "disabledPass", "instruments", "config"});
  PassContextOptions options;
  options.opt_level = given.Int("optLevel", options.opt_level);
  options.required_pass = given.Strings("requiredPass");
  options.disabled_pass = given.Strings("disabledPass");
  options.config = MembersOf(given.Get("config"), Phrase("config"));
  options.instruments = GetAll<InstrumentPtr>(given.Get("instruments"), Phrase("instruments"));
  return AddSlot(PassContext::Create(std::move(options)));
}

std::string Session::ContextInfo(Handle context) const {
  const PassContext& node = *GetContext(context);
  JsonWriter json;
  json.BeginObject().Key("optLevel").Int(node.opt_level());
  json.Key("requiredPass").Strings(node.required_pass());
  json.Key("disabledPass").Strings(node.disabled_pass());
  return WriteValue(json.Key("config"), node.config()).EndObject().Take();
}

void Session::EnterContext(Handle context) {
  ContextStack::Scope scope(contexts_);
  PassContextPtr entered = GetContext(context);
  entered->Enter();
}

void Session::ExitContext(Handle context) {
  ContextStack::Scope scope(contexts_);
  PassContextPtr left = GetContext(context);
  left->Exit();
}

void Session::OverrideInstruments(Handle context, const std::string& instruments_json) {
  ContextStack::Scope scope(contexts_);
  PassContextPtr changed = GetContext(context);
  changed->OverrideInstruments(GetAll<InstrumentPtr>(
      ReadJson(instruments_json, Phrase("instruments")), Phrase("instruments")));
}

std::string Session::UnmetNames(Handle context) const {
  return JsonText(GetContext(context)->UnmetNames());
}

bool Session::PassEnabled(Handle context, Handle pass) const {
  return GetContext(context)->PassEnabled(Get<Pass>(pass).info());
}

}  // namespace passcope
