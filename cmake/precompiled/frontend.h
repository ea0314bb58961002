// The headers that most files that read models include, precompiled
// (cmake/PasscopePrecompiled.cmake). No file includes this one.
#pragma once

#include "frontend/onnx/families.h"
#include "frontend/pytorch/converter.h"
#include "op/attrs_nn.h"
#include "precompiled/engine.h"
