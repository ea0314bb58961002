// FoldScaleAxis, of BackwardFoldScaleAxis and ForwardFoldScaleAxis: multiplications by a scale
// along the channel axis go into the weights of the convolution or dense layer before or after
// them.
//
// Why: scaling the weights happens once, at compile time; scaling activations at every run.
// Batch normalisation, simplified, is such a scale. Not done: convolutions that are grouped but not
// depthwise; scales whose sign is unknown across a relu.
//
// What is guaranteed: the same sums of the same products of data, weights and scales, of which the
// last two are multiplied first. So results differ by rounding, and where a weight times a scale is
// too large for its type, or too small, what was finite may become infinite, NaN or 0, also where
// the data would have brought it back (a weight of 1e30 and a scale of 1e30 with data of 1e-30). No
// value of the weights is looked at: they may be parameters. VerifyValues tells this from a defect.
//
//   before  %0 = nn.conv2d(%x, %w); multiply(%0, %s)
//   after   nn.conv2d(%x, multiply(%w, expand_dims(%s, …)))
//
// Both directions first find out what could be consumed ("messages": axes that may be scaled, and
// whether the scale must be positive), then transform. Messages and rules follow TVM 0.11's
// fold_scale_axis; where TVM recurses along a chain of operators, the scales are handed out here in
// one walk from the results to the inputs, which works because only expressions with a single use
// take one.

#include "pass/registry.h"

namespace passcope::transform {

Pass FoldScaleAxis() {
  return Sequential({CreatePass("BackwardFoldScaleAxis"), CreatePass("ForwardFoldScaleAxis"),
                     CreatePass("FoldConstant")},
                    TableInfo("FoldScaleAxis"));
}

}  // namespace passcope::transform
