#include "tools/log_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "tools/below.h"
#include "tools/files.h"
#include "tools/inflater.h"
#include "tools/tar.h"

namespace passcope::tools {
namespace {

namespace fs = std::filesystem;

// The bytes that a log may have after it is inflated. A damaged or hostile file has no end.
constexpr size_t kMaxMib = 4096;
constexpr size_t kPart = size_t{1} << 20;
// The files that a folder may have.
constexpr size_t kMaxFiles = 200'000;

[[noreturn]] void FailTooLong(const std::string& name) {
  throw DiagnosticError(
      DiagKind::kUsage,
      MSG(kTextFileTooLong, "'{file}' is larger than the limit of {limit} MiB for a text", name,
          kMaxMib));
}

[[noreturn]] void FailUnreadable(const std::string& name, const char* reason) {
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kFileNotReadable, "cannot read '{file}': {reason}", name, reason));
}

using Sink = std::function<void(std::string_view part)>;

// Passes on the bytes of a file, inflated if they are deflated.
void ReadParts(std::FILE* file, const std::string& name, const Sink& sink) {
  const std::unique_ptr<char[]> part(new char[kPart]);
  size_t total = 0;
  auto checked = [&](std::string_view bytes) {
    total += bytes.size();
    if (total >> 20 >= kMaxMib) FailTooLong(name);
    sink(bytes);
  };
  std::unique_ptr<Inflater> inflater;
  bool first = true;
  size_t count;
  while ((count = std::fread(part.get(), 1, kPart, file)) > 0) {
    const std::string_view bytes(part.get(), count);
    if (first && IsGzip(bytes)) inflater = std::make_unique<Inflater>(checked);
    first = false;
    if (!inflater) {
      checked(bytes);
    } else if (!inflater->Feed(bytes)) {
      FailUnreadable(name, "its compressed data is damaged");
    }
  }
  if (std::ferror(file)) FailUnreadable(name, std::strerror(errno));
  // What a file has that was cut off is read all the same.
  if (inflater) inflater->Finish();
}

// The log itself, or the archive of a folder.
class LogInput {
 public:
  LogInput(const recording::CustomBanner& custom, recording::Recording* recording)
      : custom_(custom), recording_(recording), reader_(recording, custom) {}

  void Feed(std::string_view part) {
    if (is_archive_) {
      archive_ += part;
      return;
    }
    if (!begun_) {
      archive_ += part;
      if (archive_.size() < kTarBlock) return;
      Begin();
      return;
    }
    reader_.Feed(part);
  }
  void Finish() {
    if (!begun_) Begin();
    if (!is_archive_) return reader_.Finish();
    const std::map<std::string, std::string_view> files = FilesOfTar(archive_);
    std::vector<std::string> paths;
    for (const auto& [path, content] : files) paths.push_back(path);
    recording::ReadFolder(
        paths,
        [&files](const std::string& path, std::string* content) {
          *content = files.at(path);
          return true;
        },
        custom_, recording_);
  }

 private:
  void Begin() {
    begun_ = true;
    is_archive_ = IsTar(archive_);
    if (is_archive_) return;
    reader_.Feed(archive_);
    archive_ = std::string();
  }

  const recording::CustomBanner& custom_;
  recording::Recording* const recording_;
  recording::LogReader reader_;
  std::string archive_;  // All bytes of an archive, or the first bytes of another file.
  bool begun_ = false, is_archive_ = false;
};

void ReadFolder(const std::string& name, const recording::CustomBanner& custom,
                recording::Recording* recording) {
  std::vector<std::string> paths;
  std::error_code error;
  // Symbolic links are not followed.
  for (fs::recursive_directory_iterator
           at(name, fs::directory_options::skip_permission_denied, error),
       end;
       !error && at != end; at.increment(error)) {
    if (at->symlink_status().type() != fs::file_type::regular) continue;
    if (at->path().filename().string().starts_with('.')) continue;
    paths.push_back(fs::path(at->path()).lexically_relative(name).generic_string());
    if (paths.size() > kMaxFiles) {
      FailUnreadable(name, fmt::format("it has more than {} files", kMaxFiles).c_str());
    }
  }
  if (error) FailUnreadable(name, error.message().c_str());
  std::sort(paths.begin(), paths.end());
  recording::ReadFolder(
      paths,
      [&name](const std::string& path, std::string* content) {
        try {
          const FilePtr file = OpenBelow(name, path, Access::kRead);
          ReadParts(file.get(), path, [content](std::string_view part) { *content += part; });
          return true;
        } catch (const DiagnosticError&) {
          return false;
        }
      },
      custom, recording);
}

}  // namespace

void ReadLog(const std::string& name, const recording::CustomBanner& custom,
             recording::Recording* recording) {
  std::error_code none;
  if (name != "-" && fs::is_directory(name, none)) {
    ReadFolder(name, custom, recording);
  } else {
    LogInput input(custom, recording);
    const Sink sink = [&input](std::string_view part) { input.Feed(part); };
    if (name == "-") {
      ReadParts(stdin, name, sink);
    } else {
      const FilePtr file(std::fopen(name.c_str(), "rb"));
      if (!file) FailToOpen(name, errno);
      ReadParts(file.get(), name, sink);
    }
    input.Finish();
  }
  recording::Complete(recording);
}

}  // namespace passcope::tools
