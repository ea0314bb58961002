// The small parts of Relay text: numbers, strings, attribute values.
#pragma once

#include <string>
#include <string_view>

#include "ir/attrs.h"
#include "ir/ndarray.h"
#include "support/text_buffer.h"
#include "text/metadata.h"

namespace passcope {

// Which digits a real is printed with.
enum class RealDigits : uint8_t {
  // Six, as a C++ stream prints it, where it reads back from them, else as many as it takes.
  kExact,
  kSix,  // As TVM, whose text is that of another number then.
};
// A real as the value of an attribute, "1e-05f": a double, whatever its suffix says, which is "f64"
// only for what a literal of 32 bits cannot be.
void AppendReal(TextBuffer* out, double value, RealDigits digits);
// A string literal with its quotes and escapes.
void AppendQuoted(TextBuffer* out, std::string_view text);
// The literal of a scalar constant ("2f", "1i64", "True"); false, and nothing appended, when the
// constant has none and is printed as metadata.
bool AppendScalarLiteral(TextBuffer* out, const NDArray& data,
                         RealDigits digits = RealDigits::kExact);
// Whether AppendScalarLiteral would append something.
bool HasScalarLiteral(const NDArray& data);

// How attribute values are printed that have no text of their own.
struct ValueStyle {
  // Where they are numbered; null prints everything in place.
  MetaData* meta = nullptr;
  // Whether dictionaries and global variables go there too, though they could stand in place.
  bool prefer_meta = false;
  RealDigits digits = RealDigits::kExact;
};
void AppendValue(TextBuffer* out, const AttrValue& value, const ValueStyle& style);
// `key=value` for every attribute that differs from its default, with ", " between them and, if
// something comes `before`, in front. Returns whether something comes before what follows.
bool AppendAttrs(TextBuffer* out, const AttrsNode& attrs, const ValueStyle& style, bool before);
// Whether printing these attributes may number something in the metadata.
bool MayNeedMeta(const AttrsNode& attrs);

}  // namespace passcope
