// Finds the names of values and blocks in lines: the only code that knows how families write them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "recording/family.h"
#include "support/text_table.h"

namespace passcope::recording {

struct FoundName {
  uint32_t begin, end;    // Of the bytes that the name replaces, in the line.
  std::string_view name;  // Two places with the same text name the same value.
  bool defines;
};

class NameScanner {
 public:
  // Families without a mark before names need their definitions first.
  NameScanner(Family family, std::string_view section);

  // The part of the line that belongs to the program: without lists of predecessors and numbers of
  // instructions.
  std::string_view Relevant(std::string_view line) const;
  // The names of a relevant line, in order.
  void Find(std::string_view line, std::vector<FoundName>* found);

 private:
  void FindLlvm(std::string_view line, std::vector<FoundName>* found) const;
  void FindMarked(std::string_view line, std::vector<FoundName>* found) const;
  void FindMachine(std::string_view line, std::vector<FoundName>* found) const;
  void FindDefined(std::string_view line, std::vector<FoundName>* found) const;
  void FindNumbered(std::string_view line, std::vector<FoundName>* found) const;
  void FindRtl(std::string_view line, std::vector<FoundName>* found) const;

  const Family family_;
  TextTable defined_;
};

}  // namespace passcope::recording
