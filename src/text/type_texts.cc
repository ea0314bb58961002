// Text of types, as TVM's printer writes them.
#include "text/type_texts.h"

#include <algorithm>

#include "text/literals.h"

namespace passcope {

std::string_view TypeTexts::Get(const TypeNode* type) {
  Range range;
  if (const Range* known = ranges_.Find(type)) {
    range = *known;
  } else {
    range.begin = static_cast<uint32_t>(texts_.size());
    TextBuffer out(&texts_);
    Append(&out, type);
    range.size = static_cast<uint32_t>(out.size()) - range.begin;
    // This must come last: binding a parameter can clear all texts.
    ranges_[type] = range;
  }
  return std::string_view(texts_).substr(range.begin, range.size);
}

void TypeTexts::Bind(const std::vector<Type>& params) {
  for (const Type& param : params) {
    const std::string& given = As<TypeVarNode>(param)->name.str();
    const std::string hint(names.Get(As<TypeVarNode>(param)->name));
    const std::string* renamed = renamed_.Find(param.get());
    const std::string before = renamed ? *renamed : given;
    std::string name = renamed ? *renamed : hint;
    auto taken = [&] {
      if (names.IsTaken(name)) return true;
      auto found = owners_.find(name);
      return found != owners_.end() &&
             std::any_of(found->second.begin(), found->second.end(),
                         [&](const TypeNode* owner) { return owner != param.get(); });
    };
    for (int i = 1; taken(); ++i) name = hint + std::to_string(i);
    if (name != before) {
      renamed_[param.get()] = name;
      // Functions share parameters, so cached texts can contain this one's earlier name.
      ranges_.Clear();
    }
    owners_[name].push_back(param.get());
    bound_.push_back(std::move(name));
  }
}

void TypeTexts::Unbind(const std::vector<Type>& params) {
  for (size_t i = 0; i < params.size(); ++i) {
    owners_[bound_.back()].pop_back();
    bound_.pop_back();
  }
}

void TypeTexts::AppendTypes(TextBuffer* out, const std::vector<Type>& types) {
  for (size_t i = 0; i < types.size(); ++i) {
    if (i) *out += ", ";
    Append(out, types[i].get());
  }
}

// Like TypeText, except that symbols and holes are metadata.
void TypeTexts::Append(TextBuffer* out, const TypeNode* type) {
  if (!type) {
    *out += '?';
    return;
  }
  switch (type->kind()) {
    case TypeKind::kTensor: {
      const auto* tensor = As<TensorTypeNode>(type);
      if (tensor->shape.empty()) {
        *out += tensor->dtype.str();
        return;
      }
      *out += "Tensor[(";
      for (size_t i = 0; i < tensor->shape.size(); ++i) {
        if (i) *out += ", ";
        Dim dim = tensor->shape[i];
        if (dim.is_const()) {
          out->AppendInt(dim.value());
          if (dim.is_int64()) *out += "i64";
        } else if (dim.is_any()) {
          *out += '?';
        } else {
          meta_->AppendRef(out, meta_->Add(dim));
        }
      }
      *out += "), ";
      *out += tensor->dtype.str();
      *out += ']';
      return;
    }
    case TypeKind::kTuple: {
      const auto& fields = As<TupleTypeNode>(type)->fields;
      *out += '(';
      AppendTypes(out, fields);
      *out += fields.size() == 1 ? ",)" : ")";
      return;
    }
    case TypeKind::kFunc: {
      const auto* func = As<FuncTypeNode>(type);
      Bind(func->type_params);
      *out += "fn ";
      if (!func->type_params.empty()) {
        *out += '[';
        AppendTypes(out, func->type_params);
        *out += ']';
      }
      *out += '(';
      AppendTypes(out, func->arg_types);
      *out += ") -> ";
      Append(out, func->ret_type.get());
      Unbind(func->type_params);
      return;
    }
    case TypeKind::kRef:
      *out += "ref(";
      Append(out, As<RefTypeNode>(type)->value.get());
      *out += ')';
      return;
    case TypeKind::kIncomplete:
      meta_->AppendRef(out, meta_->Add(type));
      return;
    case TypeKind::kTypeVar: {
      const std::string* renamed = renamed_.Find(type);
      *out += renamed ? std::string_view(*renamed) : names.Get(As<TypeVarNode>(type)->name);
      return;
    }
    case TypeKind::kGlobalTypeVar:
      *out += names.Get(As<GlobalTypeVarNode>(type)->name);
      return;
    case TypeKind::kTypeCall: {
      const auto* call = As<TypeCallNode>(type);
      Append(out, call->func.get());
      *out += '[';
      AppendTypes(out, call->args);
      *out += ']';
      return;
    }
  }
}

}  // namespace passcope
