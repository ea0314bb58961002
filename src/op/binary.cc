// Operators on two tensors that are broadcast to a common shape.
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

struct Row {
  const char* name;
  int level;
  bool compare;
  const char* doc;
  OpTraits traits = {};
};

constexpr Row kBinary[] = {
    {"add", 1, false, "The sum.", With(MixedPrecision::kFollow, ScaleFold::kAddSub)},
    {"subtract", 1, false, "The difference.", With(MixedPrecision::kFollow, ScaleFold::kAddSub)},
    {"right_shift", 4, false, "The first operand, shifted right by the second."},
    {"left_shift", 4, false, "The first operand, shifted left by the second."},
    {"maximum", 4, false, "The larger of the two.", With(MixedPrecision::kFollow)},
    {"minimum", 4, false, "The smaller of the two.", With(MixedPrecision::kFollow)},
    {"divide", 1, false, "The quotient; integers are rounded toward zero.",
     With(MixedPrecision::kFollow)},
    {"trunc_divide", 1, false, "The quotient, rounded toward zero."},
    {"floor_divide", 1, false, "The quotient, rounded down."},
    {"multiply", 1, false, "The product.", With(MixedPrecision::kFollow, ScaleFold::kMultiply)},
    {"power", 4, false, "The first operand to the power of the second.",
     With(MixedPrecision::kNever)},
    {"mod", 1, false, "The remainder of divide, with the sign of the dividend."},
    {"floor_mod", 1, false, "The remainder of floor_divide, with the sign of the divisor."},
    {"trunc_mod", 1, false, "The remainder of trunc_divide, with the sign of the dividend."},
    {"logical_and", 4, false, "Whether both are true."},
    {"logical_or", 4, false, "Whether one or both are true."},
    {"logical_xor", 4, false, "Whether exactly one is true."},
    {"bitwise_and", 4, false, "Bitwise and: the bits set in both."},
    {"bitwise_or", 4, false, "Bitwise or: the bits set in one or both."},
    {"bitwise_xor", 4, false, "Bitwise exclusive or: the bits set in exactly one."},
    {"equal", 4, true, "Whether the two are equal."},
    {"not_equal", 4, true, "Whether the two differ."},
    {"less", 4, true, "Whether the first is less.", With(MixedPrecision::kFollow)},
    {"less_equal", 4, true, "Whether the first is less or equal.", With(MixedPrecision::kFollow)},
    {"greater", 4, true, "Whether the first is greater.", With(MixedPrecision::kFollow)},
    {"greater_equal", 4, true, "Whether the first is greater or equal.",
     With(MixedPrecision::kFollow)},
};

}  // namespace

void RegisterBinaryOps(OpRegistry& registry) {
  for (const Row& row : kBinary) {
    registry.Add(
        {.name = row.name,
         .doc = row.doc,
         .args = {{"lhs", "Tensor", "The left operand."}, {"rhs", "Tensor", "The right operand."}},
         .relation = row.compare ? CompareRel : BroadcastRel,
         .pattern = OpPattern::kBroadcast,
         .support_level = row.level,
         .traits = With(row.traits, LayoutInference::kBroadcast)});
  }
}

}  // namespace passcope
