// Every diagnostic of the parser, recovery after mistakes, and hostile texts.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/virtual_device.h"
#include "text/parser.h"
#include "text/printer.h"

namespace passcope {
namespace {

constexpr const char* kVersion = "#[version = \"0.0.5\"]\n";

std::vector<Diagnostic> Errors(const std::string& text) {
  try {
    ParseModule(text, "test");
  } catch (const DiagnosticError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      INFO(diagnostic.message.text());
      CHECK(diagnostic.span);
    }
    return error.diagnostics();
  }
  return {};
}

// The errors of a function @main(%x: int32) with this body.
std::vector<Diagnostic> BodyErrors(const std::string& body) {
  return Errors(std::string(kVersion) + "def @main(%x: int32) {\n" + body + "\n}\n");
}

void CheckOne(const std::vector<Diagnostic>& errors, DiagKind kind, int line, int column) {
  REQUIRE(errors.size() == 1);
  INFO(errors[0].message.text());
  CHECK(errors[0].kind == kind);
  CHECK(errors[0].span->line == line);
  CHECK(errors[0].span->column == column);
}

std::string Repeat(const std::string& piece, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += piece;
  return out;
}

TEST_CASE("syntax-error says what was expected and what came", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors = BodyErrors("  abs(%x\n  %x");
  CheckOne(errors, DiagKind::kSyntax, 4, 3);
  CHECK(errors[0].message.text().find("found `%x`") != std::string::npos);
  CheckOne(BodyErrors("  let x = 1; %x"), DiagKind::kSyntax, 3, 7);
  CheckOne(BodyErrors("  %x %x"), DiagKind::kSyntax, 3, 6);
  CheckOne(BodyErrors("  \"text\""), DiagKind::kSyntax, 3, 3);
  CheckOne(BodyErrors(""), DiagKind::kSyntax, 4, 1);
  CheckOne(Errors(std::string(kVersion) + "let %x = 1; %x"), DiagKind::kSyntax, 2, 1);
  CheckOne(Errors(std::string(kVersion) + "def main() { 1 }"), DiagKind::kSyntax, 2, 5);
  CheckOne(BodyErrors("  /* no end"), DiagKind::kSyntax, 3, 3);
}

TEST_CASE("invalid-token", "[parser][diagnostics]") {
  CheckOne(BodyErrors("  $"), DiagKind::kInvalidToken, 3, 3);
  CheckOne(BodyErrors(std::string("  \0", 3)), DiagKind::kInvalidToken, 3, 3);
  CheckOne(BodyErrors("  é"), DiagKind::kInvalidToken, 3, 3);
}

TEST_CASE("invalid-number", "[parser][diagnostics]") {
  CheckOne(BodyErrors("  1i8"), DiagKind::kInvalidNumber, 3, 3);
  CheckOne(BodyErrors("  2147483648i32"), DiagKind::kInvalidNumber, 3, 3);
  CheckOne(BodyErrors("  (%x,).99999999999"), DiagKind::kInvalidNumber, 3, 9);
  CheckOne(Errors(std::string(kVersion) + "def @main(%x: Tensor[(-1), int32]) { %x }"),
           DiagKind::kInvalidNumber, 2, 23);
  CheckOne(
      Errors(std::string(kVersion) + "def @main(%x: Tensor[(99999999999999999999), int32]) { %x }"),
      DiagKind::kInvalidNumber, 2, 23);
}

TEST_CASE("invalid-utf8", "[parser][diagnostics]") {
  CheckOne(BodyErrors("  // \xff"), DiagKind::kInvalidUtf8, 3, 6);
  // An overlong form, a surrogate, a cut sequence.
  CheckOne(BodyErrors("\xc0\x80"), DiagKind::kInvalidUtf8, 3, 1);
  CheckOne(BodyErrors("\xed\xa0\x80"), DiagKind::kInvalidUtf8, 3, 1);
  CheckOne(Errors("\xe2\x82"), DiagKind::kInvalidUtf8, 1, 1);
  CheckOne(BodyErrors("  fn (A=\"\\xff\") { %x }"), DiagKind::kInvalidUtf8, 3, 9);
}

TEST_CASE("bad-version", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors = Errors("def @main() { 1 }");
  CheckOne(errors, DiagKind::kBadVersion, 1, 1);
  CHECK(errors[0].notes.size() == 1);
  CheckOne(Errors("#[version = \"0.0.4\"]\ndef @main() { 1 }"), DiagKind::kBadVersion, 1, 1);
  CHECK_NOTHROW(ParseExpr("1", "test"));
}

TEST_CASE("nesting-too-deep", "[parser][diagnostics]") {
  CheckOne(BodyErrors(Repeat("{", 20000) + "%x" + Repeat("}", 20000)), DiagKind::kNestingTooDeep, 3,
           10000);
  std::vector<Diagnostic> errors = BodyErrors(Repeat("if (True) {", 1000000));
  REQUIRE(!errors.empty());
  CHECK(errors[0].kind == DiagKind::kNestingTooDeep);
  errors = BodyErrors("  fn (%y: " + Repeat("(", 1000000) + ") { %y }");
  REQUIRE(!errors.empty());
  CHECK(errors[0].kind == DiagKind::kNestingTooDeep);
  errors = BodyErrors("  fn (A=" + Repeat("[", 1000000) + ") { %x }");
  REQUIRE(!errors.empty());
  CHECK(errors[0].kind == DiagKind::kNestingTooDeep);
}

TEST_CASE("a misspelt Tensor is one mistake", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors =
      Errors(std::string(kVersion) + "def @main(%x: Tesnor[(3, ?), float32], %y: int32) { %x }");
  CheckOne(errors, DiagKind::kUnknownType, 2, 15);
  CHECK(TextsOf(errors[0].notes) == std::vector<std::string>{"did you mean `Tensor`?"});
  CheckOne(Errors(std::string(kVersion) + "def @main(%x: Tesnor) { %x }"), DiagKind::kUnknownType,
           2, 15);
}

TEST_CASE("unknown-type suggests the nearest", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors =
      Errors(std::string(kVersion) + "def @main(%x: Tensor[(3), float23]) { %x }");
  CheckOne(errors, DiagKind::kUnknownType, 2, 27);
  REQUIRE(errors[0].notes.size() == 1);
  CHECK(errors[0].notes[0].text().find("`float32`") != std::string::npos);
  CheckOne(Errors(std::string(kVersion) + "def @main(%x: List[int32]) { %x }"),
           DiagKind::kUnknownType, 2, 15);
}

TEST_CASE("duplicate-name", "[parser][diagnostics]") {
  CheckOne(Errors(std::string(kVersion) + "def @f() { 1 }\ndef @f() { 2 }"),
           DiagKind::kDuplicateName, 3, 5);
  CheckOne(BodyErrors("  fn (%a, %a) { %a }"), DiagKind::kDuplicateName, 3, 11);
  CheckOne(BodyErrors("  fn (%a, A=1, A=2) { %a }"), DiagKind::kDuplicateName, 3, 16);
  CheckOne(BodyErrors("  nn.softmax(%x, axis=1, axis=2)"), DiagKind::kDuplicateName, 3, 26);
}

TEST_CASE("unbound-variable suggests the nearest, once per name", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors = BodyErrors("  let %weight = 1; add(%wieght, %wieght)");
  CheckOne(errors, DiagKind::kUnboundVar, 3, 24);
  REQUIRE(errors[0].notes.size() == 1);
  CHECK(errors[0].notes[0].text() == "did you mean `%weight`?");
  CheckOne(BodyErrors("  add(%0, %0)"), DiagKind::kUnboundVar, 3, 7);
  // The scope of an inner block's variable ends with the block.
  CheckOne(BodyErrors("  { let %a = 1; %a }; %a"), DiagKind::kUnboundVar, 3, 23);
}

TEST_CASE("unknown-global", "[parser][diagnostics]") {
  CheckOne(BodyErrors("  @mian(%x)"), DiagKind::kUnknownGlobal, 3, 3);
}

TEST_CASE("unknown-operator suggests the nearest", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors = BodyErrors("  nn.rleu(%x)");
  CheckOne(errors, DiagKind::kUnknownOperator, 3, 3);
  CHECK(errors[0].notes[0].text().find("`nn.relu`") != std::string::npos);
  errors = BodyErrors("  x");
  CheckOne(errors, DiagKind::kUnknownOperator, 3, 3);
  CHECK(errors[0].notes.back().text() == "did you mean the variable `%x`?");
}

TEST_CASE("unknown-attribute suggests the nearest or lists all", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors = BodyErrors("  nn.softmax(%x, axes=1)");
  CheckOne(errors, DiagKind::kUnknownAttribute, 3, 18);
  CHECK(errors[0].notes[0].text() == "did you mean `axis`?");
  errors = BodyErrors("  nn.softmax(%x, quite_different=1)");
  CheckOne(errors, DiagKind::kUnknownAttribute, 3, 18);
  CHECK(errors[0].notes[0].text() == "its attributes are `axis`");
  CheckOne(BodyErrors("  abs(%x, axis=1)"), DiagKind::kUnknownAttribute, 3, 11);
  CheckOne(BodyErrors("  %x(%x, axis=1)"), DiagKind::kUnknownAttribute, 3, 10);
}

TEST_CASE("missing-attribute and bad-attribute", "[parser][diagnostics]") {
  CheckOne(BodyErrors("  cast(%x)"), DiagKind::kMissingAttribute, 3, 3);
  CheckOne(BodyErrors("  nn.softmax(%x, axis=\"a\")"), DiagKind::kBadAttribute, 3, 23);
}

TEST_CASE("thousands of functions, attributes and names take no time", "[parser]") {
  std::string text = kVersion;
  for (int i = 0; i < 50000; ++i) text += "def @f" + std::to_string(i) + "() { 1 }\n";
  text += "def @main() { fn (";
  for (int i = 0; i < 50000; ++i) text += "a" + std::to_string(i) + "=1,";
  CHECK_NOTHROW(ParseModule(text + ") { 1 } }", "test"));
}

TEST_CASE("parameters have devices and no other attributes", "[parser][diagnostics]") {
  CheckOne(Errors(std::string(kVersion) + "def @main(%x {place=1}: int32) { %x }"),
           DiagKind::kSyntax, 2, 11);
  std::string text =
      std::string(kVersion) +
      "def @main(%x {virtual_device=meta[VirtualDevice][0]}: int32, %y: int32) { %x }\n"
      "#[metadata]\n"
      R"({"root": 1, "nodes": [{"type_key": ""},
  {"type_key": "Map", "keys": ["VirtualDevice"], "data": [2]}, {"type_key": "Array", "data": [3]},
  {"type_key": "VirtualDevice", "attrs": {"device_type_int": "2", "memory_scope": "4",
   "target": "0", "virtual_device_id": "0"}}, {"type_key": "runtime.String"}],
 "b64ndarrays": [], "attrs": {"tvm_version": "0.11.0"}})";
  IRModule module = ParseModule(text, "test");
  const auto* main = As<FunctionNode>(module->Lookup("main"));
  const AttrValue* devices = main->attrs->Find("param_virtual_devices");
  REQUIRE(devices);
  REQUIRE(devices->array()->size() == 2);
  CHECK(AsVirtualDevice((*devices->array())[0]) == VirtualDevice{2, 0, ""});
  CHECK(AsVirtualDevice((*devices->array())[1]) == VirtualDevice());
}

TEST_CASE("several mistakes are reported in one run", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors = BodyErrors(
      "  %0 = nn.rleu(%x);\n"
      "  %1 = add(%0 %x);\n"
      "  let %y = ;\n"
      "  %2 = if (%x { 1 } else { 2 };\n"
      "  %3 = abs(%z);\n"
      "  add(%y, %3)");
  std::vector<std::pair<DiagKind, int>> found;
  for (const Diagnostic& error : errors) found.emplace_back(error.kind, error.span->line);
  CHECK(found == std::vector<std::pair<DiagKind, int>>{{DiagKind::kUnknownOperator, 3},
                                                       {DiagKind::kSyntax, 4},
                                                       {DiagKind::kSyntax, 5},
                                                       {DiagKind::kSyntax, 6},
                                                       {DiagKind::kUnboundVar, 7}});
}

TEST_CASE("after a broken function the next one is read", "[parser][diagnostics]") {
  std::vector<Diagnostic> errors =
      Errors(std::string(kVersion) +
             "def @a(%x { %x }\ndef @b(%x) { (%x\ndef @c(%x) { if (%x) { 1 } }\n"
             "def @d() { @a(@c(%q)) }");
  std::vector<int> lines;
  for (const Diagnostic& error : errors) lines.push_back(error.span->line);
  CHECK(lines == std::vector<int>{2, 4, 4, 5});
}

TEST_CASE("not more than twenty mistakes are reported", "[parser][diagnostics]") {
  CHECK(BodyErrors(Repeat("  %0 = ;\n", 100) + "  %x").size() == 20);
}

// --- metadata ---

std::string Metadata(const std::string& array, const std::string& index = "0") {
  return std::string(kVersion) + "def @main() {\n  meta[relay.Constant][" + index +
         "]\n}\n#[metadata]\n{\"root\": 1, \"nodes\": [{\"type_key\": \"\"}, {\"type_key\": "
         "\"Map\", \"keys\": [\"relay.Constant\"], \"data\": [2]}, {\"type_key\": \"Array\", "
         "\"data\": [3]}, {\"type_key\": \"relay.Constant\", \"attrs\": {\"data\": \"0\"}}], "
         "\"b64ndarrays\": [\"" +
         array + "\"]}";
}

// A float32 tensor of this shape, whose header claims `length` bytes, with `bytes` bytes.
std::string Array(std::vector<int64_t> shape, int64_t length, size_t bytes, int bits = 32,
                  uint64_t magic = 0xDD5E40F096B4A13Full) {
  std::string raw;
  auto put = [&](auto value) { raw.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  put(magic);
  put(uint64_t{0});
  put(int32_t{1});
  put(int32_t{0});
  put(static_cast<int32_t>(shape.size()));
  put(uint8_t{2});
  put(static_cast<uint8_t>(bits));
  put(uint16_t{1});
  for (int64_t dim : shape) put(dim);
  put(length);
  raw.append(bytes, '\0');
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < raw.size(); i += 3) {
    uint32_t group = 0;
    size_t count = std::min<size_t>(3, raw.size() - i);
    for (size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < count ? static_cast<unsigned char>(raw[i + k]) : 0);
    }
    for (size_t k = 0; k < 4; ++k) {
      out += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

TEST_CASE("a tensor of the metadata is read when it keeps its promises", "[parser][metadata]") {
  for (size_t size : {0, 1, 2, 3, 4, 5}) {
    IRModule module = ParseModule(
        Metadata(Array({static_cast<int64_t>(size)}, static_cast<int64_t>(4 * size), 4 * size)),
        "test");
    const auto* constant = As<ConstantNode>(module->Find("main")->body());
    REQUIRE(constant);
    CHECK(constant->data->size() == size);
  }
}

TEST_CASE("bad-metadata: tensors that lie", "[parser][metadata]") {
  for (const std::string& array :
       {Array({2}, 8, 4), Array({2}, 4, 4), Array({2}, 8, 0), Array({-1}, 4, 4),
        Array({INT64_MAX, INT64_MAX}, 4, 4), Array({int64_t{1} << 40}, int64_t{1} << 42, 4),
        Array({1}, 3, 3, 24), Array({1}, 4, 4, 32, 1), std::string("AAAA"), std::string(),
        std::string("!!!!"), Array({2}, 8, 8).substr(0, 60)}) {
    CheckOne(Errors(Metadata(array)), DiagKind::kBadMetadata, 3, 3);
  }
}

TEST_CASE("bad-metadata: references to nothing", "[parser][metadata]") {
  CheckOne(Errors(Metadata(Array({}, 4, 4), "1")), DiagKind::kBadMetadata, 3, 3);
  CheckOne(Errors(Metadata(Array({}, 4, 4), "99999999999999999999")), DiagKind::kBadMetadata, 3, 3);
  CheckOne(BodyErrors("  meta[relay.Constant][0]"), DiagKind::kBadMetadata, 3, 3);
}

TEST_CASE("bad-metadata: every cut of a section is reported", "[parser][metadata]") {
  std::string text = Metadata(Array({2}, 8, 8));
  REQUIRE(Errors(text).empty());
  size_t start = text.find("#[metadata]") + 11;
  for (size_t cut = start; cut + 1 < text.size(); ++cut) {
    std::vector<Diagnostic> errors = Errors(text.substr(0, cut));
    REQUIRE(errors.size() == 1);
    REQUIRE(errors[0].kind == DiagKind::kBadMetadata);
  }
  // A reference to a node that does not exist, and one to the node itself.
  std::string wild = text;
  wild.replace(wild.find("\"data\": [3]"), 11, "\"data\": [9]");
  CheckOne(Errors(wild), DiagKind::kBadMetadata, 3, 3);
}

TEST_CASE("tensor-too-large is said before anything of that size is made", "[parser][metadata]") {
  // A text cannot contain 2 GiB of base64, so a larger claim must be wrong.
  CheckOne(Errors(Metadata(Array({int64_t{1} << 33}, int64_t{1} << 35, 16))),
           DiagKind::kBadMetadata, 3, 3);
}

// --- rendering ---

TEST_CASE("a caret stands under the mistake", "[diagnostics]") {
  std::string text = std::string(kVersion) + "def @main(%x: int32) {\n\tadd(%x, %yy)\n}\n";
  std::vector<Diagnostic> errors = Errors(text);
  REQUIRE(errors.size() == 1);
  CHECK(RenderDiagnostic(errors[0], text) ==
        "error[unbound-variable]: the variable `%yy` is not bound here\n"
        "  --> test:3:10\n"
        "     |\n"
        "   3 | \tadd(%x, %yy)\n"
        "     | \t        ^~~");
  CHECK(RenderDiagnostic(errors[0]) ==
        "error[unbound-variable]: the variable `%yy` is not bound here\n"
        "  --> test:3:10");
}

TEST_CASE("long lines are cut around the mistake, characters count once", "[diagnostics]") {
  std::string text = std::string(kVersion) + "def @main() { /* " + Repeat("é", 300) +
                     " */ %y + 1 /* " + Repeat("ü", 300) + " */ }";
  std::vector<Diagnostic> errors = Errors(text);
  REQUIRE(errors.size() == 1);
  std::string rendered = RenderDiagnostic(errors[0], text);
  CHECK(rendered.size() < 500);
  size_t line = rendered.find("   2 | ") + 7;
  size_t marks = rendered.find("     | ", line) + 7;
  // The variable and the caret are in the same column.
  size_t columns = 0;
  for (size_t i = line; i < rendered.find("%y", line); ++i) {
    columns += (static_cast<unsigned char>(rendered[i]) & 0xC0) != 0x80;
  }
  CHECK(rendered.find('^', marks) - marks == columns);
}

TEST_CASE("hostile texts end in diagnostics", "[parser]") {
  constexpr int kMany = 100000;
  for (const std::string& text : {Repeat("(", kMany),
                                  Repeat("abs(", kMany),
                                  Repeat("fn () {", kMany),
                                  Repeat("let %x = ", kMany),
                                  Repeat("%0 = ", kMany),
                                  Repeat("if (", kMany),
                                  Repeat("ref(", kMany),
                                  Repeat("-", kMany),
                                  Repeat(")", kMany),
                                  Repeat("}", kMany),
                                  Repeat("/*", kMany),
                                  Repeat("\"", kMany + 1),
                                  Repeat("def ", kMany),
                                  Repeat("#", kMany),
                                  Repeat("@", kMany),
                                  Repeat("%", kMany),
                                  Repeat("meta[", kMany),
                                  Repeat("1+", kMany),
                                  Repeat(";", kMany),
                                  std::string(kMany, '\0'),
                                  Repeat("%99999999999999 = 1;", 1000)}) {
    INFO(text.substr(0, 10));
    CHECK_THROWS_AS(ParseModule(kVersion + std::string("def @main() {") + text, "test"),
                    DiagnosticError);
    CHECK_THROWS_AS(ParseExpr(text, "test"), DiagnosticError);
    CHECK_THROWS_AS(ParseModule(text, "test"), DiagnosticError);
  }
}

}  // namespace
}  // namespace passcope
