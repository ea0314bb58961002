// The registration functions of the operator families, which register.cc calls.
#pragma once

#include "op/op.h"

namespace passcope {

void RegisterUnaryOps(OpRegistry& registry);
void RegisterBinaryOps(OpRegistry& registry);
void RegisterNNConvOps(OpRegistry& registry);
void RegisterNNPoolOps(OpRegistry& registry);
void RegisterNNOps(OpRegistry& registry);
void RegisterReduceOps(OpRegistry& registry);
void RegisterTransformOps(OpRegistry& registry);
void RegisterFillOps(OpRegistry& registry);
void RegisterSliceOps(OpRegistry& registry);
void RegisterIndexingOps(OpRegistry& registry);
void RegisterAnnotationOps(OpRegistry& registry);
void RegisterDynOps(OpRegistry& registry);
void RegisterQnnOps(OpRegistry& registry);
void RegisterVisionOps(OpRegistry& registry);
void RegisterMemoryOps(OpRegistry& registry);
void RegisterAlgorithmOps(OpRegistry& registry);
void RegisterRandomOps(OpRegistry& registry);
void RegisterSparseOps(OpRegistry& registry);

}  // namespace passcope
