// The part of Google Benchmark's interface that the benchmarks use, for WebAssembly, for which the
// library is not packaged. The same sources then measure the same cases natively and under Node.
// The report has Google Benchmark's JSON format.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace benchmark {

enum TimeUnit { kNanosecond, kMicrosecond, kMillisecond, kSecond };

// A figure that is reported next to the time; only plain values are supported.
struct Counter {
  double value = 0;
  Counter() = default;
  Counter(double v) : value(v) {}  // NOLINT(google-explicit-constructor)
};

// One run of a case: provides a number of iterations and measures the time of their loop.
class State {
 public:
  State(std::vector<int64_t> args, int64_t iterations);

  struct Value {
    // A user-provided destructor keeps `for (auto _ : state)` from being an unused variable.
    ~Value() {}
  };
  struct Iterator {
    State* state;
    int64_t left;
    bool operator!=(const Iterator&) {
      if (left > 0 && !state->skipped_) return true;
      state->Finish();
      return false;
    }
    void operator++() { --left; }
    Value operator*() const { return {}; }
  };
  Iterator begin();
  Iterator end() { return {this, 0}; }

  int64_t range(size_t index = 0) const { return args_.at(index); }
  int64_t iterations() const { return iterations_; }
  void PauseTiming();
  void ResumeTiming();
  // Ends this case. The report contains the message instead of a time.
  void SkipWithError(const char* message);
  void SetItemsProcessed(int64_t) {}
  void SetBytesProcessed(int64_t) {}
  void SetLabel(const std::string& label) { label_ = label; }

  std::map<std::string, Counter> counters;

  // The time of all iterations together in nanoseconds.
  double elapsed_ns() const { return elapsed_ns_; }
  const std::string& error() const { return error_; }
  const std::string& label() const { return label_; }

 private:
  void Finish();

  std::vector<int64_t> args_;
  int64_t iterations_;
  double started_ = 0;
  double elapsed_ns_ = 0;
  bool running_ = false;
  bool skipped_ = false;
  std::string error_;
  std::string label_;
};

namespace internal {

// A registered case, with a set of arguments for each measurement.
class Benchmark {
 public:
  Benchmark(std::string name, std::function<void(State&)> function)
      : name_(std::move(name)), function_(std::move(function)) {}

  Benchmark* Name(std::string name) {
    name_ = std::move(name);
    return this;
  }
  Benchmark* Arg(int64_t value) { return Args({value}); }
  Benchmark* Args(std::vector<int64_t> values) {
    args_.push_back(std::move(values));
    return this;
  }
  Benchmark* Unit(TimeUnit) { return this; }
  Benchmark* UseRealTime() { return this; }
  Benchmark* MinTime(double seconds) {
    min_seconds_ = seconds;
    return this;
  }
  Benchmark* Iterations(int64_t count) {
    iterations_ = count;
    return this;
  }

  const std::string& name() const { return name_; }
  const std::function<void(State&)>& function() const { return function_; }
  const std::vector<std::vector<int64_t>>& args() const { return args_; }
  double min_seconds() const { return min_seconds_; }
  int64_t fixed_iterations() const { return iterations_; }

 private:
  std::string name_;
  std::function<void(State&)> function_;
  std::vector<std::vector<int64_t>> args_;
  double min_seconds_ = 0;
  int64_t iterations_ = 0;
};

Benchmark* Register(std::unique_ptr<Benchmark> benchmark);

}  // namespace internal

template <typename Function>
internal::Benchmark* RegisterBenchmark(const std::string& name, Function function) {
  return internal::Register(std::make_unique<internal::Benchmark>(name, function));
}

template <typename Function, typename... Extra>
internal::Benchmark* RegisterBenchmark(const std::string& name, Function function, Extra... extra) {
  return RegisterBenchmark(name, [=](State& state) { function(state, extra...); });
}

// Prevents the compiler from removing the computation of `value`.
template <typename T>
inline void DoNotOptimize(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}
inline void ClobberMemory() { asm volatile("" : : : "memory"); }

// Reads --benchmark_filter (a part of the name) and --benchmark_min_time (seconds).
void Initialize(int* argc, char** argv);
// Measures every case and prints the report. Returns the number of cases.
size_t RunSpecifiedBenchmarks();
inline void Shutdown() {}

}  // namespace benchmark

#define PASSCOPE_BENCHMARK_JOIN_(a, b) a##b
#define PASSCOPE_BENCHMARK_NAME_(line) PASSCOPE_BENCHMARK_JOIN_(benchmark_case_, line)
#define BENCHMARK(function)                                                                      \
  [[maybe_unused]] static ::benchmark::internal::Benchmark* PASSCOPE_BENCHMARK_NAME_(__LINE__) = \
      ::benchmark::RegisterBenchmark(#function, function)
#define BENCHMARK_MAIN()                 \
  int main(int argc, char** argv) {      \
    benchmark::Initialize(&argc, argv);  \
    benchmark::RunSpecifiedBenchmarks(); \
  }                                      \
  static_assert(true)
