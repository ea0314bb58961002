#include "op/axes.h"

#include <catch2/catch.hpp>

namespace passcope {
namespace {

using Ints = std::vector<int64_t>;
using Flags = std::vector<bool>;

TEST_CASE("axes count from both ends", "[op][axes]") {
  CHECK(FindAxis(0, 3) == 0u);
  CHECK(FindAxis(2, 3) == 2u);
  CHECK(FindAxis(-1, 3) == 2u);
  CHECK(FindAxis(-3, 3) == 0u);
  CHECK(FindAxis(3, 3) == std::nullopt);
  CHECK(FindAxis(-4, 3) == std::nullopt);
  CHECK(FindAxis(0, 0) == std::nullopt);
  CHECK(FindAxis(-1, 0) == std::nullopt);
  CHECK(FindAxis(INT64_MIN, 3) == std::nullopt);
  CHECK(FindAxis(INT64_MAX, 3) == std::nullopt);
}

TEST_CASE("reductions go over the listed axes or the others", "[op][axes]") {
  CHECK(ReducedAxes(Ints{1}, false, 3) == Flags{false, true, false});
  CHECK(ReducedAxes(Ints{-1, 0}, false, 3) == Flags{true, false, true});
  CHECK(ReducedAxes(Ints{1}, true, 3) == Flags{true, false, true});
  CHECK(ReducedAxes(Ints{0, 1, 2}, true, 3) == Flags{false, false, false});
  CHECK(ReducedAxes(Ints{3}, false, 3) == std::nullopt);
  CHECK(ReducedAxes(Ints{-4}, true, 3) == std::nullopt);
  // No list and an empty list mean all axes, even with `exclude`.
  for (bool exclude : {false, true}) {
    CHECK(ReducedAxes(std::nullopt, exclude, 2) == Flags{true, true});
    CHECK(ReducedAxes(Ints{}, exclude, 2) == Flags{true, true});
    CHECK(ReducedAxes(std::nullopt, exclude, 0) == Flags{});
  }
}

TEST_CASE("transpositions name each axis once or reverse all", "[op][axes]") {
  CHECK(TransposedAxes(std::nullopt, 3) == Ints{2, 1, 0});
  CHECK(TransposedAxes(Ints{}, 2) == Ints{1, 0});
  CHECK(TransposedAxes(std::nullopt, 0) == Ints{});
  CHECK(TransposedAxes(Ints{1, -1, 0}, 3) == Ints{1, 2, 0});
  CHECK(TransposedAxes(Ints{0, 1}, 3) == std::nullopt);
  CHECK(TransposedAxes(Ints{0, 1, 3}, 3) == std::nullopt);
  CHECK(TransposedAxes(Ints{0, 2, -1}, 3) == std::nullopt);
}

TEST_CASE("repetitions are those of the last axes", "[op][axes]") {
  CHECK(TileRepetitions({2, 3}, 2) == Ints{2, 3});
  CHECK(TileRepetitions({2}, 3) == Ints{1, 1, 2});
  CHECK(TileRepetitions({2, 3, 4}, 1) == Ints{2, 3, 4});
  CHECK(TileRepetitions({}, 2) == Ints{1, 1});
}

}  // namespace
}  // namespace passcope
