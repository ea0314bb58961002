// The schemas of messages.
#include "diagnostics/message_record.h"

namespace passcope {

template <>
const RecordSchema& SchemaOf<MessageList>() {
  static constexpr RecordField kFields[] = {
      Member<&MessageList::items>("items", "As they stand in the text."),
      Member<&MessageList::form>("form",
                                 "Whether they are listed with commas alone or end in \"or\"."),
  };
  static constexpr RecordSchema schema = {"MessageList", "Several things in a message.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<MessageArgument>() {
  static constexpr RecordField kFields[] = {
      Member<&MessageArgument::name>("name", "Of its places in the pattern."),
      Member<&MessageArgument::text>("text", "As it stands in the English text."),
      Member<&MessageArgument::number>("number", "Of an integer."),
      Member<&MessageArgument::list>("list", "Of a list."),
      Member<&MessageArgument::message>("message", "Of words that have a pattern of their own."),
  };
  static constexpr RecordSchema schema = {"MessageArgument", "What stands in a place of a message.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<Message>() {
  static constexpr RecordField kFields[] = {
      Member<&Message::text>("text", "In English."),
      Member<&Message::pattern>("pattern",
                                "The English text with `{name}` where an argument stands; `{{` and "
                                "`}}` are braces."),
      Member<&Message::arguments>("arguments", "In the order of their first places."),
  };
  static constexpr RecordSchema schema = {
      "Message", "Something that is said, as data from which any language can say it.", kFields};
  return schema;
}

}  // namespace passcope
