// Messages: a pattern, its arguments as data, and the English text of both.
#include "diagnostics/message.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>

#include "support/check.h"

namespace passcope {
namespace {

TEST_CASE("a message keeps its pattern and its arguments", "[diagnostics]") {
  std::string op = "add";
  Message message = Say("{operator} takes {expected} arguments, not {actual}", op, size_t{2}, -3);
  CHECK(message.text() == "add takes 2 arguments, not -3");
  CHECK(message.pattern == "{operator} takes {expected} arguments, not {actual}");
  REQUIRE(message.arguments.size() == 3);
  CHECK(message.arguments[0].name == "operator");
  CHECK(message.arguments[0].text == "add");
  CHECK_FALSE(message.arguments[0].number);
  CHECK(message.arguments[1].name == "expected");
  CHECK(message.arguments[1].number == 2);
  CHECK(message.arguments[2].text == "-3");
  CHECK(message.arguments[2].number == -3);
}

TEST_CASE("numbers that are no 64-bit integers are text", "[diagnostics]") {
  Message message = Say("{large}, {real}, {letter}", UINT64_MAX, 0.5, 'x');
  CHECK(message.text() == "18446744073709551615, 0.5, x");
  for (const MessageArgument& argument : message.arguments) CHECK_FALSE(argument.number);
}

TEST_CASE("doubled braces are braces, and what an argument says is no pattern", "[diagnostics]") {
  CHECK(Say("{{x}} in `{{`, {value}", "{y}}").text() == "{x} in `{`, {y}}");
}

TEST_CASE("a name with several places is one argument", "[diagnostics]") {
  Message message = Say("{count} of `{key}`, so the last is meta[{key}][{last}]", 3, "Conv", 2);
  CHECK(message.text() == "3 of `Conv`, so the last is meta[Conv][2]");
  CHECK(message.arguments.size() == 3);
}

TEST_CASE("a list says how it is joined", "[diagnostics]") {
  Message message = Say("it has {all}; did you mean {near}?", MessageList{{"a", "b"}},
                        MessageList{{"a", "b", "c"}, ListForm::kOr});
  CHECK(message.text() == "it has a, b; did you mean a, b or c?");
  CHECK(message.arguments[0].list->items == std::vector<std::string>{"a", "b"});
  CHECK(message.arguments[0].list->form == ListForm::kComma);
  CHECK(message.arguments[1].list->form == ListForm::kOr);
  CHECK(Say("{one}", MessageList{{"a"}, ListForm::kOr}).text() == "a");
}

TEST_CASE("an argument can be a message", "[diagnostics]") {
  Message message = Say("{operator}: {problem}", "add", Say("the types {x} and {y} differ", 1, 2));
  CHECK(message.text() == "add: the types 1 and 2 differ");
  REQUIRE(message.arguments[1].message);
  CHECK(message.arguments[1].message->pattern == "the types {x} and {y} differ");
  CHECK(message.arguments[1].message->arguments.size() == 2);
}

TEST_CASE("a phrase is a message once it is asked for", "[diagnostics]") {
  constexpr Phrase kPhrase("after a `{{`");
  CHECK(kPhrase);
  CHECK_FALSE(Phrase());
  CHECK(kPhrase.message().text() == "after a `{`");
  CHECK(Say("expected {what}", kPhrase.message()).text() == "expected after a `{`");
}

TEST_CASE("the compiler counts the names of a pattern", "[diagnostics]") {
  static_assert(CountMessageNames("no place") == 0);
  static_assert(CountMessageNames("{a} {b_2} {a}") == 2);
  static_assert(CountMessageNames("{{a}}") == 0);
  static_assert(CountMessageNames("{ab} {a}") == 2);
  static_assert(CountMessageNames("{}") == -1);
  static_assert(CountMessageNames("{A}") == -1);
  static_assert(CountMessageNames("{a") == -1);
  static_assert(CountMessageNames("a}") == -1);
  static_assert(CountMessageNames("{a b}") == -1);
  SUCCEED();
}

TEST_CASE("a place without argument and an argument without place are bugs", "[diagnostics]") {
  CHECK_THROWS_AS((Message{"{a}", {}}.text()), InternalError);
  CHECK_THROWS_AS((Message{"a", {{"a", "1"}}}.text()), InternalError);
  CHECK_THROWS_AS((Message{"{a}", {{"b", "1"}}}.text()), InternalError);
  CHECK_THROWS_AS((Message{"{a", {}}.text()), InternalError);
  CHECK(Message().text().empty());
}

}  // namespace
}  // namespace passcope
