#include "support/toward_zero.h"

#include <catch2/catch.hpp>
#include <limits>

namespace passcope {
namespace {

TEST_CASE("Any real number has an integer", "[support]") {
  CHECK(TowardZero(2.9) == 2);
  CHECK(TowardZero(-2.9) == -2);
  CHECK(TowardZero(0x1p62) == int64_t{1} << 62);
  CHECK(TowardZero(0x1p63) == std::numeric_limits<int64_t>::max());
  CHECK(TowardZero(-0x1p63) == std::numeric_limits<int64_t>::min());
  CHECK(TowardZero(-std::numeric_limits<double>::infinity()) ==
        std::numeric_limits<int64_t>::min());
  CHECK(TowardZero(std::numeric_limits<double>::quiet_NaN()) == 0);
}

}  // namespace
}  // namespace passcope
