// The information about a text that an editor gets.
#include "api/analyse.h"

#include <catch2/catch.hpp>
#include <map>

#include "unit/deep.h"
#include "unit/json.h"

namespace passcope {
namespace {

const char kVersion[] = "#[version = \"0.0.5\"]\n";

struct Analysed {
  explicit Analysed(std::string given)
      : text(std::move(given)), json(ParseJson(Analyse(text, "text"), "the analysis")) {}
  std::string Slice(int64_t begin, int64_t end) const {
    return text.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
  }
  // The type of the innermost expression with this text; "none" if there is no such expression.
  std::string TypeOf(const std::string& written) const {
    const Json& spans = json["spans"];
    for (size_t i = 0; i < spans.size(); i += 3) {
      if (Slice(spans[i], spans[i + 1]) == written)
        return json["types"][spans[i + 2].get<size_t>()];
    }
    return "none";
  }
  struct Mention {
    int64_t begin, end;
    size_t name;
    int64_t scope_end;
  };
  std::vector<Mention> Mentions(const std::string& written) const {
    std::vector<Mention> found;
    const Json& names = json["names"];
    for (size_t i = 0; i < names.size(); i += 4) {
      if (Slice(names[i], names[i + 1]) == written) {
        found.push_back({names[i], names[i + 1], names[i + 2], names[i + 3]});
      }
    }
    return found;
  }
  std::string NameType(const Mention& mention) const {
    int type = json["nameTypes"][mention.name];
    return type < 0 ? "none" : json["types"][static_cast<size_t>(type)].get<std::string>();
  }
  std::vector<std::string> Kinds() const {
    std::vector<std::string> kinds;
    for (const Json& diagnostic : json["diagnostics"]) kinds.push_back(diagnostic["kind"]);
    return kinds;
  }
  std::string text;
  Json json;
};

TEST_CASE("An analysis knows types and names of a sound text", "[api][analyse]") {
  Analysed a(std::string(kVersion) + R"(def @main(%x: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  %1 = add(%0, 1f);
  let %y = (%1, %0);
  @other(%y.0)
}
def @other(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] {
  %0 = negative(%x);
  %0
}
)");
  CHECK(a.Kinds().empty());
  CHECK(a.TypeOf("nn.relu(%x)") == "Tensor[(2, 3), float32]");
  CHECK(a.TypeOf("1f") == "float32");
  CHECK(a.TypeOf("(%1, %0)") == "(Tensor[(2, 3), float32], Tensor[(2, 3), float32])");
  CHECK(a.TypeOf("%y.0") == "Tensor[(2, 3), float32]");

  auto x = a.Mentions("%x");
  REQUIRE(x.size() == 4);
  CHECK(x[0].name == x[1].name);
  CHECK(x[2].name == x[3].name);
  CHECK(x[0].name != x[2].name);
  CHECK(x[0].scope_end > 0);
  CHECK(a.text[static_cast<size_t>(x[0].scope_end)] == 'd');
  CHECK(x[1].scope_end == -1);
  CHECK(a.NameType(x[0]) == "Tensor[(2, 3), float32]");

  auto zero = a.Mentions("%0");
  REQUIRE(zero.size() == 5);
  // Definitions follow their values, so a use inside of the value refers to the earlier one.
  CHECK(zero[0].scope_end > zero[0].end);
  CHECK(zero[0].name == zero[1].name);
  CHECK(zero[0].name == zero[2].name);
  CHECK(zero[3].name == zero[4].name);
  CHECK(zero[0].name != zero[3].name);
  CHECK(a.NameType(zero[0]) == "Tensor[(2, 3), float32]");

  auto other = a.Mentions("@other");
  REQUIRE(other.size() == 2);
  CHECK(other[0].scope_end == -1);
  CHECK(other[1].scope_end == static_cast<int64_t>(a.text.size()));
  CHECK(a.NameType(other[0]) == "fn (Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32]");
  auto y = a.Mentions("%y");
  REQUIRE(y.size() == 2);
  CHECK(a.NameType(y[1]) == "(Tensor[(2, 3), float32], Tensor[(2, 3), float32])");
}

TEST_CASE("Names that hide others end with their scope", "[api][analyse]") {
  Analysed a(std::string(kVersion) + R"(type List[A] { Cons(A, List[A]), Nil }
def @main(%x: int32, %l: List[int32]) {
  let %x = add(1, 2);
  %0 = match? (%l) { Cons(%h, _) => add(%h, %x), Nil => 0 };
  let %f = fn (%x: int32) { %1 = add(%x, 2); %1 };
  %0 = %f(%0);
  add(%0, %x)
}
)");
  CHECK(a.Kinds().empty());
  auto x = a.Mentions("%x");
  REQUIRE(x.size() == 6);
  CHECK(x[0].name != x[1].name);
  CHECK(x[2].name == x[1].name);
  CHECK(x[3].name == x[4].name);
  CHECK(x[3].name != x[1].name);
  CHECK(x[5].name == x[1].name);
  CHECK(a.text[static_cast<size_t>(x[3].scope_end) - 1] == '}');
  auto h = a.Mentions("%h");
  REQUIRE(h.size() == 2);
  CHECK(a.NameType(h[1]) == "int32");
  CHECK(a.text[static_cast<size_t>(h[0].scope_end)] == ',');
  auto cons = a.Mentions("Cons");
  REQUIRE(cons.size() == 2);
  CHECK(cons[0].name == cons[1].name);
  CHECK(cons[0].scope_end > 0);
  CHECK(a.Mentions("List").size() == 3);
}

TEST_CASE("What a mistake leaves alone is analysed", "[api][analyse]") {
  Analysed a(std::string(kVersion) + R"(def @main(%x: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  %1 = nn.rellu(%0);
  %2 = add(%1, %0;
  %3 = tanh(%0);
  %3
}
def @sound(%x: Tensor[(4), float32]) {
  %0 = @main(%x);
  nn.relu(%x)
}
)");
  CHECK(a.Kinds() == std::vector<std::string>{"unknown-operator", "syntax-error", "type-mismatch"});
  CHECK(a.TypeOf("nn.relu(%x)") == "Tensor[(2, 3), float32]");
  CHECK(a.TypeOf("tanh(%0)") == "Tensor[(2, 3), float32]");
  CHECK(a.TypeOf("nn.rellu(%0)") == "none");
  auto zero = a.Mentions("%0");
  REQUIRE(zero.size() == 5);
  for (int i = 1; i < 4; ++i) CHECK(zero[0].name == zero[i].name);
  auto two = a.Mentions("%2");
  CHECK(two.size() == 1);

  // A definition without an end.
  Analysed c(std::string(kVersion) +
             "def @f(%x: Tensor[(2), float32]) {\n  let %y = nn.relu(%x);\n  %0 = tanh(%y);\n");
  CHECK(c.Kinds() == std::vector<std::string>{"syntax-error"});
  CHECK(c.TypeOf("tanh(%y)") == "Tensor[(2), float32]");

  // Type errors of one function are reported next to syntax errors of another.
  Analysed b(std::string(kVersion) +
             "def @a(%x: Tensor[(2), float32]) { add(%x }\n"
             "def @b(%x: Tensor[(2), float32], %y: Tensor[(3), float32]) {\n"
             "  %0 = add(%x, %y);\n  %1 = nn.relu(%x);\n  (%0, %1)\n}\n");
  CHECK(b.Kinds() == std::vector<std::string>{"syntax-error", "shape-mismatch"});
  CHECK(b.TypeOf("nn.relu(%x)") == "Tensor[(2), float32]");
  CHECK(b.TypeOf("add(%x, %y)") == "none");
}

TEST_CASE("Values that nothing uses have types and at most warnings", "[api][analyse]") {
  Analysed a(std::string(kVersion) +
             "def @f(%x: Tensor[(2), float32], %y: Tensor[(3), float32]) {\n"
             "  %0 = nn.relu(%x);\n  %1 = tanh(%0);\n  %2 = add(%x, %y);\n  %y\n}\n");
  CHECK(a.TypeOf("tanh(%0)") == "Tensor[(2), float32]");
  CHECK(a.NameType(a.Mentions("%1")[0]) == "Tensor[(2), float32]");
  REQUIRE(a.Kinds() == std::vector<std::string>{"shape-mismatch"});
  CHECK(a.json["diagnostics"][0]["severity"] == "warning");
}

TEST_CASE("No text is too wrong to be analysed", "[api][analyse]") {
  CHECK(Analysed("").Kinds() == std::vector<std::string>{"bad-version"});
  Analysed garbage("\x01\x02 def def ((( %x = @@ \"");
  CHECK(!garbage.Kinds().empty());
  Analysed invalid(std::string(kVersion) + "def @f() { \xff }");
  CHECK(invalid.Kinds() == std::vector<std::string>{"invalid-utf8"});
  CHECK(invalid.json["names"].empty());
  std::string many = kVersion;
  for (int i = 0; i < 150; ++i) {
    many += "def @f" + std::to_string(i) +
            "(%x: Tensor[(2), float32], %y: Tensor[(3), float32]) { add(%x, %y) }\n";
  }
  CHECK(Analysed(many).Kinds().size() == 100);
  // Every prefix of a program, as if it was being typed.
  std::string text = std::string(kVersion) +
                     "def @f[A](%x: A, %c: bool) { let %r = ref(%x); if (%c) { %0 = (%x, %x); "
                     "ref_read(%r) } else { (%x, meta[relay.Constant][0]).0 } }";
  for (size_t n = 0; n <= text.size(); ++n) {
    Analysed prefix(text.substr(0, n));
    const Json& names = prefix.json["names"];
    for (size_t i = 0; i < names.size(); i += 4) {
      CHECK(names[i].get<size_t>() < names[i + 1].get<size_t>());
      CHECK(names[i + 1].get<size_t>() <= n);
      CHECK(names[i + 3].get<int64_t>() <= static_cast<int64_t>(n));
      CHECK(names[i + 2].get<size_t>() < prefix.json["nameTypes"].size());
    }
  }
}

TEST_CASE("Offsets of an analysis count UTF-16 code units", "[api][analyse]") {
  std::string text = std::string(kVersion) + "// ";
  for (int i = 0; i < 100; ++i) text += "\xC3\xA9\xF0\x9F\x98\x80";  // 2 + 4 bytes, 1 + 2 units.
  text += "\ndef @f(%x: int32) { negative(%x) }\n";
  Json json = ParseJson(Analyse(text, "text"), "the analysis");
  size_t shift = 600 - 300;
  CHECK(json["names"][0] == text.find("@f") - shift);
  CHECK(json["names"][3] == text.size() - shift);
  CHECK(json["names"][8] == text.rfind("%x") - shift);
  CHECK(json["spans"][3] == text.find("negative") - shift);
}

TEST_CASE("A deep program is analysed without recursion", "[api][analyse][deep]") {
  OnSmallStack([] {
    std::string text = std::string(kVersion) + "def @f(%x: Tensor[(2), float32]) {\n";
    const int calls = DeepLevels();
    for (int i = 0; i < calls; ++i) text += "nn.relu(";
    text += "%x";
    for (int i = 0; i < calls; ++i) text += ")";
    Json json = ParseJson(Analyse(text + "\n}\n", "text"), "the analysis");
    CHECK(json["diagnostics"].empty());
    CHECK(json["spans"].size() == 3 * (static_cast<size_t>(calls) + 2));
    CHECK(json["types"].size() == 2);
  });
}

TEST_CASE("Constants of another program have types in an analysis", "[api][analyse]") {
  std::string text = std::string(kVersion) +
                     "def @f(%x: Tensor[(2), float32]) { add(%x, meta[relay.Constant][0]) }\n";
  std::vector<NDArray> constants = {MakeNDArray({2}, DataType::Float(32))};
  Json json = ParseJson(Analyse(text, "text", constants), "the analysis");
  CHECK(json["diagnostics"].empty());
  CHECK(ParseJson(Analyse(text, "text"), "the analysis")["diagnostics"].size() == 1);
}

}  // namespace
}  // namespace passcope
