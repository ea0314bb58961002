#include "api/sweep.h"

#include "api/json.h"
#include "pass/registry.h"

namespace passcope {
namespace {

constexpr size_t kMostValues = 100;

// Sets an option and returns the number of passes that have it now.
size_t SetIn(const PassOption& option, const AttrValue& value, std::vector<PassSpec>* passes) {
  size_t set = 0;
  for (PassSpec& pass : *passes) {
    set += SetIn(option, value, &pass.passes);
    if (pass.sequential || pass.code || pass.name != option.pass) continue;
    std::erase_if(pass.options, [&](const auto& item) { return item.first == option.option; });
    pass.options.emplace_back(option.option, value);
    ++set;
  }
  return set;
}

std::optional<int64_t> Integer(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.empty() || text.size() > 9) return std::nullopt;
  int64_t number = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

AttrArray CheckedValues(std::string_view text, AttrArray values) {
  if (!values.empty() && values.size() <= kMostValues) return values;
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kSweepValuesMalformed,
                            "a sweep takes from 1 to {most} values, such as 0..4 or 1,2,4, not "
                            "'{values}'",
                            kMostValues, text));
}

}  // namespace

PassOption ParsePassOption(std::string_view text) {
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos) {
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kSweepOptionMalformed,
                              "an option of a pass is written PASS.OPTION, not '{text}'", text));
  }
  PassOption option{std::string(text.substr(0, dot)), std::string(text.substr(dot + 1))};
  CheckPassName(option.pass);
  const PassRow* row = FindPass(option.pass);
  // CreatePass throws and lists the options of the pass.
  if (row && !FindField(row->options, option.option)) {
    CreatePass(option.pass, {{option.option, AttrValue()}});
  }
  return option;
}

void SetPassOption(const PassOption& option, const AttrValue& value,
                   std::vector<StageSpec>* stages) {
  size_t set = 0;
  for (StageSpec& stage : *stages) set += SetIn(option, value, &stage.passes);
  if (set > 0) return;
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kSweepPassNotInPipeline,
                            "the pipeline has no pass {pass}, whose option {option} is to be set",
                            option.pass, option.option));
}

std::string StagesText(const std::vector<StageSpec>& stages) {
  std::string text;
  for (const StageSpec& stage : stages) {
    if (!text.empty()) text += "; ";
    text += stage.kind == StageSpec::Kind::kBind ? "bind" : PipelineText(stage.passes);
  }
  return text;
}

std::string SweepValueText(const AttrValue& value) {
  const auto* text = value.get<std::string>();
  return text ? *text : ValueText(value);
}

AttrArray ParseSweepValues(std::string_view text) {
  const size_t dots = text.find("..");
  if (dots != std::string_view::npos) {
    std::optional<int64_t> first = Integer(text.substr(0, dots));
    std::optional<int64_t> last = Integer(text.substr(dots + 2));
    if (first && last) {
      AttrArray values;
      for (int64_t n = *first; n <= *last && values.size() <= kMostValues; ++n) {
        values.emplace_back(n);
      }
      return CheckedValues(text, std::move(values));
    }
  }
  std::vector<PassSpec> read = ParsePipeline("sweep(values=[" + std::string(text) + "])");
  const AttrArray* values = nullptr;
  if (read.size() == 1 && read.front().options.size() == 1) {
    values = read.front().options.front().second.array();
  }
  return CheckedValues(text, values ? *values : AttrArray());
}

}  // namespace passcope
