// Records as members of a document.
#include "tools/gathered.h"

#include "schema/record.h"

namespace passcope::tools {

Json NewDocument() { return {{"passcope", PASSCOPE_VERSION}, {"run", 1}}; }

void AddGathered(const InstrumentRow& row, const PassInstrument& instrument, int context,
                 Json* document) {
  JsonWriter writer;
  instrument.WriteData(writer);
  Json& list = (*document)[row.data.name];
  if (list.is_null()) list = Json::array();
  RecordList records;
  row.data.type(&records);
  for (Json& item : ParseJson(writer.Take(), PHRASE(kGatheredData, "the gathered data"))) {
    Json record = Json::object();
    if (!row.clears) record["context"] = context;
    if (item.is_array()) {
      // The first record of the type is that of the list.
      for (size_t i = 0; i < item.size(); ++i) {
        record[records.front()->fields[i].name] = std::move(item[i]);
      }
    } else {
      record.update(item);
    }
    list.push_back(std::move(record));
  }
}

}  // namespace passcope::tools
