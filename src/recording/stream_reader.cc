#include "recording/stream_reader.h"

#include <algorithm>
#include <utility>

#include "recording/line_words.h"
#include "recording/time_report.h"

namespace passcope::recording {
namespace {

using std::string_view;

// Longer lines are not banners: names of units can have some thousand bytes.
constexpr size_t kLongestBanner = size_t{1} << 16;
// What is kept of a line that no reader understands.
constexpr size_t kLongestUnread = 200;

// True for "a.mlir:3:5: error: …".
bool IsMessage(string_view line) {
  for (string_view kind : {": error: ", ": warning: ", ": note: ", ": remark: "}) {
    const size_t at = line.find(kind);
    if (at == string_view::npos) continue;
    const string_view place = line.substr(0, at);
    const size_t colon = place.rfind(':');
    if (colon != string_view::npos && colon + 1 < place.size() && IsDigit(place[colon + 1]) &&
        place.find_first_of(" \"=") == string_view::npos) {
      return true;
    }
  }
  return false;
}

bool IsCrash(string_view line) {
  return line.starts_with("PLEASE submit a bug report") || line.starts_with("Stack dump:") ||
         line.starts_with("LLVM ERROR: ") || line.starts_with("UNREACHABLE executed") ||
         Contains(line, ": Assertion `") || line.starts_with("thread 'rustc' panicked") ||
         line.starts_with("thread 'rustc' (");
}

// -print-pass-numbers announces passes between the dumps.
bool IsProgress(string_view line) { return line.starts_with(" Running pass "); }

// False for most lines, which then need no more looks.
bool CanBeginTail(string_view line) {
  switch (line[0]) {
    case ' ':
      return line.size() > 1 && line[1] == 'R';
    case '}':
    case '%':
    case '\t':
    case '\r':
    case '\n':
      return false;
    default:
      return true;
  }
}

}  // namespace

string_view WithoutEmptyLines(string_view text) {
  // A line of spaces is not empty: in a difference, it is an empty line of both texts.
  constexpr string_view kLineEnds = "\r\n";
  const size_t begin = text.find_first_not_of(kLineEnds);
  if (begin == string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kLineEnds) + 1 - begin);
}

TextId AddProgram(string_view text, Family expected, TextStore* texts) {
  const string_view body = WithoutEmptyLines(text);
  if (body.empty()) return kNoText;
  const size_t end = static_cast<size_t>(body.data() - text.data()) + body.size();
  const size_t line_end = text.substr(end).starts_with("\r\n") ? 2 : 1;
  if (end + line_end <= text.size()) {
    const string_view whole(body.data(), body.size() + line_end);
    return texts->Add(whole, FamilyOf(whole, expected));
  }
  const std::string whole = std::string(body) + "\n";
  return texts->Add(whole, FamilyOf(whole, expected));
}

StreamReader::StreamReader(Recording* recording, CustomBanner custom, NameId file)
    : recording_(recording), custom_(std::move(custom)), file_(file) {
  for (const BannerReader& reader : BannerReaders()) {
    for (char c : reader.starts) starts_[static_cast<unsigned char>(c)] = true;
  }
}

void StreamReader::Feed(string_view bytes) {
  recording_->bytes += bytes.size();
  if (!carry_.empty()) {
    const size_t end = bytes.find('\n');
    carry_ += bytes.substr(0, end == string_view::npos ? end : end + 1);
    if (end == string_view::npos) return;
    bytes.remove_prefix(end + 1);
    const std::string line = std::move(carry_);
    carry_.clear();
    Lines(line);
  }
  const size_t last = bytes.rfind('\n');
  if (last == string_view::npos) {
    carry_ = bytes;
    return;
  }
  Lines(bytes.substr(0, last + 1));
  carry_ = bytes.substr(last + 1);
}

void StreamReader::Finish() {
  const std::string line = std::move(carry_);
  carry_.clear();
  if (!line.empty()) Lines(line);
  End();
}

bool StreamReader::CanBeginBanner(string_view line) const {
  return custom_ ? line.size() > 1 : starts_[static_cast<unsigned char>(line[0])];
}

void StreamReader::Lines(string_view lines) {
  // Lines between banners go to the text as one piece.
  const char* piece = lines.data();
  auto flush = [&](const char* end) {
    std::string& to = in_tail_ ? tail_ : text_;
    to.append(piece, static_cast<size_t>(end - piece));
    piece = end;
  };
  string_view rest = lines;
  while (!rest.empty()) {
    const string_view line = TakeLine(&rest);
    if (CanBeginBanner(line) && line.size() < kLongestBanner) {
      flush(line.data());
      if (TakeBanner(line)) piece = line.data() + line.size();
    }
    if (!in_tail_ && CanBeginTail(line) && piece <= line.data() && BeginsTail(line)) {
      flush(line.data());
      in_tail_ = true;
      tail_line_ = line_;
    }
    ++line_;
  }
  flush(lines.data() + lines.size());
}

bool StreamReader::TakeBanner(string_view whole) {
  const string_view line = TrimEnd(whole);
  if (line.empty()) return false;
  if (custom_) {
    const std::optional<Banner> banner = custom_(line);
    if (!banner) return false;
    End();
    Begin(*banner);
    return true;
  }
  for (const BannerReader& reader : BannerReaders()) {
    if (reader.starts.find(line[0]) == string_view::npos) continue;
    const std::optional<Banner> banner = reader.read(line);
    if (!banner) continue;
    End();
    if (!banner->ends) Begin(*banner);
    if (banner->is_part_of_text) text_ += whole;
    if (!banner->rest.empty()) {
      text_line_ = line_;
      text_ += banner->rest;
      text_ += '\n';
    }
    return true;
  }
  return false;
}

bool StreamReader::BeginsTail(string_view line) const {
  line = TrimEnd(line.substr(0, kLongestBanner));
  if (BeginsTimeReport(line) || IsProgress(line)) return true;
  return open_ && (IsMessage(line) || IsCrash(line));
}

void StreamReader::Begin(const Banner& banner) {
  TextStore& texts = recording_->texts;
  dump_ = Dump();
  dump_.format = banner.format;
  dump_.phase = banner.phase;
  dump_.status = banner.status;
  dump_.name = texts.AddName(banner.name);
  dump_.argument = texts.AddName(banner.argument);
  dump_.options = texts.AddName(banner.options);
  dump_.unit = texts.AddName(banner.unit);
  if (!banner.symbol.empty()) {
    dump_.unit = texts.AddName(std::string(banner.unit) + " " + std::string(banner.symbol));
  }
  dump_.file = file_;
  dump_.line = line_;
  family_ = banner.family;
  open_ = true;
  text_line_ = line_ + 1;
}

void StreamReader::End() {
  if (open_) {
    EndDump();
  } else {
    NoteUnread(text_, text_line_);
  }
  ReadTail(tail_, tail_line_);
  // The memory is used again.
  text_.clear();
  tail_.clear();
  in_tail_ = open_ = false;
  text_line_ = line_;
}

void StreamReader::EndDump() {
  TextStore& texts = recording_->texts;
  dump_.text = AddProgram(text_, family_, &texts);
  string_view all = WithoutEmptyLines(text_);
  std::string both;
  if (!tail_.empty()) {
    dump_.tail = texts.Add(tail_, Family::kPlain);
    both = text_ + tail_;
    all = WithoutEmptyLines(both);
  }
  dump_.lines = static_cast<uint64_t>(std::count(all.begin(), all.end(), '\n')) + !all.empty();
  recording_->dumps.push_back(dump_);
}

void StreamReader::NoteUnread(string_view text, uint64_t first) {
  if (Trim(text).empty()) return;
  Unread unread;
  unread.file = file_;
  unread.first = first;
  string_view rest = text;
  // Empty lines at the beginning.
  while (TrimStart(string_view(rest).substr(0, rest.find('\n'))).empty()) {
    TakeLine(&rest);
    ++unread.first;
  }
  const string_view body = TrimEnd(rest);
  unread.last = unread.first + static_cast<uint64_t>(std::count(body.begin(), body.end(), '\n'));
  unread.text =
      recording_->texts.AddName(TrimEnd(body.substr(0, std::min(body.find('\n'), kLongestUnread))));
  recording_->unread.push_back(unread);
}

void StreamReader::ReadTail(string_view tail, uint64_t first) {
  string_view other_begin = tail;
  uint64_t line = first, other_line = first;
  string_view rest = tail;
  auto other = [&](string_view end) {
    NoteUnread(other_begin.substr(0, other_begin.size() - end.size()), other_line);
  };
  while (!rest.empty()) {
    string_view after = rest;
    if (const uint64_t lines = ReadTimeReport(&after, recording_)) {
      other(rest);
      rest = other_begin = after;
      line += lines;
      other_line = line;
      continue;
    }
    const string_view begin = rest;
    const string_view text = TrimEnd(TakeLine(&rest));
    if (IsProgress(text)) {
      other(begin);
      other_begin = rest;
      other_line = ++line;
      continue;
    }
    if (recording_->crash == kNoName && IsCrash(text)) {
      recording_->crash = recording_->texts.AddName(text.substr(0, kLongestUnread));
    }
    ++line;
  }
  other(rest);
}

}  // namespace passcope::recording
