#include "recording/log.h"

#include <algorithm>

#include "recording/file_names.h"
#include "recording/line_words.h"
#include "recording/passes.h"
#include "recording/stream_reader.h"
#include "recording/time_report.h"

namespace passcope::recording {
namespace {

using std::string_view;

// So many bytes tell whether a log is JSON.
constexpr size_t kHead = 4096;

struct FormatRow {
  Format format;
  string_view name, tool;
};
constexpr FormatRow kFormats[] = {
    {Format::kUnknown, "unknown", "unknown"},
    {Format::kMlir, "mlir", "MLIR"},
    {Format::kLlvm, "llvm", "LLVM"},
    {Format::kGcc, "gcc", "GCC"},
    {Format::kRustc, "rustc", "rustc"},
    {Format::kXla, "xla", "XLA"},
    {Format::kTvm, "tvm", "TVM"},
    {Format::kNumbered, "numbered", "numbered files"},
    {Format::kCustom, "custom", "custom"},
    {Format::kTimes, "times", "times"},
};

// A file that has no banner is a dump as a whole.
void AddFile(const NamedFile& file, string_view content, Recording* recording) {
  TextStore& texts = recording->texts;
  Dump dump;
  dump.format = file.format;
  dump.phase = file.phase;
  dump.name = texts.AddName(file.name.empty() ? file.argument : file.name);
  dump.argument = texts.AddName(file.argument);
  dump.unit = texts.AddName(file.unit);
  dump.program = texts.AddName(file.program);
  dump.file = texts.AddName(file.path);
  dump.line = 1;
  const string_view body = WithoutEmptyLines(content);
  dump.text = AddProgram(content, Family::kPlain, &texts);
  if (dump.text != kNoText) {
    const Family family = texts.At(texts.SectionsOf(dump.text)[0]).family;
    if (family == Family::kTvmScript || family == Family::kRelay) dump.format = Format::kTvm;
  }
  dump.lines = static_cast<uint64_t>(std::count(body.begin(), body.end(), '\n')) + !body.empty();
  recording->dumps.push_back(dump);
}

// True if the first line that is not empty announces a dump.
bool BeginsWithBanner(string_view content, const CustomBanner& custom) {
  const string_view line = TrimEnd(UpTo(WithoutEmptyLines(content.substr(0, kHead)), "\n"));
  if (line.empty()) return false;
  if (custom) return custom(line).has_value();
  return std::any_of(BannerReaders().begin(), BannerReaders().end(),
                     [line](const BannerReader& reader) { return reader.read(line).has_value(); });
}

void NoteFile(const std::string& path, string_view why, Recording* recording) {
  Unread unread;
  unread.file = recording->texts.AddName(path);
  unread.text = recording->texts.AddName(why);
  recording->unread.push_back(unread);
}

void ReadOne(const NamedFile& file, const std::string& content, const CustomBanner& custom,
             Recording* recording) {
  const NameId path = recording->texts.AddName(file.path);
  const size_t first = recording->dumps.size(), times = recording->times.size();
  const string_view line =
      TrimEnd(UpTo(WithoutEmptyLines(string_view(content).substr(0, kHead)), "\n"));
  if (BeginsWithBanner(content, custom) || IsTimeJson(content) || BeginsTimeReport(line) ||
      file.format == Format::kUnknown) {
    LogReader reader(recording, custom, path);
    reader.Feed(content);
    reader.Finish();
    for (size_t i = first; i < recording->dumps.size(); ++i) {
      Dump& dump = recording->dumps[i];
      if (dump.program == kNoName) dump.program = recording->texts.AddName(file.program);
    }
    const bool found = recording->dumps.size() > first || recording->times.size() > times;
    if (found) return;
    // A file of something else.
    while (!recording->unread.empty() && recording->unread.back().file == path) {
      recording->unread.pop_back();
    }
    NoteFile(file.path, "not a dump", recording);
    return;
  }
  recording->bytes += content.size();
  AddFile(file, content, recording);
}

// A stream of XLA has files between its banners.
void NameXlaDumps(Recording* recording) {
  for (Dump& dump : recording->dumps) {
    if (dump.format != Format::kXla || dump.file != kNoName) continue;
    NamedFile file;
    file.path = recording->Name(dump.name);
    ReadFileName(&file);
    if (file.format != Format::kXla) continue;
    dump.phase = file.phase;
    dump.file = recording->texts.AddName(file.path);
    dump.name = recording->texts.AddName(file.name);
    dump.program = recording->texts.AddName(file.program);
  }
}

}  // namespace

string_view FormatName(Format format) { return kFormats[static_cast<size_t>(format)].name; }
string_view ToolName(Format format) { return kFormats[static_cast<size_t>(format)].tool; }

string_view StatusName(Status status) {
  constexpr string_view kNames[] = {"ran",      "unchanged", "ignored", "invalidated",
                                    "filtered", "deleted",   "failed"};
  return kNames[static_cast<size_t>(status)];
}

LogReader::LogReader(Recording* recording, CustomBanner custom, NameId file)
    : recording_(recording),
      stream_(std::make_unique<StreamReader>(recording, std::move(custom), file)) {}
LogReader::~LogReader() = default;

void LogReader::Feed(string_view bytes) {
  if (decided_ && !is_json_) return stream_->Feed(bytes);
  head_ += bytes;
  if (!decided_ && head_.size() >= kHead) Decide();
}

void LogReader::Decide() {
  decided_ = true;
  is_json_ = IsTimeJson(head_);
  if (is_json_) return;
  stream_->Feed(head_);
  head_ = std::string();
}

void LogReader::Finish() {
  if (!decided_) Decide();
  if (is_json_) {
    recording_->bytes += head_.size();
    if (!ReadTimeJson(head_, recording_)) {
      recording_->bytes -= head_.size();
      stream_->Feed(head_);
    }
    head_ = std::string();
  }
  stream_->Finish();
}

void ReadFolder(const std::vector<std::string>& paths, const ReadContent& read,
                const CustomBanner& custom, Recording* recording) {
  std::vector<NamedFile> files(paths.size());
  for (size_t i = 0; i < paths.size(); ++i) {
    files[i].path = paths[i];
    ReadFileName(&files[i]);
  }
  std::vector<const NamedFile*> order;
  for (const NamedFile& file : files) order.push_back(&file);
  std::stable_sort(order.begin(), order.end(),
                   [](const NamedFile* a, const NamedFile* b) { return ComesBefore(*a, *b); });
  std::string content;
  for (const NamedFile* file : order) {
    content.clear();
    if (!read(file->path, &content)) {
      NoteFile(file->path, "cannot be read", recording);
      continue;
    }
    ReadOne(*file, content, custom, recording);
  }
}

void Complete(Recording* recording) {
  NameXlaDumps(recording);
  MakePasses(recording);
  JoinTimes(recording);
}

}  // namespace passcope::recording
