// The engine's tables as JSON text, for JavaScript and the command line.
#pragma once

#include <string>

#include "op/op.h"
#include "schema/record.h"

namespace passcope {

// Each is an array in the table's order; the schema describes its records (api/schema.h).
std::string DescribePasses();
std::string DescribeOps();
std::string DescribeInstruments();
std::string DescribeModels();
std::string DescribeSettings();
std::string DescribeDiagnosticKinds();
std::string DescribeRemarkKinds();
std::string DescribeConfigKeys();

// Adds the records of the tables.
void AddTableRecords(RecordList* records);

// "elemwise", "broadcast", "injective", "reduce", "out-elemwise-fusable", "tuple" or "opaque".
const char* PatternName(OpPattern pattern);

}  // namespace passcope
