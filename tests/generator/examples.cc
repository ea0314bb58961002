#include "generator/examples.h"

#include <algorithm>

namespace passcope {
namespace {

constexpr DataType kF32 = DataType::Float(32);
constexpr DataType kI8 = DataType::Int(8);
constexpr DataType kI32 = DataType::Int(32);
constexpr DataType kI64 = DataType::Int(64);

ExampleTensor Scale(double value) { return {kF32, {}, {value}}; }
ExampleTensor ZeroPoint(double value) { return {kI32, {}, {value}}; }

const std::vector<ExampleCall>& Examples() {
  static const auto* examples = [] {
    auto* calls = new std::vector<ExampleCall>;
    // Data, weight, their zero points, their scales.
    auto product = [&](const char* op, std::vector<int64_t> data, std::vector<int64_t> weight,
                       std::vector<std::pair<const char*, AttrValue>> attrs) {
      attrs.emplace_back("out_dtype", kI32);
      calls->push_back({op,
                        {{{kI8, std::move(data)}},
                         {{kI8, std::move(weight)}},
                         {ZeroPoint(3)},
                         {ZeroPoint(0)},
                         {Scale(0.5)},
                         {Scale(0.25)}},
                        std::move(attrs)});
    };
    product("qnn.dense", {3, 4}, {5, 4}, {{"units", AttrValue(5)}});
    product("qnn.batch_matmul", {2, 3, 4}, {2, 2, 4}, {});
    product("qnn.conv2d", {1, 3, 4, 4}, {2, 3, 3, 3},
            {{"channels", AttrValue(2)}, {"kernel_size", AttrValue::Ints({3, 3})}});
    product("qnn.conv2d_transpose", {1, 3, 4, 4}, {2, 3, 3, 3},
            {{"channels", AttrValue(2)}, {"kernel_size", AttrValue::Ints({3, 3})}});
    for (const char* op : {"qnn.tanh", "qnn.exp", "qnn.sqrt", "qnn.rsqrt", "qnn.erf", "qnn.sigmoid",
                           "qnn.hardswish", "qnn.log", "qnn.abs"}) {
      calls->push_back(
          {op,
           {{{kI8, {2, 5}}}, {Scale(0.25)}, {ZeroPoint(-9)}, {Scale(0.125)}, {ZeroPoint(1)}},
           {}});
    }
    calls->push_back({"qnn.concatenate",
                      {{{kI8, {2, 3}}, {kI8, {4, 3}}},
                       {Scale(0.5), Scale(0.25)},
                       {ZeroPoint(1), ZeroPoint(2)},
                       {Scale(0.75)},
                       {ZeroPoint(-3)}},
                      {{"axis", AttrValue(0)}}});
    calls->push_back({"nn.conv2d_backward_weight",
                      {{{kF32, {1, 2, 4, 4}}}, {{kF32, {1, 3, 4, 4}}}},
                      {{"kernel_size", AttrValue::Ints({3, 3})},
                       {"padding", AttrValue::Ints({1, 1, 1, 1})},
                       {"kernel_layout", AttrValue("NCHW")},
                       {"channels", AttrValue(2)}}});
    calls->push_back({"dyn.sparse_to_dense",
                      {{{kI32, {3}, {0, 2, 3}}}, {{kF32, {3}}}, {{kF32, {}}}, {{kI32, {1}, {5}}}},
                      {}});
    calls->push_back(
        {"sparse_reshape",
         {{{kI64, {3, 2}, {0, 1, 1, 2, 3, 0}}}, {{kI64, {2}, {4, 3}}}, {{kI64, {2}, {2, 6}}}},
         {}});
    calls->push_back(
        {"image.affine_grid", {{{kF32, {2, 2, 3}}}}, {{"target_shape", AttrValue::Ints({3, 2})}}});
    calls->push_back({"vision.multibox_transform_loc",
                      {{{kF32, {1, 3, 4}}}, {{kF32, {1, 16}}}, {{kF32, {1, 4, 4}}}},
                      {}});
    calls->push_back({"vision.get_valid_counts",
                      {{{kF32, {1, 4, 6}}}, {{kF32, {}, {0.25}}}},
                      {{"id_index", AttrValue(0)}, {"score_index", AttrValue(1)}}});
    calls->push_back({"vision.non_max_suppression",
                      {{{kF32, {1, 4, 6}}},
                       {{kI32, {1}, {4}}},
                       {{kI32, {1, 4}, {0, 1, 2, 3}}},
                       {{kI32, {}, {-1}}},
                       {{kF32, {}, {0.5}}}},
                      {}});
    calls->push_back({"auto_scheduler_layout_transform",
                      {{{kF32, {2, 12}}}},
                      {{"src_layout", AttrValue("2N12C")}, {"dst_layout", AttrValue("3C2N4C")}}});
    const std::pair<const char*, AttrValue> kernel = {"kernel_size", AttrValue::Ints({3, 3})};
    calls->push_back({"nn.contrib_conv2d_winograd_without_weight_transform",
                      {{{kF32, {1, 2, 5, 5}}}, {{kF32, {4, 4, 3, 2}}}},
                      {kernel,
                       {"tile_size", AttrValue(2)},
                       {"channels", AttrValue(3)},
                       {"padding", AttrValue::Ints({1, 1})},
                       {"strides", AttrValue::Ints({1, 1})},
                       {"dilation", AttrValue::Ints({1, 1})},
                       {"groups", AttrValue(1)}}});
    calls->push_back({"nn.contrib_conv2d_gemm_without_weight_transform",
                      {{{kF32, {1, 4, 4, 2}}}, {{kF32, {2, 2, 4, 16}}}},
                      {kernel,
                       {"channels", AttrValue(6)},
                       {"data_layout", AttrValue("NHWC")},
                       {"kernel_layout", AttrValue("HWIO")},
                       {"groups", AttrValue(1)}}});
    return calls;
  }();
  return *examples;
}

}  // namespace

const ExampleCall* ExampleOf(std::string_view op) {
  const auto& all = Examples();
  auto found =
      std::find_if(all.begin(), all.end(), [op](const ExampleCall& call) { return call.op == op; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace passcope
