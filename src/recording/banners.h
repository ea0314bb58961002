// Lines that announce a dump, by format.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "recording/recording.h"

namespace passcope::recording {

// What a banner says. The texts are parts of its line.
struct Banner {
  Format format = Format::kUnknown;
  Phase phase = Phase::kAfter;
  Status status = Status::kRan;
  std::string_view name, argument, options, unit;
  std::string_view symbol;         // "@f": the second part of an MLIR unit.
  Family family = Family::kPlain;  // Of the text, if the text itself does not tell.
  bool has_text = true;
  std::string_view rest;  // What follows on the same line and is text.
  bool ends = false;      // The end of a dump, and not the start of one.
  bool is_part_of_text = false;
};

// The reader of one format's banners.
struct BannerReader {
  Format format;
  std::string_view starts;  // The characters that a banner can begin with.
  std::optional<Banner> (*read)(std::string_view line);
};
std::span<const BannerReader> BannerReaders();

// The banners of single formats. `line` has no line break and no spaces at its end.
std::optional<Banner> ReadMlirBanner(std::string_view line);
std::optional<Banner> ReadLlvmBanner(std::string_view line);
std::optional<Banner> ReadXlaBanner(std::string_view line);
std::optional<Banner> ReadTvmBanner(std::string_view line);
std::optional<Banner> ReadMirBanner(std::string_view line);

// A format of the user's own: returns what a line says, if it is a banner.
using CustomBanner = std::function<std::optional<Banner>(std::string_view line)>;

// The words that mean "before" and "after", in any case; nullopt for others.
std::optional<Phase> PhaseOfWord(std::string_view word);

}  // namespace passcope::recording
