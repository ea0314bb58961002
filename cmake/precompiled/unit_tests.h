// The headers that most unit tests include, precompiled (cmake/PasscopePrecompiled.cmake). No file
// includes this one.
#pragma once

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "pass/registry.h"
#include "precompiled/engine.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"
