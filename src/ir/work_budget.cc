// Counting work.
#include "ir/work_budget.h"

#include <algorithm>
#include <utility>

#include "diagnostics/diagnostic.h"

namespace passcope {
namespace work_budget {

thread_local constinit int64_t until_check = kOperationsPerCheck;

}  // namespace work_budget

namespace {

struct WorkState {
  // Operations up to the last look, and how many more it gave out then.
  int64_t done = 0;
  int64_t granted = kOperationsPerCheck;
  int64_t last_operation = WorkLimits::kUnlimited;  // In the count of `done`.
  int64_t limit = WorkLimits::kUnlimited;           // What a message says.
  int64_t bytes = 0;
  int64_t last_byte = WorkLimits::kUnlimited;
  int64_t byte_limit = WorkLimits::kUnlimited;
  StopCheck stop;
};

WorkState& State() {
  thread_local WorkState state;
  return state;
}

int64_t Done(const WorkState& state) {
  return state.done + state.granted - work_budget::until_check;
}

// Begins to count anew up to the next look.
void Grant(WorkState& state) {
  state.done = Done(state);
  state.granted = std::clamp<int64_t>(state.last_operation - state.done, 0, kOperationsPerCheck);
  work_budget::until_check = state.granted;
}

}  // namespace

void work_budget::CheckWork() {
  WorkState& state = State();
  Grant(state);
  if (state.done > state.last_operation) {
    throw DiagnosticError(DiagKind::kOverBudget,
                          Say("evaluating takes more than {limit} operations", state.limit));
  }
  if (state.stop && state.stop()) {
    throw DiagnosticError(DiagKind::kOverBudget, Say("the evaluation was stopped"));
  }
}

void work_budget::ChangeBytes(int64_t bytes) { State().bytes += bytes; }

void RequireBytes(int64_t bytes) {
  const WorkState& state = State();
  if (bytes <= state.last_byte - state.bytes) return;
  throw DiagnosticError(
      DiagKind::kOverBudget,
      Say("evaluating takes more than {limit} MiB of memory", state.byte_limit >> 20));
}

int64_t OperationsDone() { return Done(State()); }

WorkScope::WorkScope(const WorkLimits& limits) {
  WorkState& state = State();
  Grant(state);
  operations_before_ = state.last_operation;
  bytes_before_ = state.last_byte;
  limit_before_ = state.limit;
  byte_limit_before_ = state.byte_limit;
  if (limits.operations < state.last_operation - state.done) {
    state.last_operation = state.done + limits.operations;
    state.limit = limits.operations;
  }
  if (limits.bytes < state.last_byte - state.bytes) {
    state.last_byte = state.bytes + limits.bytes;
    state.byte_limit = limits.bytes;
  }
  Grant(state);
}

WorkScope::~WorkScope() {
  WorkState& state = State();
  state.last_operation = operations_before_;
  state.last_byte = bytes_before_;
  state.limit = limit_before_;
  state.byte_limit = byte_limit_before_;
  Grant(state);
}

StopCheckScope::StopCheckScope(StopCheck check)
    : before_(std::exchange(State().stop, std::move(check))) {}
StopCheckScope::~StopCheckScope() { State().stop = std::move(before_); }

}  // namespace passcope
