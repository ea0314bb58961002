// What most files of the engine include, precompiled natively (cmake/PasscopePrecompiled.cmake).
// Nothing includes this file, and every file includes what it uses by itself: the WebAssembly
// build, which precompiles the libraries' headers alone, fails where one does not.
#pragma once

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "precompiled/libraries.h"
#include "support/format.h"
