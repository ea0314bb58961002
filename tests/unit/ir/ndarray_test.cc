// Arrays that cannot be made.
#include "ir/ndarray.h"

#include <catch2/catch.hpp>
#include <cstdint>

#include "unit/refused.h"

namespace passcope {
namespace {

TEST_CASE("sizes and memory of arrays have limits", "[ndarray][diagnostics]") {
  CheckRefused(
      [] {
        MakeNDArray({2, -1}, DataType::Float(32));
      },
      DiagKind::kEvaluation, "must be at least 0, unlike those of 'Tensor[(2, -1), float32]'");
  for (uint64_t count : {uint64_t{1} << 40, UINT64_MAX}) {
    CheckRefused([count] { RequireScratch(count, sizeof(double)); }, DiagKind::kTensorTooLarge,
                 "needs more working memory than the limit");
  }
}

}  // namespace
}  // namespace passcope
