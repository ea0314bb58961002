// Files in a session: their memory, their parts, and arguments of imports.
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <utility>

#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "unit/api/no_host.h"
#include "unit/frontend/torch_builder.h"

namespace passcope {
namespace {

template <class F>
std::string MessageOf(F call) {
  try {
    call();
  } catch (const DiagnosticError& error) {
    return error.diagnostics().front().message.text();
  }
  return "nothing is thrown";
}

TEST_CASE("a file has the room that was asked for, in parts", "[api][import]") {
  NoHost host;
  Session session(host);
  Handle file = session.MakeFile(10);
  CHECK(session.FileBytes(file, 0, 10).size() == 10);
  CHECK(session.FileBytes(file, 10, 0).empty());
  CHECK(session.FileBytes(file, 4, 3).data() == session.FileBytes(file, 0, 10).data() + 4);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (auto [offset, size] : {std::pair(0.0, 11.0), std::pair(11.0, 0.0), std::pair(-1.0, 1.0),
                              std::pair(nan, 1.0), std::pair(0.0, nan)}) {
    CHECK(MessageOf([&, from = offset, count = size] {
            session.FileBytes(file, from, count);
          }).ends_with("lies outside the file of 10 bytes"));
  }
  session.Release(file);
  CHECK(session.LiveHandles() == 0);
}

TEST_CASE("a file that cannot be is refused", "[api][import]") {
  NoHost host;
  Session session(host);
  for (double size : {-1.0, 1.5, 1e12, std::numeric_limits<double>::infinity()}) {
    CHECK(MessageOf([&] { session.MakeFile(size); }).starts_with("there is no memory for a file"));
  }
}

TEST_CASE("what is no model and what is given wrongly is told", "[api][import]") {
  NoHost host;
  Session session(host);
  Handle file = session.MakeFile(4);
  std::span<std::byte> bytes = session.FileBytes(file, 0, 4);
  std::fill(bytes.begin(), bytes.end(), std::byte{7});
  CHECK(MessageOf([&] { session.DescribeFile(file); }) ==
        "the file is neither an ONNX model nor a TorchScript archive");
  auto onnx = [&](const std::string& inputs, const std::string& options = "{}") {
    return MessageOf([&] { session.FromOnnx(file, inputs, options, "{}", 0); });
  };
  CHECK(onnx("{}") == "inputs must be an array of [name, shape, dtype]");
  CHECK(onnx("[[\"x\", [1]]]") == "inputs must be an array of [name, shape, dtype]");
  CHECK(onnx("[[\"x\", [-1], null]]").starts_with("the shape of the input 'x' must be"));
  CHECK(onnx("[[\"x\", [1], \"floaty\"]]").starts_with("the input 'x' has the unknown data type"));
  CHECK(onnx("[]", "{\"frozen\": true}").find("frozen") != std::string::npos);
  CHECK(MessageOf([&] { session.FromPytorch(file, "[[\"x\", null, null]]", "{}", 0); }) ==
        "the input 'x' needs a shape");
  CHECK(onnx("[[\"x\", [[1], [2]], null]]") == "the input 'x' takes one shape, not a list of 2");
  CHECK(onnx("[[\"x\", [[1], 2], null]]").starts_with("the shape of the input 'x' must be"));
}

TEST_CASE("an input that is a tuple or a list has shapes for what is in it", "[api][import]") {
  NoHost host;
  Session session(host);
  frontend::TorchBuilder builder;
  builder.Model({},
                "  def forward(self: __torch__.Model,\n"
                "    s: Tuple[Tensor, List[Tensor]]) -> Tensor:\n"
                "    a, b, = s\n    return torch.add(a, b[1])\n");
  Buffer bytes = builder.File();
  Handle file = session.MakeFile(static_cast<double>(bytes->size()));
  auto import = [&](const std::string& shapes) {
    std::span<std::byte> room = session.FileBytes(file, 0, static_cast<double>(bytes->size()));
    std::copy(bytes->data(), bytes->data() + bytes->size(), room.begin());
    return MessageOf(
        [&] { session.FromPytorch(file, "[[\"s\", " + shapes + ", \"float32\"]]", "{}", 0); });
  };
  CHECK(import("[[2], [[2], [2]]]") == "nothing is thrown");
  CHECK(import("[[[2], \"float64\"], [[2], [2]]]") == "nothing is thrown");
  CHECK(import("[[2], [[2], [3]]]") == "all elements of the input 's' must have the same type");
  CHECK(import("[[2], [[[2], \"int64\"], [2]]]") ==
        "all elements of the input 's' must have the same type");
  CHECK(import("[[2], [2]]") == "the input 's' is a list: give the shape of each element");
}

}  // namespace
}  // namespace passcope
