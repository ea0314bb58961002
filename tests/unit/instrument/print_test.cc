// Programs that are written into the files of a folder.
#include "instrument/print.h"

#include <catch2/catch.hpp>

#include "unit/refused.h"

namespace passcope {
namespace {

TEST_CASE("a program that cannot be written is refused", "[instrument][diagnostics]") {
  CheckRefused([] { DirectorySink(".")("no such folder/000_A.relay", "text"); }, DiagKind::kUsage,
               "cannot write './no such folder/000_A.relay'");
}

}  // namespace
}  // namespace passcope
