#include "tools/named_pipelines.h"

#include <algorithm>

#include "api/pipeline_spec.h"
#include "api/settings.h"
#include "tools/files.h"

namespace passcope::tools {
namespace {

// The first of these characters outside of brackets and quotes; npos if there is none.
size_t FindOutside(const std::string& text, std::string_view characters) {
  int depth = 0;
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (depth == 0 && characters.find(c) != std::string_view::npos) {
      return i;
    }
  }
  return std::string::npos;
}

std::string WithoutBlanks(std::string text) {
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.pop_back();
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

}  // namespace

NamedPipeline ReadNamedPipeline(const std::string& text, std::string_view separators) {
  const size_t separator = FindOutside(text, separators);
  if (separator == std::string::npos) return {"", text, {}};
  NamedPipeline read;
  read.pipeline = text.substr(separator + 1);
  const std::string head = text.substr(0, separator);
  const size_t bracket = head.find('(');
  read.name = WithoutBlanks(head.substr(0, bracket));
  if (read.name.empty()) {
    throw UsageError(std::string("--pipeline takes ") +
                     (separators.front() == '=' ? "NAME=PIPELINE" : "NAME: PIPELINE") + ", not '" +
                     text + "'");
  }
  if (bracket == std::string::npos) return read;
  std::vector<PassSpec> settings = ParsePipeline("settings" + head.substr(bracket));
  if (settings.size() == 1) read.settings = std::move(settings.front().options);
  for (auto& [name, value] : read.settings) {
    for (const SettingFlag& flag : ContextFlags()) {
      if (name == flag.name) name = flag.option;
    }
  }
  return read;
}

std::vector<std::string> PipelinesOfFile(const std::string& file) {
  std::vector<std::string> pipelines;
  const std::string text = ReadFile(file);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = WithoutBlanks(text.substr(begin, end - begin));
    begin = end + 1;
    if (!line.empty() && line.front() != '#') pipelines.push_back(std::move(line));
  }
  return pipelines;
}

}  // namespace passcope::tools
