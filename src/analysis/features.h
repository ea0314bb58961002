// The language features that a program uses.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// In the order of TVM 0.11's relay.analysis.Feature.
enum class Feature : uint8_t {
  kVar,
  kGlobalVar,
  kConstant,
  kTuple,
  kTupleGetItem,
  kFunction,
  kOp,
  kCall,
  kLet,
  kIf,
  kRefCreate,
  kRefRead,
  kRefWrite,
  kConstructor,
  kMatch,
  kGraph,   // An expression is used twice that is not only a name or a constant.
  kLetRec,  // The value of a let mentions its variable.
};
constexpr size_t kNumFeatures = 17;
using FeatureSet = std::bitset<kNumFeatures>;

// TVM's name: "fVar".
const char* FeatureName(Feature feature);

// The features of an expression, or of all functions of a module. As in TVM, the inside of
// primitive functions does not count.
FeatureSet DetectFeatures(const Expr& expr);
FeatureSet DetectFeatures(const IRModule& module);

}  // namespace passcope
