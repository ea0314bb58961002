// Operators that users add while the engine runs, beside those of the table (op.h).
#pragma once

#include <string>
#include <string_view>

namespace passcope {

struct OpDecl;

// Adds an operator, of this thread alone, which stays until the thread ends and has any number of
// arguments; the declaration may be changed later. Null when there is one of the name.
OpDecl* DeclareUserOp(std::string name, std::string doc);
// Null when there is no such operator, or it is one of the table.
OpDecl* FindUserOp(std::string_view name);

}  // namespace passcope
