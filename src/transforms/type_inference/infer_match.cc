// Type inference: matches and their patterns.
#include "analysis/match_cases.h"
#include "transforms/type_inference/type_inferencer.h"

namespace passcope {

void TypeInferencer::BindPatterns(const MatchNode* match, const Expr& data) {
  auto report = [&](DiagKind kind, const PatternStep& step, Message message) {
    diagnostics_.push_back({kind,
                            Severity::kError,
                            std::move(message),
                            {},
                            step.span ? step.span : match->span(),
                            Expr(match)});
  };
  std::vector<Type> types;  // Types of the remaining patterns; the next one is last.
  for (size_t i = 0; i < match->clauses().size(); ++i) {
    types.assign(1, data->checked_type());
    size_t var = 0;
    for (const PatternStep& step : match->patterns->Pattern(i)) {
      Type type = merging_ ? types.back() : solver_.Resolve(types.back());
      types.pop_back();
      if (step.kind == PatternStep::Kind::kWildcard) continue;
      if (type->has_incomplete()) has_holes_ = true;
      if (step.kind == PatternStep::Kind::kVar) {
        Expr typed = BindVar(match->vars(i)[var++], type);
        if (!solver_.Unify(typed->checked_type(), type)) {
          report(DiagKind::kTypeMismatch, step,
                 MSG(kPatternVariableTypeMismatch,
                     "the variable %{name} has type {expected}, but is bound to a {actual}",
                     As<VarNode>(typed)->name().view(), Text(typed->checked_type()), Text(type)));
        }
        continue;
      }
      std::vector<Type> fields(step.fields);
      Type matched;
      if (step.data) {
        std::vector<Type> args(step.data->type_vars.size());
        for (Type& arg : args) arg = IncompleteType();
        const std::vector<Type>& inputs = step.data->constructors[step.index].inputs;
        for (size_t f = 0; f < fields.size() && f < inputs.size(); ++f) {
          fields[f] = SubstituteTypes(inputs[f], step.data->type_vars, args);
        }
        if (fields.size() != inputs.size()) {
          size_t expected = inputs.size();
          std::string_view name = step.data->constructors[step.index].name.view();
          report(DiagKind::kArity, step,
                 expected == 1 ? MSG(kConstructorFieldCountOne,
                                     "{constructor} has {expected} field, not {actual}", name,
                                     expected, fields.size())
                               : MSG(kConstructorFieldCountMany,
                                     "{constructor} has {expected} fields, not {actual}", name,
                                     expected, fields.size()));
        }
        matched = TypeCall(GlobalTypeVar(step.data->name.view()), std::move(args));
      }
      for (Type& field : fields) {
        if (!field) field = IncompleteType();
      }
      if (!matched) matched = TupleType(fields);
      if (!solver_.Unify(type, matched)) {
        report(DiagKind::kTypeMismatch, step,
               MSG(kPatternValueTypeMismatch,
                   "this pattern matches {expected}, but the value has type {actual}",
                   Text(matched), Text(type)));
      }
      types.insert(types.end(), fields.rbegin(), fields.rend());
    }
  }
}

Type TypeInferencer::TypeOfMatch(const MatchNode* match, std::span<const Expr> children) {
  Type type;
  for (const MatchClause& clause : match->clauses()) {
    const Expr& body = children[clause.body];
    Type common = type ? solver_.Unify(type, body->checked_type()) : body->checked_type();
    if (common) {
      type = common;
    } else {
      Report(DiagKind::kTypeMismatch,
             MSG(kMatchClauseTypesDiffer,
                 "the clauses of a match have different types, {first} and {second}", Text(type),
                 Text(body->checked_type())),
             body);
    }
  }
  // The patterns of an ill-typed match might not fit each other.
  if (match->complete && diagnostics_.empty()) {
    constexpr size_t kMaxNamed = 5;
    UnmatchedCases unmatched = FindUnmatchedCases(*match->patterns, kMaxNamed);
    MessageList cases;
    for (const std::string& text : unmatched.cases) cases.items.push_back("`" + text + "`");
    if (!unmatched.decided) {
      Report(DiagKind::kUnmatchedCases,
             MSG(kMatchTooManyCases, "the match has too many cases to check"), Expr(match),
             {MSG(kPartialMatchHint, "write `match?`, which need not handle all cases")});
    } else if (!cases.items.empty()) {
      Report(DiagKind::kUnmatchedCases,
             MSG(kMatchCasesUnhandled, "the match does not handle {cases}", cases), Expr(match),
             {MSG(kMatchCompletionHint, "add clauses, or write `match?`")});
    }
  }
  return type ? type : Hole();
}

}  // namespace passcope
