#include "recording/file_names.h"

#include <algorithm>

#include "recording/banners.h"
#include "recording/line_words.h"

namespace passcope::recording {
namespace {

using std::string_view;

bool IsHex(string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == string_view::npos;
}
bool IsDigits(string_view text) {
  return !text.empty() && text.size() < 19 && std::all_of(text.begin(), text.end(), IsDigit);
}

uint64_t NumberOf(string_view digits) {
  uint64_t number = 0;
  for (char c : digits.substr(0, 18)) number = number * 10 + static_cast<uint64_t>(c - '0');
  return number;
}

// Removes the text before the separator and returns it; empty if there is no separator.
string_view TakeUntil(string_view* text, char separator) {
  const size_t at = text->find(separator);
  if (at == string_view::npos) return {};
  string_view part = text->substr(0, at);
  text->remove_prefix(at + 1);
  return part;
}
// The same from the end.
string_view TakeFrom(string_view* text, char separator) {
  const size_t at = text->rfind(separator);
  if (at == string_view::npos) return {};
  string_view part = text->substr(at + 1);
  text->remove_suffix(text->size() - at);
  return part;
}

// "12-5dd4422009452d63-function-5df1178d14d03ef6-SROAPass-after.ll"
bool ReadLlvmName(string_view name, NamedFile* file) {
  if (!SkipEnd(&name, ".ll")) return false;
  const string_view number = TakeUntil(&name, '-'), module = TakeUntil(&name, '-');
  const string_view kind = TakeUntil(&name, '-');
  if (!IsDigits(number) || !IsHex(module) || kind.empty()) return false;
  if (const size_t dash = name.find('-'); dash == 16 && IsHex(name.substr(0, dash))) {
    name.remove_prefix(dash + 1);
  }
  const string_view when = TakeFrom(&name, '-');
  if (when != "before" && when != "after" && when != "invalidated") return false;
  file->format = Format::kLlvm;
  file->phase = when == "before" ? Phase::kBefore : Phase::kAfter;
  file->name = name;
  file->numbers = {NumberOf(number)};
  file->rank = when == "before" ? 0 : 1;
  return true;
}

// "builtin_module_no-symbol-name/func_func_f/3_2_affine-loop-unroll.mlir"
bool ReadMlirName(string_view name, NamedFile* file) {
  if (!SkipEnd(&name, ".mlir") || !Contains(file->path, "/")) return false;
  while (true) {
    const string_view number = name.substr(0, name.find('_'));
    if (!IsDigits(number) || number.size() == name.size()) break;
    file->numbers.push_back(NumberOf(number));
    name.remove_prefix(number.size() + 1);
  }
  if (file->numbers.empty() || name.empty()) return false;
  // Each operation around the pass has a number and a folder.
  const auto folders = static_cast<size_t>(std::count(file->path.begin(), file->path.end(), '/'));
  const string_view folder = string_view(file->path).substr(0, file->path.rfind('/'));
  if (folders < file->numbers.size() || !Contains(folder, "_")) {
    file->numbers.clear();
    return false;
  }
  file->format = Format::kMlir;
  file->argument = name;
  // The number of a function counts on its own: the folder decides between functions.
  return true;
}

// "a.c.113t.mergephi2"
bool ReadGccName(string_view name, NamedFile* file) {
  for (size_t dot = name.find('.'); dot != string_view::npos; dot = name.find('.', dot + 1)) {
    string_view rest = name.substr(dot + 1);
    const string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
    if (digits.size() < 3 || digits.size() > 5) continue;
    rest.remove_prefix(digits.size());
    if (rest.size() < 3 || !Contains("tril", rest.substr(0, 1)) || rest[1] != '.') continue;
    file->format = Format::kGcc;
    file->name = rest.substr(2);
    file->program = file->group = name.substr(0, dot);
    file->numbers = {NumberOf(digits)};
    return true;
  }
  return false;
}

// "crate.function.1-1-006.SimplifyCfg-initial.before.mir"
bool ReadRustName(string_view name, NamedFile* file) {
  if (!SkipEnd(&name, ".mir")) return false;
  const string_view when = TakeFrom(&name, '.');
  file->name = TakeFrom(&name, '.');
  string_view number = TakeFrom(&name, '.');
  if (number.empty() || number.find_first_not_of("0123456789-") != string_view::npos) return false;
  file->format = Format::kRustc;
  file->phase = when == "before" ? Phase::kBefore : Phase::kAfter;
  file->rank = when == "before" ? 0 : 1;
  TakeUntil(&name, '.');  // The crate.
  file->unit = file->group = name;
  // Passes without a number belong to the check of borrows, which follows the first phase.
  if (!IsDigit(number[0])) file->numbers = {1, 9};
  while (IsDigit(number[0])) {
    file->numbers.push_back(NumberOf(UpTo(number, "-")));
    number = number.substr(std::min(number.find('-') + 1, number.size()));
    if (number.empty() || number.find('-') == string_view::npos) {
      if (IsDigits(number)) file->numbers.push_back(NumberOf(number));
      break;
    }
  }
  return true;
}

// "module_0001.jit_f.0012.simplification.after_algsimp.before_dce.txt"
bool ReadXlaName(string_view name, NamedFile* file) {
  const size_t start = name.find("module_");
  if (start == string_view::npos || (start > 0 && name[start - 1] != '.')) return false;
  string_view rest = name.substr(start + 7);
  const string_view module = TakeUntil(&rest, '.');
  if (!IsDigits(module) || !(SkipEnd(&rest, ".txt") || SkipEnd(&rest, ".hlo"))) return false;
  file->format = Format::kXla;
  file->numbers = {NumberOf(module)};
  const size_t after = rest.find(".after_");
  const size_t before = rest.rfind(".before_");
  if (SkipEnd(&rest, "before_optimizations")) {
    file->phase = Phase::kStart;
    file->numbers.push_back(0);
    SkipEnd(&rest, ".");
  } else if (after != string_view::npos && before != string_view::npos && after < before) {
    file->name = rest.substr(after + 7, before - after - 7);
    rest = rest.substr(0, after);
    file->argument = string_view();
    const string_view pipeline = TakeFrom(&rest, '.'), number = TakeFrom(&rest, '.');
    if (!IsDigits(number) || pipeline.empty()) return false;
    file->numbers.push_back(1 + NumberOf(number));
  } else if (SkipEnd(&rest, "after_optimizations")) {
    file->name = "optimizations";
    file->numbers.push_back(~uint64_t{0});
    rest = UpTo(rest, ".");
  } else {
    return false;
  }
  const string_view path = name;
  file->program = path.substr(0, start + 7 + module.size());
  return true;
}

// A word "before" or "after" at the end of a name says when the dump was written.
void TakePhase(NamedFile* file) {
  for (char separator : {'.', '-', '_'}) {
    const size_t at = file->name.rfind(separator);
    if (at == string_view::npos) continue;
    const string_view word = file->name.substr(at + 1);
    if (word != "before" && word != "after") continue;
    file->phase = *PhaseOfWord(word);
    file->rank = word == "before" ? 0 : 1;
    file->name = file->name.substr(0, at);
    return;
  }
}

void RemoveExtension(string_view* name) {
  const size_t dot = name->rfind('.');
  if (dot == string_view::npos || dot == 0 || name->size() - dot > 8) return;
  const string_view extension = name->substr(dot + 1);
  if (!extension.empty() && IsLetter(extension[0])) *name = name->substr(0, dot);
}

// "012_FuseOps.py" and "module.2.flow.mlir"
bool ReadNumberedName(string_view name, NamedFile* file) {
  const size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  const bool python = name.ends_with(".py");
  RemoveExtension(&name);
  if (digits > 0 && digits + 1 < name.size() && Contains("-_.", name.substr(digits, 1)) &&
      digits < 19) {
    file->format = python ? Format::kTvm : Format::kNumbered;
    file->numbers = {NumberOf(name.substr(0, digits))};
    file->name = name.substr(digits + 1);
    TakePhase(file);
    return true;
  }
  string_view rest = name;
  const string_view phase = TakeFrom(&rest, '.'), number = TakeFrom(&rest, '.');
  if (!IsDigits(number) || phase.empty()) return false;
  file->format = Format::kNumbered;
  file->numbers = {NumberOf(number)};
  file->name = phase;
  file->program = file->group = rest;
  return true;
}

}  // namespace

void ReadFileName(NamedFile* file) {
  const string_view path = file->path;
  const string_view name = path.substr(path.rfind('/') + 1);
  for (auto read :
       {ReadLlvmName, ReadRustName, ReadGccName, ReadXlaName, ReadMlirName, ReadNumberedName}) {
    if (read(name, file)) return;
    file->name = file->argument = file->unit = file->program = file->group = {};
    file->numbers.clear();
    file->format = Format::kUnknown;
    file->phase = Phase::kAfter;
    file->rank = 0;
  }
}

namespace {

// The folders above a file of an MLIR tree, from the outermost; the first item has those above the
// tree.
std::vector<string_view> FoldersOf(const NamedFile& file) {
  std::vector<string_view> folders(file.numbers.size() + 1);
  string_view rest = file.path;
  TakeFrom(&rest, '/');
  for (size_t i = file.numbers.size(); i > 0; --i) {
    const string_view folder = TakeFrom(&rest, '/');
    folders[i] = folder.empty() ? rest : folder;
  }
  folders[0] = rest;
  return folders;
}

// The number of an operation counts the passes on it. Passes on what it contains have a folder and
// a number of their own below that.
int CompareTrees(const NamedFile& a, const NamedFile& b) {
  const std::vector<string_view> in_a = FoldersOf(a), in_b = FoldersOf(b);
  for (size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
    if (const int order = in_a[i].compare(in_b[i]); order != 0) return order;
    if (i == 0) continue;
    if (a.numbers[i - 1] != b.numbers[i - 1]) return a.numbers[i - 1] < b.numbers[i - 1] ? -1 : 1;
  }
  if (in_a.size() != in_b.size()) return in_a.size() < in_b.size() ? -1 : 1;
  return 0;
}

}  // namespace

bool ComesBefore(const NamedFile& a, const NamedFile& b) {
  const bool none_a = a.format == Format::kUnknown, none_b = b.format == Format::kUnknown;
  if (none_a != none_b) return none_b;
  if (a.group != b.group) return a.group < b.group;
  if (a.format == Format::kMlir && b.format == Format::kMlir) {
    if (const int order = CompareTrees(a, b); order != 0) return order < 0;
  }
  if (a.numbers != b.numbers) return a.numbers < b.numbers;
  if (a.rank != b.rank) return a.rank < b.rank;
  return a.path < b.path;
}

}  // namespace passcope::recording
