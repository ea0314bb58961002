// Arguments of dynamic shapes that type inference accepts and kernels refuse, with a part of each
// message.
#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/ndarray.h"
#include "runtime/evaluator.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

struct DynamicCall {
  const char* function;                      // Of parameters with dynamic shapes.
  std::vector<std::vector<int64_t>> shapes;  // Of its arguments, which are ones.
  const char* says;
};

TEST_CASE("kernels name what does not fit at run time", "[kernels][diagnostics]") {
  for (const DynamicCall& row : std::initializer_list<DynamicCall>{
           {"(%x: Tensor[(?, ?), float32], %w: Tensor[(?, ?), float32]) { nn.dense(%x, %w, "
            "units=2) }",
            {{2, 3}, {2, 4}},
            "features"},
           {"(%x: Tensor[(?, ?, ?), float32], %y: Tensor[(?, ?, ?), float32]) "
            "{ nn.batch_matmul(%x, %y) }",
            {{2, 3, 4}, {3, 5, 4}},
            "inner sizes"},
           {"(%x: Tensor[(?), float32], %i: Tensor[(2), int32]) { take(%x, %i, axis=0) }",
            {{0}, {2}},
            "empty axis"},
           {"(%x: Tensor[(?), float32]) { reshape(%x, newshape=[2, 3]) }", {{5}}, "5"},
           {"(%x: Tensor[(?), float32]) { split(%x, indices_or_sections=[4i64], axis=0) }",
            {{2}},
            "4"},
           {"(%x: Tensor[(?), float32]) { broadcast_to(%x, shape=[4]) }", {{3}}, "4"},
           {"(%x: Tensor[(1, 1, ?, ?), float32]) { image.resize2d(%x, size=[2, 2], roi=[0f, 0f, "
            "0f, 0f]) }",
            {{1, 1, 0, 3}},
            "empty"},
           {"(%x: Tensor[(?, ?), float32], %t: Tensor[(?), int32], %w: Tensor[(?), float32]) "
            "{ nn.nll_loss(%x, %t, %w) }",
            {{2, 3}, {4}, {3}},
            "target"},
           {"(%x: Tensor[(1, ?, ?, ?), float32]) { vision.yolo_reorg(%x, stride=2) }",
            {{1, 3, 3, 3}},
            "stride"},
           {"(%i: Tensor[(?, ?), int32], %v: Tensor[(?), float32], %d: float32) "
            "{ sparse_to_dense(%i, %v, %d, output_shape=[3, 3]) }",
            {{2, 5}, {2}, {}},
            "columns"},
           {"(%x: Tensor[(1, 1, ?, ?), float32], %w: Tensor[(1, 1, 3, 3), float32]) "
            "{ nn.conv2d(%x, %w, channels=1, kernel_size=[3, 3]) }",
            {{1, 1, 1, 1}, {1, 1, 3, 3}},
            "nn.conv2d"},
       }) {
    INFO(row.function);
    try {
      IRModule module = InferTypes(
          ParseModule(std::string("#[version = \"0.0.5\"]\ndef @main") + row.function, "test"));
      const FunctionNode* main = module->Find("main");
      std::vector<Value> args;
      for (size_t i = 0; i < row.shapes.size(); ++i) {
        const auto* type = As<TensorTypeNode>(main->params()[i]->checked_type());
        NDArray array = MakeNDArray(row.shapes[i], type->dtype);
        for (size_t k = 0; k < array->size(); ++k) StoreDouble(array, k, 1);
        args.emplace_back(array);
      }
      Evaluate(module, "main", args);
      FAIL_CHECK("no error");
    } catch (const DiagnosticError& error) {
      CHECK_THAT(error.what(), Catch::Contains(row.says));
    }
  }
}

}  // namespace
}  // namespace passcope
