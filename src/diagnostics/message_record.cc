// The schemas of messages.
#include "diagnostics/message_record.h"

namespace passcope {

template <>
const RecordSchema& SchemaOf<MessageList>() {
  static constexpr RecordField kFields[] = {
      Member<&MessageList::items>("items", "The items as in the text."),
      Member<&MessageList::form>(
          "form", "Whether the items are separated by commas only, or the last one by \"or\"."),
  };
  static constexpr RecordSchema schema = {"MessageList", "A list in a message.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<MessageArgument>() {
  static constexpr RecordField kFields[] = {
      Member<&MessageArgument::name>("name", "The name of its place in the pattern."),
      Member<&MessageArgument::text>("text", "The argument as in the English text."),
      Member<&MessageArgument::number>("number", "The value of an integer."),
      Member<&MessageArgument::list>("list", "The items of a list."),
      Member<&MessageArgument::message>("message",
                                        "The message, if the argument is a message itself."),
  };
  static constexpr RecordSchema schema = {"MessageArgument", "An argument of a message.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<Message>() {
  static constexpr RecordField kFields[] = {
      Member<&Message::text>("text", "In English."),
      Member<&Message::pattern>(
          "pattern",
          "The English text, with `{name}` for each argument; `{{` and `}}` are braces."),
      Member<&Message::arguments>("arguments", "The arguments, in the order of their first use."),
  };
  static constexpr RecordSchema schema = {
      "Message", "A message as data, which can be shown in any language.", kFields};
  return schema;
}

}  // namespace passcope
