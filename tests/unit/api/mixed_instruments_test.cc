// Instruments of C++ and of another language in one list: the tutorial's chapters on exceptions,
// line by line, with any of the three instruments foreign; and the hooks beyond TVM.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "api/foreign_instrument.h"
#include "diagnostics/diagnostic.h"
#include "instrument/instruments.h"
#include "models/tutorials.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/golden.h"

namespace passcope {
namespace {

using Log = std::vector<std::string>;

constexpr const char* kHooks[] = {"enter_pass_ctx",  "exit_pass_ctx",  "should_run",
                                  "run_before_pass", "run_after_pass", "run_after_failed"};

struct ValueError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The behaviour of the tutorial's instrument in a hook: it prints the hook, or throws in one of
// them.
void PrintOrThrow(Log& log, const std::string& name, const std::string& hook,
                  const std::string& bad) {
  if (hook == bad) {
    log.push_back(name + " bad " + hook + "!!!");
    throw ValueError(name + " bad " + hook);
  }
  log.push_back(name + " " + hook);
}

class Native : public PassInstrument {
 public:
  Native(Log& log, std::string name, std::string bad)
      : log_(log), name_(std::move(name)), bad_(std::move(bad)) {}
  const std::string& name() const override { return name_; }
  void EnterPassContext() override { PrintOrThrow(log_, name_, kHooks[0], bad_); }
  void ExitPassContext() override { PrintOrThrow(log_, name_, kHooks[1], bad_); }
  bool ShouldRun(const IRModule&, const PassInfo&) override {
    PrintOrThrow(log_, name_, kHooks[2], bad_);
    return true;
  }
  void RunBeforePass(const IRModule&, const PassInfo&) override {
    PrintOrThrow(log_, name_, kHooks[3], bad_);
  }
  void RunAfterPass(const IRModule&, const PassInfo&) override {
    PrintOrThrow(log_, name_, kHooks[4], bad_);
  }

 private:
  Log& log_;
  std::string name_, bad_;
};

// Another language, whose exceptions are numbers.
class OtherLanguage : public ForeignHost {
 public:
  explicit OtherLanguage(Log& log) : log_(log) {}

  InstrumentPtr Make(const std::string& name, const std::string& bad) {
    objects_[++last_] = {name, bad};
    return MakeForeignInstrument(*this, last_, name);
  }
  PrintSink Sink(const std::string& name, const std::string& bad = {}) {
    objects_[++last_] = {name, bad};
    return MakeForeignSink(*this, last_);
  }

  Answer Call(uint32_t object, Hook hook, const HookArguments& arguments) override {
    if (arguments.error && !log_failed) return {};
    std::string line = kHooks[static_cast<int>(hook)];
    return {true, Run(object, arguments.error ? line + " " + *arguments.error : line)};
  }
  uint32_t Write(uint32_t sink, const std::string&, const std::string& text) override {
    return Run(sink, "write " + text);
  }
  std::string ExceptionMessage(uint32_t exception) override { return exceptions_.at(exception); }
  void ReleaseException(uint32_t exception) override { exceptions_.erase(exception); }
  void ReleaseObject(uint32_t object) override { objects_.erase(object); }

  bool log_failed = false;  // True if it has the hook beyond TVM.
  size_t objects() const { return objects_.size(); }
  size_t exceptions() const { return exceptions_.size(); }

 private:
  struct Object {
    std::string name, bad;
  };
  // Returns the number of the exception, or 0.
  uint32_t Run(uint32_t object, const std::string& line) {
    const Object& self = objects_.at(object);
    try {
      PrintOrThrow(log_, self.name, line, self.bad);
    } catch (const ValueError& error) {
      exceptions_[++last_] = error.what();
      return last_;
    }
    return 0;
  }

  Log& log_;
  uint32_t last_ = 0;
  std::map<uint32_t, Object> objects_;
  std::map<uint32_t, std::string> exceptions_;
};

template <class F>
void Catching(Log& log, F&& f) {
  try {
    f();
  } catch (const ValueError& error) {
    log.push_back(std::string("Catching ValueError: ") + error.what());
  } catch (const ForeignException& error) {
    log.push_back(std::string("Catching ValueError: ") + error.what());
  }
}

TEST_CASE("the exception chapters with instruments of two languages in one list", "[api][hooks]") {
  auto golden = nlohmann::json::parse(ReadGolden("tutorials/instrument.hooks.json"));
  IRModule module = tutorials::UsePassInfra();
  static constexpr const char* kBadNames[] = {"PassBadEnterCtx", "PassBadExitCtx",
                                              "PassBadShouldRun", "PassBadRunBefore",
                                              "PassBadRunAfter"};
  for (int bad = 0; bad < 5; ++bad) {
    for (int foreign = 0; foreign < 8; ++foreign) {
      std::string key = kHooks[bad];
      INFO(key << ", foreign " << foreign);
      Log log;
      OtherLanguage language(log);
      ContextStack stack;
      ContextStack::Scope scope(stack);
      auto instruments = [&] {
        std::vector<InstrumentPtr> list;
        for (int i = 0; i < 3; ++i) {
          std::string name = i == 1 ? kBadNames[bad] : "PassFine_" + std::to_string(i / 2);
          std::string hook = i == 1 ? key : "";
          list.push_back((foreign >> i & 1) ? language.Make(name, hook)
                                            : std::make_shared<Native>(log, name, hook));
        }
        return list;
      };
      auto expect = [&](const std::string& part) {
        INFO(part);
        CHECK(log == golden.at(key + part).get<Log>());
        log.clear();
      };
      PassContextPtr context = PassContext::Create({.instruments = instruments()});
      Catching(log, [&] {
        context->Enter();
        try {
          CreatePass("InferType")(module);
        } catch (...) {
          context->Exit();
          throw;
        }
        context->Exit();
      });
      expect(".with");
      Catching(log, [&] { context->OverrideInstruments({}); });
      expect(".override_after");
      PassContextPtr current = PassContext::Current();
      Catching(log, [&] { current->OverrideInstruments(instruments()); });
      expect(".current.override");
      Catching(log, [&] { CreatePass("InferType")(module); });
      expect(".current.run");
      Catching(log, [&] { current->OverrideInstruments({}); });
      expect(".current.clear");
      CHECK(language.objects() == 0);
      CHECK(language.exceptions() == 0);
    }
  }
}

TEST_CASE("instruments of another language hear of a pass that failed", "[api][hooks]") {
  Log log;
  OtherLanguage language(log);
  language.log_failed = true;
  Pass bad = CreateModulePass(
      [](const IRModule&, PassContext&) -> IRModule { throw ValueError("broken"); },
      {0, "Bad", {}, false});
  {
    PassContextScope scope(PassContext::Create(
        {.instruments = {language.Make("A", ""), language.Make("B", "run_after_failed broken")}}));
    log.clear();
    // An exception of this hook itself is dropped.
    CHECK_THROWS_AS(bad(tutorials::UsePassInfra()), ValueError);
    CHECK(language.exceptions() == 0);
    CHECK(log == Log{"A should_run", "B should_run", "A run_before_pass", "B run_before_pass",
                     "B bad run_after_failed broken!!!", "A run_after_failed broken"});
  }
  // Only instruments whose run_before_pass succeeded.
  PassContextScope scope(PassContext::Create(
      {.instruments = {language.Make("A", ""), language.Make("B", "run_before_pass"),
                       language.Make("C", "")}}));
  log.clear();
  CHECK_THROWS_AS(bad(tutorials::UsePassInfra()), ForeignException);
  CHECK(log == Log{"A should_run", "B should_run", "C should_run", "A run_before_pass",
                   "B bad run_before_pass!!!", "A run_after_failed B bad run_before_pass"});
}

TEST_CASE("built-in instruments write to another language", "[api][print]") {
  Log log;
  OtherLanguage language(log);
  {
    PassContextScope scope(PassContext::Create(
        {.instruments = {CreateInstrument("PrintAfterAll", {}, language.Sink("console")),
                         CreateInstrument("DumpIR", {}, language.Sink("files"))}}));
    CreatePass("InferType")(tutorials::UsePassInfra());
    REQUIRE(log.size() == 2);
    CHECK(log[0].rfind("console write After Running Pass: InferType\n#[version", 0) == 0);
    CHECK(log[1].rfind("files write #[version", 0) == 0);
    CHECK(language.objects() == 2);
  }
  CHECK(language.objects() == 0);
}

}  // namespace
}  // namespace passcope
