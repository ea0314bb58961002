// Measures reading pass logs: dumps of functions, each with a few lines that differ from the last
// one.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "recording/log.h"
#include "recording/search.h"
#include "recording/text_diff.h"

namespace passcope {
namespace {

using recording::Recording;

constexpr int kFunctions = 50, kOperations = 200;

std::string FunctionText(int number, const std::vector<int>& constants) {
  std::string text = "define i32 @f" + std::to_string(number) + "(i32 %0, ptr %1) {\n";
  int value = 2;
  for (int constant : constants) {
    text += "  %" + std::to_string(value) + " = add nsw i32 %" +
            std::to_string(value > 2 ? value - 1 : 0) + ", " + std::to_string(constant) + "\n";
    text += "  %" + std::to_string(value + 1) + " = load i32, ptr %1, align 4, !tbaa !5\n";
    value += 2;
  }
  return text + "  ret i32 %" + std::to_string(value - 1) + "\n}\n";
}

std::string MakeLog(int dumps) {
  std::vector<std::vector<int>> constants(kFunctions, std::vector<int>(kOperations));
  std::string log;
  for (int i = 0; i < dumps; ++i) {
    std::vector<int>& own = constants[static_cast<size_t>(i % kFunctions)];
    // Every second pass changes something: it adds an operation, removes one, and changes one.
    if (i / kFunctions % 2 == 0) {
      const auto at = static_cast<size_t>(i * 7 % (kOperations - 1));
      own.insert(own.begin() + static_cast<long>(at), i);
      own.erase(own.end() - 1 - static_cast<long>(at / 2));
      own[at / 3] = i;
    }
    log += "; *** IR Dump After Pass" + std::to_string(i / kFunctions) + " on f" +
           std::to_string(i % kFunctions) + " ***\n" + FunctionText(i % kFunctions, own);
  }
  return log;
}

const std::string& Log() {
  static const std::string log = MakeLog(1000);
  return log;
}

void ReadLog(Recording* recording) {
  recording::LogReader reader(recording);
  reader.Feed(Log());
  reader.Finish();
  Complete(recording);
}

void BM_ReadPassLog(benchmark::State& state) {
  for (auto _ : state) {
    Recording recording;
    ReadLog(&recording);
    benchmark::DoNotOptimize(recording.passes.size());
  }
  state.counters["bytes"] = static_cast<double>(Log().size());
}
BENCHMARK(BM_ReadPassLog);

void BM_CountPassLogLines(benchmark::State& state) {
  Recording recording;
  ReadLog(&recording);
  for (auto _ : state) {
    recording::TextDiff diff(&recording.texts);
    size_t lines = 0;
    for (const recording::Pass& pass : recording.passes) {
      if (pass.changed) lines += diff.Count(pass.before, pass.after).added;
    }
    benchmark::DoNotOptimize(lines);
  }
  state.counters["bytes"] = static_cast<double>(Log().size());
}
BENCHMARK(BM_CountPassLogLines);

void BM_SearchPassLog(benchmark::State& state) {
  Recording recording;
  ReadLog(&recording);
  for (auto _ : state) {
    benchmark::DoNotOptimize(Search(recording, recording::CountLinesWith("nsw i32 %77")).size());
  }
  state.counters["bytes"] = static_cast<double>(Log().size());
}
BENCHMARK(BM_SearchPassLog);

}  // namespace
}  // namespace passcope
