// The bounds of integers in attributes, which their schemas give.
#include <catch2/catch.hpp>

#include "op/attrs_algorithm.h"
#include "relation_fixture.h"

namespace passcope::testing {
namespace {

constexpr int64_t kLeast = INT64_MIN;
constexpr int64_t kBeyond = int64_t{1} << 32;

using Values = std::initializer_list<std::pair<const char*, AttrValue>>;

// The message for a call with arguments of unknown types. The attributes come first.
std::string Message(const char* op, Values values) {
  size_t count = As<OpNode>(GetOp(op))->decl->args.size();
  return Infer(op, std::vector<Type>(count, IncompleteType()), values);
}

TEST_CASE("integers of attributes are within the bounds of their schemas", "[op][hostile]") {
  CHECK(Message("nn.conv2d", {{"strides", Ints({1, 0})}}) ==
        "nn.conv2d: strides has the integer 0, but its integers must be at least 1");
  CHECK(Message("nn.conv2d", {{"strides", Ints({1})}}) ==
        "nn.conv2d: strides is [1], but 2 integers must be given");
  CHECK(Message("nn.conv2d", {{"kernel_size", Ints({1, 1, 1})}}) ==
        "nn.conv2d: kernel_size is [1, 1, 1], but 2 integers must be given");
  CHECK(Message("nn.conv2d", {{"groups", kBeyond}}) ==
        "nn.conv2d: groups has the integer 4294967296, but its integers must fit 32 bits");
  CHECK(Message("nn.conv2d_backward_weight", {{"dilation", Ints({-1, -1})}}) ==
        "nn.conv2d_backward_weight: dilation has the integer -1, but its integers must be at "
        "least 1");
  CHECK(Message("nn.conv3d_transpose", {{"output_padding", Ints({})}}) ==
        "nn.conv3d_transpose: output_padding is [], but 3 integers must be given");
  CHECK(Message("nn.lrn", {{"size", kLeast}}) ==
        "nn.lrn: size has the integer -9223372036854775808, but its integers must fit 32 bits");
  CHECK(Message("nn.depth_to_space", {{"block_size", 0}}) ==
        "nn.depth_to_space: block_size has the integer 0, but its integers must be at least 1");
  CHECK(Message("sliding_window",
                {{"axis", 0}, {"window_shape", Ints({1})}, {"strides", Ints({0})}}) ==
        "sliding_window: strides has the integer 0, but its integers must be at least 1");
  CHECK(Message("tile", {{"reps", Ints({2, -1})}}) ==
        "tile: reps has the integer -1, but its integers must be at least 0");
  // The other attributes of these calls are right.
  CHECK(Message("nn.dense", {{"units", 0}}) == "pending");
  CHECK(Message("nn.max_pool2d", {{"pool_size", Ints({2, 2})}}) == "pending");
}

TEST_CASE("attributes name data types that tensors have", "[op][hostile]") {
  const AttrValue none = DataType::Void();
  CHECK(Message("cast", {{"dtype", none}}) == "cast: dtype must name a data type");
  CHECK(Message("searchsorted", {{"dtype", none}}) == "searchsorted: dtype must name a data type");
  // The data give the type.
  CHECK(Message("nn.dense", {{"units", 4}, {"out_dtype", none}}) == "pending");
  CHECK(!DataType::Parse("handle"));
}

TEST_CASE("defaults of attributes are within their bounds", "[op][hostile]") {
  for (const Expr& op : AllOps()) {
    const OpDecl& decl = *As<OpNode>(op)->decl;
    // The lengths of a Fourier transform must be given, although TVM has defaults for them.
    if (!decl.schema || &decl.schema() == &StftAttrs::Schema()) continue;
    Attrs attrs(decl.schema().create());
    MisfitInField misfit = FindMisfit(*attrs);
    INFO(decl.name << (misfit.field ? misfit.field->name : ""));
    CHECK((!misfit.field || misfit.field->required));
  }
}

}  // namespace
}  // namespace passcope::testing
