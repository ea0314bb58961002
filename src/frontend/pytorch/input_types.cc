// Finds the types of inputs by the operators that use them.
#include "frontend/pytorch/input_types.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "frontend/pytorch/schema.h"

namespace passcope::frontend {
namespace {

// Parameters that take indices or masks. In PyTorch, indices are integers of 64 bits.
struct Wanted {
  std::string_view op;
  std::string_view param;
};
constexpr Wanted kIndices[] = {
    {"embedding", "indices"},
    {"gather", "index"},
    {"index", "indices"},
    {"index_put", "indices"},
    {"index_select", "index"},
    {"scatter", "index"},
    {"scatter_add", "index"},
    {"scatter_reduce", "index"},
    {"take", "index"},
    {"one_hot", "self"},
    {"bincount", "self"},
    {"nll_loss", "target"},
    {"nll_loss2d", "target"},
    {"nll_loss_nd", "target"},
    {"cross_entropy_loss", "target"},
    {"repeat_interleave", "repeats"},
    {"tensor_split", "tensor_indices_or_sections"},
    {"narrow", "start"},
    {"bitwise_and", ""},
    {"bitwise_or", ""},
    {"bitwise_xor", ""},
    {"bitwise_not", ""},
    {"__and__", ""},
    {"__or__", ""},
    {"__xor__", ""},
    {"__lshift__", ""},
    {"__rshift__", ""},
};
constexpr Wanted kMasks[] = {
    {"masked_fill", "mask"},
    {"masked_select", "mask"},
    {"where", "condition"},
};

// Operators whose result has the type of this parameter; with an empty name, of each operand.
constexpr Wanted kSameType[] = {
    {"view", "self"},
    {"reshape", "self"},
    {"reshape_as", "self"},
    {"flatten", "self"},
    {"squeeze", "self"},
    {"unsqueeze", "self"},
    {"transpose", "self"},
    {"permute", "self"},
    {"t", "self"},
    {"numpy_T", "self"},
    {"contiguous", "self"},
    {"detach", "self"},
    {"clone", "self"},
    {"select", "self"},
    {"slice", "self"},
    {"narrow", "self"},
    {"expand", "self"},
    {"expand_as", "self"},
    {"repeat", "self"},
    {"repeat_interleave", "self"},
    {"chunk", "self"},
    {"unsafe_chunk", "self"},
    {"split", "self"},
    {"split_with_sizes", "self"},
    {"tensor_split", "self"},
    {"unbind", "self"},
    {"flip", "self"},
    {"roll", "self"},
    {"gather", "self"},
    {"index", "self"},
    {"index_select", "self"},
    {"take", "self"},
    {"masked_fill", "self"},
    {"cumsum", "self"},
    {"tril", "self"},
    {"triu", "self"},
    {"pad", "self"},
    {"constant_pad_nd", "self"},
    {"neg", "self"},
    {"abs", "self"},
    {"clamp", ""},
    {"clamp_min", ""},
    {"clamp_max", ""},
    {"add", ""},
    {"sub", ""},
    {"rsub", ""},
    {"mul", ""},
    {"remainder", ""},
    {"floor_divide", ""},
    {"maximum", ""},
    {"minimum", ""},
    {"cat", "tensors"},
    {"stack", "tensors"},
    {"broadcast_tensors", "tensors"},
};

// True if `use` is one of these parameters.
template <size_t n>
bool IsOneOf(const Wanted (&rows)[n], const TorchUse& use) {
  std::string_view kind = use.user->kind;
  if (!kind.starts_with("aten::")) return false;
  kind.remove_prefix(6);
  if (kind.ends_with("_") && !kind.ends_with("__")) kind.remove_suffix(1);
  const TorchSchema* schema = use.user->schema;
  std::string_view param;
  if (schema && use.offset < schema->params.size()) param = schema->params[use.offset].name;
  return std::any_of(std::begin(rows), std::end(rows), [&](const Wanted& row) {
    return row.op == kind && (row.param.empty() || row.param == param);
  });
}

bool IsUnpacking(std::string_view kind) {
  return kind == "prim::ListUnpack" || kind == "prim::TupleUnpack";
}

bool HasSameType(const TorchUse& use) {
  return use.user->kind == "prim::ListConstruct" || use.user->kind == "prim::ListUnpack" ||
         use.user->kind == "aten::__getitem__" || IsOneOf(kSameType, use);
}

}  // namespace

std::optional<DataType> DtypeOfUses(const TorchAliases& values) {
  TorchAliases pending = values;
  std::unordered_set<const TorchValue*> seen(values.begin(), values.end());
  while (!pending.empty()) {
    const TorchValue* value = pending.back();
    pending.pop_back();
    for (const TorchUse& use : value->uses()) {
      if (IsOneOf(kIndices, use)) return DataType::Int(64);
      if (IsOneOf(kMasks, use)) return DataType::Bool();
      std::vector<TorchValue*> same;
      if (HasSameType(use)) same = use.user->outputs;
      if (use.user->kind == "prim::Loop" && use.offset >= 2) {
        same = {use.user->blocks[0]->params[use.offset - 1], use.user->outputs[use.offset - 2]};
      }
      for (const TorchValue* next : same) {
        if (seen.insert(next).second) pending.push_back(next);
      }
    }
  }
  return std::nullopt;
}

TorchAliases PartsOf(const TorchAliases& values, size_t i) {
  TorchAliases parts;
  for (const TorchValue* value : values) {
    for (const TorchUse& use : value->uses()) {
      const TorchNode& user = *use.user;
      if (IsUnpacking(user.kind) && i < user.outputs.size()) parts.push_back(user.outputs[i]);
      if (user.kind != "prim::TupleIndex" && user.kind != "aten::__getitem__") continue;
      if (user.inputs().size() < 2 || use.offset != 0) continue;
      const TorchNode* index = user.inputs()[1]->node();
      const int64_t* number = index ? std::get_if<int64_t>(&index->constant) : nullptr;
      bool other = user.kind == "prim::TupleIndex" && number && *number >= 0 &&
                   *number != static_cast<int64_t>(i);
      if (!other) parts.push_back(user.output());
    }
  }
  return parts;
}

}  // namespace passcope::frontend
