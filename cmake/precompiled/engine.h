// What most files of the engine include, precompiled (cmake/PasscopePrecompiled.cmake). Nothing
// includes this file, and every file includes what it uses by itself: the target passcope_includes,
// which precompiles the standard library's headers alone, fails where one does not.
#pragma once

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "precompiled/libraries.h"
#include "support/format.h"
