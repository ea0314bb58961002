// Checks of the diagnostics for refused programs, files and calls.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "diagnostics/diagnostic.h"

namespace passcope {

// Checks that `run` throws a diagnostic of `kind` whose text contains `says`.
template <class Run>
void CheckRefused(const Run& run, DiagKind kind, const std::string& says) {
  CAPTURE(says);
  try {
    run();
    FAIL_CHECK("no diagnostic");
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].kind == kind);
    CHECK_THAT(error.what(), Catch::Contains(says));
  }
}

}  // namespace passcope
