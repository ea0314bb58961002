#include "op/windows.h"

#include <catch2/catch.hpp>

namespace passcope {
namespace {

using Ints = std::vector<int64_t>;

TEST_CASE("padding is one number, one per axis or one per side", "[op][windows]") {
  CHECK(FullPadding({3}, 2) == Ints{3, 3, 3, 3});
  CHECK(FullPadding({1, 2}, 2) == Ints{1, 2, 1, 2});
  CHECK(FullPadding({1, 2, 3, 4}, 2) == Ints{1, 2, 3, 4});
  // For one axis, two numbers are its two sides.
  CHECK(FullPadding({1}, 1) == Ints{1, 1});
  CHECK(FullPadding({1, 2}, 1) == Ints{1, 2});
  CHECK(FullPadding({1, 2, 3}, 3) == Ints{1, 2, 3, 1, 2, 3});
  for (size_t count : {0, 3, 5}) CHECK_FALSE(IsPadding(Ints(count), 2));
  for (size_t count : {1, 2, 4}) CHECK(IsPadding(Ints(count), 2));
  CHECK(AtAxis({7}, 1) == 7);
  CHECK(AtAxis({7, 8}, 1) == 8);
}

TEST_CASE("windows are counted as a loop finds them", "[op][windows]") {
  for (int64_t size = 0; size <= 7; ++size) {
    for (int64_t kernel = 1; kernel <= 4; ++kernel) {
      for (int64_t stride = 1; stride <= 3; ++stride) {
        for (int64_t dilation = 1; dilation <= 3; ++dilation) {
          int64_t span = WindowSpan(kernel, dilation), count = 0;
          for (int64_t at = 0; at + (kernel - 1) * dilation < size; at += stride) ++count;
          CHECK(WindowCount(size, span, stride) == count);
          // The same as Dims if the window fits.
          Dim dim = WindowCount(Dim(size), WindowSpan(Dim(kernel), dilation), stride);
          CHECK((count > 0 ? dim == Dim(count) : dim.value() <= 0));
          // The result of a transposed convolution with this many windows has no room for more.
          if (count > 0) {
            int64_t least = TransposedSize<int64_t>(count, span, 0, stride);
            CHECK(WindowCount(least, span, stride) == count);
            CHECK(WindowCount(least - 1, span, stride) == count - 1);
          }
        }
      }
    }
  }
  CHECK(TransposedSize<int64_t>(4, 3, 2, 2) == 7);
}

}  // namespace
}  // namespace passcope
