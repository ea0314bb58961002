// Rules and operators of the host: the questions of passes and type inference, as JSON.
#include <algorithm>
#include <array>
#include <deque>

#include "api/foreign_object.h"
#include "api/json.h"
#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "op/relations.h"
#include "op/user_ops.h"
#include "pass/nesting.h"
#include "pass/options.h"
#include "support/check.h"
#include "support/per_engine.h"
#include "transforms/rules/user_rules.h"

namespace passcope {
namespace {

[[noreturn]] void BadAnswer(const std::string& about) {
  throw DiagnosticError(
      DiagKind::kUsage,
      MSG(kRuleResultUnsupported, "rule '{attribute}' returned an unsupported value", about));
}

// A part of a rule's answer, which must have type T.
template <class T>
const T& PartOf(const AttrValue* value, const std::string& about) {
  const T* part = value ? value->get<T>() : nullptr;
  if (!part) BadAnswer(about);
  return *part;
}
const std::string& TextOf(const AttrDict& answer, const char* key, const std::string& about) {
  return PartOf<std::string>(FindOption(answer, key), about);
}

std::vector<Layout> LayoutsOf(const AttrDict& answer, const char* key, const std::string& about) {
  const AttrValue* value = FindOption(answer, key);
  const AttrArray* list = value ? value->array() : nullptr;
  if (!list) BadAnswer(about);
  std::vector<Layout> layouts;
  for (const AttrValue& item : *list) {
    const std::string* text = item.get<std::string>();
    auto layout = text ? Layout::Parse(*text) : std::nullopt;
    if (!layout) BadAnswer(about);
    layouts.push_back(*layout);
  }
  return layouts;
}

void WriteLayouts(JsonWriter& json, const std::vector<Layout>& layouts) {
  json.BeginArray();
  for (const Layout& layout : layouts) json.String(layout.name());
  json.EndArray();
}

// The type relations of operators of the host, by the operator's index.
using UserRelation = std::function<RelStatus(TypeRelContext&)>;
OpTable<std::shared_ptr<const UserRelation>>& UserRelations() {
  // Never freed, like the rules.
  PASSCOPE_PER_ENGINE auto* table = new OpTable<std::shared_ptr<const UserRelation>>;
  return *table;
}
RelStatus AskUserRelation(TypeRelContext& context) {
  auto relation = UserRelations().Get(context.call->op());
  PASSCOPE_CHECK(relation);
  return (*relation)(context);
}

struct NamedRelation {
  const char* name;
  TypeRelation relation;
};
constexpr NamedRelation kRelations[] = {
    {"Identity", IdentityRel},
    {"Broadcast", BroadcastRel},
    {"BroadcastComp", CompareRel},
    {"Concatenate", ConcatenateRel},
};

constexpr std::array kPatterns = {OpPattern::kElemWise,        OpPattern::kBroadcast,
                                  OpPattern::kInjective,       OpPattern::kCommReduce,
                                  OpPattern::kOutEWiseFusable, OpPattern::kTuple,
                                  OpPattern::kOpaque};

// A copy of a text of a declaration that lives as long as the operators.
const char* Kept(const std::string& text) {
  PASSCOPE_PER_ENGINE auto* texts = new std::deque<std::string>;
  return texts->emplace_back(text).c_str();
}

}  // namespace

AttrDict Session::AskRule(uint32_t object, const std::string& question, const std::string& about) {
  NestingScope nesting(NestingScope::Kind::kCallback);
  ForeignHost::RuleAnswer answer = host_.AskRule(object, question);
  if (answer.exception != 0) throw ForeignException(host_, answer.exception);
  return ReadJsonObject(answer.json, Say("{name}", about));
}

Expr Session::TakeAnswered(const AttrDict& answer, const char* key) {
  const AttrValue* value = FindOption(answer, key);
  const int64_t* handle = value ? value->get<int64_t>() : nullptr;
  return handle && *handle ? TakeExpr(static_cast<Handle>(*handle)) : nullptr;
}

std::vector<Expr> Session::TakeAllAnswered(const AttrDict& answer, const char* key) {
  const AttrValue* value = FindOption(answer, key);
  const AttrArray* list = value ? value->array() : nullptr;
  std::vector<Expr> exprs;
  for (size_t i = 0; list && i < list->size(); ++i) {
    const int64_t* handle = (*list)[i].get<int64_t>();
    exprs.push_back(TakeExpr(handle ? static_cast<Handle>(*handle) : 0));
  }
  return exprs;
}

void Session::RegisterOp(const std::string& name, const std::string& doc) {
  if (!DeclareUserOp(name, doc)) {
    Misuse(
        MSG(kOperatorAlreadyRegistered, "the operator '{operator}' is already registered", name));
  }
}

void Session::SetOpFacts(const std::string& name, const std::string& facts_json) {
  OpDecl* decl = FindUserOp(name);
  if (!decl)
    Misuse(
        MSG(kOperatorNotRegisteredHere, "'{operator}' is not a registered custom operator", name));
  AttrDict facts = ReadJsonObject(facts_json, PHRASE(kOperatorFacts, "facts of an operator"));
  auto wrong = [&name](const char* fact) {
    Misuse(MSG(kOperatorFactTypeMismatch,
               "the value of '{fact}' does not fit the operator '{operator}'", fact, name));
  };
  auto integer = [&](const AttrValue* value, const char* fact) {
    const int64_t* number = value->get<int64_t>();
    if (!number) wrong(fact);
    return *number;
  };
  if (const AttrValue* arguments = FindOption(facts, "arguments")) {
    if (!arguments->array()) wrong("arguments");
    std::vector<std::array<std::string, 3>> rows;
    for (const AttrValue& given : *arguments->array()) {
      const AttrArray* texts = given.array();
      if (!texts || texts->size() != 3) wrong("arguments");
      auto& row = rows.emplace_back();
      for (size_t i = 0; i < row.size(); ++i) {
        const std::string* text = (*texts)[i].get<std::string>();
        if (!text) wrong("arguments");
        row[i] = *text;
      }
    }
    decl->args.clear();
    for (const auto& [arg, type, doc] : rows) {
      decl->args.push_back({Kept(arg), Kept(type), Kept(doc)});
    }
  }
  if (const AttrValue* pattern = FindOption(facts, "pattern")) {
    const int64_t number = integer(pattern, "pattern");
    auto same = [number](OpPattern each) { return static_cast<int64_t>(each) == number; };
    auto found = std::find_if(kPatterns.begin(), kPatterns.end(), same);
    if (found == kPatterns.end()) wrong("pattern");
    decl->pattern = *found;
  }
  if (const AttrValue* level = FindOption(facts, "supportLevel")) {
    decl->support_level = static_cast<int>(integer(level, "supportLevel"));
  }
  if (const AttrValue* variadic = FindOption(facts, "variadic")) {
    if (!variadic->get<bool>()) wrong("variadic");
    decl->variadic = *variadic->get<bool>();
  }
  const AttrValue* relation = FindOption(facts, "relation");
  if (!relation) return;
  if (const std::string* text = relation->get<std::string>()) {
    for (const NamedRelation& row : kRelations) {
      if (*text != row.name) continue;
      decl->relation = row.relation;
      return;
    }
    Misuse(MSG(kTypeRelationUnknown, "unknown type relation '{relation}'", *text));
  }
  auto object =
      std::make_shared<ForeignObject>(host_, static_cast<uint32_t>(integer(relation, "relation")));
  auto ask = [this, object, name](TypeRelContext& context) {
    for (size_t i = 0; i < context.num_args(); ++i) {
      if (context.arg_types[i]->kind() == TypeKind::kIncomplete) return RelStatus::kPending;
    }
    JsonWriter question;
    question.BeginObject().Key("call").Int(Add(Expr(context.call)));
    WriteTypes(question.Key("types"), {context.arg_types.begin(), context.arg_types.end()});
    AttrDict answer = AskRule(object->id, question.EndObject().Take(), name);
    const AttrValue* type = FindOption(answer, "type");
    const int64_t* handle = type ? type->get<int64_t>() : nullptr;
    if (!handle) {
      return context.Fail(
          DiagKind::kTypeMismatch,
          MSG(kRelationGivesNoType, "the type relation of '{operator}' must return a type", name));
    }
    Type result = Get<Type>(static_cast<Handle>(*handle));
    Release(static_cast<Handle>(*handle));
    return context.Return(std::move(result));
  };
  UserRelations().Replace(name, std::make_shared<const UserRelation>(std::move(ask)));
  decl->relation = AskUserRelation;
}

void Session::SetOpRule(const std::string& op, const std::string& attribute, uint32_t id) {
  ExpectOp(op);
  auto object = id == 0 ? nullptr : std::make_shared<ForeignObject>(host_, id);
  auto set = [&]<class F>(OpTable<UserRule<F>>& table, auto rule) {
    table.Replace(op, object ? std::make_shared<const std::function<F>>(std::move(rule)) : nullptr);
  };
  auto write_types = [this](JsonWriter& json, std::span<const Expr> exprs) {
    std::vector<Type> types;
    for (const Expr& expr : exprs) types.push_back(expr->checked_type());
    WriteTypes(json, types);
  };
  UserRuleTables& rules = UserRules();
  if (attribute == "FPrimalGradient") {
    set(rules.gradient, [this, object, attribute](const GradientSite& site) {
      JsonWriter question;
      question.BeginObject().Key("call").Int(Add(site.result)).Key("grad").Int(Add(site.grad));
      AttrDict answer = AskRule(object->id, question.EndObject().Take(), attribute);
      Gradients gradients = TakeAllAnswered(answer, "gradients");
      if (gradients.size() != site.call->args().size()) BadAnswer(attribute);
      return gradients;
    });
  } else if (attribute == "FInferCorrectLayout") {
    set(rules.infer_layout,
        [this, object, attribute](const CallNode* call, const LayoutQuery& query) {
          JsonWriter question;
          question.BeginObject().Key("call").Int(Add(Call(call->op(), call->args(), query.attrs)));
          if (query.new_in) {
            WriteLayouts(question.Key("new"), *query.new_in);
          } else {
            question.Key("new").Null();
          }
          WriteLayouts(question.Key("old"), query.old_in);
          WriteTypes(question.Key("types"), {query.types.begin(), query.types.end()});
          AttrDict answer = AskRule(object->id, question.EndObject().Take(), attribute);
          Expr with_attrs = TakeAnswered(answer, "attrs");
          return InferredLayouts{LayoutsOf(answer, "inputs", attribute),
                                 LayoutsOf(answer, "outputs", attribute),
                                 with_attrs ? As<CallNode>(with_attrs)->attrs : query.attrs};
        });
  } else if (attribute == "FTVMConvertOpLayout") {
    set(rules.convert_layout,
        [this, object, attribute, write_types](const LayoutConversion& site) -> Expr {
          JsonWriter question;
          const CallNode* call = site.call;
          question.BeginObject().Key("call").Int(Add(Call(call->op(), call->args(), site.attrs)));
          question.Key("args").BeginArray();
          for (const Expr& arg : site.args) question.Int(Add(arg));
          question.EndArray();
          write_types(question.Key("types"), call->args());
          question.Key("desired").Strings(site.desired);
          AttrDict answer = AskRule(object->id, question.EndObject().Take(), attribute);
          Expr made = TakeAnswered(answer, "expr");
          return made ? made : Call(call->op(), site.args, site.attrs);
        });
  } else if (attribute == "FTVMFakeQuantizationToInteger") {
    set(rules.fake_quantization, [this, object, attribute](const FakeQuantizationSite& site) {
      JsonWriter question;
      auto write = [&](const TensorAffineType& type) {
        question.BeginArray().Int(Add(type.scale)).Int(Add(type.zero_point));
        question.String(type.dtype.str()).Int(type.axis).EndArray();
      };
      question.BeginObject().Key("call").Int(Add(Expr(site.call))).Key("types").BeginArray();
      for (const AffineType* type : site.types) {
        if (!type) {
          question.Null();
          continue;
        }
        question.BeginObject().Key("tuple").Bool(type->is_tuple).Key("fields").BeginArray();
        for (const TensorAffineType& field : type->fields) write(field);
        question.EndArray().EndObject();
      }
      question.EndArray().Key("result");
      if (site.result) {
        write(*site.result);
      } else {
        question.Null();
      }
      AttrDict answer = AskRule(object->id, question.EndObject().Take(), attribute);
      QuantizedExpr result;
      result.expr = TakeAnswered(answer, "expr");
      const AttrValue* tuple = FindOption(answer, "tuple");
      const AttrValue* fields = FindOption(answer, "fields");
      if (!result.expr || !tuple || !fields || !fields->array()) BadAnswer(attribute);
      result.type.is_tuple = PartOf<bool>(tuple, attribute);
      for (const AttrValue& field : *fields->array()) {
        const AttrArray* parts = field.array();
        if (!parts || parts->size() != 4) BadAnswer(attribute);
        auto number = [&](size_t at) { return PartOf<int64_t>(&(*parts)[at], attribute); };
        result.type.fields.push_back(
            {TakeExpr(static_cast<Handle>(number(0))), TakeExpr(static_cast<Handle>(number(1))),
             DTypeFromText(PartOf<std::string>(&(*parts)[2], attribute)), number(3)});
      }
      return result;
    });
  } else if (attribute == "FTVMMixedPrecisionConversionType") {
    set(rules.mixed_precision, [this, object, attribute](const CallNode* call, DataType small) {
      JsonWriter question;
      question.BeginObject().Key("call").Int(Add(Expr(call))).Key("dtype").String(small.str());
      AttrDict answer = AskRule(object->id, question.EndObject().Take(), attribute);
      const AttrValue* category = FindOption(answer, "category");
      const int64_t* number = category ? category->get<int64_t>() : nullptr;
      // TVM's numbers of the categories.
      constexpr std::array kCategories = {MixedPrecision::kAlways, MixedPrecision::kFollow,
                                          MixedPrecision::kNever};
      if (!number || *number < 0 || *number > 2) BadAnswer(attribute);
      return MixedPrecisionChoice{kCategories[static_cast<size_t>(*number)],
                                  DTypeFromText(TextOf(answer, "accumulation", attribute)),
                                  DTypeFromText(TextOf(answer, "result", attribute))};
    });
  } else {
    Misuse(
        MSG(kRuleAskedByNoPass, "unknown operator rule '{attribute}': no pass uses it", attribute));
  }
}

}  // namespace passcope
