// Places in texts.
#include "api/source_texts.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "support/utf8.h"
#include "text/printer.h"
#include "text/source.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// A span as the parser makes one, by the bytes of the text.
Span At(std::string_view text, size_t begin, size_t end) {
  auto line = [&](size_t at) {
    return 1 +
           static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
  };
  auto column = [&](size_t at) {
    size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    return static_cast<int>(at - start) + 1;
  };
  return Span(new SpanNode(Name("t"), line(begin), line(end), column(begin), column(end),
                           static_cast<int64_t>(begin), static_cast<int64_t>(end)));
}

TEST_CASE("UTF-8 is counted in UTF-16 code units", "[api]") {
  CHECK(Utf16Length("abc", 2) == 2);
  CHECK(Utf16Length("é€𝄞x", 2) == 1);
  CHECK(Utf16Length("é€𝄞x", 5) == 2);
  CHECK(Utf16Length("é€𝄞x", 9) == 4);
  CHECK(Utf16Length("é€𝄞x", 100) == 5);
  // Invalid bytes count one each: a lone continuation byte, an overlong form, a cut sequence.
  CHECK(Utf16Length("\x80\xC0\xAF\xE2\x82", 5) == 5);
}

TEST_CASE("Spans of bytes become ranges of UTF-16 code units", "[api]") {
  std::string text = "a 𝄞 b\nxé yz\n";
  SourceTexts texts;
  texts.Add("t", text);
  size_t at_b = text.find('b'), at_y = text.find('y');
  Utf16Range b = texts.Convert(*At(text, at_b, at_b + 1));
  CHECK(b.line == 1);
  CHECK(b.column == 6);
  CHECK(b.end_column == 7);
  CHECK(b.begin == 5);
  CHECK(b.end == 6);
  Utf16Range yz = texts.Convert(*At(text, at_y, at_y + 2));
  CHECK(yz.line == 2);
  CHECK(yz.column == 4);
  CHECK(yz.end_column == 6);
  CHECK(yz.begin == 10);
  CHECK(yz.end == 12);
  Utf16Range both = texts.Convert(*At(text, 0, at_y - 1));
  CHECK(both.begin == 0);
  CHECK(both.end == 9);
  CHECK(both.end_line == 2);
  // After the end of the text.
  CHECK(texts.Convert(*Span(new SpanNode(Name("t"), 9, 9, 9, 9, 900, 901))).end == 13);
}

TEST_CASE("Without its text or its offsets a span stays as it is", "[api]") {
  SourceTexts texts;
  texts.Add("t", "text");
  for (const char* source : {"t", "other"}) {
    Utf16Range range =
        texts.Convert(*Span(new SpanNode(Name(source), 3, 5, 4, 6, source[0] == 't' ? -1 : 0, 2)));
    CHECK(range.line == 3);
    CHECK(range.column == 4);
    CHECK(range.end_line == 5);
    CHECK(range.end_column == 6);
    CHECK(range.begin == -1);
    CHECK(range.end == -1);
  }
}

TEST_CASE("Only the newest texts are kept, one per name", "[api]") {
  SourceTexts texts;
  texts.Add("t", "old");
  texts.Add("t", "new");
  REQUIRE(texts.Find("t"));
  CHECK(*texts.Find("t") == "new");
  for (int i = 0; i < 100; ++i) texts.Add(std::to_string(i), "x");
  CHECK(texts.Find("99"));
  CHECK_FALSE(texts.Find("t"));
}

TEST_CASE("A diagnostic is shown with its line when the text is known", "[api]") {
  std::string text = "first\nsecond wrong\n";
  SourceTexts texts;
  Diagnostic diagnostic{DiagKind::kUsage, Severity::kError, Say("no"),
                        {Say("a note")},  At(text, 13, 18), {}};
  CHECK(texts.Render(diagnostic) == RenderDiagnostic(diagnostic));
  texts.Add("t", text);
  CHECK(texts.Render(diagnostic) == RenderDiagnostic(diagnostic, text));
  CHECK(texts.Render(diagnostic).find("second wrong") != std::string::npos);
  DiagnosticError error({diagnostic, diagnostic});
  CHECK(texts.Render(error) == texts.Render(diagnostic) + "\n" + texts.Render(diagnostic));
}

TEST_CASE("A diagnostic is written with the column that its range has", "[api]") {
  std::string text = "/* 变量 𝄞 */ wrong\n";
  SourceTexts texts;
  texts.Add("t", text);
  size_t at = text.find("wrong");
  Diagnostic diagnostic{
      DiagKind::kUsage, Severity::kError, Say("no"), {}, At(text, at, at + 5), {}};
  CHECK(texts.Convert(*diagnostic.span).column == 13);
  std::string rendered = texts.Render(diagnostic);
  CHECK(rendered.find("--> t:1:13\n") != std::string::npos);
  // The caret is below the mistake; a character is one column.
  CHECK(rendered.find("\n     |            ^~~~~") != std::string::npos);
}

TEST_CASE("A program's text is kept without its metadata", "[api]") {
  Expr fields[] = {Constant(MakeNDArray({1000}, DataType::Float(32)))};
  std::string text = PrintModule(ModuleFromExpr(Tuple(fields)));
  SourceTexts texts;
  IRModule module = texts.Parse("weights", text);
  CHECK(module->functions.size() == 1);
  CHECK(*texts.Find("weights") == text.substr(0, text.find("#[metadata]")));
  // The whole text is kept if it could not be read, because the mistake can be anywhere.
  std::string broken = text.substr(0, text.size() - 20);
  CHECK_THROWS_AS(texts.Parse("broken", broken), DiagnosticError);
  CHECK(*texts.Find("broken") == broken);
}

TEST_CASE("The arguments of a call in a text", "[api]") {
  std::string call = "nn.conv2d(%x, add(%a, %b), (%c, %d).0, kernel_size=[3, 3]) /* a, b */";
  auto argument = [&](int number) {
    TextRange range = FindArgument(call, number);
    return call.substr(range.begin, range.end - range.begin);
  };
  CHECK(argument(0) == "%x");
  CHECK(argument(1) == "add(%a, %b)");
  CHECK(argument(2) == "(%c, %d).0");
  CHECK(argument(4).empty());
  CHECK(FindArgument("%a + %b", 1).end == 0);
  CHECK(FindArgument("f()", 0).end == 0);
  CHECK(FindArgument("f(", 0).end == 0);
}

TEST_CASE("A type error points at the argument where the call mentions it", "[api]") {
  std::string text =
      "#[version = \"0.0.5\"]\n"
      "def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 5), float32]) {\n"
      "  %0 = nn.relu(%x);\n"
      "  nn.dense(%0, %w, units=4)\n"
      "}\n";
  SourceTexts texts;
  IRModule module = texts.Parse("t", text);
  try {
    InferTypes(module);
    FAIL("no error");
  } catch (const DiagnosticError& error) {
    REQUIRE(error.diagnostics().size() == 1);
    Span place = texts.PlaceOf(error.diagnostics()[0]);
    CHECK(text.substr(static_cast<size_t>(place->begin),
                      static_cast<size_t>(place->end - place->begin)) == "%w");
    CHECK(place->line == 4);
    CHECK(place->column == 16);
    std::string shown = texts.Render(error);
    CHECK(
        shown.find("in: nn.dense(Tensor[(2, 3), float32], %w: Tensor[(4, 5), float32], units=4)") !=
        shown.npos);
  }
}

}  // namespace
}  // namespace passcope
