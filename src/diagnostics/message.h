// Messages to users, as data: a pattern with named places, and the arguments for the places. The
// English text is rendered from both. A program that has the pattern in another language renders
// that.
//
//   Message message =
//       MSG(kArgumentCount, "{operator} takes {expected} arguments, not {actual}", op, 2, 3);
//   message.text();  // "add takes 2 arguments, not 3"
//
// An identity, such as kArgumentCount, names one pattern. Translations refer to the identity, so
// that the English can be improved in one file. The identity is not compiled: the engine's size
// matters. `scripts/lib/messages.mjs` finds all identities and patterns in the sources. Patterns
// are literals.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/format.h"

namespace passcope {

// How the items of a list are joined in a sentence.
enum class ListForm : uint8_t {
  kComma,  // "a, b, c"
  kOr,     // "a, b or c"
};
std::span<const char* const> LiteralsOf(ListForm);

// A list as an argument of a message.
struct MessageList {
  std::vector<std::string> items;
  ListForm form = ListForm::kComma;
};

struct MessageArgument;

struct Message {
  Message();
  Message(std::string_view pattern, std::vector<MessageArgument> arguments);
  // Out of line: hundreds of places make messages, and most of them never run.
  Message(const Message& other);
  Message(Message&& other) noexcept;
  Message& operator=(const Message& other);
  Message& operator=(Message&& other) noexcept;
  ~Message();

  // "{name}" is the place of an argument; "{{" and "}}" are braces. It has static storage duration.
  std::string_view pattern;
  // In the order of their first places in the pattern.
  std::vector<MessageArgument> arguments;

  // The English text. A place without an argument, or an argument without a place, is an
  // InternalError.
  std::string text() const;
};

struct MessageArgument {
  std::string_view name;  // A part of the pattern.
  std::string text;       // As in the English text.
  std::optional<int64_t> number = {};
  std::optional<MessageList> list = {};
  std::optional<Message> message = {};  // A text with its own pattern.
};

// The texts of messages, in order.
std::vector<std::string> TextsOf(std::span<const Message> messages);

// An argument for a message: any argument of Format, lists and messages. It does not own them.
class MessageValue {
 public:
  template <class T>
  requires std::constructible_from<FormatArg, const T&> MessageValue(const T& value)
      : plain_(value) {}
  MessageValue(const MessageList& list) : plain_(""), list_(&list) {}
  MessageValue(const Message& message) : plain_(""), message_(&message) {}

 private:
  friend Message MakeMessage(std::string_view, std::span<const MessageValue>);

  FormatArg plain_;
  const MessageList* list_ = nullptr;
  const Message* message_ = nullptr;
};

// The number of different names in the places of a pattern; -1 for an unmatched brace. Names
// consist of lower-case letters, digits and underscores.
constexpr int CountMessageNames(std::string_view pattern) {
  int names = 0;
  for (size_t at = 0; at < pattern.size(); ++at) {
    char c = pattern[at];
    if (c != '{' && c != '}') continue;
    if (at + 1 < pattern.size() && pattern[at + 1] == c) {
      ++at;
      continue;
    }
    if (c == '}') return -1;
    size_t end = pattern.find('}', at);
    if (end == std::string_view::npos || end == at + 1) return -1;
    for (char letter : pattern.substr(at + 1, end - at - 1)) {
      bool fits = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
      if (!fits && letter != '_') return -1;
    }
    // The search includes the braces. A name that occurred before is not counted again.
    if (pattern.find(pattern.substr(at, end + 1 - at)) == at) ++names;
    at = end;
  }
  return names;
}

// Not constexpr, so that a call of it is a compiler error.
void PatternNeedsOneNameForEachArgument();

// A literal with exactly one place for each argument, which the compiler checks.
template <class... Args>
struct MessagePattern {
  template <class Text>
  consteval MessagePattern(const Text& pattern)  // NOLINT(google-explicit-constructor)
      : text(pattern) {
    if (CountMessageNames(text) != sizeof...(Args)) PatternNeedsOneNameForEachArgument();
  }

  std::string_view text;
};

Message MakeMessage(std::string_view pattern, std::span<const MessageValue> values);

// A message from a pattern and its arguments, in the order of their first places. Use MSG for a
// pattern that has words.
template <class... Args>
Message Say(MessagePattern<std::type_identity_t<Args>...> pattern, const Args&... args) {
  return MakeMessage(pattern.text, std::initializer_list<MessageValue>{MessageValue(args)...});
}

// A message without arguments that costs nothing until it is needed. Use PHRASE for a pattern that
// has words.
class Phrase {
 public:
  consteval explicit Phrase(MessagePattern<> pattern) : pattern_(pattern.text.data()) {}
  constexpr Phrase() = default;  // Empty.

  explicit operator bool() const { return pattern_; }
  Message message() const;
  operator Message() const { return message(); }  // NOLINT(google-explicit-constructor)

 private:
  const char* pattern_ = nullptr;  // Ends with a zero, as literals do.
};

}  // namespace passcope

// A Message that has words: its identity, its pattern, and its arguments in the order of their
// first places.
#define MSG(identity, ...) ::passcope::Say(__VA_ARGS__)
// A Phrase that has words.
#define PHRASE(identity, ...) ::passcope::Phrase(__VA_ARGS__)
