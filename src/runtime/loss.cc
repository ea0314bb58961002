// Kernels of losses.
#include <cmath>

#include "op/attrs_nn.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// Minus the sum of the products of both operands, divided by the number of rows. Without kLogits,
// the logarithm of the first operand is used.
template <bool kLogits>
Value CrossEntropy(const KernelContext& context) {
  const NDArray& x = context.arg(0);
  const NDArray& y = context.arg(1);
  if (x->shape != y->shape || x->rank() == 0) {
    context.Misfit(PHRASE(kShapesNotEqual, "both must have the same shape"));
  }
  Elements<double> a(x), b(y);
  double sum = 0;
  for (size_t i = 0; i < x->size(); ++i) sum += (kLogits ? a[i] : std::log(a[i])) * b[i];
  return ScalarNDArray(-sum / static_cast<double>(x->shape[0]), x->dtype);
}

Value NLLLoss(const KernelContext& context) {
  const auto& attrs = context.attrs_as<NLLLossAttrs>();
  const NDArray& predictions = context.arg(0);
  const NDArray& targets = context.arg(1);
  int64_t classes = predictions->shape[1];
  std::span<const int64_t> shape = predictions->shape;
  int64_t inner = Product(shape.subspan(2));
  if (static_cast<int64_t>(context.arg(2)->size()) < classes ||
      static_cast<int64_t>(targets->size()) != shape[0] * inner) {
    context.Misfit(
        PHRASE(kNllTargetsMisfit,
               "there must be a target for each prediction, and a weight for each class"));
  }
  Elements<double> x(predictions), weight(context.arg(2));
  NDArray losses = MakeNDArray(targets->shape, predictions->dtype);
  double sum = 0, weights = 0;
  for (size_t i = 0; i < targets->size(); ++i) {
    int64_t target = targets->ToInt(i);
    double loss = 0;
    if (target != attrs.ignore_index) {
      if (target < 0 || target >= classes) {
        context.FailIndex(target, classes);
      }
      auto n = static_cast<int64_t>(i);
      auto at = static_cast<size_t>((n / inner * classes + target) * inner + n % inner);
      loss = -x[at] * weight[static_cast<size_t>(target)];
      weights += weight[static_cast<size_t>(target)];
    }
    sum += loss;
    StoreDouble(losses, i, loss);
  }
  if (attrs.reduction == "none") return losses;
  return ScalarNDArray(attrs.reduction == "mean" ? sum / weights : sum, predictions->dtype);
}

}  // namespace

void RegisterLossKernels(KernelRegistry& registry) {
  registry.Add("nn.cross_entropy", CrossEntropy<false>);
  registry.Add("nn.cross_entropy_with_logits", CrossEntropy<true>);
  registry.Add("nn.nll_loss", NLLLoss);
}

}  // namespace passcope
