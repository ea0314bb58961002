// Mutates texts of programs.
#include "generator/program_mutator.h"

#include <algorithm>
#include <cctype>

#include "generator/module_generator.h"
#include "op/op.h"
#include "pass/registry.h"
#include "text/printer.h"

namespace passcope {
namespace {

constexpr const char* kNumbers[] = {"0",
                                    "1",
                                    "2",
                                    "3",
                                    "4",
                                    "5",
                                    "7",
                                    "8",
                                    "-1",
                                    "-2",
                                    "-4",
                                    "16",
                                    "17",
                                    "64",
                                    "255",
                                    "256",
                                    "1000",
                                    "65537",
                                    "2147483647",
                                    "2147483648",
                                    "-2147483648",
                                    "4294967296",
                                    "1000000",
                                    "9223372036854775807",
                                    "-9223372036854775808",
                                    "?"};
constexpr const char* kReals[] = {"0f",     "1f", "-1f",   "0.5f",      "3.4e38f", "-3.4e38f",
                                  "1e-40f", "2f", "1e30f", "16777216f", "0.1f64",  "1e300f64"};
constexpr const char* kTypes[] = {"float32", "float16",  "float64", "int8",   "uint8",
                                  "int16",   "int32",    "int64",   "uint64", "bool",
                                  "int4",    "bfloat16", "uint32"};

constexpr const char* kTexts[] = {
    "\"NCHW\"",      "\"NHWC\"",      "\"NCHW4c\"",   "\"NCHW1c\"",        "\"OIHW\"",
    "\"HWIO\"",      "\"OHWI\"",      "\"OIHW4i4o\"", "\"NCDHW\"",         "\"NDHWC\"",
    "\"NCW\"",       "\"NWC\"",       "\"\"",         "\"default\"",       "\"linear\"",
    "\"cubic\"",     "\"edge\"",      "\"reflect\"",  "\"constant\"",      "\"nearest_neighbor\"",
    "\"bilinear\"",  "\"clip\"",      "\"wrap\"",     "\"align_corners\"", "\"half_pixel\"",
    "\"add\"",       "\"update\"",    "\"float32\"",  "\"float16\"",       "\"int8\"",
    "\"int32\"",     "\"int64\"",     "\"bool\"",     "\"float64\"",       "\"uint8\"",
    "\"UPWARD\"",    "\"TONEAREST\"", "\"valid\"",    "\"mean\"",          "\"none\"",
    "\"ij,jk->ik\"", "\"x\""};

bool IsName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }
bool IsNumber(const std::string& token) {
  return std::isdigit(static_cast<unsigned char>(token[0])) ||
         (token[0] == '-' && token.size() > 1 &&
          std::isdigit(static_cast<unsigned char>(token[1])));
}
std::string Trimmed(const std::string& token) {
  size_t end = token.find_last_not_of(" \n");
  return token.substr(0, end == std::string::npos ? 0 : end + 1);
}
bool IsType(const std::string& token) {
  std::string word = Trimmed(token);
  return std::any_of(std::begin(kTypes), std::end(kTypes),
                     [&](const char* type) { return word == type; });
}
char Closing(char open) { return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '\0'; }

// The end of the balanced brackets that begin at `at`, with a limited number of tokens. `at` if
// there are none.
size_t BalancedEnd(const std::vector<std::string>& tokens, size_t at) {
  constexpr size_t kMost = 400;
  std::vector<char> open;
  for (size_t i = at; i < tokens.size() && i < at + kMost; ++i) {
    char c = tokens[i][0];
    if (Closing(c)) {
      open.push_back(Closing(c));
    } else if (!open.empty() && c == open.back()) {
      open.pop_back();
      if (open.empty()) return i + 1;
    }
  }
  return at;
}

// A call, a list or a block: the brackets and the callee before them.
std::pair<size_t, size_t> Subtree(SplitMix64& random, const std::vector<std::string>& tokens) {
  constexpr int kAttempts = 20;
  for (int i = 0; i < kAttempts; ++i) {
    size_t at = random.Below(tokens.size());
    if (!Closing(tokens[at][0])) continue;
    size_t end = BalancedEnd(tokens, at);
    if (end == at) continue;
    bool called = tokens[at][0] == '(' && at > 0 && IsName(tokens[at - 1][0]);
    return {called ? at - 1 : at, end};
  }
  size_t at = random.Below(tokens.size());
  return {at, at + 1};
}

// The text of a random value for an attribute's type; empty for types without short values.
std::string RandomAttribute(SplitMix64& random, AttrType type) {
  auto pick = [&](const auto& from) { return std::string(from[random.Below(std::size(from))]); };
  switch (type) {
    case AttrType::kBool:
      return random.Below(2) ? "True" : "False";
    case AttrType::kInt:
    case AttrType::kOptInt:
      return pick(kNumbers);
    case AttrType::kDouble:
      return pick(kReals);
    case AttrType::kString:
      return pick(kTexts);
    case AttrType::kDType:
      return "\"" + pick(kTypes) + "\"";
    case AttrType::kInts:
    case AttrType::kOptInts:
    case AttrType::kAny: {
      if (type != AttrType::kInts && random.Below(3) == 0) return pick(kNumbers);
      std::string list;
      for (uint64_t i = random.Below(5); i > 0; --i)
        list += (list.empty() ? "" : ", ") + pick(kNumbers);
      return "[" + list + "]";
    }
    default:
      return "";
  }
}

const OpNode* RandomOp(SplitMix64& random) {
  return As<OpNode>(AllOps()[random.Below(AllOps().size())]);
}

}  // namespace

ProgramMutator::ProgramMutator(std::vector<std::string> programs) {
  // Longer programs find no more than short ones.
  constexpr size_t kMost = 20000;
  for (const std::string& text : programs) {
    if (text.size() > kMost) continue;
    Program program = Split(text);
    if (program.tokens.size() > 8) programs_.push_back(std::move(program));
  }
}

ProgramMutator::Program ProgramMutator::Split(std::string_view text) {
  Program program;
  size_t metadata = text.find("#[metadata]");
  if (metadata != std::string_view::npos) {
    program.metadata = text.substr(metadata);
    text = text.substr(0, metadata);
  }
  for (size_t i = 0; i < text.size();) {
    size_t begin = i;
    char c = text[i];
    if (c == '"') {
      i = text.find('"', i + 1);
      i = i == std::string_view::npos ? text.size() : i + 1;
    } else if (text.substr(i, 2) == "/*") {
      // Comments come from the printer.
      i = text.find("*/", i);
      i = i == std::string_view::npos ? text.size() : i + 2;
      continue;
    } else if (IsName(c) || c == '%' || c == '@' ||
               (c == '-' && i + 1 < text.size() &&
                std::isdigit(static_cast<unsigned char>(text[i + 1])))) {
      ++i;
      while (i < text.size() && IsName(text[i])) ++i;
    } else {
      ++i;
      if (i < text.size() && (text.substr(begin, 2) == "->" || text.substr(begin, 2) == "=>")) ++i;
    }
    while (i < text.size() && (text[i] == ' ' || text[i] == '\n')) ++i;
    std::string_view token = text.substr(begin, i - begin);
    if (token[0] == ' ' || token[0] == '\n') continue;
    program.tokens.emplace_back(token);
  }
  return program;
}

void ProgramMutator::Change(SplitMix64& random, Program& program) const {
  std::vector<std::string>& tokens = program.tokens;
  if (tokens.size() < 4) return;
  // Finds a token near a random place; tokens.size() if there is none.
  auto find = [&](auto is) {
    size_t from = random.Below(tokens.size());
    for (size_t i = 0; i < tokens.size(); ++i) {
      size_t at = (from + i) % tokens.size();
      if (is(tokens[at])) return at;
    }
    return tokens.size();
  };
  auto put = [&](size_t at, std::string text) {
    if (at >= tokens.size()) return;
    tokens[at] = std::move(text) + tokens[at].substr(Trimmed(tokens[at]).size());
  };
  auto pick = [&](const auto& from) { return std::string(from[random.Below(std::size(from))]); };
  switch (random.Below(15)) {
    case 0:
    case 1:
    case 2: {
      size_t at = find([](const std::string& token) { return IsNumber(token); });
      if (at == tokens.size()) return;
      bool real = tokens[at].find('f') != std::string::npos;
      put(at, real ? pick(kReals) : pick(kNumbers));
      return;
    }
    case 3:
      put(find(IsType), pick(kTypes));
      return;
    case 4:
    case 5: {
      // Replaces an operator by another with equally many arguments.
      size_t at = find([](const std::string& token) { return FindOp(Trimmed(token)) != nullptr; });
      if (at == tokens.size()) return;
      size_t count = FindOp(Trimmed(tokens[at]))->decl->args.size();
      for (int i = 0; i < 50; ++i) {
        const OpNode* op = RandomOp(random);
        if (op->decl->args.size() != count) continue;
        put(at, op->name());
        return;
      }
      return;
    }
    case 6: {
      // Replaces a subtree by one of another program, or of this one.
      const std::vector<std::string>& other =
          random.Below(2) ? programs_[random.Below(programs_.size())].tokens : tokens;
      auto [from, from_end] = Subtree(random, other);
      std::vector<std::string> piece(other.begin() + static_cast<std::ptrdiff_t>(from),
                                     other.begin() + static_cast<std::ptrdiff_t>(from_end));
      auto [to, to_end] = Subtree(random, tokens);
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(to),
                   tokens.begin() + static_cast<std::ptrdiff_t>(to_end));
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(to), piece.begin(), piece.end());
      return;
    }
    case 7: {
      // Replaces a variable by another.
      auto variable = [](const std::string& token) { return token[0] == '%'; };
      size_t at = find(variable), from = find(variable);
      if (at != tokens.size()) put(at, Trimmed(tokens[from]));
      return;
    }
    case 8: {
      size_t at = random.Below(tokens.size());
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    }
    case 9: {
      auto [from, end] = Subtree(random, tokens);
      std::vector<std::string> piece(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                                     tokens.begin() + static_cast<std::ptrdiff_t>(end));
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(end), piece.begin(), piece.end());
      return;
    }
    case 10: {
      // Replaces a text by another.
      size_t at = find([](const std::string& token) { return token[0] == '"'; });
      if (at == tokens.size()) return;
      put(at, pick(kTexts));
      return;
    }
    case 11:
    case 12: {
      // Adds an attribute that had its default, or a duplicate.
      size_t at = find([](const std::string& token) { return FindOp(Trimmed(token)) != nullptr; });
      if (at == tokens.size()) return;
      const OpDecl& op = *FindOp(Trimmed(tokens[at]))->decl;
      size_t end = BalancedEnd(tokens, at + 1);
      if (!op.schema || op.schema().fields.empty() || end <= at + 2) return;
      const AttrField& field = op.schema().fields[random.Below(op.schema().fields.size())];
      std::string value = RandomAttribute(random, field.type);
      if (value.empty() || field.is_int64_flag()) return;
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(end - 1),
                    std::string(", ") + field.name + "=" + value);
      return;
    }
    case 13:
      std::swap(tokens[random.Below(tokens.size())], tokens[random.Below(tokens.size())]);
      return;
    default: {
      // Puts a call of a unary operator or a function around a subtree.
      auto [from, end] = Subtree(random, tokens);
      const OpNode* op = RandomOp(random);
      if (op->decl->args.size() != 1) return;
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(end), ")");
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                    std::string(op->name()) + "(");
      return;
    }
  }
}

std::string ProgramMutator::Make(uint64_t seed) const {
  SplitMix64 random(seed, "programs");
  Program program;
  if (programs_.empty() || random.Below(4) == 0) {
    GeneratorOptions options;
    options.runnable = random.Below(2) != 0;
    options.steps = 1 + static_cast<int>(random.Below(8));
    options.functions = 1 + static_cast<int>(random.Below(2));
    PrintOptions print;
    print.show_spans = false;
    program = Split(PrintModule(ModuleGenerator(random.Next(), options).Next(), print));
  } else {
    program = programs_[random.Below(programs_.size())];
  }
  // With few changes, more programs stay well-typed.
  uint64_t changes = random.Below(3) == 0 ? random.Below(6) : random.Below(3);
  for (uint64_t i = 0; i < changes && !programs_.empty(); ++i) Change(random, program);
  std::string text;
  for (const std::string& token : program.tokens) text += token;
  return text + program.metadata;
}

std::vector<std::string> RandomPipelines(uint64_t seed) {
  SplitMix64 random(seed, "pipelines");
  constexpr const char* kInts[] = {"-1", "0", "1", "2", "3", "8", "256", "1000000000"};
  constexpr const char* kTexts[] = {"\"float16\"", "\"bfloat16\"", "\"float64\"", "\"int8\"",
                                    "\"int32\"",   "\"main\"",     "\"x\"",       "\"NHWC\""};
  auto pass = [&] {
    while (true) {
      const PassRow& row = PassTable()[random.Below(PassTable().size())];
      std::string options;
      bool possible = true;
      for (const AttrField& field : row.options) {
        if (!field.required && random.Below(2)) continue;
        std::string value;
        switch (field.type) {
          case AttrType::kBool:
            value = random.Below(2) ? "true" : "false";
            break;
          case AttrType::kInt:
          case AttrType::kOptInt:
            value = kInts[random.Below(std::size(kInts))];
            break;
          case AttrType::kDouble:
            value = random.Below(2) ? "0.5" : "2.0";
            break;
          case AttrType::kString:
            value = kTexts[random.Below(std::size(kTexts))];
            break;
          case AttrType::kStringLists:
            value = "{\"nn.conv2d\": [NHWC, default], \"nn.max_pool2d\": [NHWC]}";
            break;
          default:
            possible = possible && !field.required;
            continue;
        }
        options += (options.empty() ? "" : ", ") + std::string(field.name) + "=" + value;
      }
      if (!possible) continue;
      return row.name + (options.empty() ? "" : "(" + options + ")");
    }
  };
  std::vector<std::string> pipelines;
  for (int i = 0; i < 4; ++i) {
    std::string text = pass();
    if (i >= 2) {
      for (uint64_t more = 1 + random.Below(3); more > 0; --more) text += ", " + pass();
    }
    pipelines.push_back(std::move(text));
  }
  return pipelines;
}

}  // namespace passcope
