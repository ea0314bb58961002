// Reads and writes the documents of `passcope check`.
#include "gate/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "api/json.h"
#include "diagnostics/diagnostic.h"
#include "pass/options.h"
#include "support/real_text.h"

namespace passcope::gate {
namespace {

constexpr FigureRow kFigures[] = {
    {"flop", "operations", "operations in a run", "operation in a run"},
    {"functions", "functions", "functions", "function"},
    {"kernels", "kernels", "kernels in a run", "kernel in a run"},
    {"nodes", "expressions", "expressions", "expression"},
    {"textBytes", "bytes", "bytes of text", "byte of text"},
    {"transferBytes", "bytes", "bytes read and written in a run", "byte read and written in a run"},
    {"weightBytes", "bytes", "bytes of weights", "byte of weights"},
};

// The text of a value. Objects and lists have one line for each item. Items of lists, and objects
// that begin with "ratio", are one fact, and so one line.
class Writer {
 public:
  std::string Text(const AttrValue& value) {
    Write(value, 0);
    return std::move(text_) + "\n";
  }

 private:
  void Write(const AttrValue& value, size_t depth) {
    const AttrDict* dict = value.dict();
    const AttrArray* array = value.array();
    if (dict && !dict->empty() && dict->front().first != "ratio") {
      Lines('{', '}', dict->size(), depth, [&](size_t i) {
        text_ += ValueText((*dict)[i].first) + ": ";
        Write((*dict)[i].second, depth + 1);
      });
    } else if (array && !array->empty()) {
      Lines('[', ']', array->size(), depth, [&](size_t i) { text_ += OnOneLine((*array)[i]); });
    } else {
      text_ += OnOneLine(value);
    }
  }

  // With the blanks of common formatters.
  static std::string OnOneLine(const AttrValue& value) {
    const AttrDict* dict = value.dict();
    if (!dict || dict->empty()) return ValueText(value);
    std::string text;
    for (const auto& [name, item] : *dict) {
      text += fmt::format("{}{}: {}", text.empty() ? "{ " : ", ", ValueText(name), OnOneLine(item));
    }
    return text + " }";
  }

  template <class F>
  void Lines(char open, char close, size_t count, size_t depth, const F& item) {
    text_ += open;
    for (size_t i = 0; i < count; ++i) {
      text_ += i > 0 ? ",\n" : "\n";
      text_.append(2 * depth + 2, ' ');
      item(i);
    }
    text_ += '\n';
    text_.append(2 * depth, ' ');
    text_ += close;
  }

  std::string text_;
};

AttrDict CountsValue(const Counts& counts) {
  AttrDict value;
  for (const auto& [name, count] : counts) value.emplace_back(name, count);
  return value;
}

AttrDict PassValue(const PassFacts& pass) {
  AttrDict value = {{"name", pass.name}};
  if (pass.depth > 0) value.emplace_back("depth", pass.depth);
  if (!pass.ran()) {
    value.emplace_back("skipped", pass.skipped);
    return value;
  }
  value.emplace_back("changed", pass.changed);
  value.emplace_back("operators", pass.operators);
  if (!pass.difference.empty()) value.emplace_back("difference", CountsValue(pass.difference));
  return value;
}

double Rounded(double value, int digits) {
  return ParseReal(GeneralText(value, digits)).value_or(value);
}

AttrDict TimeValue(const TimeFacts& time) {
  return {{"ratio", Rounded(time.ratio, 3)}, {"noise", Rounded(time.noise, 2)}};
}

AttrDict FactsValue(const Facts& facts) {
  AttrArray passes;
  for (const PassFacts& pass : facts.passes) passes.emplace_back(PassValue(pass));
  AttrDict value = {{"operatorsBefore", facts.operators_before},
                    {"passes", std::move(passes)},
                    {"operators", CountsValue(facts.operators)},
                    {"missed", CountsValue(facts.missed)},
                    {"figures", CountsValue(facts.figures)}};
  if (!facts.not_planned.empty()) value.emplace_back("notPlanned", facts.not_planned);
  if (!facts.times) return value;
  AttrDict own;
  for (const auto& [name, time] : facts.times->passes) own.emplace_back(name, TimeValue(time));
  value.emplace_back("times", AttrDict{{"build", facts.times->build},
                                       {"all", TimeValue(facts.times->all)},
                                       {"passes", std::move(own)}});
  return value;
}

// Reads the members of a value. Errors name the place.
class Reader {
 public:
  Reader(const AttrValue& value, std::string where)
      : dict_(value.dict()), where_(std::move(where)) {
    if (!dict_) Fail(where_, "an object");
  }

  [[noreturn]] static void Fail(const std::string& where, const char* expected) {
    throw BaselineError(fmt::format("in the baseline, '{}' must be {}", where, expected));
  }

  const std::string& where() const { return where_; }
  std::string Where(const std::string& key) const { return where_ + "." + key; }
  const AttrDict& members() const { return *dict_; }
  const AttrValue* Find(std::string_view key) const { return FindOption(*dict_, key); }

  int64_t Int(const char* key, std::optional<int64_t> missing = std::nullopt) const {
    const AttrValue* value = Find(key);
    if (!value && missing) return *missing;
    const int64_t* number = value ? value->get<int64_t>() : nullptr;
    if (!number) Fail(Where(key), "an integer");
    return *number;
  }
  double Real(const char* key) const {
    const AttrValue* value = Find(key);
    if (const double* real = value ? value->get<double>() : nullptr) return *real;
    const int64_t* number = value ? value->get<int64_t>() : nullptr;
    if (!number) Fail(Where(key), "a number");
    return static_cast<double>(*number);
  }
  bool Bool(const char* key) const {
    const AttrValue* value = Find(key);
    const bool* read = value ? value->get<bool>() : nullptr;
    if (!read) Fail(Where(key), "true or false");
    return *read;
  }
  // Empty if it is absent and `optional`.
  std::string String(const char* key, bool optional = false) const {
    const AttrValue* value = Find(key);
    if (!value && optional) return {};
    const std::string* text = value ? value->get<std::string>() : nullptr;
    if (!text) Fail(Where(key), "a string");
    return *text;
  }
  const AttrArray& List(const char* key) const {
    static const AttrArray kEmpty;
    const AttrValue* value = Find(key);
    if (value && !value->array()) Fail(Where(key), "a list");
    return value ? *value->array() : kEmpty;
  }
  // An object; an empty one if it is absent.
  Reader Object(const char* key) const {
    static const AttrValue kEmpty = AttrDict();
    const AttrValue* value = Find(key);
    return {value ? *value : kEmpty, Where(key)};
  }
  Counts CountsOf(const char* key) const {
    Counts counts;
    Reader object = Object(key);
    for (const auto& [name, value] : object.members()) {
      const int64_t* count = value.get<int64_t>();
      if (!count) Fail(object.Where(name), "an integer");
      counts[name] = *count;
    }
    return counts;
  }

 private:
  const AttrDict* dict_;
  std::string where_;
};

PassFacts ReadPass(const Reader& reader) {
  PassFacts pass;
  pass.name = reader.String("name");
  pass.depth = reader.Int("depth", 0);
  pass.skipped = reader.String("skipped", true);
  if (!pass.ran()) return pass;
  pass.changed = reader.Bool("changed");
  pass.operators = reader.Int("operators");
  pass.difference = reader.CountsOf("difference");
  return pass;
}

TimeFacts ReadTime(const Reader& reader) { return {reader.Real("ratio"), reader.Real("noise")}; }

Facts ReadFacts(const Reader& reader) {
  Facts facts;
  facts.operators_before = reader.Int("operatorsBefore");
  const AttrArray& passes = reader.List("passes");
  for (size_t i = 0; i < passes.size(); ++i) {
    facts.passes.push_back(ReadPass({passes[i], fmt::format("{}[{}]", reader.Where("passes"), i)}));
  }
  facts.operators = reader.CountsOf("operators");
  facts.missed = reader.CountsOf("missed");
  facts.figures = reader.CountsOf("figures");
  // A later version can have more.
  std::erase_if(facts.figures, [](const auto& item) {
    return std::none_of(std::begin(kFigures), std::end(kFigures),
                        [&](const FigureRow& row) { return item.first == row.name; });
  });
  facts.not_planned = reader.String("notPlanned", true);
  if (!reader.Find("times")) return facts;
  Reader times = reader.Object("times");
  facts.times.emplace();
  facts.times->build = times.String("build");
  facts.times->all = ReadTime(times.Object("all"));
  Reader own = times.Object("passes");
  for (const auto& [name, value] : own.members()) {
    facts.times->passes[name] = ReadTime({value, own.Where(name)});
  }
  return facts;
}

AttrValue Parsed(std::string_view text, const std::string& file) {
  try {
    return ReadJson(text, Say("{name}", file));
  } catch (const DiagnosticError& error) {
    std::string message = error.diagnostics().front().message.text();
    for (const Message& note : error.diagnostics().front().notes) message += ": " + note.text();
    throw BaselineError(std::move(message));
  }
}

}  // namespace

int64_t SumOf(const Counts& counts) {
  int64_t sum = 0;
  for (const auto& [name, count] : counts) sum += count;
  return sum;
}

Counts Difference(const Counts& before, const Counts& after) {
  Counts difference = after;
  for (const auto& [name, count] : before) difference[name] -= count;
  std::erase_if(difference, [](const auto& item) { return item.second == 0; });
  return difference;
}

std::span<const FigureRow> FigureTable() { return kFigures; }

const FigureRow& FigureNamed(std::string_view name) {
  for (const FigureRow& row : kFigures) {
    if (name == row.name) return row;
  }
  throw std::out_of_range(std::string(name));
}

AttrDict UnitsValue() {
  AttrDict units;
  for (const FigureRow& row : kFigures) units.emplace_back(row.name, row.unit);
  units.emplace_back("operators", "calls");
  units.emplace_back("missed", "remarks");
  units.emplace_back("ratio", "times of the reference loop");
  units.emplace_back("noise", "parts of the ratio");
  return units;
}

AttrDict DocumentValue(const Document& document) {
  AttrDict pipelines, programs;
  for (const auto& [name, config] : document.pipelines) {
    AttrDict value = {{"passes", config.passes}};
    if (!config.settings.empty()) value.emplace_back("settings", config.settings);
    pipelines.emplace_back(name, std::move(value));
  }
  for (const auto& [name, entry] : document.programs) {
    AttrDict value, measured;
    if (!entry.options.empty()) {
      AttrArray options(entry.options.begin(), entry.options.end());
      value.emplace_back("options", std::move(options));
    }
    for (const auto& [pipeline, facts] : entry.pipelines) {
      measured.emplace_back(pipeline, FactsValue(facts));
    }
    value.emplace_back("pipelines", std::move(measured));
    programs.emplace_back(name, std::move(value));
  }
  return {{"passcope", document.version},
          {"check", kFormat},
          {"units", UnitsValue()},
          {"pipelines", std::move(pipelines)},
          {"programs", std::move(programs)}};
}

std::string DocumentText(const Document& document) {
  return Writer().Text(DocumentValue(document));
}

Document ReadDocument(std::string_view text, const std::string& file) {
  const AttrValue root = Parsed(text, file);
  Reader reader(root, file);
  if (!reader.Find("check")) {
    throw BaselineError(fmt::format(
        "'{}' is not a baseline: it has no member \"check\"; write one with --update", file));
  }
  if (int64_t format = reader.Int("check"); format != kFormat) {
    throw BaselineError(
        fmt::format("'{}' has the format {}, but this version of Passcope ({}) reads the format "
                    "{}; write it again with --update after you have removed the file",
                    file, format, PASSCOPE_VERSION, kFormat));
  }
  Document document;
  document.version = reader.String("passcope");
  Reader pipelines = reader.Object("pipelines");
  for (const auto& [name, value] : pipelines.members()) {
    Reader pipeline(value, pipelines.Where(name));
    document.pipelines[name] = {pipeline.String("passes"), pipeline.Object("settings").members()};
  }
  Reader programs = reader.Object("programs");
  for (const auto& [name, value] : programs.members()) {
    Reader program(value, programs.Where(name));
    ProgramEntry& entry = document.programs[name];
    for (const AttrValue& option : program.List("options")) {
      const std::string* word = option.get<std::string>();
      if (!word) Reader::Fail(program.Where("options"), "a list of strings");
      entry.options.push_back(*word);
    }
    Reader measured = program.Object("pipelines");
    for (const auto& [pipeline, facts] : measured.members()) {
      entry.pipelines[pipeline] = ReadFacts({facts, measured.Where(pipeline)});
    }
  }
  return document;
}

}  // namespace passcope::gate
