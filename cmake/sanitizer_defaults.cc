// AddressSanitizer's options in every program that is built with it (cmake/PasscopeFlags.cmake).

// If UndefinedBehaviorSanitizer finds a mistake, the program executes an illegal instruction.
// AddressSanitizer then writes the stack, as for any other mistake.
extern "C" __attribute__((used, visibility("default"))) const char* __asan_default_options() {
  return "handle_sigill=1";
}
