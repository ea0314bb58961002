// The list of operator families.
#include "op/families.h"

namespace passcope {

void RegisterAllOps(OpRegistry& registry) {
  RegisterUnaryOps(registry);
  RegisterBinaryOps(registry);
  RegisterNNConvOps(registry);
  RegisterNNPoolOps(registry);
  RegisterNNOps(registry);
  RegisterReduceOps(registry);
  RegisterTransformOps(registry);
  RegisterFillOps(registry);
  RegisterSliceOps(registry);
  RegisterIndexingOps(registry);
  RegisterAnnotationOps(registry);
  RegisterDynOps(registry);
  RegisterQnnOps(registry);
  RegisterVisionOps(registry);
  RegisterMemoryOps(registry);
  RegisterAlgorithmOps(registry);
  RegisterRandomOps(registry);
  RegisterSparseOps(registry);
}

}  // namespace passcope
