// What most files that read models include, precompiled (cmake/PasscopePrecompiled.cmake). Nothing includes
// this file.
#pragma once

#include "frontend/onnx/families.h"
#include "frontend/pytorch/converter.h"
#include "op/attrs_nn.h"
#include "precompiled/engine.h"
