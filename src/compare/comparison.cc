#include "compare/comparison.h"

#include <algorithm>

#include "analysis/count_ops.h"
#include "checking/inputs.h"
#include "compare/pass_times.h"
#include "compare/result_facts.h"
#include "diagnostics/diagnostic.h"
#include "executor/executor.h"
#include "instrument/remarks.h"
#include "pass/pass_context.h"
#include "runtime/evaluator.h"
#include "support/check.h"
#include "support/clock.h"
#include "support/sorting.h"
#include "text/program_diff.h"
#include "transforms/bind_params.h"

namespace passcope {
namespace {

// A repetition is the mean of so many runs that they take at least this time, in microseconds,
// since clocks can be coarse. kMostRuns is the upper limit.
constexpr double kRoundMicroseconds = 5000;
constexpr int64_t kMostRuns = 1000;
// Results are run in turns if all of them fit into this many bytes together.
constexpr double kTogetherBytes = 1024.0 * 1024 * 1024;

constexpr const char* kMain = "main";

// Requires at least 1, and at most `most` where it is given.
void Expect(const char* option, int64_t value, std::optional<int64_t> most = std::nullopt) {
  if (value >= 1 && value <= most.value_or(value)) return;
  throw DiagnosticError(
      DiagKind::kUsage,
      most ? MSG(kOptionOutOfRange, "the option '{option}' must be 1 to {limit}, not {value}",
                 option, *most, value)
           : MSG(kOptionBelowOne, "the option '{option}' must be at least 1, not {value}", option,
                 value));
}

double Median(std::vector<double> values) {
  SortItems(&values);
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The message of a failure that a pass or a program causes.
template <class F>
std::optional<Message> FailureOf(F&& work) {
  try {
    work();
    return std::nullopt;
  } catch (const DiagnosticError& error) {
    return error.diagnostics().front().message;
  } catch (const InternalError&) {
    throw;
  } catch (const std::exception& error) {
    return Say("{error}", error.what());
  }
}

ValueCheckOptions CheckOptionsOf(const CompareOptions& options) {
  ValueCheckOptions check;
  check.seed = options.seed;
  check.rtol = options.rtol;
  check.atol = options.atol;
  check.dynamic_size = options.dynamic_size;
  return check;
}

CompareRemarks CountRemarks(const RemarksInstrument& instrument) {
  CompareRemarks counts;
  for (const RemarksInstrument::Entry& entry : instrument.remarks()) {
    switch (entry.type) {
      case RemarkType::kPassed:
        ++counts.passed;
        break;
      case RemarkType::kMissed:
        ++counts.missed;
        break;
      case RemarkType::kAnalysis:
        ++counts.analysis;
        break;
    }
    auto kind = std::find_if(counts.kinds.begin(), counts.kinds.end(), [&](const auto& item) {
      return item.type == entry.type && item.pass == entry.pass && item.name == entry.name;
    });
    if (kind == counts.kinds.end()) {
      kind = counts.kinds.insert(kind, {entry.type, entry.pass, entry.name, 0});
    }
    ++kind->count;
  }
  return counts;
}

}  // namespace

struct Comparison::State {
  IRModule result;
  Origins origins;
  // By repetition, then by pass, in the order of `figures`.
  std::vector<std::vector<double>> own;
  // The index of the first variant with the same program and the same parameter values.
  size_t group = 0;
  IRModule ready;  // The result in the form that is run.
  double run_bytes = 0;
  std::unique_ptr<GraphExecutor> executor;
  std::vector<Value> inputs;
  int64_t runs = 1;
  std::vector<double> seconds;
};

Comparison::Comparison(std::vector<CompareVariant> variants, CompareOptions options)
    : options_(options),
      variants_(std::move(variants)),
      states_(variants_.size()),
      checker_(CheckOptionsOf(options)) {
  if (variants_.empty())
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kComparisonEmpty, "a comparison needs at least one variant"));
  Expect("repeat", options_.repeat, 1000);
  Expect("dynamic_size", options_.dynamic_size);
  for (size_t i = 0; i < variants_.size(); ++i) {
    figures_.emplace_back().name = variants_[i].name;
    states_[i].group = i;
    states_[i].origins.program = static_cast<int64_t>(i);
    for (size_t k = i; k-- > 0;) {
      if (variants_[k].name == variants_[i].name) {
        throw DiagnosticError(DiagKind::kUsage,
                              MSG(kVariantNameRepeated,
                                  "variants must have different names, but two are called '{name}'",
                                  variants_[i].name));
      }
      if (StructuralEqual(variants_[k].program, variants_[i].program)) states_[i].group = k;
      if (variants_[k].program == variants_[i].program) {
        states_[i].origins.program = static_cast<int64_t>(k);
      }
    }
  }
  for (int64_t round = -1; round < options_.repeat; ++round) {
    for (size_t i = 0; i < variants_.size(); ++i) {
      pieces_.push_back({CompareProgress::Step::kPasses, i, round});
    }
  }
  for (size_t i = 0; i < variants_.size(); ++i) {
    pieces_.push_back({CompareProgress::Step::kResult, i, 0});
  }
  if (!options_.run) return;
  for (size_t i = 0; i < variants_.size(); ++i) {
    pieces_.push_back({CompareProgress::Step::kValues, i, 0});
  }
}

Comparison::~Comparison() = default;

// Runs come last. Their order depends on the results.
void Comparison::AddRuns() {
  double bytes = 0;
  for (const State& state : states_) bytes += state.run_bytes;
  auto add = [this](size_t variant, int64_t round) {
    pieces_.push_back({CompareProgress::Step::kRun, variant, round});
  };
  if (bytes <= kTogetherBytes) {
    for (int64_t round = -1; round < options_.repeat; ++round) {
      for (size_t i = 0; i < variants_.size(); ++i) add(i, round);
    }
  } else {
    for (size_t i = 0; i < variants_.size(); ++i) {
      for (int64_t round = -1; round < options_.repeat; ++round) add(i, round);
    }
  }
}

bool Comparison::Advance() {
  if (next_ == pieces_.size()) return false;
  const Piece piece = pieces_[next_++];
  switch (piece.step) {
    case CompareProgress::Step::kPasses:
      if (figures_[piece.variant].failure) break;
      if (piece.round < 0) {
        Observe(piece.variant);
      } else {
        Time(piece.variant);
      }
      break;
    case CompareProgress::Step::kResult:
      Look(piece.variant);
      break;
    case CompareProgress::Step::kValues:
      Check(piece.variant);
      break;
    case CompareProgress::Step::kRun:
      Run(piece.variant, piece.round);
      break;
  }
  if (options_.run && next_ == pieces_.size() && piece.step == CompareProgress::Step::kValues) {
    AddRuns();
  }
  return next_ < pieces_.size();
}

CompareProgress Comparison::progress() const {
  CompareProgress progress;
  const size_t last = pieces_.size() - 1;
  const Piece& piece = pieces_[std::min(next_, last)];
  progress.step = piece.step;
  progress.variant = variants_[piece.variant].name;
  progress.done = static_cast<int64_t>(next_);
  progress.total = static_cast<int64_t>(pieces_.size());
  if (options_.run && pieces_[last].step != CompareProgress::Step::kRun) {
    progress.total += static_cast<int64_t>(variants_.size()) * (options_.repeat + 1);
  }
  return progress;
}

const IRModule& Comparison::result(size_t variant) const { return states_[variant].result; }

// The first run collects remarks and lineage. It also fills caches for later runs.
void Comparison::Observe(size_t index) {
  const CompareVariant& variant = variants_[index];
  VariantFigures& figures = figures_[index];
  auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{});
  RunLineage lineage(variant.program);
  State& state = states_[index];
  figures.failure = FailureOf([&] {
    state.result = variant.pipeline(variant.program, {remarks, lineage.watcher()});
    state.origins.of = lineage.Of(state.result);
  });
  figures.remarks = CountRemarks(*remarks);
}

void Comparison::Time(size_t index) {
  const CompareVariant& variant = variants_[index];
  State& state = states_[index];
  VariantFigures& figures = figures_[index];
  auto times = std::make_shared<PassTimes>();
  const double begin = NowMicroseconds();
  int64_t runs = 0;
  figures.failure = FailureOf([&] {
    do {
      variant.pipeline(variant.program, {times});
      ++runs;
    } while (runs < kMostRuns && NowMicroseconds() - begin < kRoundMicroseconds);
  });
  if (figures.failure) return;
  const auto count = static_cast<double>(runs);
  std::vector<double> own(figures.passes.size());
  double sum = 0;
  for (const ComparePass& pass : times->passes()) {
    auto known = std::find_if(figures.passes.begin(), figures.passes.end(),
                              [&](const ComparePass& item) { return item.name == pass.name; });
    const auto place = static_cast<size_t>(known - figures.passes.begin());
    if (known == figures.passes.end()) {
      figures.passes.push_back({pass.name, pass.runs / runs, 0});
      own.push_back(0);
    }
    own[place] = pass.own / count;
    sum += own[place];
  }
  figures.durations.push_back(sum);
  state.own.push_back(std::move(own));
  figures.duration = Median(figures.durations);
  for (size_t i = 0; i < figures.passes.size(); ++i) {
    std::vector<double> values;
    for (const std::vector<double>& round : state.own) {
      values.push_back(i < round.size() ? round[i] : 0);
    }
    figures.passes[i].own = Median(std::move(values));
  }
}

// Collects the properties of the result and its estimated cost.
void Comparison::Look(size_t index) {
  const ParamMap& params = variants_[index].params;
  State& state = states_[index];
  VariantFigures& figures = figures_[index];
  if (!state.result) return;
  figures.ops = CountOps(state.result);
  figures.failure = FailureOf([&] { figures.size = SizeOfResult(state.result, params); });
  if (index > 0 && states_[0].result) {
    figures.same_result = StructuralEqual(states_[0].result, state.result);
  }
  figures.run_failure = FailureOf([&] {
    state.ready = ReadyToRun(state.result, params);
    figures.effects = EffectsOf(state.ready);
  });
  if (!figures.effects) return;
  const ModuleEffects& effects = *figures.effects;
  state.run_bytes = static_cast<double>(effects.weight_bytes + effects.packed_bytes.value_or(0) +
                                        effects.peak_bytes.value_or(0));
}

void Comparison::Check(size_t index) {
  const State& state = states_[index];
  VariantFigures& figures = figures_[index];
  if (!state.ready) return;
  size_t group = state.group;
  PassValues values = variants_[index].values;
  const bool with_program = group == index || !states_[group].ready;
  std::optional<Message> failure = FailureOf([&] {
    IRModule reference = states_[group].ready;
    if (with_program) {
      reference = ReadyToRun(variants_[index].program, variants_[index].params);
    } else {
      figures.against = variants_[group].name;
      // Two variants that compute something else than the program can still compute the same.
      if (!figures.same_result.value_or(false)) values = std::max(values, variants_[group].values);
    }
    figures.values = checker_.Check(reference, state.ready, values);
  });
  if (!failure) return;
  // The original program cannot be typed.
  figures.values.emplace();
  figures.values->outcome = ValueCheck::Outcome::kNotChecked;
  figures.values->reason = std::move(failure);
}

void Comparison::Run(size_t index, int64_t round) {
  State& state = states_[index];
  VariantFigures& figures = figures_[index];
  if (!state.ready || figures.run_failure) return;
  const bool graph = figures.effects->executor == ExecutorKind::kGraph;
  auto run = [&] {
    if (graph) {
      state.executor->Run();
    } else {
      Evaluate(state.ready, kMain, state.inputs);
    }
  };
  figures.run_failure = FailureOf([&] {
    if (round < 0) {
      InputOptions options;
      options.seed = static_cast<uint64_t>(options_.seed);
      options.dynamic_size = options_.dynamic_size;
      state.inputs = MakeInputs(state.ready, kMain, options);
      if (graph) {
        state.executor = std::make_unique<GraphExecutor>(state.ready);
        std::vector<NDArray> tensors;
        for (const Value& input : state.inputs) FlattenValue(input, tensors);
        for (size_t i = 0; i < tensors.size(); ++i) state.executor->SetInput(i, tensors[i]);
      }
      // The first run packs weights. The next ones find the number of runs in a repetition.
      run();
      const double begin = NowMicroseconds();
      do {
        run();
        ++state.runs;
      } while (state.runs < kMostRuns && NowMicroseconds() - begin < kRoundMicroseconds);
      --state.runs;
      return;
    }
    const double begin = NowMicroseconds();
    for (int64_t i = 0; i < state.runs; ++i) run();
    state.seconds.push_back((NowMicroseconds() - begin) / 1e6 / static_cast<double>(state.runs));
    CompareRun told;
    told.executor = figures.effects->executor;
    told.median = Median(state.seconds);
    told.min = *std::min_element(state.seconds.begin(), state.seconds.end());
    told.max = *std::max_element(state.seconds.begin(), state.seconds.end());
    told.repeat = static_cast<int64_t>(state.seconds.size());
    told.number = state.runs;
    figures.run = told;
  });
  if (round + 1 < options_.repeat && !figures.run_failure) return;
  state.executor.reset();
  state.inputs.clear();
}

std::string Comparison::Diff(size_t before, size_t after) const {
  const State &from = states_[before], &to = states_[after];
  if (!from.result || !to.result) return {};
  RelatedLines known;
  if (from.origins.program == to.origins.program) known = Relate(from.origins.of, to.origins.of);
  return ProgramDiff(from.result, to.result, known);
}

const Comparison::Origins& Comparison::origins(size_t variant) const {
  return states_[variant].origins;
}

}  // namespace passcope
