// The headers that most files of the engine include, precompiled (cmake/PasscopePrecompiled.cmake).
// No file includes this one, and every file still includes what it uses. The target
// passcope_includes checks this, since it precompiles only the standard library's headers.
#pragma once

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "precompiled/libraries.h"
#include "support/format.h"
