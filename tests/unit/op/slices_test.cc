// The elements of an axis that strided_slice selects, against a loop over the axis.
#include "op/slices.h"

#include <catch2/catch.hpp>

namespace passcope {
namespace {

using Ints = std::vector<int64_t>;

Ints Positions(const SlicedElements& elements) {
  Ints positions;
  for (int64_t i = 0; i < elements.count; ++i) {
    positions.push_back(elements.begin + i * elements.step);
  }
  return positions;
}

// The positions from `begin` to before `end`, one after the other. `stride` counts from the first
// one.
Ints Walked(int64_t begin, int64_t end, int64_t stride, int64_t size) {
  if (begin < 0) begin += size;
  if (end < 0) end += size;
  Ints positions;
  int64_t seen = 0;
  if (stride > 0) {
    for (int64_t at = 0; at < size; ++at) {
      if (at >= begin && at < end && seen++ % stride == 0) positions.push_back(at);
    }
  } else {
    for (int64_t at = size - 1; at >= 0; --at) {
      if (at <= begin && at > end && seen++ % -stride == 0) positions.push_back(at);
    }
  }
  return positions;
}

TEST_CASE("a range has the elements that a walk over the axis finds", "[op][slices]") {
  for (int64_t size = 0; size <= 4; ++size) {
    for (int64_t begin = -7; begin <= 7; ++begin) {
      for (int64_t end = -7; end <= 7; ++end) {
        for (int64_t stride : {-3, -2, -1, 1, 2, 3}) {
          INFO(begin << ":" << end << ":" << stride << " of " << size);
          Ints walked = Walked(begin, end, stride, size);
          REQUIRE(Positions(ElementsOf({begin, end, stride}, size)) == walked);
        }
      }
    }
  }
}

TEST_CASE("open ends are those of the axis", "[op][slices]") {
  CHECK(Positions(ElementsOf({std::nullopt, 0, -1}, 4)) == Ints{3, 2, 1});
  CHECK(Positions(ElementsOf({1, std::nullopt, 2}, 5)) == Ints{1, 3});
  CHECK(Positions(ElementsOf({INT64_MIN, INT64_MAX, 3}, 5)) == Ints{0, 3});
}

TEST_CASE("what a slice's lists leave out is the rest", "[op][slices]") {
  auto* attrs = MakeAttrs<StridedSliceAttrs>();
  Attrs owner(attrs);
  auto positions = [&](size_t i) { return Positions(ElementsOf(RangeOf(*attrs, i), 5)); };
  attrs->begin = Ints{1, -2, 3};
  attrs->end = Ints{4, 5};
  attrs->strides = Ints{2};
  CHECK(positions(0) == Ints{1, 3});
  // A single stride applies only to the first range.
  CHECK(positions(1) == Ints{3, 4});
  CHECK(positions(2) == Ints{3, 4});
  CHECK(positions(3) == Ints{0, 1, 2, 3, 4});
  attrs->strides = Ints{1, 1, -1, -2};
  CHECK(positions(2) == Ints{3, 2, 1});
  CHECK(positions(3) == Ints{4, 2});
  // Sizes have no strides. A negative size selects the rest.
  attrs->slice_mode = "size";
  attrs->end = Ints{2, -1, INT64_MAX};
  CHECK(positions(0) == Ints{1, 2});
  CHECK(positions(1) == Ints{3, 4});
  CHECK(positions(2) == Ints{3, 4});
  CHECK(positions(3) == Ints{0, 1, 2, 3, 4});
  // From a negative begin, a size may reach the end and exceed it.
  attrs->begin = Ints{-1, -2, -3, -3};
  attrs->end = Ints{1, 2, 2, 9};
  CHECK(positions(0) == Ints{4});
  CHECK(positions(1) == Ints{3, 4});
  CHECK(positions(2) == Ints{2, 3});
  CHECK(positions(3) == Ints{2, 3, 4});
}

TEST_CASE("a slice cuts the axes that it names, or all", "[op][slices]") {
  auto* attrs = MakeAttrs<StridedSliceAttrs>();
  Attrs owner(attrs);
  CHECK(SlicedAxes(*attrs, 2) == std::vector<size_t>{0, 1});
  attrs->axes = Ints{-1, 0};
  CHECK(SlicedAxes(*attrs, 3) == std::vector<size_t>{2, 0});
  attrs->axes = Ints{3};
  CHECK(SlicedAxes(*attrs, 3) == std::nullopt);
}

}  // namespace
}  // namespace passcope
