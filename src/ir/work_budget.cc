// Counts work.
#include "ir/work_budget.h"

#include <algorithm>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "support/poll.h"

namespace passcope {
namespace work_budget {

thread_local constinit int64_t until_check = kOperationsPerCheck;

}  // namespace work_budget

struct WorkState {
  // The operations until the last check, and the number that it then granted.
  int64_t done = 0;
  int64_t granted = kOperationsPerCheck;
  int64_t last_operation = WorkLimits::kUnlimited;  // In the count of `done`.
  int64_t bytes = 0;
  int64_t last_byte = WorkLimits::kUnlimited;
  WorkLimits limits;  // The limits that messages name.
  bool importing = false;
  WorkScope* innermost = nullptr;

  // Restarts the count up to the next check.
  void Grant();
  void Enter(WorkScope* scope, const WorkLimits& own, bool of_import);
  void Leave(WorkScope* scope);
  void Widen(int64_t operations, int64_t more_bytes);
  void Take(int64_t more);
};

namespace {

WorkState& State() {
  thread_local WorkState state;
  return state;
}

int64_t Done(const WorkState& state) {
  return state.done + state.granted - work_budget::until_check;
}

[[noreturn]] void ThrowOperations(const WorkState& state) {
  throw DiagnosticError(
      DiagKind::kOverBudget,
      state.importing
          ? MSG(kImportOperationsOverLimit,
                "importing the model takes more than {limit} operations", state.limits.operations)
          : MSG(kEvaluationOperationsOverLimit, "evaluating takes more than {limit} operations",
                state.limits.operations));
}

}  // namespace

void WorkState::Grant() {
  done = Done(*this);
  granted = std::clamp<int64_t>(last_operation - done, 0, kOperationsPerCheck);
  work_budget::until_check = granted;
}

void WorkState::Enter(WorkScope* scope, const WorkLimits& own, bool of_import) {
  Grant();
  scope->outer_ = std::exchange(innermost, scope);
  scope->operations_before_ = last_operation;
  scope->bytes_before_ = last_byte;
  scope->limits_before_ = limits;
  scope->import_before_ = importing;
  if (own.operations < last_operation - done) {
    last_operation = done + own.operations;
    limits.operations = own.operations;
    importing = importing || of_import;
  }
  if (own.bytes < last_byte - bytes) {
    last_byte = bytes + own.bytes;
    limits.bytes = own.bytes;
    importing = importing || of_import;
  }
  Grant();
}

void WorkState::Leave(WorkScope* scope) {
  innermost = scope->outer_;
  last_operation = scope->operations_before_;
  last_byte = scope->bytes_before_;
  limits = scope->limits_before_;
  importing = scope->import_before_;
  bytes -= scope->taken_;
  Grant();
}

void WorkState::Widen(int64_t operations, int64_t more_bytes) {
  if (!innermost) return;
  auto widen = [](int64_t* last, int64_t* limit, int64_t by, int64_t outer) {
    by = std::min(by, outer - *last);
    *last += by;
    *limit += by;
  };
  widen(&last_operation, &limits.operations, operations, innermost->operations_before_);
  widen(&last_byte, &limits.bytes, more_bytes, innermost->bytes_before_);
  // The limit of the outer scope applies.
  if (last_byte == innermost->bytes_before_) {
    limits.bytes = innermost->limits_before_.bytes;
    importing = innermost->import_before_;
  }
  Grant();
}

void WorkState::Take(int64_t more) {
  if (!innermost) return;
  innermost->taken_ += more;
  bytes += more;
}

void work_budget::CheckWork() {
  WorkState& state = State();
  state.Grant();
  if (state.done > state.last_operation) ThrowOperations(state);
  Poll();
}

void work_budget::ChangeBytes(int64_t bytes) { State().bytes += bytes; }

void RequireOperations(double count) {
  const WorkState& state = State();
  if (count > static_cast<double>(state.last_operation - Done(state))) ThrowOperations(state);
}

void RequireBytes(int64_t bytes) {
  const WorkState& state = State();
  if (bytes <= state.last_byte - state.bytes) return;
  if (state.importing) {
    throw DiagnosticError(
        DiagKind::kTensorTooLarge,
        MSG(kImportMemoryOverFileBudget,
            "importing the model takes more memory than the limit for a file of its size"));
  }
  throw DiagnosticError(
      DiagKind::kOverBudget,
      MSG(kEvaluationMemoryOverLimit, "evaluating takes more than {limit} MiB of memory",
          state.limits.bytes >> 20));
}

void TakeBytes(int64_t bytes) {
  RequireBytes(bytes);
  State().Take(bytes);
}

void WidenWork(int64_t operations, int64_t bytes) { State().Widen(operations, bytes); }

int64_t OperationsDone() { return Done(State()); }

int64_t LivingBytes() { return State().bytes; }

WorkLimits LimitsForData(int64_t bytes, int64_t operations_per_byte) {
  constexpr int64_t kMostBytes = int64_t{1} << 44;  // Keeps products from overflowing.
  bytes = std::clamp<int64_t>(bytes, 0, kMostBytes);
  return {.operations = (int64_t{1} << 31) + operations_per_byte * bytes,
          .bytes = (int64_t{1} << 28) + 4 * bytes};
}

WorkScope::WorkScope(const WorkLimits& limits) { State().Enter(this, limits, false); }
WorkScope::WorkScope(const ImportLimits& import) { State().Enter(this, import.limits, true); }
WorkScope::~WorkScope() { State().Leave(this); }

}  // namespace passcope
