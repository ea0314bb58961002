// The names of tokens in messages.
#include <iterator>

#include "text/lexer.h"

namespace passcope {
namespace {

constexpr Phrase kKindTexts[] = {
    PHRASE(kEndOfText, "the end of the text"),
    PHRASE(kTokenNoun, "a token"),
    PHRASE(kVariableToken, "a variable such as `%x`"),
    PHRASE(kGlobalToken, "a global such as `@main`"),
    PHRASE(kGraphVariableToken, "a graph variable such as `%0`"),
    PHRASE(kNameToken, "a name"),
    PHRASE(kIntegerOption, "an integer"),
    PHRASE(kNumberToken, "a number"),
    PHRASE(kBooleanToken, "`True` or `False`"),
    PHRASE(kStringOption, "a string"),
    PHRASE(kMetadataReferenceToken, "a reference into the metadata"),
    PHRASE(kVersionToken, "the version"),
    PHRASE(kMetadataSectionToken, "the metadata section"),
    Phrase("`(`"),
    Phrase("`)`"),
    Phrase("`{{`"),
    Phrase("`}}`"),
    Phrase("`[`"),
    Phrase("`]`"),
    Phrase("`,`"),
    Phrase("`;`"),
    Phrase("`:`"),
    Phrase("`=`"),
    Phrase("`.`"),
    Phrase("`?`"),
    Phrase("`_`"),
    Phrase("`->`"),
    Phrase("`*`"),
    Phrase("`/`"),
    Phrase("`+`"),
    Phrase("`-`"),
    Phrase("`<`"),
    Phrase("`<=`"),
    Phrase("`>`"),
    Phrase("`>=`"),
    Phrase("`==`"),
    Phrase("`!=`"),
    Phrase("`let`"),
    Phrase("`fn`"),
    Phrase("`def`"),
    Phrase("`if`"),
    Phrase("`else`"),
    Phrase("`type`"),
    Phrase("`match`"),
    Phrase("`extern`"),
    Phrase("`free_var`"),
    Phrase("`ref`"),
    Phrase("`ref_read`"),
    Phrase("`ref_write`"),
};
static_assert(std::size(kKindTexts) == static_cast<size_t>(Tok::kRefWrite) + 1);

}  // namespace

Phrase TokenKindPhrase(Tok kind) { return kKindTexts[static_cast<size_t>(kind)]; }

Message TokenMessage(const Token& token, std::string_view source) {
  if (token.kind == Tok::kEnd || token.kind == Tok::kMetadata) return TokenKindPhrase(token.kind);
  constexpr size_t kMaxLength = 40;
  std::string_view text = source.substr(token.begin.offset, token.end.offset - token.begin.offset);
  if (size_t line_end = text.find('\n'); line_end != text.npos) text = text.substr(0, line_end);
  if (text.size() <= kMaxLength) return Say("`{text}`", text);
  size_t cut = kMaxLength;
  // Do not cut a character of several bytes.
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return Say("`{text}…`", text.substr(0, cut));
}

}  // namespace passcope
