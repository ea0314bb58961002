// Reads logs in tests.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "recording/log.h"
#include "recording/recording.h"

namespace passcope::recording {

inline void ReadLog(std::string_view log, Recording* recording,
                    size_t part = std::string_view::npos, const CustomBanner& custom = nullptr) {
  LogReader reader(recording, custom);
  while (!log.empty()) {
    reader.Feed(log.substr(0, part));
    log.remove_prefix(std::min(part, log.size()));
  }
  reader.Finish();
  Complete(recording);
}

inline void ReadFiles(const std::map<std::string, std::string>& files, Recording* recording) {
  std::vector<std::string> paths;
  for (const auto& [path, content] : files) paths.push_back(path);
  ReadFolder(
      paths,
      [&files](const std::string& path, std::string* content) {
        *content = files.at(path);
        return true;
      },
      nullptr, recording);
  Complete(recording);
}

// "NAME|ARGUMENT|UNIT|STATUS|changed" for each pass.
inline std::vector<std::string> Rows(const Recording& recording) {
  std::vector<std::string> rows;
  for (const Pass& pass : recording.passes) {
    std::string row;
    for (NameId name : {pass.name, pass.argument, pass.unit}) {
      row += std::string(recording.Name(name)) + "|";
    }
    row += std::string(StatusName(pass.status));
    if (pass.changed) row += "|changed";
    rows.push_back(row);
  }
  return rows;
}

}  // namespace passcope::recording
