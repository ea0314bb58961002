// Arithmetic on unknown sizes.
#include <catch2/catch.hpp>

#include "ir/dim_arith.h"

namespace passcope {
namespace {

const Dim kN = Dim::Symbol("n");
const Dim kM = Dim::Symbol("m");

TEST_CASE("A quotient is rounded down or toward zero") {
  CHECK(Dim(-3) / Dim(2) == Dim(-2));
  CHECK(TruncatedQuotient(-3, 2) == Dim(-1));
  CHECK(TruncatedQuotient(7, 2) == Dim(3));
  CHECK(TruncatedQuotient(Dim::Int64(7), 2).Same(Dim::Int64(3)));
  CHECK(TruncatedQuotient(kN, 1) == kN);
  CHECK(TruncatedQuotient(0, kN) == Dim(0));
  CHECK(TruncatedQuotient(kN, 0).is_any());
  CHECK(TruncatedQuotient(Dim::Any(), 2).is_any());
  CHECK(TruncatedQuotient(kN, 2).str() == "(n / 2)");
  CHECK_FALSE(TruncatedQuotient(kN, 2) == kN / 2);
}

TEST_CASE("The greater of two sizes") {
  CHECK(Greatest(3, 5) == Dim(5));
  CHECK(Greatest(kN, kN) == kN);
  CHECK(Greatest(1, kN).str() == "max(1, n)");
  CHECK(Greatest(Dim::Any(), 3).is_any());
}

TEST_CASE("? stays inside of what is computed from it as an operand") {
  Dim any = AsOperand(Dim::Any());
  CHECK_FALSE(any.is_any());
  CHECK(AsSize(any).is_any());
  CHECK(AsOperand(kN) == kN);
  CHECK(AsOperand(4) == Dim(4));
  Dim sum = any + 2;
  CHECK(AsSize(sum) == sum);
  CHECK(sum.str() == "(? + 2)");
  CHECK(AsSize(any + 0).is_any());
  CHECK(AsSize(any * 1).is_any());
  CHECK(any * 0 == Dim(0));
  // Two unknown sizes can be different.
  CHECK((any - any).is_symbol());
  CHECK((sum - sum).is_symbol());
  CHECK(Dim::Rounded(any, 2).str() == "round(? * 2)");
}

TEST_CASE("Sums of sizes are simplified") {
  CHECK(Simplified(((kN + 2) - 3) + 1) == kN);
  CHECK(Simplified(kN + kM - kN) == kM);
  CHECK(Simplified(kN - kN * 3).str() == "(0 - (n * 2))");
  CHECK(Simplified((kN - 1) * 2 + 3).str() == "((n * 2) + 1)");
  CHECK(Simplified(kM - kN - 2).str() == "((m - n) - 2)");
  CHECK(Simplified((kN + 2) - (kN - 1)) == Dim(3));
  CHECK(Simplified(kN * kM).str() == "(n * m)");
  CHECK(Simplified(7) == Dim(7));
  CHECK(Simplified(Dim::Any()).is_any());
}

TEST_CASE("Quotients of sizes are simplified") {
  CHECK(Simplified((kN - 2) / 2 + 1) == kN / 2);
  CHECK(Simplified((kN - 1) / 2 + 1).str() == "(((n - 1) / 2) + 1)");
  CHECK(Simplified((kN * 16 + 1) / 2).str() == "(n * 8)");
  CHECK(Simplified((kN * 8 + 7) / 8) == kN);
  CHECK(Simplified((kN * 4 + kM) / 4).str() == "(n + (m / 4))");
  CHECK(Simplified((kN + kM * 2 - 3) / 2) == kM + (kN - 3) / 2);
  CHECK(Simplified(kN / kM) == kN / kM);
}

TEST_CASE("Simplifying leaves alone what is too large for it") {
  Dim large = int64_t{1} << 62;
  Dim sum = (kN + large) + (kM + large);
  CHECK(Simplified(sum) == sum);
}

TEST_CASE("What is left of an open size is one") {
  Dim open = AsOperand(Dim::Any());
  CHECK(Simplified(((open + 2) - 3) + 1).is_any());
  CHECK(Simplified(((open + 2) - 3) + 2).str() == "(? + 1)");
}

TEST_CASE("A size may be computed from an open one") {
  CHECK(HoldsAny(Dim::Any()));
  CHECK(HoldsAny(kN * 2 + AsOperand(Dim::Any())));
  CHECK_FALSE(HoldsAny(kN * 2 + kM));
  CHECK_FALSE(HoldsAny(3));
}

TEST_CASE("Sums that double are bounded") {
  Dim sum = kN;
  for (int i = 0; i < 40; ++i) sum = sum + sum;
  CHECK(sum.is_any());
  Dim few = kN;
  for (int i = 0; i < 9; ++i) few = few + few;
  CHECK(Simplified(few).str() == "(n * 512)");
}

}  // namespace
}  // namespace passcope
