// The figures of a comparison for terminals.
#include <algorithm>
#include <cmath>

#include "compare/comparison.h"
#include "support/format.h"
#include "support/real_text.h"
#include "support/sorting.h"

namespace passcope {
namespace {

// A figure of a variant: its text, and its number if it can be compared.
struct Cell {
  std::string text;
  std::optional<double> number = {};
};

// Three digits of a number below 1000.
std::string ThreeDigits(double value) {
  return FixedText(value, value < 10 ? 2 : value < 100 ? 1 : 0);
}

// The number in the largest unit in which it is at least 1. Each unit is `factor` times the
// previous one.
std::string InUnits(double value, double factor, std::span<const char* const> units) {
  size_t unit = 0;
  while (unit + 1 < units.size() && value >= factor) {
    value /= factor;
    ++unit;
  }
  const bool whole = unit == 0 && value == std::floor(value);
  return (whole ? FixedText(value, 0) : ThreeDigits(value)) + " " + units[unit];
}

Cell TimeCell(double microseconds) {
  static constexpr const char* kUnits[] = {"us", "ms", "s"};
  return {InUnits(microseconds, 1000, kUnits), microseconds};
}
Cell BytesCell(int64_t bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB"};
  const auto number = static_cast<double>(bytes);
  return {InUnits(number, 1024, kUnits), number};
}
Cell FlopCell(double flop) {
  static constexpr const char* kUnits[] = {"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP"};
  return {InUnits(flop, 1000, kUnits), flop};
}
Cell CountCell(int64_t count) { return {IntText(count), static_cast<double>(count)}; }

class Table {
 public:
  Table(const std::vector<VariantFigures>& figures, bool all) : figures_(figures), all_(all) {
    std::vector<std::string> names = {""};
    for (const VariantFigures& variant : figures) names.push_back(variant.name);
    rows_.push_back(std::move(names));
  }

  // `cell` returns nullopt for a variant without the figure. A row without any figure is left out.
  template <class F>
  void Add(std::string name, F&& cell) {
    std::vector<std::optional<Cell>> cells;
    for (const VariantFigures& variant : figures_) cells.push_back(cell(variant));
    AddCells(std::move(name), cells, false);
  }
  // A row that is only useful if variants differ.
  template <class F>
  void AddPart(std::string name, F&& cell) {
    std::vector<std::optional<Cell>> cells;
    for (const VariantFigures& variant : figures_) cells.push_back(cell(variant));
    AddCells("  " + std::move(name), cells, !all_);
  }

  std::string Take() const {
    std::vector<size_t> widths(figures_.size() + 1);
    for (const std::vector<std::string>& row : rows_) {
      for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], Width(row[i]));
    }
    std::string text;
    for (const std::vector<std::string>& row : rows_) {
      std::string line;
      for (size_t i = 0; i < row.size(); ++i) {
        if (i > 0) line += "  ";
        line += row[i];
        line.append(widths[i] - Width(row[i]), ' ');
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text;
  }

 private:
  // The width in code points.
  static size_t Width(std::string_view text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  }

  void AddCells(std::string name, const std::vector<std::optional<Cell>>& cells,
                bool where_different) {
    const bool any = std::any_of(cells.begin(), cells.end(), [](const auto& c) { return c; });
    auto text = [](const std::optional<Cell>& cell) { return cell ? cell->text : "-"; };
    const bool differ = std::any_of(cells.begin(), cells.end(), [&](const auto& cell) {
      return text(cell) != text(cells.front());
    });
    if (!any || (where_different && !differ)) return;
    std::vector<std::string> row = {std::move(name)};
    for (const std::optional<Cell>& cell : cells) {
      std::string shown = text(cell);
      if (cell && cells.front() && cell->number && cells.front()->number) {
        shown += Change(*cells.front()->number, *cell->number);
      }
      row.push_back(std::move(shown));
    }
    rows_.push_back(std::move(row));
  }

  static std::string Change(double from, double to) {
    if (from == 0 || std::abs(to - from) < std::abs(from) * 0.005) return {};
    const double percent = (to - from) / from * 100;
    return Format(" ({}{}%)", percent > 0 ? "+" : "", FixedText(percent, 0));
  }

  const std::vector<VariantFigures>& figures_;
  const bool all_;
  std::vector<std::vector<std::string>> rows_;
};

// The names that `list` gives for the variants, each once, in the order of appearance.
template <class F>
std::vector<std::string> NamesOf(const std::vector<VariantFigures>& figures, F&& list) {
  std::vector<std::string> names;
  for (const VariantFigures& variant : figures) {
    list(variant, [&](std::string name) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(std::move(name));
      }
    });
  }
  return names;
}

void AddPasses(const std::vector<VariantFigures>& figures, Table* table) {
  table->Add("passes", [](const VariantFigures& v) -> std::optional<Cell> {
    if (!v.duration) return std::nullopt;
    return TimeCell(*v.duration);
  });
  auto names = NamesOf(figures, [](const VariantFigures& v, auto&& add) {
    for (const ComparePass& pass : v.passes) add(pass.name);
  });
  for (const std::string& name : names) {
    table->AddPart(name, [&](const VariantFigures& v) -> std::optional<Cell> {
      for (const ComparePass& pass : v.passes) {
        if (pass.name == name) return TimeCell(pass.own);
      }
      return std::nullopt;
    });
  }
}

void AddOperators(const std::vector<VariantFigures>& figures, Table* table) {
  table->Add("operators", [](const VariantFigures& v) -> std::optional<Cell> {
    if (!v.size) return std::nullopt;
    int64_t calls = 0;
    for (const auto& [name, count] : v.ops) calls += count;
    return CountCell(calls);
  });
  auto names = NamesOf(figures, [](const VariantFigures& v, auto&& add) {
    for (const auto& [name, count] : v.ops) add(name);
  });
  SortItems(&names);
  for (const std::string& name : names) {
    table->AddPart(name, [&](const VariantFigures& v) -> std::optional<Cell> {
      if (!v.size) return std::nullopt;
      auto found = v.ops.find(name);
      return CountCell(found == v.ops.end() ? 0 : found->second);
    });
  }
}

void AddRemarks(const std::vector<VariantFigures>& figures, Table* table) {
  static constexpr std::pair<RemarkType, int64_t CompareRemarks::*> kTypes[] = {
      {RemarkType::kPassed, &CompareRemarks::passed},
      {RemarkType::kMissed, &CompareRemarks::missed},
      {RemarkType::kAnalysis, &CompareRemarks::analysis}};
  for (const auto& [type, member] : kTypes) {
    table->Add(Format("remarks: {}", LiteralOf(type)),
               [member = member](const VariantFigures& v) -> std::optional<Cell> {
                 if (!v.remarks) return std::nullopt;
                 return CountCell((*v.remarks).*member);
               });
    auto name_of = [](const CompareRemarks::Kind& kind) { return kind.pass + "." + kind.name; };
    auto names = NamesOf(figures, [&, type = type](const VariantFigures& v, auto&& add) {
      if (!v.remarks) return;
      for (const CompareRemarks::Kind& kind : v.remarks->kinds) {
        if (kind.type == type) add(name_of(kind));
      }
    });
    for (const std::string& name : names) {
      table->AddPart(name, [&, type = type](const VariantFigures& v) -> std::optional<Cell> {
        if (!v.remarks) return std::nullopt;
        for (const CompareRemarks::Kind& kind : v.remarks->kinds) {
          if (kind.type == type && name_of(kind) == name) return CountCell(kind.count);
        }
        return CountCell(0);
      });
    }
  }
}

void AddSizes(Table* table) {
  static constexpr std::pair<const char*, int64_t CompareSize::*> kCounts[] = {
      {"lines", &CompareSize::lines},
      {"nodes", &CompareSize::nodes},
      {"functions", &CompareSize::functions}};
  static constexpr std::pair<const char*, int64_t CompareSize::*> kBytes[] = {
      {"text", &CompareSize::text_bytes}, {"weights", &CompareSize::weight_bytes}};
  for (const auto& [name, member] : kCounts) {
    table->Add(name, [member = member](const VariantFigures& v) -> std::optional<Cell> {
      if (!v.size) return std::nullopt;
      return CountCell((*v.size).*member);
    });
  }
  for (const auto& [name, member] : kBytes) {
    table->Add(name, [member = member](const VariantFigures& v) -> std::optional<Cell> {
      if (!v.size) return std::nullopt;
      return BytesCell((*v.size).*member);
    });
  }
}

void AddRuns(Table* table) {
  table->Add("FLOP", [](const VariantFigures& v) -> std::optional<Cell> {
    if (!v.effects) return std::nullopt;
    return FlopCell(v.effects->flop);
  });
  table->Add("peak memory", [](const VariantFigures& v) -> std::optional<Cell> {
    if (!v.effects || !v.effects->peak_bytes) return std::nullopt;
    return BytesCell(*v.effects->peak_bytes);
  });
  table->Add("kernels", [](const VariantFigures& v) -> std::optional<Cell> {
    if (!v.effects || !v.effects->kernels) return std::nullopt;
    return CountCell(*v.effects->kernels);
  });
  table->Add("inference", [](const VariantFigures& v) -> std::optional<Cell> {
    if (!v.run) return std::nullopt;
    return TimeCell(v.run->median * 1e6);
  });
  table->Add("values", [](const VariantFigures& v) -> std::optional<Cell> {
    if (!v.values) return std::nullopt;
    const std::string than = v.against ? *v.against : std::string("the program");
    switch (v.values->outcome) {
      case ValueCheck::Outcome::kUnchanged:
      case ValueCheck::Outcome::kSame:
        return Cell{"same as " + than};
      case ValueCheck::Outcome::kDiffers:
        return Cell{"differs from " + than};
      case ValueCheck::Outcome::kNotChecked:
        break;
    }
    return Cell{"not compared"};
  });
  table->Add("result", [](const VariantFigures& v) -> std::optional<Cell> {
    if (!v.same_result) return std::nullopt;
    return Cell{*v.same_result ? "same" : "different"};
  });
}

// The sentences that do not fit in the table.
std::string Sentences(const std::vector<VariantFigures>& figures) {
  std::string text;
  auto add = [&text](const VariantFigures& variant, const std::optional<Message>& message) {
    if (message) text += Format("{}: {}\n", variant.name, message->text());
  };
  for (const VariantFigures& variant : figures) {
    add(variant, variant.failure);
    add(variant, variant.run_failure);
    if (variant.values) add(variant, variant.values->Explanation());
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string ComparisonTable(const std::vector<VariantFigures>& figures, bool all) {
  Table table(figures, all);
  AddPasses(figures, &table);
  AddOperators(figures, &table);
  AddRemarks(figures, &table);
  AddSizes(&table);
  AddRuns(&table);
  return table.Take() + Sentences(figures);
}

}  // namespace passcope
