// FoldScaleAxis, which is BackwardFoldScaleAxis and ForwardFoldScaleAxis: folds multiplications by
// a scale along the channel axis into the weights of the convolution or dense layer before or after
// them.
//
// Why: weights are scaled once, at compile time; activations are scaled in every run. A simplified
// batch normalization is such a scale. Not done: convolutions with groups that are not depthwise,
// and scales of unknown sign across a relu.
//
// The guarantee: results are the same sums of the same products of data, weights and scales, but
// weights and scales are multiplied first. So results differ by rounding. If a weight times a scale
// overflows or underflows, a finite result can become infinite, NaN or 0. This happens even if the
// data compensates, such as a weight of 1e30 and a scale of 1e30 with data of 1e-30. The pass does
// not check the values of weights, since they can be parameters. VerifyValues distinguishes this
// from a defect.
//
//   before  %0 = nn.conv2d(%x, %w); multiply(%0, %s)
//   after   nn.conv2d(%x, multiply(%w, expand_dims(%s, …)))
//
// Both directions first find out what can take a scale ("messages": the axes that can be scaled,
// and whether the scale must be positive). Then they transform. Messages and rules follow TVM
// 0.11's fold_scale_axis. TVM recurses along a chain of operators. Here one walk from the results
// to the inputs hands out the scales, since only expressions with a single use take one.

#include "pass/registry.h"

namespace passcope::transform {

Pass FoldScaleAxis() {
  return Sequential({CreatePass("BackwardFoldScaleAxis"), CreatePass("ForwardFoldScaleAxis"),
                     CreatePass("FoldConstant")},
                    TableInfo("FoldScaleAxis"));
}

}  // namespace passcope::transform
