// Calls that type inference accepts and kernels refuse, with a part of each message.
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/ndarray.h"
#include "op/op.h"
#include "runtime/evaluator.h"
#include "runtime/kernel.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/refused.h"

namespace passcope {
namespace {

struct MisfitRow {
  DiagKind kind;
  const char* function;
  std::vector<std::vector<int64_t>> shapes;  // Of its arguments.
  const char* says;
  double value = 1;  // Of all elements of the arguments.
};

// A typed program and arguments for it.
struct MisfitCall {
  explicit MisfitCall(const MisfitRow& row)
      : module(InferTypes(
            ParseModule(std::string("#[version = \"0.0.5\"]\ndef @main") + row.function, "test"))) {
    for (size_t i = 0; i < row.shapes.size(); ++i) {
      const auto* type = As<TensorTypeNode>(main()->params()[i]->checked_type());
      NDArray array = MakeNDArray(row.shapes[i], type->dtype);
      for (size_t k = 0; k < array->size(); ++k) StoreDouble(array, k, row.value);
      args.emplace_back(array);
    }
  }
  const FunctionNode* main() const { return module->Find("main"); }

  IRModule module;
  std::vector<Value> args;
};

void CheckEvaluationsRefused(std::initializer_list<MisfitRow> rows) {
  for (const MisfitRow& row : rows) {
    INFO(row.function);
    auto run = [&] {
      MisfitCall call(row);
      Evaluate(call.module, "main", call.args);
    };
    CheckRefused(run, row.kind, row.says);
  }
}

// The variables have values of other shapes than their types, as after a wrong rewrite.
void CheckMistypedRefused(std::initializer_list<MisfitRow> rows) {
  for (const MisfitRow& row : rows) {
    INFO(row.function);
    auto run = [&] {
      MisfitCall call(row);
      std::vector<Binding> env;
      for (size_t i = 0; i < call.args.size(); ++i) {
        env.push_back({As<VarNode>(call.main()->params()[i])->vid, call.args[i]});
      }
      EvaluateExpr(call.main()->body(), env, call.module);
    };
    CheckRefused(run, row.kind, row.says);
  }
}

TEST_CASE("kernels name what does not fit at run time", "[kernels][diagnostics]") {
  CheckEvaluationsRefused({
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
       "at least 4 channels, not 3"},
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
      {DiagKind::kEvaluation,
       "(%x: Tensor[(?, 4, 4, 1), float32], %b: Tensor[(?, 4), float32], %i: Tensor[(?), "
       "int32]) { image.crop_and_resize(%x, %b, %i, crop_size=[2, 2], layout=\"NHWC\") }",
       {{1, 4, 4, 1}, {2, 4}, {3}},
       "'box_indices' of image.crop_and_resize must have 2 elements, not 3"},
      {DiagKind::kEvaluation,
       "(%k: Tensor[(?), uint64]) { random.threefry_split(%k) }",
       {{9}},
       "argument 0 must be a Tensor[(10), uint64], not a Tensor[(9), uint64]"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(?), float32], %s: Tensor[(1), int32]) { vm.reshape_tensor(%x, %s, "
       "newshape=[2, 3]) }",
       {{5}, {1}},
       "cannot bring 5 elements into the shape (2, 3)"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(1, 1, 4, 4), float32], %s: Tensor[(2), float32], %r: Tensor[(1), "
       "float32]) { dyn.image.resize2d(%x, %s, %r, "
       "coordinate_transformation_mode=\"tf_crop_and_resize\") }",
       {{1, 1, 4, 4}, {2}, {1}},
       "roi of dyn.image.resize2d must have 4 numbers, not 1",
       1.5},
  });
}

TEST_CASE("kernels name what type inference does not check", "[kernels][diagnostics]") {
  CheckEvaluationsRefused({
      {DiagKind::kUnsupported,
       "(%x: Tensor[(2, 8), uint8], %w: Tensor[(4, 8), uint8]) { nn.bitserial_dense(%x, %w, "
       "units=4, data_bits=9, weight_bits=1) }",
       {{2, 8}, {4, 8}},
       "1 to 8 bits, not 9"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 8), uint8], %w: Tensor[(4, 2, 1), uint8]) { nn.bitserial_dense(%x, "
       "%w, units=4, data_bits=1, weight_bits=1) }",
       {{2, 8}, {4, 2, 1}},
       "an axis of weight_bits"},
      {DiagKind::kEvaluation,
       "(%g: Tensor[(1, 2, 3, 3), float32], %x: Tensor[(2, 2, 5, 5), float32]) { "
       "nn.conv2d_backward_weight(%g, %x, kernel_size=[3, 3], kernel_layout=\"NCHW\", "
       "out_layout=\"OIHW\") }",
       {{1, 2, 3, 3}, {2, 2, 5, 5}},
       "the same batch size, and channels that groups divides"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3, 4), float32], %w: Tensor[(3, 5), float32]) { nn.matmul(%x, %w, "
       "units=5, transpose_a=True) }",
       {{2, 3, 4}, {3, 5}},
       "can transpose a matrix"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 4, 2, 2), float32]) { image.resize2d(%x, size=[2, 2], roi=[0f, 0f, "
       "0f, 0f], coordinate_transformation_mode=\"none\") }",
       {{1, 4, 2, 2}},
       "the coordinate transformation none"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 4, 2, 2), float32]) { image.resize2d(%x, size=[2, 2], roi=[0f, 0f, "
       "0f, 0f], method=\"none\") }",
       {{1, 4, 2, 2}},
       "image.resize2d does not support the method none"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 4, 2, 2), float32]) { image.resize2d(%x, size=[2, 2], roi=[0f, 0f, "
       "0f, 0f], method=\"nearest_neighbor\", rounding_method=\"none\") }",
       {{1, 4, 2, 2}},
       "image.resize2d does not support the rounding none"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 4, 4, 1), float32], %b: Tensor[(2, 4), float32], %i: Tensor[(2), "
       "int32]) { image.crop_and_resize(%x, %b, %i, crop_size=[2, 2], layout=\"NHWC\", "
       "method=\"cubic\") }",
       {{1, 4, 4, 1}, {2, 4}, {2}},
       "does not support the method cubic"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 1, 2, 2, 2), float32], %g: Tensor[(1, 3, 2, 2, 2), float32]) { "
       "image.grid_sample(%x, %g, method=\"bicubic\", layout=\"NCDHW\") }",
       {{1, 1, 2, 2, 2}, {1, 3, 2, 2, 2}},
       "bicubic only for 2 spatial axes"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 1, 2, 2), float32], %g: Tensor[(1, 2, 2, 2), float32]) { "
       "image.grid_sample(%x, %g, method=\"none\") }",
       {{1, 1, 2, 2}, {1, 2, 2, 2}},
       "image.grid_sample does not support the method none"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 1, 2, 2), float32], %g: Tensor[(1, 2, 2, 2), float32]) { "
       "image.grid_sample(%x, %g, layout=\"NHWC\") }",
       {{1, 1, 2, 2}, {1, 2, 2, 2}},
       "does not support the layout NHWC"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(2, 3), int8], %s: float32, %z: int32) { qnn.requantize(%x, %s, %z, %s, "
       "%z, rounding=\"DOWN\", out_dtype=\"int8\") }",
       {{2, 3}, {}, {}},
       "qnn.requantize does not support the rounding DOWN"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %d: int32, %s: Tensor[(?), float32], %z: Tensor[(?), "
       "int32]) { qnn.simulated_quantize(%x, %d, %s, %z, axis=1) }",
       {{2, 3}, {}, {0}, {1}},
       "an element for each channel"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(4), float32], %s: float32) { "
       "relay.op.annotation.simulated_quantize(%x, %s, %s, %s, kind=1, sign=False) }",
       {{4}, {}},
       "only sign=True"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 2), float32], %i: Tensor[(3, 1), int32], %u: Tensor[(3, 1), "
       "float32]) { scatter(%x, %i, %u, axis=1) }",
       {{2, 2}, {3, 1}, {3, 1}},
       "the indices must have the rank of the data"},
      {DiagKind::kEvaluation,
       "(%d: Tensor[(1, 4), float32], %v: Tensor[(1), float32], %c: Tensor[(1), int32], %r: "
       "Tensor[(3), int32]) { nn.sparse_add(%d, %v, %c, %r) }",
       {{1, 4}, {1}, {1}, {3}},
       "at least the rows of the sparse one"},
      {DiagKind::kUnsupported,
       "(%v: Tensor[(1, 2, 2), float32], %c: Tensor[(1), int32], %r: Tensor[(2), int32]) { "
       "nn.sparse_transpose(%v, %c, %r) }",
       {{1, 2, 2}, {1}, {2}},
       "does not support blocks"},
      {DiagKind::kEvaluation,
       "(%i: Tensor[(2), int32], %v: Tensor[(1, 1), float32], %d: float32) { "
       "sparse_to_dense(%i, %v, %d, output_shape=[3]) }",
       {{2}, {1, 1}, {}},
       "and the values at most 1"},
      {DiagKind::kEvaluation,
       "(%i: Tensor[(3), int32], %v: Tensor[(2), float32], %d: float32) { "
       "sparse_to_dense(%i, %v, %d, output_shape=[3]) }",
       {{3}, {2}, {}},
       "a value for each place"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %t: Tensor[(3), int32], %w: Tensor[(3), float32]) { "
       "nn.nll_loss(%x, %t, %w, reduction=\"sum\", ignore_index=-1) }",
       {{2, 3}, {3}, {3}},
       "a target for each prediction"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(2), float32], %s: Tensor[(1), int32]) { collapse_sum_to(%x, %s, "
       "shape=None, dtype=\"float32\") }",
       {{2}, {1}},
       "cannot be inferred from its arguments"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(1, 2, 4, 4), float32]) { vision.multibox_prior(%x, sizes=[1f], "
       "ratios=[1f], steps=[1f], offsets=[0.5f, 0.5f]) }",
       {{1, 2, 4, 4}},
       "two steps and two offsets"},
      {DiagKind::kEvaluation,
       "(%s: Tensor[(1, 2, 3), float32], %o: Tensor[(1, 12), float32], %a: Tensor[(1, 3, "
       "4), float32]) { vision.multibox_transform_loc(%s, %o, %a, variances=[1f]) }",
       {{1, 2, 3}, {1, 12}, {1, 3, 4}},
       "4 variances, not 1"},
      {DiagKind::kEvaluation,
       "(%s: Tensor[(1, 2, 3), float32], %o: Tensor[(1, 12), float32], %a: Tensor[(0, 3, "
       "4), float32]) { vision.multibox_transform_loc(%s, %o, %a, variances=[1f, 1f, 1f, "
       "1f]) }",
       {{1, 2, 3}, {1, 12}, {0, 3, 4}},
       "an anchor of 4 numbers and 4 offsets"},
      {DiagKind::kEvaluation,
       "(%b: Tensor[(1, 2, 4), float32], %s: Tensor[(1, 2, 3), float32], %l: int64, %t: "
       "float32) { vision.all_class_non_max_suppression(%b, %s, %l, %t, %t) }",
       {{1, 2, 4}, {1, 2, 3}, {}, {}},
       "a box of 4 numbers for each score"},
      {DiagKind::kEvaluation,
       "(%s: Tensor[(1, 2, 2, 2), float32], %o: Tensor[(1, 4, 2, 2), float32], %i: "
       "Tensor[(1, 3), float32]) { vision.proposal(%s, %o, %i, scales=[1f, 2f], "
       "ratios=[1f]) }",
       {{1, 2, 2, 2}, {1, 4, 2, 2}, {1, 3}},
       "must fit the anchors of scales and ratios"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 9, 4, 4), float32]) { vision.yolo_reorg(%x, stride=3) }",
       {{1, 9, 4, 4}},
       "the stride 3 of vision.yolo_reorg must divide height and width"},
  });
}

TEST_CASE("kernels check values that do not have the types of their variables",
          "[kernels][diagnostics]") {
  CheckMistypedRefused({
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %w: Tensor[(3, 5), float32]) { nn.matmul(%x, %w, "
       "units=5) }",
       {{2, 3}, {3, 5, 1}},
       "the second must be a matrix"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %w: Tensor[(3, 5), float32]) { nn.matmul(%x, %w, "
       "units=5) }",
       {{2, 3}, {4, 5}},
       "the inner sizes must be equal"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3, 3), float32]) { nn.batch_matmul(%x, %x) }",
       {{2, 3}},
       "both must have 3 axes"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 4, 4), float32], %y: Tensor[(2, 4, 4), float32]) { "
       "nn.batch_matmul(%x, %y) }",
       {{2, 4, 4}, {3, 4, 4}},
       "and the batch sizes equal or 1"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(1, 2, 7, 7), float32], %w: Tensor[(2, 2, 3, 3), float32]) { "
       "nn.conv2d_transpose(%x, %w, channels=2, kernel_size=[3, 3], padding=[4, 4, 4, 4]) }",
       {{1, 2, 2, 2}, {2, 2, 3, 3}},
       "it leaves -4 elements"},
      {DiagKind::kUnsupported,
       "(%x: Tensor[(1, 4, 2, 2), float32]) { nn.max_pool2d(%x, pool_size=[2, 2]) }",
       {{1, 4, 2}},
       "nn.max_pool2d does not support the layout NCHW"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %b: Tensor[(3), float32]) { nn.bias_add(%x, %b) }",
       {{2, 3}, {3, 1}},
       "the bias must be a vector"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32]) { nn.batch_flatten(%x) }",
       {{}},
       "must have at least one axis"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %p: float32) { nn.pad(%x, %p, pad_width=[[1, 1], [1, "
       "1]]) }",
       {{2}, {}},
       "pad_width of nn.pad must have one pair for each of 1 axes"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 4, 2), float32]) { nn.space_to_batch_nd(%x, block_shape=[2], "
       "paddings=[[0, 0]]) }",
       {{2}},
       "data of at least 2 axes"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2), int8], %s: float32, %z: int32) { qnn.leaky_relu(%x, %s, %z, %s, "
       "%z, alpha=0.5f) }",
       {{2}, {2}, {}},
       "a parameter of qnn.leaky_relu must be a scalar, not of shape (2)"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), int8], %s: Tensor[(3), float32], %z: int32) { "
       "qnn.dequantize(%x, %s, %z, axis=1) }",
       {{2, 3}, {2}, {}},
       "scalars or have an element for each channel"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %l: Tensor[(3), int32]) { sequence_mask(%x, %l) }",
       {{2}, {3}},
       "and axis must be 0 or 1"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 2), float32], %i: Tensor[(2, 2), int32]) { gather(%x, %i, axis=1) }",
       {{2, 2}, {4}},
       "the indices must have the rank of the data"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(3, 2), float32], %y: Tensor[(3, 2), float32]) { slice_like(%x, %y, "
       "axes=None) }",
       {{2, 2}, {3, 2}},
       "cannot enlarge axis 0 from 2 to 3 elements"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(6), float32]) { strided_slice(%x, begin=[3], end=[-1], strides=[1], "
       "axes=None) }",
       {{3}},
       "computed a Tensor[(0), float32], but its type is Tensor[(2), float32]"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(4), float32]) { split(%x, indices_or_sections=[2i64], axis=0) }",
       {{3}},
       "splits at 4, but its axis has only 3 elements"},
      {DiagKind::kEvaluation,
       "(%k: Tensor[(10), uint64]) { random.threefry_split(%k) }",
       {{9}},
       "the key of random.threefry_split must be 10 numbers"},
      {DiagKind::kEvaluation,
       "(%k: Tensor[(10), uint64], %p: Tensor[(2), float32]) { random.multinomial(%k, %p, "
       "num_samples=1) }",
       {{10}, {}},
       "the probabilities of random.multinomial must have at least one axis"},
  });
  // A call without a type.
  KernelContext untyped;
  untyped.op = As<OpNode>(GetOp("zeros"));
  CheckRefused([&] { Kernels().Get(untyped.op)(untyped); }, DiagKind::kEvaluation,
               "the result type of zeros is unknown");
}

TEST_CASE("kernels check modes, sizes and shapes of their arguments", "[kernels][diagnostics]") {
  CheckEvaluationsRefused({
      {DiagKind::kUnsupported,
       "(%x: Tensor[(3), float32], %i: Tensor[(1, 2), int64], %u: Tensor[(2), float32]) "
       "{ scatter_nd(%x, %i, %u, mode=\"middle\") }",
       {{3}, {1, 2}, {2}},
       "the mode middle"},
      {DiagKind::kEvaluation,
       "(%i: Tensor[(2), int64], %s: Tensor[(2), int64]) { unravel_index(%i, %s) }",
       {{2}, {2}},
       "must be positive, not -1",
       -1},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %w: Tensor[(3, 3, 3), float32]) {"
       " nn.contrib_dense_pack(%x, %w, units=9, weight_layout=\"NC8n\") }",
       {{2, 3}, {3, 3, 3}},
       "the shape (3, 3, 3) does not fit the layout NC8n"},
      // The type is one of rank 1, since the axes may be different ones.
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 1, 3), float32], %a: Tensor[(2), int64]) { dyn.squeeze(%x, %a) }",
       {{2, 1, 3}, {2}},
       "dyn.squeeze computed a Tensor[(2, 3), float32], but its type is Tensor[(?), float32]"},
  });
  CheckMistypedRefused({
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2, 3), float32], %y: Tensor[(2, 3), float32]) { nn.cross_entropy(%x, %y) }",
       {{2, 3}, {2, 4}},
       "the same shape"},
      {DiagKind::kEvaluation,
       "(%x: Tensor[(2), float32], %b: Tensor[(3), float32]) { nn.fifo_buffer(%x, %b, axis=0) }",
       {{4}, {3}},
       "as long along the axis"},
  });
}

TEST_CASE("rows of a sparse tensor ascend", "[kernels][diagnostics]") {
  MisfitCall call({DiagKind::kEvaluation,
                   "(%i: Tensor[(2, 1), int64], %v: Tensor[(2), int64], %s: Tensor[(1), int64], "
                   "%d: Tensor[(1), int64]) { sparse_fill_empty_rows(%i, %v, %s, %d) }",
                   {{2, 1}, {2}, {1}, {1}},
                   "",
                   2});
  StoreInt(call.args[0].tensor(), 0, 1);
  StoreInt(call.args[0].tensor(), 1, 0);
  CheckRefused([&] { Evaluate(call.module, "main", call.args); }, DiagKind::kEvaluation,
               "the rows of sparse_fill_empty_rows must ascend, but 0 follows 1");
}

TEST_CASE("programs without types are checked when they run", "[evaluator][diagnostics]") {
  struct Row {
    DiagKind kind;
    const char* text;
    const char* says;
  };
  for (const Row& row : std::initializer_list<Row>{
           {DiagKind::kEvaluation, "{ let %f = fn (%x) { %x }; %f() }",
            "a function of 1 parameters is called with 0 arguments"},
           {DiagKind::kEvaluation, "(1, 2).2", "the value has no field 2"},
           {DiagKind::kEvaluation, "ref_read(1)", "a reference is expected"},
           {DiagKind::kEvaluation, "if ((True, False)) { 1 } else { 2 }",
            "the condition of an if must be a scalar"},
       }) {
    INFO(row.text);
    CheckRefused(
        [&] {
          EvaluateExpr(ParseExpr(std::string("#[version = \"0.0.5\"]\n") + row.text, "test"));
        },
        row.kind, row.says);
  }
  CheckRefused([] { EvaluateExpr(Call(GlobalVar("f"), {})); }, DiagKind::kUnknownGlobal,
               "@f is called, but there is no module");
}

}  // namespace
}  // namespace passcope
