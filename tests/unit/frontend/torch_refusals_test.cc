// TorchScript code that is refused, with a part of each message.
#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_model.h"

namespace passcope::frontend {
namespace {

struct RefusedCode {
  const char* body;  // Of forward(x: Tensor), where x has the shape (2, 3).
  const char* says;
  const char* classes = "";
};

TEST_CASE("TorchScript: refused code says what is not supported", "[frontend][diagnostics]") {
  for (const RefusedCode& row : std::initializer_list<RefusedCode>{
           {"for i in range(2):\n  return x\nreturn x", "return"},
           {"x[0] = x\nreturn x", "assigned"},
           {"return nothing(x)", "nothing"},
           {"return __torch__.Other(x)", "Other"},
           {"return x.nothing", "nothing"},
           {"return self.nothing", "nothing"},
           {"return (x, x)[5]", "tuple"},
           {"return (x, x)[int(x)]", "tuple"},
           {"y, z = x\nreturn y", "x"},
           {"return x[1:2:3:4]", "code"},
           {"return torch.upsample_nearest2d(x, [4, 4], None)", "upsample_nearest2d"},
           {"return torch.zeros([2], dtype=8)", "8"},
           {"return self.other(x, x)", "other",
            "  def other(self: __torch__.Model, x: Tensor) -> Tensor:\n    return x\n"},
           {"return self.other()", "other",
            "  def other(self: __torch__.Model, x: Tensor) -> Tensor:\n    return x\n"},
           {"if torch.gt(x, 1):\n  y = x\nelse:\n  y = (x, x)\nreturn y", "y"},
           {"return torch.quantize_per_tensor(x, torch.relu(x), 0, 12)", "quantize_per_tensor"},
       }) {
    INFO(row.body);
    TorchModel model;
    model.inputs = {TorchInputShape("x", {2, 3})};
    model.body = row.body;
    model.classes = row.classes;
    try {
      model.Import();
      FAIL_CHECK("no error");
    } catch (const DiagnosticError& error) {
      CHECK_THAT(error.what(), Catch::Contains(row.says));
    }
  }
}

}  // namespace
}  // namespace passcope::frontend
