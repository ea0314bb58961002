// Messages as records, for other records that contain them.
#pragma once

#include "diagnostics/message.h"
#include "schema/record.h"

namespace passcope {

template <>
const RecordSchema& SchemaOf<MessageList>();
template <>
const RecordSchema& SchemaOf<MessageArgument>();
template <>
const RecordSchema& SchemaOf<Message>();

}  // namespace passcope
