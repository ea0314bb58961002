// The small parts of Relay text: numbers, strings, attribute values.
#pragma once

#include <string>
#include <string_view>

#include "ir/attrs.h"
#include "ir/ndarray.h"
#include "support/text_buffer.h"
#include "text/metadata.h"

namespace passcope {

// The digits that a real is printed with.
enum class RealDigits : uint8_t {
  // Six, as a C++ stream prints them, or more if reading back needs more.
  kExact,
  kSix,  // As TVM. The text can then be of another number.
};
// A real as the value of an attribute, "1e-05f". The value is a double with any suffix. The
// suffix is "f64" only for numbers that a literal of 32 bits cannot represent.
void AppendReal(TextBuffer* out, double value, RealDigits digits);
// A string literal with its quotes and escapes.
void AppendQuoted(TextBuffer* out, std::string_view text);
// The literal of a scalar constant ("2f", "1i64", "True"). Returns false and appends nothing if the
// constant has no literal and is printed as metadata.
bool AppendScalarLiteral(TextBuffer* out, const NDArray& data,
                         RealDigits digits = RealDigits::kExact);
// True if AppendScalarLiteral appends something.
bool HasScalarLiteral(const NDArray& data);

// How to print attribute values that have no text of their own.
struct ValueStyle {
  // The table that numbers them; null prints everything in place.
  MetaData* meta = nullptr;
  // True if dictionaries and global variables also go there, although they can be printed in place.
  bool prefer_meta = false;
  RealDigits digits = RealDigits::kExact;
};
void AppendValue(TextBuffer* out, const AttrValue& value, const ValueStyle& style);
// Appends `key=value` for every attribute that differs from its default, separated by ", ".
// `before` tells whether something precedes them, which then needs a comma. Returns whether
// something precedes the text that follows.
bool AppendAttrs(TextBuffer* out, const AttrsNode& attrs, const ValueStyle& style, bool before);
// True if printing these attributes can number something in the metadata.
bool MayNeedMeta(const AttrsNode& attrs);

}  // namespace passcope
