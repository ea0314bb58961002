// Arguments of dynamic shapes that type inference accepts and kernels refuse, with a part of each
// message.
#include <initializer_list>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/ndarray.h"
#include "runtime/evaluator.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/refused.h"

namespace passcope {
namespace {

struct DynamicCall {
  DiagKind kind;
  const char* function;                      // Of parameters with dynamic shapes.
  std::vector<std::vector<int64_t>> shapes;  // Of its arguments, which are ones.
  const char* says;
};

TEST_CASE("kernels name what does not fit at run time", "[kernels][diagnostics]") {
  for (const DynamicCall& row : std::initializer_list<DynamicCall>{
           {DiagKind::kEvaluation,
            "(%x: Tensor[(?, ?), float32], %w: Tensor[(?, ?), float32]) { nn.dense(%x, %w, "
            "units=2) }",
            {{2, 3}, {2, 4}},
            "features"},
           {DiagKind::kEvaluation,
            "(%x: Tensor[(?, ?, ?), float32], %y: Tensor[(?, ?, ?), float32]) "
            "{ nn.batch_matmul(%x, %y) }",
            {{2, 3, 4}, {3, 5, 4}},
            "inner sizes"},
           {DiagKind::kEvaluation,
            "(%x: Tensor[(?), float32], %i: Tensor[(2), int32]) { take(%x, %i, axis=0) }",
            {{0}, {2}},
            "empty axis"},
           {DiagKind::kEvaluation,
            "(%x: Tensor[(?), float32]) { reshape(%x, newshape=[2, 3]) }",
            {{5}},
            "5"},
           {DiagKind::kEvaluation,
            "(%x: Tensor[(?), float32]) { split(%x, indices_or_sections=[4i64], axis=0) }",
            {{2}},
            "4"},
           {DiagKind::kEvaluation,
            "(%x: Tensor[(?), float32]) { broadcast_to(%x, shape=[4]) }",
            {{3}},
            "4"},
           {DiagKind::kEvaluation,
            "(%x: Tensor[(1, 1, ?, ?), float32]) { image.resize2d(%x, size=[2, 2], roi=[0f, 0f, "
            "0f, 0f]) }",
            {{1, 1, 0, 3}},
            "empty"},
           {DiagKind::kUnsupported,
            "(%x: Tensor[(1, ?, ?, ?), float32]) { vision.yolo_reorg(%x, stride=2) }",
            {{1, 3, 3, 3}},
            "stride"},
           {DiagKind::kEvaluation,
            "(%i: Tensor[(?, ?), int32], %v: Tensor[(?), float32], %d: float32) "
            "{ sparse_to_dense(%i, %v, %d, output_shape=[3, 3]) }",
            {{2, 5}, {2}, {}},
            "columns"},
           {DiagKind::kEvaluation,
            "(%x: Tensor[(1, 1, ?, ?), float32], %w: Tensor[(1, 1, 3, 3), float32]) "
            "{ nn.conv2d(%x, %w, channels=1, kernel_size=[3, 3]) }",
            {{1, 1, 1, 1}, {1, 1, 3, 3}},
            "nn.conv2d"},
       }) {
    INFO(row.function);
    auto run = [&] {
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
    };
    CheckRefused(run, row.kind, row.says);
  }
}

}  // namespace
}  // namespace passcope
