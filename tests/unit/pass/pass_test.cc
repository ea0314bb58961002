// Contexts, Sequential, the order of the hooks, and hooks that throw.
#include "pass/pass.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "diagnostics/diagnostic.h"
#include "models/tutorials.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/golden.h"

namespace passcope {
namespace {

using Log = std::vector<std::string>;

// A user's exception. The catcher must get an unchanged copy of this object.
struct ValueError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The tutorial's instrument, which prints each hook and can throw in one of them.
class Printer : public PassInstrument {
 public:
  Printer(std::string name, Log& log, std::string bad = {})
      : name_(std::move(name)), log_(log), bad_(std::move(bad)) {}
  const std::string& name() const override { return name_; }
  void EnterPassContext() override { Hook("enter_pass_ctx"); }
  void ExitPassContext() override { Hook("exit_pass_ctx"); }
  bool ShouldRun(const IRModule&, const PassInfo&) override {
    Hook("should_run");
    return true;
  }
  void RunBeforePass(const IRModule&, const PassInfo&) override { Hook("run_before_pass"); }
  void RunAfterPass(const IRModule&, const PassInfo&) override { Hook("run_after_pass"); }

 private:
  void Hook(const std::string& hook) {
    if (hook == bad_) {
      log_.push_back(name_ + " bad " + hook + "!!!");
      throw ValueError(name_ + " bad " + hook);
    }
    log_.push_back(name_ + " " + hook);
  }
  std::string name_;
  Log& log_;
  std::string bad_;
};

template <class F>
void Catching(Log& log, F&& f) {
  try {
    f();
  } catch (const ValueError& error) {
    log.push_back(std::string("Catching ValueError: ") + error.what());
  }
}

TEST_CASE("the tutorial's exception chapters, line by line", "[pass][hooks]") {
  auto golden = nlohmann::json::parse(ReadGolden("tutorials/instrument.hooks.json"));
  IRModule module = tutorials::UsePassInfra();
  static constexpr struct {
    const char* hook;
    const char* name;
  } kBad[] = {{"enter_pass_ctx", "PassBadEnterCtx"},
              {"exit_pass_ctx", "PassBadExitCtx"},
              {"should_run", "PassBadShouldRun"},
              {"run_before_pass", "PassBadRunBefore"},
              {"run_after_pass", "PassBadRunAfter"}};
  for (const auto& bad : kBad) {
    INFO(bad.hook);
    std::string key = bad.hook;
    ContextStack stack;
    ContextStack::Scope scope(stack);
    Log log;
    auto instruments = [&] {
      return std::vector<InstrumentPtr>{std::make_shared<Printer>("PassFine_0", log),
                                        std::make_shared<Printer>(bad.name, log, bad.hook),
                                        std::make_shared<Printer>("PassFine_1", log)};
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
    CHECK(stack.entered().empty());

    PassContextPtr current = PassContext::Current();
    Catching(log, [&] { current->OverrideInstruments(instruments()); });
    expect(".current.override");
    Catching(log, [&] { CreatePass("InferType")(module); });
    expect(".current.run");
    Catching(log, [&] { current->OverrideInstruments({}); });
    expect(".current.clear");
  }
}

class Veto : public PassInstrument {
 public:
  Veto(Log& log, std::string vetoed) : log_(log), vetoed_(std::move(vetoed)) {}
  const std::string& name() const override { return vetoed_; }
  void EnterPassContext() override { log_.push_back("B enter_pass_ctx"); }
  void ExitPassContext() override { log_.push_back("B exit_pass_ctx"); }
  bool ShouldRun(const IRModule&, const PassInfo& info) override {
    log_.push_back("B should_run " + info.name);
    return info.name != vetoed_;
  }
  void RunBeforePass(const IRModule&, const PassInfo&) override {
    log_.push_back("B run_before_pass");
  }
  void RunAfterPass(const IRModule&, const PassInfo&) override {
    log_.push_back("B run_after_pass");
  }

 private:
  Log& log_;
  std::string vetoed_;
};

TEST_CASE("a veto skips a pass, and a required pass is not asked about", "[pass][hooks]") {
  auto golden = nlohmann::json::parse(ReadGolden("tutorials/instrument.hooks.json"));
  IRModule module = InferTypes(tutorials::UsePassInfra());
  for (bool required : {false, true}) {
    ContextStack stack;
    ContextStack::Scope scope(stack);
    Log log;
    PassContextOptions options;
    options.opt_level = 3;
    if (required) options.required_pass = {"FoldConstant"};
    options.instruments = {std::make_shared<Printer>("A", log),
                           std::make_shared<Veto>(log, "FoldConstant")};
    PassContextScope context(PassContext::Create(std::move(options)));
    CreatePass("FoldScaleAxis")(module);
    context.Leave();
    CHECK(log == golden.at(required ? "skip.required" : "skip.fold_scale_axis").get<Log>());
  }
}

TEST_CASE("Sequential decides by opt level, required and disabled", "[pass]") {
  std::vector<std::string> ran;
  auto pass = [&](std::string name, int level, std::vector<std::string> required = {}) {
    return CreateModulePass(
        [&ran, name](const IRModule& module, PassContext&) {
          ran.push_back(name);
          return module;
        },
        {level, name, std::move(required), false});
  };
  Pass all = Sequential({pass("zero", 0), pass("two", 2), pass("three", 3)});
  IRModule module = tutorials::UsePassInfra();
  auto run = [&](PassContextOptions options) {
    ran.clear();
    PassContextScope scope(PassContext::Create(std::move(options)));
    all(module);
    return ran;
  };
  CHECK(run({}) == Log{"zero", "two"});
  CHECK(run({.opt_level = 3}) == Log{"zero", "two", "three"});
  CHECK(run({.opt_level = 0}) == Log{"zero"});
  CHECK(run({.opt_level = 0, .required_pass = {"three"}}) == Log{"zero", "three"});
  CHECK(run({.disabled_pass = {"two"}}) == Log{"zero"});
  // Disabled has priority over required.
  CHECK(run({.required_pass = {"two"}, .disabled_pass = {"two"}}) == Log{"zero"});
  // Outside of a Sequential, the context's lists and level do not matter.
  ran.clear();
  pass("five", 5)(module);
  CHECK(ran == Log{"five"});
}

TEST_CASE("both names of a pass rule it: TVM's Python's and its PassInfo's", "[pass][table]") {
  auto enabled = [](const char* pass, PassContextOptions options) {
    return PassContext::Create(std::move(options))->PassEnabled(TableInfo(pass));
  };
  for (const PassRow& row : PassTable()) {
    if (!row.info_name) continue;
    INFO(row.name);
    CHECK(FindPass(row.info_name) == &row);
    CHECK(CreatePass(row.info_name).info().name == row.info_name);
    for (std::string name : {row.name, row.info_name}) {
      CHECK_FALSE(enabled(row.name, {.opt_level = 4, .disabled_pass = {name}}));
      CHECK(enabled(row.name, {.opt_level = 0, .required_pass = {name}}));
    }
  }
  // A user's pass with the Python name of a pass is a different pass.
  PassInfo own = {0, "Inline", {}, false};
  CHECK(IsPassNamed(own, "Inline"));
  CHECK_FALSE(IsPassNamed(own, "InlineGlobals"));
  CHECK(IsPassNamed(TableInfo("Inline"), "Inline"));
}

TEST_CASE("required and disabled passes that do not come up are told, with what is like them",
          "[pass]") {
  IRModule module = tutorials::UsePassInfra();
  PassContextPtr context = PassContext::Create({
      .required_pass = {"FoldScaleAxiss", "FuseOps", "CanonicalizeOps"},
      .disabled_pass = {"FoldConstants", "InferType", "my_pas"},
  });
  CHECK(context->UnmetNames().size() == 6);
  Pass own = CreateModulePass([](const IRModule& given, PassContext&) { return given; },
                              {0, "my_pass", {}, false});
  {
    PassContextScope scope(context);
    Sequential({CreatePass("FoldConstant")})(module);
    own(module);
  }
  std::vector<std::string> texts;
  for (const UnmetName& unmet : context->UnmetNames()) texts.push_back(unmet.Text());
  CHECK(texts == Log{
                     "no pass that came up is called 'FoldScaleAxiss', which is to be required; "
                     "did you mean FoldScaleAxis?",
                     "no pass that came up is called 'FuseOps', which is to be required",
                     "no pass that came up is called 'CanonicalizeOps', which is to be required",
                     "no pass that came up is called 'FoldConstants', which is to be disabled; did "
                     "you mean FoldConstant?",
                     "no pass that came up is called 'my_pas', which is to be disabled; did you "
                     "mean my_pass?",
                 });
}

TEST_CASE("behind a pass that failed nothing is said of names that did not come up", "[pass]") {
  PassContextPtr context = PassContext::Create({.disabled_pass = {"nothing"}});
  Pass bad =
      CreateModulePass([](const IRModule&, PassContext&) -> IRModule { throw ValueError(""); },
                       {0, "bad", {}, false});
  PassContextScope scope(context);
  CHECK(context->UnmetNames().size() == 1);
  CHECK_THROWS_AS(bad(tutorials::UsePassInfra()), ValueError);
  CHECK(context->UnmetNames().empty());
}

TEST_CASE("contexts nest, and stacks of contexts do not see each other", "[pass]") {
  ContextStack one, two;
  ContextStack::Scope scope(one);
  CHECK(PassContext::Current()->opt_level() == 2);
  PassContextScope outer(PassContext::Create({.opt_level = 3}));
  {
    PassContextScope inner(PassContext::Create({.opt_level = 1}));
    CHECK(PassContext::Current()->opt_level() == 1);
    ContextStack::Scope other(two);
    CHECK(PassContext::Current()->opt_level() == 2);
  }
  CHECK(PassContext::Current()->opt_level() == 3);
}

TEST_CASE("leaving a context out of order is a mistake, not a crash", "[pass]") {
  ContextStack stack;
  ContextStack::Scope scope(stack);
  PassContextPtr outer = PassContext::Create();
  PassContextPtr inner = PassContext::Create();
  outer->Enter();
  inner->Enter();
  CHECK_THROWS_AS(outer->Exit(), DiagnosticError);
  inner->Exit();
  outer->Exit();
  CHECK_THROWS_AS(outer->Exit(), DiagnosticError);
}

TEST_CASE("configuration keys are declared and typed", "[pass]") {
  PassContextPtr context =
      PassContext::Create({.config = {{"relay.FuseOps.max_depth", AttrValue(4)}}});
  REQUIRE(context->FindConfig("relay.FuseOps.max_depth"));
  CHECK_THROWS_AS(PassContext::Create({.config = {{"no.such.key", AttrValue(1)}}}),
                  DiagnosticError);
  CHECK_THROWS_AS(PassContext::Create({.config = {{"relay.FuseOps.max_depth", AttrValue("four")}}}),
                  DiagnosticError);
}

TEST_CASE("a mistake in the configuration lists the keys and their types", "[pass]") {
  auto message = [](const char* key, AttrValue value) -> std::string {
    try {
      PassContext::Create({.config = {{key, std::move(value)}}});
    } catch (const DiagnosticError& error) {
      CHECK(error.diagnostics()[0].kind == DiagKind::kUnknownConfig);
      return error.what();
    }
    return "accepted";
  };
  std::string unknown = message("no.such.key", 1);
  CHECK(unknown.find("unknown configuration key 'no.such.key'") != std::string::npos);
  std::string wrong = message("relay.FuseOps.max_depth", "four");
  CHECK(wrong.find("'relay.FuseOps.max_depth' takes an integer") != std::string::npos);
  CHECK(message("relay.FuseOps.link_params", "yes").find("takes a boolean") != std::string::npos);
  CHECK(message("relay.backend.tir_converter", 1).find("takes a string") != std::string::npos);
  CHECK(message("relay.backend.tir_converter", "allow_extern") == "accepted");
  CHECK(message("relay.FuseOps.link_params", 1) == "accepted");
  const char* last = "";
  for (const ConfigKey& key : PassContext::ListConfigs()) {
    CHECK(unknown.find(key.name) != std::string::npos);
    CHECK(wrong.find(key.name) != std::string::npos);
    CHECK(std::string(last) < key.name);
    last = key.name;
  }
}

TEST_CASE("the table of passes is in order, and each row makes a pass that says the same",
          "[pass][table]") {
  const std::vector<PassRow>& table = PassTable();
  for (size_t i = 0; i < table.size(); ++i) {
    const PassRow& row = table[i];
    INFO(row.name);
    if (i) CHECK(std::string(table[i - 1].name) < row.name);
    CHECK(std::string(row.summary).size() > 10);
    AttrDict options;
    for (const AttrField& option : row.options) {
      CHECK(std::string(option.doc).size() > 10);
      if (!option.required) continue;
      bool list = option.type == AttrType::kStrings || option.type == AttrType::kInts;
      AttrValue value = list ? AttrValue(AttrArray{}) : AttrValue(AttrDict{});
      if (option.type == AttrType::kDType) value = DataType::Float(32);
      options.emplace_back(option.name, std::move(value));
    }
    Pass pass = CreatePass(row.name, options);
    CHECK(pass.info().name == (row.info_name ? row.info_name : row.name));
    CHECK(pass.info().opt_level == row.opt_level);
    CHECK(pass.info().required ==
          std::vector<std::string>(row.required.begin(), row.required.end()));
    CHECK_FALSE(pass.info().traceable);
    for (const char* required : row.required) CHECK(FindPass(required));
  }
}

TEST_CASE("unknown passes and options are named with what was meant", "[pass][table]") {
  try {
    CreatePass("FoldConstnat");
    FAIL("no error");
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].kind == DiagKind::kUnknownPass);
    CHECK(std::string(error.what()).find("did you mean FoldConstant?") != std::string::npos);
  }
  CHECK_THROWS_AS(CreatePass("InferType", {{"x", AttrValue(1)}}), DiagnosticError);
  CHECK_THROWS_AS(CreatePass("ConvertLayout"), DiagnosticError);
  CHECK_THROWS_AS(CreatePass("FoldConstant", {{"fold_qnn", AttrValue("yes")}}), DiagnosticError);
}

TEST_CASE("instruments that started hear of a pass that failed, in reverse order",
          "[pass][hooks]") {
  class Listener : public PassInstrument {
   public:
    Listener(std::string name, Log& log) : name_(std::move(name)), log_(log) {}
    const std::string& name() const override { return name_; }
    void RunAfterFailed(const IRModule&, const PassInfo& info, const std::string& error) override {
      log_.push_back(name_ + " " + info.name + ": " + error);
    }

   private:
    std::string name_;
    Log& log_;
  };
  Log log;
  Pass bad = CreateModulePass(
      [](const IRModule&, PassContext&) -> IRModule { throw ValueError("broken"); },
      {0, "Bad", {}, false});
  PassContextScope scope(
      PassContext::Create({.instruments = {std::make_shared<Listener>("a", log),
                                           std::make_shared<Listener>("b", log)}}));
  CHECK_THROWS_AS(bad(tutorials::UsePassInfra()), ValueError);
  CHECK(log == Log{"b Bad: broken", "a Bad: broken"});
}

TEST_CASE("a pass that returns no module or no function is reported", "[pass]") {
  Pass nothing = CreateModulePass([](const IRModule&, PassContext&) { return IRModule(); },
                                  {0, "Nothing", {}, false});
  CHECK_THROWS_AS(nothing(tutorials::UsePassInfra()), DiagnosticError);
  Pass no_function =
      CreateFunctionPass([](const Expr&, const IRModule&,
                            PassContext&) { return ConstantScalar(1, DataType::Float(32)); },
                         {0, "NoFunction", {}, false});
  CHECK_THROWS_AS(no_function(tutorials::UsePassInfra()), DiagnosticError);
}

std::string MessageOf(const std::function<void()>& f) {
  try {
    f();
  } catch (const DiagnosticError& error) {
    return error.what();
  }
  return "no error";
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("null passes, modules and instruments are named, and the stack stays", "[pass]") {
  ContextStack stack;
  ContextStack::Scope scope(stack);
  IRModule module = tutorials::UsePassInfra();
  CHECK(Has(MessageOf([] {
              Sequential({CreatePass("InferType"), Pass()});
            }),
            "sequential: pass 1 of 2 is null"));
  CHECK(Has(MessageOf([&] { Pass()(module); }), "cannot call a null pass"));
  CHECK(Has(MessageOf([] { CreatePass("InferType")(IRModule()); }),
            "InferType needs a module, not null"));
  CHECK(Has(MessageOf([] {
              CreateModulePass({}, {0, "Empty", {}, false});
            }),
            "Empty has no function to run"));
  CHECK(Has(MessageOf([] {
              CreateFunctionPass({}, {0, "Empty", {}, false});
            }),
            "Empty has no function to run"));
  CHECK(Has(MessageOf([] { PassContext::Create({.instruments = {nullptr}}); }),
            "instrument 0 of 1 is null"));
  Log log;
  PassContextPtr context =
      PassContext::Create({.instruments = {std::make_shared<Printer>("A", log)}});
  CHECK(Has(MessageOf([&] { context->OverrideInstruments({nullptr}); }), "is null"));
  CHECK(log.empty());
  CHECK(context->instruments().size() == 1);
  CHECK(stack.entered().empty());
}

TEST_CASE("a pass that requires one that does not exist is named", "[pass]") {
  Pass pass = CreateModulePass([](const IRModule& module, PassContext&) { return module; },
                               {0, "Demanding", {"NoSuchPass"}, false});
  CHECK(Has(MessageOf([&] { Sequential({pass})(tutorials::UsePassInfra()); }),
            "Demanding requires the pass 'NoSuchPass', which does not exist"));
}

// A function with a call of add on shapes that do not match.
Expr IllTyped(const Expr& function) {
  Expr x = Var("x", TensorType(Shape{2, 3}, DataType::Float(32)));
  Expr y = Var("y", TensorType(Shape{2, 4}, DataType::Float(32)));
  Expr params[] = {x, y};
  return function ? Function(params, Call(GetOp("add"), {x, y})) : Expr();
}

TEST_CASE("who made ill-typed IR is named", "[pass]") {
  IRModule module = tutorials::UsePassInfra();
  Pass function_pass = CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return IllTyped(function); },
      {0, "BreaksFunctions", {}, false});
  CHECK(
      Has(MessageOf([&] { function_pass(module); }), "pass BreaksFunctions produced this program"));
  Pass module_pass = CreateModulePass(
      [](const IRModule& input, PassContext&) {
        return WithFunction(input, "main", IllTyped(input->Lookup("main")));
      },
      {0, "BreaksModules", {}, false});
  Pass harmless = CreateModulePass([](const IRModule& input, PassContext&) { return input; },
                                   {0, "Harmless", {}, false});
  std::string message = MessageOf([&] {
    Sequential({module_pass, harmless, CreatePass("InferType")})(module);
  });
  CHECK(Has(message, "pass BreaksModules produced this program"));
  // A pass that gets ill-typed IR is not blamed.
  Pass copy = CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) {
        return WithFunctionAttrs(As<FunctionNode>(function), nullptr);
      },
      {0, "Copy", {}, false});
  message = MessageOf([&] { copy(ModuleFromExpr(IllTyped(module->Lookup("main")))); });
  CHECK(Has(message, "error["));
  CHECK_FALSE(Has(message, "produced this program"));
}

TEST_CASE("a function pass leaves marked functions alone", "[pass]") {
  IRModule module = tutorials::UsePassInfra();
  const auto* main = module->Find("main");
  module =
      WithFunction(module, "skipped", WithFunctionAttrs(main, WithAttr({}, "SkipOptimization", 1)));
  module =
      WithFunction(module, "compiled", WithFunctionAttrs(main, WithAttr({}, "Compiler", "accel")));
  module = WithFunction(module, "elsewhere", WithFunctionAttrs(main, WithAttr({}, "Extern", 1)));
  int seen = 0;
  Pass count = CreateFunctionPass(
      [&](const Expr& function, const IRModule&, PassContext&) {
        ++seen;
        return function;
      },
      {0, "Count", {}, false});
  count(module);
  CHECK(seen == 1);
}

}  // namespace
}  // namespace passcope
