// What an editor shows of a text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ir/ndarray.h"

namespace passcope {

// {diagnostics, types, spans, names, nameTypes} of a module's text, whatever is wrong with it:
//
//   diagnostics  as DescribeDiagnostics: what reading finds, then what type inference finds in the
//                definitions that could be read, as warnings in values that nothing uses; at
//                most 100
//   types        texts of types, each once
//   spans        [begin, end, type, …]: expressions whose type is known, those inside before those
//                around them; `type` counts in types
//   names        [begin, end, name, scope end, …]: each mention of a variable, function, type,
//                constructor or constant of the metadata. Mentions of one thing have one number;
//                the scope end is -1 for a use, for a definition where the name ends to mean this.
//   nameTypes    by name: its type, or -1
//
// Offsets count UTF-16 code units, ends are exclusive.
//
// `constants` as ParseModule takes them.
std::string Analyse(const std::string& text, std::string_view source,
                    std::span<const NDArray> constants = {});

}  // namespace passcope
