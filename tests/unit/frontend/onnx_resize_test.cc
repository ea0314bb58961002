// Resize: its axes, filters against aliasing, and sizes that keep the ratio of lengths. The
// expected values follow from the specification.
#include <numeric>

#include "../refused.h"
#include "onnx_values.h"

namespace passcope::frontend::testing {
namespace {

const DataType kReal = DataType::Float(32);
const DataType kLong = DataType::Int(64);
using Whole = std::vector<int64_t>;

// Numbers from 1 on.
NDArray Counting(Whole shape) {
  int64_t size = 1;
  for (int64_t n : shape) size *= n;
  std::vector<double> values(static_cast<size_t>(size));
  std::iota(values.begin(), values.end(), 1);
  return passcope::Reals(std::move(shape), std::move(values), kReal);
}
NDArray Scales(std::vector<double> values) {
  auto size = static_cast<int64_t>(values.size());
  return passcope::Reals({size}, std::move(values), kReal);
}
NDArray Sizes(Whole values) {
  auto size = static_cast<int64_t>(values.size());
  return passcope::Ints({size}, std::move(values), kLong);
}

struct Resized {
  NDArray x, roi, scales, sizes;
  std::vector<OnnxAttr> attrs;
  int64_t opset = 19;

  // `known`: the inputs behind the data are initializers; otherwise the run tells them.
  NDArray Run(bool known = true) const {
    OnnxModel model(opset);
    std::vector<Value> values;
    std::vector<std::string> names;
    auto add = [&](const std::string& name, const NDArray& value, bool constant) {
      names.push_back(value ? name : "");
      if (!value) return;
      if (constant) {
        model.Initializer(name, value);
      } else {
        model.Input(name, value->dtype, value->shape);
        values.emplace_back(value);
      }
    };
    // A size of 0 in the type of an input means an unknown one.
    add("x", x, x->size() == 0);
    add("roi", roi, known);
    add("scales", scales, known);
    add("sizes", sizes, known);
    while (names.back().empty()) names.pop_back();
    model.Node("Resize", names, {"y"}, attrs).Output("y");
    return RunOnnx(model, values).tensor();
  }
  void Gives(const Whole& shape, const std::vector<double>& expected, bool known = true) const {
    NDArray y = Run(known);
    CHECK(y->shape == shape);
    CheckReals(y, expected);
  }
};

TEST_CASE("Resize stretches its filter against aliasing", "[frontend][onnx]") {
  NDArray x = Counting({1, 1, 4, 4});
  for (int64_t opset : {18, 19}) {
    Resized{x, {}, Scales({1, 1, 0.6, 0.6}), {}, {{"mode", "linear"}, {"antialias", 1}}, opset}
        .Gives({1, 1, 2, 2}, {2.875, 4.5, 9.375, 11});
    Resized{x, {}, Scales({1, 1, 0.6, 0.6}), {}, {{"mode", "cubic"}, {"antialias", 1}}, opset}
        .Gives({1, 1, 2, 2}, {2.5180721, 4.2858863, 9.589329, 11.357142});
  }
  Resized{x, {}, {}, Sizes({1, 1, 3, 3}), {{"mode", "linear"}, {"antialias", 1}}}.Gives(
      {1, 1, 3, 3},
      {2.3636363, 3.590909, 4.818182, 7.2727275, 8.5, 9.727273, 12.181818, 13.409091, 14.636364});
  Resized{x, {}, {}, Sizes({1, 1, 3, 3}), {{"mode", "cubic"}, {"antialias", 1}}}.Gives(
      {1, 1, 3, 3}, {1.7750092, 3.1200073, 4.4650054, 7.1550016, 8.5, 9.844998, 12.534994,
                     13.8799925, 15.224991});
  // Larger results and nearest elements have no wider filter.
  NDArray two = Counting({1, 2});
  for (int antialias : {0, 1}) {
    Resized{two, {}, Scales({1, 2}), {}, {{"mode", "linear"}, {"antialias", antialias}}}.Gives(
        {1, 4}, {1, 1.25, 1.75, 2});
    Resized{x, {}, Scales({1, 1, 0.5, 0.5}), {}, {{"antialias", antialias}}}.Gives({1, 1, 2, 2},
                                                                                   {1, 3, 9, 11});
  }
  // The triangle reaches two elements to each side. What lies outside counts as the last element,
  // or not at all: at 0.5 the weights are 1, 3, 3, 1.
  NDArray four = Counting({4});
  Resized{four, {}, Scales({0.5}), {}, {{"mode", "linear"}, {"antialias", 1}}}.Gives(
      {2}, {13 / 8.0, 27 / 8.0});
  Resized{
      four, {}, Scales({0.5}), {}, {{"mode", "linear"}, {"antialias", 1}, {"exclude_outside", 1}}}
      .Gives({2}, {12 / 7.0, 23 / 7.0});
}

TEST_CASE("Resize takes scales, sizes and regions for some axes", "[frontend][onnx]") {
  NDArray x = Counting({2, 3});
  // The last axis, and the first one counted from the end.
  Resized{x, {}, Scales({2}), {}, {{"axes", Whole{1}}}}.Gives({2, 6},
                                                              {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});
  Resized{x, {}, {}, Sizes({1}), {{"axes", Whole{-2}}, {"nearest_mode", "ceil"}}}.Gives({1, 3},
                                                                                        {4, 5, 6});
  // In the order of `axes`.
  Resized{x, {}, {}, Sizes({3, 4}), {{"axes", Whole{1, 0}}}}.Gives(
      {4, 3}, {1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
  // The region is the last two thirds of the second axis, at 0.5, 1.25 and 2.
  Resized{x,
          Scales({0.25, 1}),
          {},
          Sizes({3}),
          {{"axes", Whole{1}},
           {"mode", "linear"},
           {"coordinate_transformation_mode", "tf_crop_and_resize"}}}
      .Gives({2, 3}, {1.5, 2.25, 3, 4.5, 5.25, 6});
  // Two spatial axes, whose sizes the run may tell.
  NDArray image = Counting({1, 1, 2, 2});
  for (bool known : {true, false}) {
    Resized{image, {}, {}, Sizes({3, 2}), {{"axes", Whole{3, 2}}, {"mode", "linear"}}}.Gives(
        {1, 1, 2, 3}, {1, 1.5, 2, 3, 3.5, 4}, known);
    Resized{image, {}, Scales({2}), {}, {{"axes", Whole{-1}}}}.Gives(
        {1, 1, 2, 4}, {1, 1, 2, 2, 3, 3, 4, 4}, known);
  }
}

TEST_CASE("Resize keeps the ratio of lengths", "[frontend][onnx]") {
  auto resized = [](const Whole& shape, const Whole& sizes, const char* policy,
                    std::vector<OnnxAttr> attrs = {}) {
    attrs.push_back({"keep_aspect_ratio_policy", policy});
    return Resized{Counting(shape), {}, {}, Sizes(sizes), std::move(attrs)};
  };
  std::vector<OnnxAttr> axes = {{"axes", Whole{2, 3}}};
  resized({1, 1, 2, 4}, {1, 3}, "stretch", axes).Gives({1, 1, 1, 3}, {1, 2, 4});
  resized({1, 1, 2, 4}, {1, 3}, "not_larger", axes).Gives({1, 1, 1, 2}, {1, 3});
  resized({1, 1, 2, 4}, {1, 3}, "not_smaller", axes).Gives({1, 1, 2, 3}, {1, 2, 4, 5, 6, 8});
  // 5 by 1/2 is 2.5, which becomes 3. The scale remains 1/2, so the places are 0.5, 2.5 and 4.5.
  resized({2, 5}, {1, 4}, "not_larger", {{"mode", "linear"}}).Gives({1, 3}, {4, 6, 7.5});
  // 9 by 1/20 is less than half an element.
  CHECK(resized({20, 9}, {1, 9}, "not_larger").Run()->shape == Whole{1, 0});
  // Empty axes have no ratio.
  CHECK(resized({0, 2}, {0, 4}, "not_smaller").Run()->shape == Whole{0, 4});
  // Scales say what they want.
  Resized{Counting({2, 2}), {}, Scales({1, 2}), {}, {{"keep_aspect_ratio_policy", "not_larger"}}}
      .Gives({2, 4}, {1, 1, 2, 2, 3, 3, 4, 4});
}

TEST_CASE("symmetric half pixels are exact around the middle", "[frontend][onnx]") {
  // 5 by 1.75 are 8 elements, and the first lies at 2.5 + (0.5 - 4) / 1.75 - 0.5 = 0.
  Resized{Counting({5}),
          {},
          Scales({1.75}),
          {},
          {{"nearest_mode", "ceil"}, {"coordinate_transformation_mode", "half_pixel_symmetric"}}}
      .Gives({8}, {1, 2, 3, 3, 4, 4, 5, 5});
}

TEST_CASE("Resize refuses what it cannot carry over by name", "[frontend][onnx]") {
  NDArray x = Counting({1, 1, 4, 4});
  auto refused = [&](const Resized& resize, DiagKind kind, const char* text, bool known = true) {
    CheckRefused([&] { resize.Run(known); }, kind, text);
  };
  NDArray half = Scales({1, 1, 0.5, 0.5});
  refused({x, {}, half, {}, {{"mode", "linear"}, {"antialias", 1}}}, DiagKind::kUnsupported,
          "antialias", false);
  refused({x, {}, {}, Sizes({1, 1, 2, 2}), {{"keep_aspect_ratio_policy", "not_larger"}}},
          DiagKind::kUnsupported, "keep_aspect_ratio_policy", false);
  refused({x, {}, Scales({2}), {}, {{"axes", Whole{1}}}}, DiagKind::kUnsupported, "axes", false);
  refused({x, {}, half, {}, {{"keep_aspect_ratio_policy", "both"}}}, DiagKind::kBadAttribute,
          "both");
  refused({x, {}, half, {}, {{"nearest_mode", "round"}}}, DiagKind::kBadAttribute, "nearest_mode");
  refused({x, {}, Scales({1, 2}), {}, {{"axes", Whole{3, -1}}}}, DiagKind::kBadAttribute, "axes");
  refused({x, {}, Scales({1, 2}), {}, {{"axes", Whole{3}}}}, DiagKind::kBadAttribute, "1");
  refused({x, {}, Scales({2}), {}, {{"axes", Whole{4}}}}, DiagKind::kBadAttribute, "4");
}

}  // namespace
}  // namespace passcope::frontend::testing
