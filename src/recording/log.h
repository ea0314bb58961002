// Reads logs: one stream of bytes, or the files of a folder.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "recording/banners.h"
#include "recording/recording.h"

namespace passcope::recording {

class StreamReader;

// One stream. Its format is found by its content.
class LogReader {
 public:
  explicit LogReader(Recording* recording, CustomBanner custom = nullptr, NameId file = kNoName);
  ~LogReader();

  void Feed(std::string_view bytes);
  void Finish();

 private:
  void Decide();

  Recording* const recording_;
  std::unique_ptr<StreamReader> stream_;
  std::string head_;  // The bytes before the format is known; all bytes of JSON.
  bool decided_ = false, is_json_ = false;
};

// Reads the content of a file; false if that fails.
using ReadContent = std::function<bool(const std::string& path, std::string* content)>;

// The files of a folder, by their paths in it.
void ReadFolder(const std::vector<std::string>& paths, const ReadContent& read,
                const CustomBanner& custom, Recording* recording);

// After all files: finds the passes and joins the times.
void Complete(Recording* recording);

}  // namespace passcope::recording
