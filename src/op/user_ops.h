// Operators that users add at run time, besides those of the table (op.h).
#pragma once

#include <string>
#include <string_view>

namespace passcope {

struct OpDecl;

// Adds an operator to this engine, until the engine ends. It takes any number of arguments, and its
// declaration may be changed later. Null if there is an operator of that name.
OpDecl* DeclareUserOp(std::string name, std::string doc);
// Null if there is no such operator, or if it is in the table.
OpDecl* FindUserOp(std::string_view name);

}  // namespace passcope
