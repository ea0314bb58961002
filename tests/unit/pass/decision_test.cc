// The table of decisions, and the sentences made from it.
#include "pass/decision.h"

#include <catch2/catch.hpp>

namespace passcope {

using Kind = PassDecision::Kind;

TEST_CASE("the sentence of a decision is made of its data", "[decisions]") {
  CHECK(PassDecision{}.Text().empty());
  CHECK(PassDecision{Kind::kRequired, "A"}.Text() == "required by A");
  CHECK(PassDecision{Kind::kDisabled}.Text() == "disabled");
  CHECK(PassDecision{Kind::kOptLevel, {}, 3, 2}.Text() == "opt level 3 > 2");
  CHECK(PassDecision{Kind::kVetoed, "{level}"}.Text() == "vetoed by {level}");
  CHECK(PassDecision{Kind::kDependency, "A"}.Text() == "A, which requires it, did not run");
  CHECK(PassDecision{Kind::kNotReached, "A"}.Text() == "not reached: A failed");
}

TEST_CASE("a decision leaves the engine as data", "[decisions]") {
  CHECK(JsonText(PassDecision{Kind::kOptLevel, {}, 3, 2}) ==
        R"({"kind":"opt-level","level":3,"allowed":2})");
  CHECK(JsonText(PassDecision{Kind::kVetoed, "X"}) == R"({"kind":"vetoed","by":"X"})");
  CHECK(DecisionTable().size() == static_cast<size_t>(Kind::kRun));
  CHECK_FALSE(PassDecision{Kind::kDisabled}.runs());
  CHECK(PassDecision{Kind::kRequired, "A"}.runs());
}

}  // namespace passcope
