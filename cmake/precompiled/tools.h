// What most files of the command line include, precompiled (cmake/PasscopePrecompiled.cmake).
// Nothing includes this file.
#pragma once

#include <nlohmann/json.hpp>

#include "precompiled/engine.h"
