// Messages: their arguments and their English text.
#include "diagnostics/message.h"

#include <algorithm>

#ifdef PASSCOPE_RECORD_MESSAGES
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#endif

#include "support/check.h"
#include "support/utf8.h"

namespace passcope {
namespace {

std::string JoinList(const MessageList& list) {
  std::string text;
  for (size_t i = 0; i < list.items.size(); ++i) {
    bool last = i + 1 == list.items.size();
    if (i > 0) text += last && list.form == ListForm::kOr ? " or " : ", ";
    text += list.items[i];
  }
  return text;
}

// Calls `literal` with the texts between places, and `place` with the names of places.
template <class OnLiteral, class OnPlace>
void ForEachPart(std::string_view pattern, OnLiteral&& literal, OnPlace&& place) {
  for (size_t at = 0; at < pattern.size();) {
    size_t brace = std::min(pattern.find_first_of("{}", at), pattern.size());
    literal(pattern.substr(at, brace - at));
    if (brace == pattern.size()) return;
    if (brace + 1 < pattern.size() && pattern[brace + 1] == pattern[brace]) {
      literal(pattern.substr(brace, 1));
      at = brace + 2;
      continue;
    }
    size_t end = pattern.find('}', brace);
    place(pattern.substr(brace + 1, end - brace - 1));
    at = end + 1;
  }
}

#ifdef PASSCOPE_RECORD_MESSAGES
// Writes each pattern of which this process makes a message once, ended by a zero, to the end of
// the file $PASSCOPE_MESSAGES_MADE. `npm test` finds out in this way which messages no test
// provokes.
void Record(std::string_view pattern) {
  static const char* const path = std::getenv("PASSCOPE_MESSAGES_MADE");
  if (!path || pattern.empty()) return;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  static std::set<std::string, std::less<>> seen;
  if (!seen.emplace(pattern).second) return;
  // A short text that is appended at once is not mixed with those of other processes.
  std::ofstream(path, std::ios::app) << std::string(pattern) + '\0' << std::flush;
}
#else
void Record(std::string_view) {}
#endif

const MessageArgument* FindArgument(const Message& message, std::string_view name) {
  for (const MessageArgument& argument : message.arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

}  // namespace

std::span<const char* const> LiteralsOf(ListForm) {
  static constexpr const char* kNames[] = {"comma", "or"};
  return kNames;
}

Message::Message() = default;
Message::Message(std::string_view pattern, std::vector<MessageArgument> arguments)
    : pattern(pattern), arguments(std::move(arguments)) {}
Message::Message(const Message& other) = default;
Message::Message(Message&& other) noexcept = default;
Message& Message::operator=(const Message& other) = default;
Message& Message::operator=(Message&& other) noexcept = default;
Message::~Message() = default;

std::string Message::text() const {
  PASSCOPE_CHECK_MSG(CountMessageNames(pattern) == static_cast<int>(arguments.size()),
                     std::string(pattern));
  std::string text;
  ForEachPart(
      pattern, [&](std::string_view literal) { text += literal; },
      [&](std::string_view name) {
        const MessageArgument* argument = FindArgument(*this, name);
        PASSCOPE_CHECK_MSG(argument, std::string(pattern));
        text += argument->text;
      });
  return text;
}

Message Phrase::message() const {
  Record(pattern_ ? pattern_ : "");
  return {pattern_ ? pattern_ : "", {}};
}

std::vector<std::string> TextsOf(std::span<const Message> messages) {
  std::vector<std::string> texts;
  for (const Message& message : messages) texts.push_back(message.text());
  return texts;
}

Message MakeMessage(std::string_view pattern, std::span<const MessageValue> values) {
  Record(pattern);
  Message message{pattern, {}};
  message.arguments.reserve(values.size());
  ForEachPart(
      pattern, [](std::string_view) {},
      [&](std::string_view name) {
        size_t index = message.arguments.size();
        if (FindArgument(message, name)) return;
        PASSCOPE_CHECK_MSG(index < values.size(), std::string(pattern));
        const MessageValue& value = values[index];
        MessageArgument argument{name, {}};
        if (value.message_) {
          argument.text = value.message_->text();
          argument.message = *value.message_;
        } else if (value.list_) {
          argument.text = JoinList(*value.list_);
          argument.list = *value.list_;
          for (std::string& item : argument.list->items) item = Printable(item);
        } else {
          value.plain_.AppendTo(&argument.text);
          argument.number = value.plain_.integer();
        }
        // Names come from files and from users.
        argument.text = Printable(argument.text);
        message.arguments.push_back(std::move(argument));
      });
  PASSCOPE_CHECK_MSG(message.arguments.size() == values.size(), std::string(pattern));
  return message;
}

}  // namespace passcope
