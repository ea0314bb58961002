// Programs deeper than the stack. Tests use them to find code that recurses over their depth.
#pragma once

#include <cstdlib>
#include <functional>
#include <string>

#ifndef __EMSCRIPTEN__
#include <sys/mman.h>
#include <ucontext.h>

#include <exception>
#include <stdexcept>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define PASSCOPE_HAS_ASAN
#endif
#endif
#ifdef PASSCOPE_HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#endif

namespace passcope {

// The depth of the programs, an even number: 50,000 levels, or PASSCOPE_DEEP (`npm test -- --all`
// sets a million).
//
// One call on x86-64 or AArch64 takes at least 16 bytes of the stack (return address and
// alignment). Recursion over the depth needs at least 800,000 bytes, more than OnSmallStack has.
// WebAssembly under Node has 984 KiB for frames of 32 bytes or more, and recursion needs 1,600,000.
inline int DeepLevels() {
  const char* set = std::getenv("PASSCOPE_DEEP");
  return set ? std::stoi(set) / 2 * 2 : 50000;
}

#ifdef __EMSCRIPTEN__
inline void OnSmallStack(const std::function<void()>& body) { body(); }
#else
namespace small_stack {

constexpr size_t kBytes = 512 * 1024;
// This memory cannot be accessed, so a stack overflow ends the program.
constexpr size_t kGuard = 64 * 1024;

struct Run {
  const std::function<void()>* body;
  std::exception_ptr thrown;
  ucontext_t outside;
  const void* outside_stack = nullptr;
  size_t outside_bytes = 0;
};

// makecontext passes only integers.
inline Run* running = nullptr;

inline void Start() {
  Run& run = *running;
#ifdef PASSCOPE_HAS_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &run.outside_stack, &run.outside_bytes);
#endif
  try {
    (*run.body)();
  } catch (...) {
    run.thrown = std::current_exception();
  }
#ifdef PASSCOPE_HAS_ASAN
  __sanitizer_start_switch_fiber(nullptr, run.outside_stack, run.outside_bytes);
#endif
}

}  // namespace small_stack

// Runs `body` with a stack of 512 KiB, on the same thread, since the engine's tables belong to
// threads. Rethrows its exception, such as that of a failing REQUIRE.
inline void OnSmallStack(const std::function<void()>& body) {
  using namespace small_stack;
  void* memory = mmap(nullptr, kGuard + kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory for a small stack");
  char* stack = static_cast<char*>(memory) + kGuard;
  Run run{&body, nullptr, {}};
  ucontext_t inside;
  if (mprotect(stack, kBytes, PROT_READ | PROT_WRITE) != 0 || getcontext(&inside) != 0) {
    throw std::runtime_error("no small stack");
  }
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = kBytes;
  inside.uc_link = &run.outside;
  makecontext(&inside, Start, 0);
  running = &run;
#ifdef PASSCOPE_HAS_ASAN
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, stack, kBytes);
#endif
  swapcontext(&run.outside, &inside);
#ifdef PASSCOPE_HAS_ASAN
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
  munmap(memory, kGuard + kBytes);
  if (run.thrown) std::rethrow_exception(run.thrown);
}
#endif

}  // namespace passcope
