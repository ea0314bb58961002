// TVM's structural hash, by the names that TVM 0.11 gave to functions that it lifted.
#include <catch2/catch.hpp>

#include "ir/structural.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

uint64_t HashOf(const std::string& function) {
  return TvmStructuralHash(
      InferTypes(ParseModule("#[version = \"0.0.5\"]\ndef @main" + function, "test"))
          ->Lookup("main"));
}

TEST_CASE("the structural hash is TVM's") {
  CHECK(HashOf("(%a: Tensor[(1, 8), float32]) -> Tensor[(1, 8), float32] { tanh(%a) }") ==
        8276653715291989386u);
  CHECK(HashOf("(%a: Tensor[(4, 8), float32]) -> Tensor[(4, 8), float32] { tanh(%a) }") ==
        12661231033780451931u);
  CHECK(HashOf("(%a: Tensor[(1, 16), float32]) -> Tensor[(1, 16), float32] { tanh(%a) }") ==
        4959523630232076655u);
}

TEST_CASE("the structural hash knows shapes, attributes and sharing") {
  uint64_t hash = HashOf("(%x: Tensor[(1, 8), float32]) { nn.relu(%x) }");
  CHECK(hash == HashOf("(%other: Tensor[(1, 8), float32]) { nn.relu(%other) }"));
  CHECK(hash != HashOf("(%x: Tensor[(1, 9), float32]) { nn.relu(%x) }"));
  CHECK(hash != HashOf("(%x: Tensor[(1, 8), float16]) { nn.relu(%x) }"));
  CHECK(HashOf("(%x: Tensor[(1, 8), float32]) { clip(%x, a_min=0f, a_max=1f) }") !=
        HashOf("(%x: Tensor[(1, 8), float32]) { clip(%x, a_min=0f, a_max=2f) }"));
  CHECK(HashOf("(%x: Tensor[(2), float32]) { %0 = exp(%x); add(%0, %0) }") !=
        HashOf("(%x: Tensor[(2), float32]) { add(exp(%x), exp(%x)) }"));
}

}  // namespace
}  // namespace passcope
