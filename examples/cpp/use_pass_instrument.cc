// The cells of TVM's tutorial "How to Use TVM Pass Instrument": timing, an instrument of one's own
// that counts operators, and what happens when a hook throws. Prints what each cell prints under a
// line "== name ==".
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "instrument/timing.h"
#include "ir/visitor.h"
#include "models/resnet.h"
#include "pass/pass.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/printer.h"
#include "transforms/bind_params.h"

using namespace passcope;

namespace {

void Cell(const std::string& name, const std::string& text) {
  std::printf("== %s ==\n%s\n", name.c_str(), text.c_str());
}

std::string Text(const IRModule& module) {
  return PrintModule(module, PrintOptions::WithoutMetaData());
}

// Counts the calls of each operator before and after every pass. Passes nest, hence the stack.
class RelayCallNodeDiffer : public PassInstrument {
 public:
  using Counts = std::map<std::string, int>;

  const std::string& name() const override { return name_; }
  void EnterPassContext() override {
    op_diff_.clear();
    before_.clear();
  }
  void RunBeforePass(const IRModule& module, const PassInfo&) override {
    before_.push_back(CountNodes(module));
  }
  void RunAfterPass(const IRModule& module, const PassInfo& info) override {
    Counts diff = CountNodes(module);
    for (const auto& [op, count] : before_.back()) diff[op] -= count;
    before_.pop_back();
    std::string items;
    for (const auto& [op, change] : diff) {
      if (change == 0) continue;
      items += (items.empty() ? "'" : ", '") + op + "': " + std::to_string(change);
    }
    // Only passes that make a difference.
    if (items.empty()) return;
    op_diff_ += "[" + std::to_string(before_.size()) + ", '" + info.name + "', {" + items + "}]\n";
  }
  const std::string& op_diff() const { return op_diff_; }

 private:
  static Counts CountNodes(const IRModule& module) {
    Counts counts;
    PostOrderVisit(module->Lookup("main"), [&](const ExprNode* node) {
      const auto* call = As<CallNode>(node);
      if (const auto* op = call ? As<OpNode>(call->op()) : nullptr) ++counts[op->name()];
    });
    return counts;
  }

  std::string name_ = "RelayCallNodeDiffer";
  std::string op_diff_;
  std::vector<Counts> before_;
};

IRModule Profile() {
  Workload workload = resnet::GetWorkload({.num_layers = 18});
  Cell("instrument.resnet18", Text(workload.module));

  auto timing = std::make_shared<PassTimingInstrument>();
  IRModule module = workload.module;
  auto run = [&] {
    module = CreatePass("FoldScaleAxis")(CreatePass("InferType")(module));
    // Before the context is left or gets other instruments: then the profile is cleared.
    return timing->Render();
  };
  {
    PassContextScope scope(PassContext::Create({.instruments = {timing}}));
    Cell("instrument.timing_profile", run());
    scope.Leave();
  }
  Cell("instrument.resnet18_after_fold_scale_axis_default", Text(module));

  // The same on the context that is current.
  PassContextPtr current = PassContext::Current();
  current->OverrideInstruments({timing});
  Cell("instrument.timing_profile.current", run());
  current->OverrideInstruments({});

  module = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), workload.params));
  Cell("instrument.resnet18_bound", Text(module));

  auto differ = std::make_shared<RelayCallNodeDiffer>();
  AttrDict layouts = {{"nn.conv2d", AttrArray{"NHWC", "HWIO"}}};
  Pass pipeline = Sequential({CreatePass("FoldConstant"),
                              CreatePass("ConvertLayout", {{"desired_layouts", layouts}}),
                              CreatePass("FoldConstant")});
  {
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {differ, timing}}));
    module = pipeline(module);
    Cell("instrument.timing_profile_layout", timing->Render());
    scope.Leave();
  }
  Cell("instrument.op_diff", differ->op_diff());
  Cell("instrument.resnet18_nhwc", Text(module));
  return module;
}

// --- exceptions in hooks ---

class ValueError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Prints its hooks, and is bad at one of them, or vetoes a pass.
class PassExample : public PassInstrument {
 public:
  PassExample(std::string name, std::string bad_hook = {}, std::string vetoed = {})
      : name_(std::move(name)), bad_hook_(std::move(bad_hook)), vetoed_(std::move(vetoed)) {}
  const std::string& name() const override { return name_; }
  void EnterPassContext() override { Hook("enter_pass_ctx"); }
  void ExitPassContext() override { Hook("exit_pass_ctx"); }
  bool ShouldRun(const IRModule&, const PassInfo& info) override {
    Hook("should_run", vetoed_.empty() ? "" : " " + info.name);
    return vetoed_.empty() || info.name != vetoed_;
  }
  void RunBeforePass(const IRModule&, const PassInfo&) override { Hook("run_before_pass"); }
  void RunAfterPass(const IRModule&, const PassInfo&) override { Hook("run_after_pass"); }

 private:
  void Hook(const std::string& hook, const std::string& more = {}) {
    if (hook == bad_hook_) {
      std::printf("%s bad %s!!!\n", name_.c_str(), hook.c_str());
      throw ValueError(name_ + " bad " + hook);
    }
    std::printf("%s %s%s\n", name_.c_str(), hook.c_str(), more.c_str());
  }
  std::string name_, bad_hook_, vetoed_;
};

template <class F>
void Catching(const std::string& cell, F&& body) {
  std::printf("== instrument.hooks.%s ==\n", cell.c_str());
  try {
    body();
  } catch (const ValueError& error) {
    std::printf("Catching ValueError: %s\n", error.what());
  }
}

void Hooks(const IRModule& module) {
  static constexpr const char* kBad[][2] = {{"enter_pass_ctx", "PassBadEnterCtx"},
                                            {"exit_pass_ctx", "PassBadExitCtx"},
                                            {"should_run", "PassBadShouldRun"},
                                            {"run_before_pass", "PassBadRunBefore"},
                                            {"run_after_pass", "PassBadRunAfter"}};
  for (const auto& [hook, name] : kBad) {
    std::string chapter = hook;
    auto instruments = [&, name = name] {
      return std::vector<InstrumentPtr>{std::make_shared<PassExample>("PassFine_0"),
                                        std::make_shared<PassExample>(name, chapter),
                                        std::make_shared<PassExample>("PassFine_1")};
    };
    PassContextPtr context = PassContext::Create({.instruments = instruments()});
    Catching(chapter + ".with", [&] {
      PassContextScope scope(context);
      CreatePass("InferType")(module);
      scope.Leave();
    });
    Catching(chapter + ".override_after", [&] { context->OverrideInstruments({}); });

    PassContextPtr current = PassContext::Current();
    Catching(chapter + ".current.override", [&] { current->OverrideInstruments(instruments()); });
    Catching(chapter + ".current.run", [&] { CreatePass("InferType")(module); });
    Catching(chapter + ".current.clear", [&] { current->OverrideInstruments({}); });
  }
  for (bool required : {false, true}) {
    Catching(required ? "skip.required" : "skip.fold_scale_axis", [&] {
      PassContextOptions options;
      options.opt_level = 3;
      // What a context requires no instrument can veto.
      if (required) options.required_pass = {"FoldConstant"};
      options.instruments = {std::make_shared<PassExample>("A"),
                             std::make_shared<PassExample>("B", "", "FoldConstant")};
      PassContextScope scope(PassContext::Create(std::move(options)));
      CreatePass("FoldScaleAxis")(module);
      scope.Leave();
    });
  }
}

}  // namespace

int main() {
  try {
    Hooks(Profile());
    return 0;
  } catch (const std::exception& error) {
    // A DiagnosticError's text says what was wrong with the program or the pipeline.
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
