// Delta debugging over programs.
#include "checking/reduce.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "analysis/count_ops.h"
#include "analysis/well_formed.h"
#include "checking/edits.h"
#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "diagnostics/message_record.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "op/op.h"

namespace passcope {
namespace {

using Step = ReduceProgress::Step;
using Outcome = ReduceResult::Outcome;
using Clock = std::chrono::steady_clock;

class Reduction {
 public:
  Reduction(const IRModule& program, const ReduciblePipeline& pipeline, ProgramTest* test,
            const ReduceOptions& options)
      : pipeline_(pipeline), test_(test), options_(options) {
    result_.module = Typed(program);
    result_.kept.assign(pipeline.passes, true);
    result_.calls_before = CountCalls(program);
  }

  ReduceResult Run() {
    tried_[StructuralHash(result_.module)].push_back(result_.module);
    if (!Fails(result_.module, result_.kept)) {
      result_.outcome = Outcome::kNotFailing;
    } else {
      for (bool again = true; again && !Exhausted();) {
        int64_t accepted = result_.accepted;
        ReducePasses();
        ReduceResultOfMain();
        ReduceCalls();
        ReduceInputs();
        ReduceSizes();
        ReduceAttributes();
        again = result_.accepted != accepted;
      }
      if (Exhausted()) result_.outcome = Outcome::kStopped;
    }
    result_.calls_after = CountCalls(result_.module);
    result_.sentence = Sentence();
    return std::move(result_);
  }

 private:
  // --- trying ---

  bool Exhausted() const {
    if (options_.max_candidates > 0 && result_.candidates >= options_.max_candidates) return true;
    if (options_.max_seconds <= 0) return false;
    return std::chrono::duration<double>(Clock::now() - start_).count() >= options_.max_seconds;
  }

  bool Fails(const IRModule& module, const std::vector<bool>& kept) {
    ++result_.candidates;
    if (options_.progress) {
      options_.progress({step_, result_.candidates, result_.accepted, CountCalls(result_.module)});
    }
    return test_->Try(module, RunPipeline(pipeline_.with(kept), module, {})) == TestOutcome::kBad;
  }

  // Accepts the candidate if it is well-typed and the test still fails.
  bool TryModule(IRModule module) {
    if (!module || Exhausted()) return false;
    try {
      module = Typed(module);
    } catch (const DiagnosticError&) {
      return false;
    }
    if (!FindIllFormed(module).empty()) return false;
    module = WithoutUnused(module);
    std::vector<IRModule>& alike = tried_[StructuralHash(module)];
    for (const IRModule& other : alike) {
      if (StructuralEqual(module, other)) return false;
    }
    alike.push_back(module);
    if (!Fails(module, result_.kept)) return false;
    ++result_.accepted;
    result_.module = module;
    return true;
  }

  // Applies `edit` to chunks of `items`, from half of them down to single ones. An accepted chunk
  // changes the program, so the items are listed again.
  template <class Item>
  void Chunks(const std::function<std::vector<Item>(const IRModule&)>& items_of,
              const std::function<IRModule(const IRModule&, std::span<const Item>)>& edit) {
    std::vector<Item> items = items_of(result_.module);
    for (size_t chunk = std::max<size_t>(items.size(), 1); chunk > 0; chunk /= 2) {
      // From the end: removing later items can make earlier ones unused.
      size_t end = items.size();
      while (end > 0 && !Exhausted()) {
        size_t begin = end > chunk ? end - chunk : 0;
        std::span<const Item> some = std::span<const Item>(items).subspan(begin, end - begin);
        if (TryModule(edit(result_.module, some))) {
          items = items_of(result_.module);
          end = std::min(begin, items.size());
        } else {
          end = begin;
        }
      }
    }
  }

  // --- the steps ---

  void ReducePasses() {
    step_ = Step::kPasses;
    for (size_t chunk = std::max<size_t>(pipeline_.passes / 2, 1); chunk > 0; chunk /= 2) {
      for (size_t end = pipeline_.passes; end > 0 && !Exhausted();) {
        size_t begin = end > chunk ? end - chunk : 0;
        std::vector<bool> kept = result_.kept;
        std::fill(kept.begin() + static_cast<int64_t>(begin),
                  kept.begin() + static_cast<int64_t>(end), false);
        if (kept != result_.kept && Fails(result_.module, kept)) {
          ++result_.accepted;
          result_.kept = std::move(kept);
          tried_.clear();
        }
        end = begin;
      }
    }
  }

  // Removes outputs, then replaces outputs by their inputs.
  void ReduceResultOfMain() {
    step_ = Step::kResult;
    Chunks<int>([](const IRModule& module) { return edits::Outputs(module); },
                [](const IRModule& module, std::span<const int> outputs) {
                  return edits::WithoutOutputs(module, outputs);
                });
    // Finds the shortest prefix of the program that still fails, by halving. This assumes that all
    // longer prefixes fail if a shorter one does.
    const IRModule whole = result_.module;
    std::vector<Expr> parts = edits::Parts(whole);
    size_t low = 0, high = parts.size();
    while (low < high && !Exhausted()) {
      size_t middle = low + (high - low) / 2;
      if (TryModule(edits::WithResult(whole, parts[middle]))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    for (bool again = true; again;) {
      again = false;
      for (const Expr& part : edits::PartsOfResult(result_.module)) {
        if (!TryModule(edits::WithResult(result_.module, part))) continue;
        again = true;
        break;
      }
    }
  }

  void ReduceCalls() {
    step_ = Step::kCalls;
    for (edits::By by : {edits::By::kArgument, edits::By::kInput, edits::By::kConstant}) {
      Chunks<const ExprNode*>(
          [by](const IRModule& module) { return edits::Replaceable(module, by); },
          [by](const IRModule& module, std::span<const ExprNode* const> nodes) {
            return edits::Replace(module, nodes, by);
          });
    }
  }

  void ReduceInputs() {
    step_ = Step::kInputs;
    Chunks<edits::Pair>([](const IRModule& module) { return edits::LikeInputs(module); },
                        [](const IRModule& module, std::span<const edits::Pair> pairs) {
                          return edits::Unite(module, pairs);
                        });
  }

  void ReduceSizes() {
    step_ = Step::kSizes;
    for (int64_t size : edits::Sizes(result_.module)) {
      for (int64_t smaller : {int64_t{1}, int64_t{2}, size / 2}) {
        if (smaller >= size || smaller < 1) continue;
        if (TryModule(edits::Resize(result_.module, size, smaller))) break;
      }
    }
  }

  void ReduceAttributes() {
    step_ = Step::kAttributes;
    Chunks<edits::Attribute>(
        [](const IRModule& module) { return edits::Attributes(module); },
        [](const IRModule& module, std::span<const edits::Attribute> attributes) {
          return edits::WithDefaults(module, attributes);
        });
  }

  Message Sentence() const {
    auto kept = std::count(result_.kept.begin(), result_.kept.end(), true);
    switch (result_.outcome) {
      case Outcome::kNotFailing:
        return MSG(kReduceTestDoesNotFail, "the test does not fail on this program");
      case Outcome::kStopped:
        return MSG(kReductionStopped,
                   "stopped at {after} of {before} calls and {kept} of {passes} passes",
                   result_.calls_after, result_.calls_before, kept, result_.kept.size());
      case Outcome::kReduced:
        break;
    }
    return MSG(kReductionFinished,
               "{after} of {before} calls and {kept} of {passes} passes are left",
               result_.calls_after, result_.calls_before, kept, result_.kept.size());
  }

  const ReduciblePipeline& pipeline_;
  ProgramTest* test_;
  const ReduceOptions& options_;
  ReduceResult result_;
  Step step_ = Step::kPasses;
  // Programs by hash, for the passes that are currently kept.
  std::map<uint64_t, std::vector<IRModule>> tried_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

ReduceResult Reduce(const IRModule& program, const ReduciblePipeline& pipeline, ProgramTest* test,
                    const ReduceOptions& options) {
  return Reduction(program, pipeline, test, options).Run();
}

int64_t CountCalls(const IRModule& module) {
  int64_t calls = 0;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function,
                   [&](const ExprNode* node) { calls += As<CallNode>(node) != nullptr; });
  }
  return calls;
}

std::span<const char* const> LiteralsOf(ReduceProgress::Step) {
  static constexpr const char* kSteps[] = {"passes", "result", "calls",
                                           "inputs", "sizes",  "attributes"};
  return kSteps;
}

std::span<const char* const> LiteralsOf(ReduceResult::Outcome) {
  static constexpr const char* kOutcomes[] = {"reduced", "stopped", "not-failing"};
  return kOutcomes;
}

template <>
const RecordSchema& SchemaOf<ReduceProgress>() {
  using P = ReduceProgress;
  static constexpr RecordField kFields[] = {
      Member<&P::step>("step", "What is being reduced."),
      Member<&P::candidates>("candidates", "The number of programs and pipelines that were tried."),
      Member<&P::accepted>("accepted",
                           "The number of candidates that were smaller and still failed the test."),
      Member<&P::calls>("calls", "The number of calls in the smallest program so far."),
  };
  static constexpr RecordSchema schema = {"ReduceProgress", "The progress of a reduction.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ReduceResult>() {
  using R = ReduceResult;
  static constexpr RecordField kFields[] = {
      Member<&R::outcome>("outcome",
                          "Whether nothing more can be reduced, the limits stopped it, or the test "
                          "does not fail on the program."),
      Member<&R::sentence>("sentence", "The outcome in words."),
      Member<&R::kept>("kept", "Whether each pass of the pipeline is needed."),
      Member<&R::calls_before>("callsBefore", "The number of calls in the original program."),
      Member<&R::calls_after>("callsAfter", "The number of remaining calls."),
      Member<&R::candidates>("candidates", "The number of programs and pipelines that were tried."),
      Member<&R::accepted>("accepted",
                           "The number of candidates that were smaller and still failed the test."),
  };
  static constexpr RecordSchema schema = {"ReduceResult", "The result of a reduction.", kFields};
  return schema;
}

}  // namespace passcope
