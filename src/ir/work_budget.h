// Limits for computing values: operations and memory.
//
// Evaluation, folding, passes and imports share this budget. Code that computes reports its work
// (SpendOperations, in steps of at most some milliseconds). Code that needs values sets limits
// (WorkScope). Work is counted, not timed, so results under a limit are the same on every machine.
#pragma once

#include <cstdint>

namespace passcope {

// One operation is about one element that is read or written, or one product in a sum.
struct WorkLimits {
  static constexpr int64_t kUnlimited = int64_t{1} << 62;
  int64_t operations = kUnlimited;
  // For all living arrays together, and for other memory (TakeBytes).
  int64_t bytes = kUnlimited;
};
// Limits for importing a model's file; messages then name the import.
struct ImportLimits {
  WorkLimits limits;
};

// Limits for a computation on data of so many bytes. Without data, they are some seconds of
// the slowest kernels, and 256 MiB.
WorkLimits LimitsForData(int64_t bytes, int64_t operations_per_byte);
// Folding needs a few operations for each element. A run uses each weight many times.
inline constexpr int64_t kOperationsPerByteFolded = 16;
inline constexpr int64_t kOperationsPerByteRun = 1024;
// The bytes of all arrays of this thread.
int64_t LivingBytes();

// Sets limits for work on this thread while it lives. Scopes nest: work in an inner scope also
// counts in the outer ones, and the lowest limit applies. Memory other than arrays is released at
// the end of the innermost scope.
class WorkScope {
 public:
  explicit WorkScope(const WorkLimits& limits);
  explicit WorkScope(const ImportLimits& import);
  ~WorkScope();
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

 private:
  friend struct WorkState;
  WorkScope* outer_;
  int64_t operations_before_, bytes_before_;  // The highest counts that the outer scopes allow.
  WorkLimits limits_before_;
  bool import_before_;
  int64_t taken_ = 0;
};

// The limits are checked, and Poll is called, every so many operations.
inline constexpr int64_t kOperationsPerCheck = int64_t{1} << 22;

namespace work_budget {
// The number of operations until the next CheckWork.
extern thread_local constinit int64_t until_check;
// Compares the work with the limits, and polls (support/poll.h).
void CheckWork();
// Counts the bytes of an array; negative if it is freed.
void ChangeBytes(int64_t bytes);
}  // namespace work_budget

// Counts operations. Throws DiagnosticError (kOverBudget) above the limit, and what Poll throws.
inline void SpendOperations(int64_t count) {
  if ((work_budget::until_check -= count) < 0) work_budget::CheckWork();
}

// Throws DiagnosticError if so many operations, or an array of so many bytes, exceed the remaining
// budget: kTensorTooLarge for the memory of an import, or else kOverBudget. Counts nothing.
void RequireOperations(double count);
void RequireBytes(int64_t bytes);
// For memory other than arrays: checks it and counts it until the innermost scope ends.
void TakeBytes(int64_t bytes);
// Raises the limits of the innermost scope, as far as the outer ones allow.
void WidenWork(int64_t operations, int64_t bytes);

// The number of operations of this thread so far; for tests.
int64_t OperationsDone();

}  // namespace passcope
