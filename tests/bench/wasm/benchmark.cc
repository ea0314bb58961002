// Measures the registered cases. The number of iterations grows until a run is long enough.

#include "benchmark/benchmark.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace benchmark {
namespace {

struct Options {
  std::string filter;
  double min_seconds = 0.5;
};

Options& GlobalOptions() {
  static Options options;
  return options;
}

std::vector<std::unique_ptr<internal::Benchmark>>& Cases() {
  static std::vector<std::unique_ptr<internal::Benchmark>> cases;
  return cases;
}

double NowNs() { return emscripten_get_now() * 1e6; }

// Escapes a text for a JSON string.
std::string Escape(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result;
}

std::string Measure(const internal::Benchmark& benchmark, const std::vector<int64_t>& args) {
  std::string name = benchmark.name();
  for (int64_t arg : args) name += fmt::format("/{}", arg);
  const double min_seconds =
      benchmark.min_seconds() > 0 ? benchmark.min_seconds() : GlobalOptions().min_seconds;

  int64_t iterations = std::max<int64_t>(benchmark.fixed_iterations(), 1);
  while (true) {
    State state(args, iterations);
    benchmark.function()(state);
    if (!state.error().empty()) {
      return fmt::format(R"({{"name": "{}", "error_occurred": true, "error_message": "{}"}})",
                         Escape(name), Escape(state.error()));
    }
    const double seconds = state.elapsed_ns() * 1e-9;
    if (benchmark.fixed_iterations() == 0 && seconds < min_seconds && iterations < 1'000'000'000) {
      // Aims a little above the wanted time. It grows at most tenfold, since short runs are noisy.
      const double factor = seconds > 0 ? 1.4 * min_seconds / seconds : 10.0;
      iterations =
          static_cast<int64_t>(static_cast<double>(iterations) * std::clamp(factor, 1.5, 10.0)) + 1;
      continue;
    }
    std::string line = fmt::format(
        R"({{"name": "{}", "run_type": "iteration", "iterations": {}, "real_time": {}, )"
        R"("time_unit": "ns")",
        Escape(name), iterations, state.elapsed_ns() / static_cast<double>(iterations));
    for (const auto& [key, counter] : state.counters) {
      line += fmt::format(R"(, "{}": {})", Escape(key), counter.value);
    }
    if (!state.label().empty()) line += fmt::format(R"(, "label": "{}")", Escape(state.label()));
    return line + "}";
  }
}

}  // namespace

State::State(std::vector<int64_t> args, int64_t iterations)
    : args_(std::move(args)), iterations_(iterations) {}

State::Iterator State::begin() {
  ResumeTiming();
  return {this, iterations_};
}

void State::PauseTiming() {
  if (!running_) return;
  elapsed_ns_ += NowNs() - started_;
  running_ = false;
}

void State::ResumeTiming() {
  running_ = true;
  started_ = NowNs();
}

void State::SkipWithError(const char* message) {
  skipped_ = true;
  error_ = message;
}

void State::Finish() { PauseTiming(); }

namespace internal {

Benchmark* Register(std::unique_ptr<Benchmark> benchmark) {
  Cases().push_back(std::move(benchmark));
  return Cases().back().get();
}

}  // namespace internal

void Initialize(int* argc, char** argv) {
  constexpr std::string_view kFilter = "--benchmark_filter=";
  constexpr std::string_view kMinTime = "--benchmark_min_time=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg.substr(0, kFilter.size()) == kFilter) {
      GlobalOptions().filter = arg.substr(kFilter.size());
    } else if (arg.substr(0, kMinTime.size()) == kMinTime) {
      GlobalOptions().min_seconds = std::atof(argv[i] + kMinTime.size());
    }
  }
}

size_t RunSpecifiedBenchmarks() {
  size_t count = 0;
  std::puts("{\"benchmarks\": [");
  for (const auto& benchmark : Cases()) {
    if (benchmark->name().find(GlobalOptions().filter) == std::string::npos) continue;
    std::vector<std::vector<int64_t>> runs = benchmark->args();
    if (runs.empty()) runs.emplace_back();
    for (const std::vector<int64_t>& args : runs) {
      const std::string line = Measure(*benchmark, args);
      std::printf("%s%s\n", count == 0 ? "" : ",", line.c_str());
      ++count;
    }
  }
  std::puts("]}");
  return count;
}

}  // namespace benchmark
