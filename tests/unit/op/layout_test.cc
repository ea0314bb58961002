// Layouts: reading, splitting, conversion of shapes and positions.
#include "op/layout.h"

#include <catch2/catch.hpp>

#include "ir/dim_arith.h"

namespace passcope {
namespace {

TEST_CASE("Layout reads what TVM reads") {
  Layout layout = Layout::Of("NCHW16c");
  CHECK(layout.name() == "NCHW16c");
  CHECK(layout.ndim() == 5);
  CHECK(layout.ndim_primal() == 4);
  CHECK(layout[4] == 'c');
  CHECK(layout.axes()[4].factor == 16);
  CHECK(layout.IndexOf('C') == 1);
  CHECK(layout.IndexOf('c') == 4);
  CHECK(layout.IndexOf('D') == -1);
  CHECK(layout.FactorOf('C') == 16);
  CHECK(layout.FactorOf('c') == 16);
  CHECK(layout.FactorOf('N') == -1);
  CHECK(layout.ToPrimal() == Layout::Of("NCHW"));
  CHECK(Layout::Of("OIHW16i4o2i").FactorOf('I') == 32);
}

TEST_CASE("Layout rejects what is no layout") {
  for (const char* text : {"NC-HW", "4NCHW", "NCHWc", "NCHW0c", "NHW4c", "NCHW4", "NCHWC", "nchw",
                           "NCHW99999999999999999999c", "NCHW ", "NCHW16777216c2c"}) {
    INFO(text);
    CHECK_FALSE(Layout::Parse(text));
  }
}

TEST_CASE("layouts are equal when their texts are; undefined and scalar are their own") {
  CHECK(Layout::Of("NHWC") == Layout::Of("NHWC"));
  CHECK_FALSE(Layout::Of("NHWC") == Layout::Of("NCHW"));
  Layout undefined = Layout::Of("__undef__");
  CHECK_FALSE(undefined.defined());
  CHECK(undefined == Layout());
  CHECK(undefined.name() == "__undef__");
  CHECK(undefined.ndim() == 0);
  Layout scalar = Layout::Of("");
  CHECK(scalar.defined());
  CHECK(scalar.ndim() == 0);
  CHECK_FALSE(scalar == undefined);
}

TEST_CASE("Layout is split, cut and expanded") {
  Layout nchw = Layout::Of("NCHW");
  CHECK(nchw.Split('C', 4, 8) == Layout::Of("NCHW8c"));
  CHECK(nchw.Split('C', 0, 8).name() == "8cNCHW");
  CHECK_FALSE(nchw.Split('D', 4, 8).defined());
  CHECK_FALSE(nchw.Split('c', 4, 8).defined());
  CHECK_FALSE(nchw.Split('C', 5, 8).defined());
  CHECK_FALSE(nchw.Split('C', 4, 0).defined());
  CHECK_FALSE(Layout::Of("NCHW8c").Split('C', 0, 2).defined());
  CHECK(nchw.SubLayout(1, 2).name() == "CH");
  CHECK(nchw.SubLayout(2, 9).name() == "HW");
  CHECK(nchw.SubLayout(4, 1).name() == "");
  CHECK_FALSE(nchw.SubLayout(5, 1).defined());
  CHECK_FALSE(Layout::Of("NCHW8c").SubLayout(3, 2).defined());
  CHECK(Layout::Of("C").ExpandPrimal(Layout::Of("NHWC")).name() == "NHWC");
  CHECK(Layout::Of("W").ExpandPrimal(Layout::Of("NCHW4c")).name() == "NCHW");
  LayoutAxis axes[] = {{'C'}, {'c', 4}};
  CHECK(Layout::FromAxes(axes) == Layout::Of("C4c"));
  LayoutAxis bad[] = {{'c', 4}};
  CHECK_FALSE(Layout::FromAxes(bad));
}

std::optional<Shape> Map(const char* from, const char* to, Shape shape) {
  auto mapping = BijectiveLayout::Make(Layout::Of(from), Layout::Of(to));
  REQUIRE(mapping);
  return mapping->ForwardShape(shape);
}

TEST_CASE("shapes are converted between layouts") {
  Dim any = Dim::Any();
  CHECK(Map("NCHW", "NHWC", {1, 3, 5, 7}) == Shape{1, 5, 7, 3});
  CHECK(Map("NCHW", "NCHW4c", {1, 32, 5, 7}) == Shape{1, 8, 5, 7, 4});
  CHECK(Map("NCHW4c", "NCHW", {1, 8, 5, 7, 4}) == Shape{1, 32, 5, 7});
  CHECK(Map("NCHW8c", "NCHW16c", {1, 4, 5, 7, 8}) == Shape{1, 2, 5, 7, 16});
  CHECK(Map("OIHW", "OIHW16i4o", {32, 64, 3, 3}) == Shape{8, 4, 3, 3, 16, 4});
  CHECK(Map("OIHW", "HWIO", {32, 64, 3, 5}) == Shape{3, 5, 64, 32});
  // A size that the factor does not divide is rounded up.
  CHECK(Map("NCHW", "NCHW4c", {1, 3, 5, 7}) == Shape{1, 1, 5, 7, 4});
  CHECK(Map("NCHW", "NCHW4c", {any, any, 5, 7}) == Shape{any, (AsOperand(any) + 3) / 4, 5, 7, 4});
  CHECK(Map("NCHW8c", "NCHW4c", {1, any, 5, 7, 8}) == Shape{1, AsOperand(any) * 2, 5, 7, 4});
  CHECK(Map("NCHW", "NHWC", {any, 3, any, 7}) == Shape{any, any, 7, 3});
  CHECK_FALSE(Map("NCHW", "NHWC", {1, 3, 5}));
  CHECK_FALSE(Map("NCHW4c", "NCHW", {1, 8, 5, 7, 8}));
  CHECK(Map("NCHW4c", "NCHW", {1, int64_t{1} << 62, 5, 7, 4}) == Shape{1, any, 5, 7});
}

TEST_CASE("BackwardShape undoes ForwardShape") {
  auto mapping = BijectiveLayout::Make(Layout::Of("NCDHW"), Layout::Of("NDHWC8c"));
  REQUIRE(mapping);
  Shape shape = {2, 16, 3, 4, 5};
  CHECK(mapping->BackwardShape(*mapping->ForwardShape(shape)) == shape);
}

TEST_CASE("layouts of different axes are not convertible") {
  for (auto [a, b] : {std::pair("NCHW", "NCW"), std::pair("NCW", "NCHW"), std::pair("", "N"),
                      std::pair("OIHW", "NCHW"), std::pair("__undef__", "NCHW")}) {
    INFO(a << " " << b);
    CHECK_FALSE(BijectiveLayout::Make(Layout::Of(a), Layout::Of(b)));
  }
}

TEST_CASE("positions are converted, one to one") {
  auto mapping = BijectiveLayout::Make(Layout::Of("CW"), Layout::Of("WC2c3c"));
  REQUIRE(mapping);
  int seen = 0;
  std::vector<bool> hit(12 * 2);
  for (int64_t c = 0; c < 12; ++c) {
    for (int64_t w = 0; w < 2; ++w) {
      int64_t index[] = {c, w};
      std::vector<int64_t> to = mapping->ForwardIndex(index);
      REQUIRE(to == std::vector<int64_t>{w, c / 6, c % 6 / 3, c % 3});
      REQUIRE(mapping->BackwardIndex(to) == std::vector<int64_t>{c, w});
      auto flat = static_cast<size_t>(((to[0] * 2 + to[1]) * 2 + to[2]) * 3 + to[3]);
      REQUIRE_FALSE(hit[flat]);
      hit[flat] = true;
      ++seen;
    }
  }
  CHECK(seen == 24);
  auto wide = BijectiveLayout::Make(Layout::Of("NCHW8c"), Layout::Of("NCHW16c"));
  int64_t index[] = {0, 3, 1, 2, 5};
  CHECK(wide->ForwardIndex(index) == std::vector<int64_t>{0, 1, 1, 2, 13});
}

}  // namespace
}  // namespace passcope
