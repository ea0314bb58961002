// Runs functions on values of all kinds.
#include <utility>

#include "api/json.h"
#include "api/session.h"
#include "ir/expr_key.h"
#include "pass/options.h"
#include "runtime/evaluator.h"
#include "support/ptr_map.h"
#include "transforms/type_inference/infer_type.h"
#include "transforms/type_inference/type_solver.h"

namespace passcope {
namespace {

// The cells of the arguments. The destructor empties them, so that cycles do not stay alive.
struct Cells {
  const CellNode* first = nullptr;
  Cells() = default;
  Cells(const Cells&) = delete;
  Cells& operator=(const Cells&) = delete;
  ~Cells() {
    while (const CellNode* cell = first) {
      Ref<CellNode> kept(cell);
      cell->Unlink();
      cell->value = Value();
    }
  }
};

}  // namespace

// A value crosses as a list of steps in pre-order, so that values can be nested to any depth:
//
//   handle                        a tensor
//   ["tuple", count]              a tuple of the values that follow
//   ["data", count, handle, key]  a constructor with the values that follow; key is only in results
//   ["cell", number]              a mutable cell with the next value; number is only in results
//   ["again", number]             the same cell once more; only in results
//   ["closure"]                   a function; only in results
std::string Session::EvaluateValues(Handle module, const std::string& function,
                                    const std::string& args_json) {
  AttrValue given = ReadJson(args_json, PHRASE(kArgumentsNoun, "arguments"));
  if (!given.array())
    Misuse(MSG(kStepListsRequired, "the arguments must be an array of lists of steps"));
  Cells cells;
  std::vector<Value> args;
  for (const AttrValue& arg : *given.array()) {
    const AttrArray* steps = arg.array();
    std::vector<Value> stack;
    auto take = [&](int64_t count) {
      if (count < 0 || static_cast<size_t>(count) > stack.size()) {
        Misuse(MSG(kStepsMakeNoSingleValue, "the steps must form exactly one value"));
      }
      std::vector<Value> fields;
      for (int64_t i = 0; i < count; ++i) {
        fields.push_back(std::move(stack.back()));
        stack.pop_back();
      }
      return fields;
    };
    // The loop starts at the end, so the fields of a step are on the stack already, the first on
    // top.
    for (size_t i = steps ? steps->size() : 0; i-- > 0;) {
      if (const int64_t* handle = (*steps)[i].get<int64_t>()) {
        stack.emplace_back(Get<NDArray>(static_cast<Handle>(*handle)));
        continue;
      }
      const AttrArray* step = (*steps)[i].array();
      const std::string* sort = step && !step->empty() ? (*step)[0].get<std::string>() : nullptr;
      auto number = [&](size_t at) {
        const int64_t* found = step->size() > at ? (*step)[at].get<int64_t>() : nullptr;
        return found ? *found : -1;
      };
      if (sort && *sort == "tuple") {
        stack.push_back(Value::Tuple(take(number(1))));
      } else if (sort && *sort == "data") {
        Expr constructor = Get<Expr>(static_cast<Handle>(number(2)));
        if (!As<ConstructorNode>(constructor)) {
          Misuse(MSG(kConstructorRequiredForDataType, "expected a constructor of a data type"));
        }
        stack.push_back(Value::Data(std::move(constructor), take(number(1))));
      } else if (sort && *sort == "cell") {
        Value inside = take(1)[0];
        stack.emplace_back(Ref<CellNode>(new CellNode(std::move(inside), &cells.first)));
      } else {
        Misuse(MSG(kStepsMakeNoSingleValue, "the steps must form exactly one value"));
      }
    }
    if (stack.size() != 1)
      Misuse(MSG(kStepsMakeNoSingleValue, "the steps must form exactly one value"));
    args.push_back(std::move(stack[0]));
  }
  IRModule typed = InferTypes(Get<IRModule>(module));
  Value result = passcope::Evaluate(typed, function, args);

  JsonWriter json;
  json.BeginArray();
  PtrMap<int64_t> numbers;  // The numbers of the cells of the result.
  std::vector<Value> open = {std::move(result)};
  auto push = [&open](std::span<const Value> fields) {
    open.insert(open.end(), fields.rbegin(), fields.rend());
  };
  while (!open.empty()) {
    Value value = std::move(open.back());
    open.pop_back();
    if (value.is_tensor()) {
      json.Int(AddSlot(value.tensor()));
    } else if (value.as_tuple()) {
      json.BeginArray().String("tuple").Int(static_cast<int64_t>(value.fields().size())).EndArray();
      push(value.fields());
    } else if (const TupleValueNode* data = value.as_data()) {
      json.BeginArray().String("data").Int(static_cast<int64_t>(data->fields.size()));
      json.Int(AddSlot(data->constructor));
      json.Int(passcope::ExprKey(data->constructor.get())).EndArray();
      push(data->fields);
    } else if (const CellNode* cell = value.as_cell()) {
      auto [number, fresh] = numbers.Insert(cell);
      if (fresh) *number = static_cast<int64_t>(numbers.size());
      json.BeginArray().String(fresh ? "cell" : "again").Int(*number).EndArray();
      if (fresh) push(std::span(&cell->value, 1));
    } else {
      json.BeginArray().String("closure").EndArray();
    }
  }
  return json.EndArray().Take();
}

std::string Session::UnifyTypes(const std::string& pairs_json, const std::string& types_json) {
  AttrValue pairs = ReadJson(pairs_json, PHRASE(kTypesNoun, "types"));
  if (!pairs.array()) Misuse(MSG(kTypePairsRequired, "the types must be an array of pairs"));
  TypeSolver solver;
  int64_t failed = -1;
  std::vector<Type> common;
  for (size_t i = 0; i < pairs.array()->size() && failed < 0; ++i) {
    std::vector<Type> pair = GetAll<Type>((*pairs.array())[i], PHRASE(kTypesNoun, "types"));
    if (pair.size() != 2) Misuse(MSG(kTypePairsRequired, "the types must be an array of pairs"));
    common.push_back(solver.Unify(pair[0], pair[1]));
    if (!common.back()) failed = static_cast<int64_t>(i);
  }
  for (Type& type : common) type = solver.Resolve(type);
  std::vector<Type> types =
      GetAll<Type>(ReadJson(types_json, PHRASE(kTypesNoun, "types")), PHRASE(kTypesNoun, "types"));
  for (Type& type : types) type = solver.Resolve(type);
  JsonWriter json;
  json.BeginObject().Key("failed").Int(failed);
  WriteTypes(json.Key("common"), common);
  WriteTypes(json.Key("types"), types);
  return json.EndObject().Take();
}

}  // namespace passcope
