#include "gate/times.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "compare/pass_times.h"
#include "support/clock.h"
#include "support/sorting.h"

namespace passcope::gate {
namespace {

// A round runs the pipeline for at least this time, in microseconds, and at most kMostRuns times.
constexpr double kRoundMicroseconds = 4000;
constexpr int64_t kMostRuns = 200;
// How often a round runs the reference loop.
constexpr int kReferences = 4;
// Rounds end after this time, but there are at least kLeastRounds.
constexpr double kMostMicroseconds = 400'000;
constexpr int64_t kLeastRounds = 5;
constexpr int64_t kMostRounds = 15;
// Ratios below this one are too short to measure: about 20 microseconds.
constexpr double kShortRatio = 0.1;

// Keeps the checksums, so that no compiler drops the loop.
volatile uint64_t checksum = 0;

// Sorts `values`, which is not empty.
double Quantile(std::vector<double>* values, double part) {
  SortItems(values);
  const double at = part * static_cast<double>(values->size() - 1);
  const auto below = static_cast<size_t>(at);
  const size_t above = std::min(below + 1, values->size() - 1);
  const double rest = at - static_cast<double>(below);
  return (*values)[below] * (1 - rest) + (*values)[above] * rest;
}

// The ratio of times of two things that took turns. A machine with other work makes some times
// longer, but none shorter, so the short ones count.
TimeFacts FactsOf(std::vector<double> times, std::vector<double> references) {
  constexpr double kPart = 0.1;
  const double time = Quantile(&times, kPart), reference = Quantile(&references, kPart);
  TimeFacts facts;
  // A clock that stands still, as in a sandbox, gives no ratio.
  if (time <= 0 || reference <= 0) return facts;
  facts.ratio = time / reference;
  facts.noise = (Quantile(&times, 0.5) / time + Quantile(&references, 0.5) / reference) / 2 - 1;
  return facts;
}

// All passes together. Shares add up, and an interrupted pass does not count.
TimeFacts SumOf(const std::map<std::string, TimeFacts>& passes) {
  TimeFacts sum;
  for (const auto& [name, time] : passes) {
    sum.ratio += time.ratio;
    sum.noise += time.ratio * time.noise;
  }
  if (sum.ratio > 0) sum.noise /= sum.ratio;
  return sum;
}

double TimeReference() {
  const double begin = NowMicroseconds();
  checksum = checksum + ReferenceLoop();
  return NowMicroseconds() - begin;
}

bool Fails(const TimeFacts& baseline, const TimeFacts& now, const TimeOptions& options) {
  return now.ratio > LimitOf(baseline, now, options);
}

bool AnyFails(const Times& baseline, const Times& now, const TimeOptions& options) {
  if (Fails(baseline.all, now.all, options)) return true;
  return std::any_of(now.passes.begin(), now.passes.end(), [&](const auto& item) {
    auto before = baseline.passes.find(item.first);
    return before != baseline.passes.end() && CountsAsTime(before->second, baseline.all) &&
           Fails(before->second, item.second, options);
  });
}

void KeepSmaller(const TimeFacts& other, TimeFacts* facts) {
  if (other.ratio < facts->ratio) *facts = other;
}

bool Holds(const TimeFacts& baseline, const TimeFacts& now, const TimeOptions& options) {
  return now.ratio <= LimitOf(baseline, now, options) &&
         baseline.ratio <= LimitOf(now, baseline, options);
}

}  // namespace

const char* BuildName() {
#if defined(__EMSCRIPTEN__)
  return "wasm";
#elif defined(__SANITIZE_ADDRESS__)
  return "checked";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  return "checked";
#else
  return "native";
#endif
#else
  return "native";
#endif
}

uint64_t ReferenceLoop() {
  struct Item {
    uint32_t key;
    std::shared_ptr<Item> left, right;
  };
  constexpr uint32_t kItems = 1000;
  uint32_t state = 12345;
  auto next = [&state] {
    // The constants are those of Numerical Recipes (Press et al., 1992, chapter 7.1).
    state = state * 1664525U + 1013904223U;
    return state >> 8U;
  };
  std::shared_ptr<Item> root;
  std::unordered_map<uint32_t, std::shared_ptr<Item>> known;
  std::vector<uint32_t> keys;
  for (uint32_t i = 0; i < kItems; ++i) {
    auto item = std::make_shared<Item>(Item{next(), nullptr, nullptr});
    keys.push_back(item->key);
    known.emplace(item->key, item);
    std::shared_ptr<Item>* place = &root;
    while (*place) place = item->key < (*place)->key ? &(*place)->left : &(*place)->right;
    *place = std::move(item);
  }
  std::sort(keys.begin(), keys.end());
  uint64_t sum = 0;
  for (uint32_t key : keys) {
    const std::shared_ptr<Item> found = known.find(key)->second;
    sum += found->key ^ (found->left ? found->left->key : 0);
  }
  return sum;
}

Times MeasureTimes(const Subject& subject) {
  std::vector<double> references;
  std::map<std::string, std::vector<double>> own;
  TimeReference();
  const double start = NowMicroseconds();
  for (int64_t round = 0; round < kMostRounds; ++round) {
    if (round >= kLeastRounds && NowMicroseconds() - start > kMostMicroseconds) break;
    for (int i = 0; i < kReferences; ++i) references.push_back(TimeReference());
    const double begin = NowMicroseconds();
    for (int64_t runs = 0; runs < kMostRuns; ++runs) {
      if (runs > 0 && NowMicroseconds() - begin > kRoundMicroseconds) break;
      // Each run has its own times: another process that interrupts one spoils no other.
      auto times = std::make_shared<PassTimes>();
      subject.pipeline(subject.program, {times});
      for (const ComparePass& pass : times->passes()) own[pass.name].push_back(pass.own);
    }
  }
  Times times;
  times.build = BuildName();
  for (auto& [name, values] : own) times.passes[name] = FactsOf(std::move(values), references);
  times.all = SumOf(times.passes);
  return times;
}

Times RecordTimes(const Subject& subject) {
  std::vector<Times> several;
  for (int i = 0; i < 3; ++i) several.push_back(MeasureTimes(subject));
  Times times = several.front();
  for (auto& [name, time] : times.passes) {
    std::vector<TimeFacts> facts;
    for (const Times& each : several) facts.push_back(each.passes.at(name));
    SortItems(&facts, [](const TimeFacts& a, const TimeFacts& b) { return a.ratio < b.ratio; });
    time = facts[facts.size() / 2];
  }
  times.all = SumOf(times.passes);
  return times;
}

double LimitOf(const TimeFacts& baseline, const TimeFacts& now, const TimeOptions& options) {
  // Noise makes a time uncertain, but must not hide every change.
  const double noise = std::min(4 * (baseline.noise + now.noise), 1.0);
  return baseline.ratio * (1 + std::max(options.limit, noise)) + kShortRatio;
}

bool CountsAsTime(const TimeFacts& pass, const TimeFacts& all) {
  return pass.ratio >= 5 * kShortRatio && pass.ratio >= all.ratio / 10;
}

void ConfirmTimes(const Subject& subject, const Times& baseline, const TimeOptions& options,
                  Times* now) {
  if (baseline.build != now->build) return;
  for (int64_t i = 0; i < options.retries && AnyFails(baseline, *now, options); ++i) {
    const Times again = MeasureTimes(subject);
    KeepSmaller(again.all, &now->all);
    for (const auto& [name, time] : again.passes) {
      auto known = now->passes.find(name);
      if (known != now->passes.end()) KeepSmaller(time, &known->second);
    }
  }
}

Times Settled(const Times& baseline, Times now, const TimeOptions& options) {
  if (baseline.build != now.build) return now;
  if (Holds(baseline.all, now.all, options)) now.all = baseline.all;
  for (auto& [name, time] : now.passes) {
    auto before = baseline.passes.find(name);
    if (before != baseline.passes.end() && Holds(before->second, time, options)) {
      time = before->second;
    }
  }
  return now;
}

}  // namespace passcope::gate
