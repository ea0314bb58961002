// What computing values may take: operations, memory, and until somebody wants it to stop.
//
// The one budget of evaluation, folding, passes and imports. Whoever computes says what it does
// (SpendOperations, in steps that take no longer than some milliseconds); whoever asks for values
// sets the limits around it (WorkScope). Both are counted, not timed, so that what is computed
// under a limit is the same on every machine.
#pragma once

#include <cstdint>
#include <functional>

namespace passcope {

// About an operation per element that is read or written, or per product that is summed up.
struct WorkLimits {
  static constexpr int64_t kUnlimited = int64_t{1} << 62;
  int64_t operations = kUnlimited;
  // Of all arrays that are made and not freed yet, together, and of what else is taken (TakeBytes).
  int64_t bytes = kUnlimited;
};
// Limits of the import of a model's file, of which messages then speak.
struct ImportLimits {
  WorkLimits limits;
};

// Sets limits for what is computed while it lives, on this thread. Scopes nest: the work of an
// inner one counts for the outer ones too, and the narrowest limit holds. What is taken besides
// arrays is given back at the end of the innermost one.
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
  int64_t operations_before_, bytes_before_;  // The last ones that the outer scopes allow.
  WorkLimits limits_before_;
  bool import_before_;
  int64_t taken_ = 0;
};

// Asked every kOperationsPerCheck operations whether to stop; what it throws goes through. Empty:
// nobody asks.
using StopCheck = std::function<bool()>;
inline constexpr int64_t kOperationsPerCheck = int64_t{1} << 22;

// Sets who is asked on this thread while it lives.
class StopCheckScope {
 public:
  explicit StopCheckScope(StopCheck check);
  ~StopCheckScope();
  StopCheckScope(const StopCheckScope&) = delete;
  StopCheckScope& operator=(const StopCheckScope&) = delete;

 private:
  StopCheck before_;
};

namespace work_budget {
// How many operations may still be done before somebody looks (CheckWork).
extern thread_local constinit int64_t until_check;
// Looks at the limits and asks who may stop.
void CheckWork();
// Of arrays: takes or, when negative, gives back.
void ChangeBytes(int64_t bytes);
}  // namespace work_budget

// Counts operations. Throws DiagnosticError (kOverBudget) when they are more than the limit or when
// it is to stop.
inline void SpendOperations(int64_t count) {
  if ((work_budget::until_check -= count) < 0) work_budget::CheckWork();
}

// Throws DiagnosticError when so many operations, or an array of so many bytes, are more than what
// is left: kOverBudget, for the memory of an import kTensorTooLarge. Counts nothing.
void RequireOperations(double count);
void RequireBytes(int64_t bytes);
// Of memory that is no array: requires it and counts it up to the end of the innermost scope.
void TakeBytes(int64_t bytes);
// Allows for so much more in the innermost scope, as far as the outer ones allow it.
void WidenWork(int64_t operations, int64_t bytes);

// How many operations this thread has done altogether; for tests.
int64_t OperationsDone();

}  // namespace passcope
