// What AddressSanitizer does in every program that is built with it (cmake/PasscopeFlags.cmake).

// Where UndefinedBehaviorSanitizer finds something, the program executes an illegal instruction:
// the stack there is written as that of any other mistake.
extern "C" __attribute__((used, visibility("default"))) const char* __asan_default_options() {
  return "handle_sigill=1";
}
