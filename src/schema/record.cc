// Writes all records.
#include "schema/record.h"

#include <algorithm>

namespace passcope {

void WriteRecord(JsonWriter& json, const RecordSchema& schema, const void* record) {
  if (schema.form == RecordSchema::Form::kTuple) {
    json.BeginArray();
    for (const RecordField& field : schema.fields) field.write(json, nullptr, record);
    json.EndArray();
    return;
  }
  json.BeginObject();
  for (const RecordField& field : schema.fields) field.write(json, field.name, record);
  json.EndObject();
}

std::string RecordType(const RecordSchema& schema, RecordList* records) {
  if (records && std::find(records->begin(), records->end(), &schema) == records->end()) {
    records->push_back(&schema);
    for (const RecordField& field : schema.fields) field.type(records);
  }
  return schema.name;
}

std::string LiteralsType(std::span<const char* const> literals) {
  std::string text;
  for (const char* literal : literals) {
    if (!text.empty()) text += " | ";
    text += '"';
    text += literal;
    text += '"';
  }
  return text;
}

}  // namespace passcope
