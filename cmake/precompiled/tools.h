// The headers that most files of the command line include, precompiled
// (cmake/PasscopePrecompiled.cmake). No file includes this one.
#pragma once

#include <nlohmann/json.hpp>

#include "precompiled/engine.h"
