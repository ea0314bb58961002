// How deep passes and hooks call each other, bounded long before the machine's stack ends.
#pragma once

namespace passcope {

// Counts a pass that runs, or hooks and other functions of the caller's that are called, as long as
// it lives. The constructor throws DiagnosticError (kNestingTooDeep) when there are too many of
// them inside of each other on this thread.
class NestingScope {
 public:
  enum class Kind { kPass, kCallback };
  // A level of passes takes some 2 KiB of the stack, and one of callbacks what the caller's code
  // takes, in a browser on a stack of 1 MiB that JavaScript and WebAssembly share.
  static constexpr int kMaxPasses = 200;
  static constexpr int kMaxCallbacks = 50;

  explicit NestingScope(Kind kind);
  ~NestingScope();
  NestingScope(const NestingScope&) = delete;
  NestingScope& operator=(const NestingScope&) = delete;

 private:
  const Kind kind_;
};

}  // namespace passcope
