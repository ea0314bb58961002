// Bounds how deep passes and hooks call each other, long before the machine's stack ends.
#pragma once

namespace passcope {

// Counts a running pass, or a call of hooks or other functions of the caller, for the lifetime of
// the scope. If too many are nested on this thread, the constructor throws DiagnosticError
// (kNestingTooDeep).
class NestingScope {
 public:
  enum class Kind { kPass, kCallback };
  // A level of passes takes about 2 KiB of stack. A level of callbacks takes what the caller's code
  // needs. In a browser, JavaScript and WebAssembly share a stack of 1 MiB.
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
