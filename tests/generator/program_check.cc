// Checks the promises.
#include "generator/program_check.h"

#include <cctype>
#include <exception>

#include "analysis/well_formed.h"
#include "api/pipeline_spec.h"
#include "checking/check_values.h"
#include "checking/inputs.h"
#include "checking/program_test.h"
#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "generator/value_programs.h"
#include "ir/structural.h"
#include "ir/visitor.h"
#include "ir/work_budget.h"
#include "pass/pass.h"
#include "runtime/kernel.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

constexpr WorkLimits kLimits = {.operations = int64_t{1} << 26, .bytes = int64_t{1} << 27};
constexpr std::string_view kPipelineLine = "// pipeline: ";

PrintOptions WithoutSpans(bool all_digits = false) {
  PrintOptions options;
  options.show_spans = false;
  options.all_digits = all_digits;
  return options;
}

// The message of a diagnostic without the names and numbers in it.
std::string PatternOf(const DiagnosticError& error) {
  return std::string(error.diagnostics().front().message.pattern);
}
// The same for a text without a pattern.
std::string WithoutNumbers(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (std::isdigit(static_cast<unsigned char>(c))) {
      if (result.empty() || result.back() != '#') result += '#';
    } else {
      result += c;
    }
  }
  return result.substr(0, 160);
}

// The reals of a text, as written.
std::vector<std::string_view> RealsOf(std::string_view text) {
  std::vector<std::string_view> reals;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t begin = i;
    while (i < text.size() && (std::isdigit(static_cast<unsigned char>(text[i])) ||
                               std::string_view(".e+-").find(text[i]) != std::string_view::npos)) {
      ++i;
    }
    if (i > begin && i < text.size() && text[i] == 'f') {
      reals.push_back(text.substr(begin, i - begin));
    }
  }
  return reals;
}

// True if a text with TVM's six digits can be ill-typed because its reals differ from the
// program's, which multiply sizes.
bool IsOfDigits(const DiagnosticError& error, std::string_view text, std::string_view exact) {
  DiagKind kind = error.diagnostics().front().kind;
  return (kind == DiagKind::kTypeMismatch || kind == DiagKind::kShapeMismatch) &&
         RealsOf(text) != RealsOf(exact);
}

// The same calls without type arguments, so that inference finds them.
IRModule WithoutTypeArguments(const IRModule& module) {
  std::vector<IRModuleNode::Item> functions = module->functions;
  for (IRModuleNode::Item& item : functions) {
    item.function = RewritePostOrder(
        item.function, [](const ExprNode* node, std::span<const Expr> children) -> Expr {
          const auto* call = As<CallNode>(node);
          if (!call) return node->checked_type() ? Rebuild(node, children, nullptr) : Expr(node);
          return Call(children[0], children.subspan(1), call->attrs, {}, call->span());
        });
  }
  return IRModule(new IRModuleNode(std::move(functions), module->attrs, module->types));
}

bool IsInternal(const DiagnosticError& error) {
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    if (diagnostic.kind == DiagKind::kInternal) return true;
  }
  return false;
}

// Compares two programs without unknown types, which are different in each program.
bool EqualButForHoles(const IRModule& a, const IRModule& b) {
  return a->functions.size() == b->functions.size() &&
         std::all_of(a->functions.begin(), a->functions.end(), [&](const auto& item) {
           const FunctionNode* other = b->Find(item.name.view());
           return other && StructuralEqual(item.function, Expr(other), true);
         });
}

class Checker {
 public:
  Checker(std::string_view text, ProgramCounts* counts) : text_(text), counts_(counts) {}

  std::optional<ProgramFinding> Run(const std::vector<std::string>& pipelines) {
    ++counts_->texts;
    int64_t failures = NumInternalFailures();
    if (!Guard("reading", [&] { program_ = InferTypes(ParseModule(text_, "input")); }) ||
        !program_) {
      return finding_;
    }
    ++counts_->typed;
    CheckText(program_, "a program");
    for (const std::string& pipeline : pipelines) {
      if (finding_) break;
      pipeline_ = pipeline;
      RunPipeline();
    }
    if (!finding_ && NumInternalFailures() != failures) {
      Found("a kernel fails", "a call was left alone");
    }
    return finding_;
  }

 private:
  void Found(std::string signature, std::string detail) {
    if (finding_) return;
    finding_ = ProgramFinding{std::move(signature), pipeline_, std::move(detail)};
  }

  // Runs `f` and returns true if it succeeds. A diagnostic returns false; it is a finding only if
  // it reports a mistake of the engine.
  template <class F>
  bool Guard(std::string_view doing, F f) {
    try {
      f();
      return true;
    } catch (const DiagnosticError& error) {
      if (IsInternal(error)) {
        Found(std::string(doing) + ": " + WithoutNumbers(error.what()), error.what());
      }
    } catch (const std::exception& error) {
      Found(std::string(doing) + ": " + WithoutNumbers(error.what()), error.what());
    }
    return false;
  }

  // A text with all digits must read back as the same program. TVM's text must read back as a
  // program with an equal text. Variables that several functions bind share one name, and become
  // several when read. Such a text must be stable from the second time on.
  void CheckText(const IRModule& module, std::string_view what) {
    std::string exact, printed;
    if (!Guard("printing", [&] {
          exact = PrintModule(module, WithoutSpans(true));
          printed = PrintModule(module, WithoutSpans());
        })) {
      return;
    }
    // Most pipelines do not change most programs.
    if (exact == exact_ && StructuralEqual(module, program_)) return;
    if (module == program_) exact_ = exact;
    CheckRead(module, exact, exact, what);
    if (!finding_ && printed != exact) CheckRead(module, printed, exact, what);
  }

  // `exact` is the text with all digits.
  void CheckRead(const IRModule& module, const std::string& printed, const std::string& exact,
                 std::string_view what) {
    const bool all_digits = printed == exact;
    try {
      IRModule again = InferTypes(ParseModule(printed, "again"));
      // The type arguments of a call have no text, so reading infers them. They can differ if a
      // size is `?` in one place and known in another.
      const bool holes = printed.find("meta[IncompleteType]") != std::string::npos;
      auto same = [&](const IRModule& given) {
        return holes ? EqualButForHoles(given, again) : StructuralEqual(given, again);
      };
      if (all_digits && !same(module) && !same(InferTypes(WithoutTypeArguments(module)))) {
        Found("text of " + std::string(what) + " is read as another program", printed);
        return;
      }
      std::string second = PrintModule(again, WithoutSpans(all_digits));
      if (second == printed) return;
      // If sizes are `?` in one place and known in another, types can need a few readings to become
      // stable.
      constexpr int kReadings = 4;
      std::string third;
      for (int i = 0; i < kReadings; ++i) {
        if (i > 0) second = std::move(third);
        third = PrintModule(InferTypes(ParseModule(second, "again")), WithoutSpans(all_digits));
        if (third == second) return;
      }
      Found("text of " + std::string(what) + " is printed differently", second + "\n---\n" + third);
    } catch (const DiagnosticError& error) {
      if (!all_digits && IsOfDigits(error, printed, exact)) return;
      Found("text of " + std::string(what) + " cannot be read: " + PatternOf(error),
            printed + "\n" + error.what());
    } catch (const std::exception& error) {
      Found("reading a text: " + WithoutNumbers(error.what()), printed + "\n" + error.what());
    }
  }

  void RunPipeline() {
    std::vector<Pass> passes;
    if (!Guard("options", [&] { passes = PassesFromSpec(ParsePipeline(pipeline_)); })) return;
    IRModule made = program_;
    WorkScope limits(kLimits);
    for (const Pass& pass : passes) {
      std::string name(pass->info().name);
      bool ran = Guard(name, [&] {
        PassContextScope scope(PassContext::Create({.opt_level = 4}));
        made = pass(made);
      });
      if (!ran) {
        ++counts_->refused;
        return;
      }
      if (!CheckModule(name, made)) return;
    }
    ++counts_->pipelines;
    // Passes leave new nodes without types, and variables with types but without annotations.
    Guard("typing", [&] {
      CheckText(InferTypes(WithoutTypes(made)),
                "the result of " + std::string(passes.back()->info().name));
    });
    if (finding_) return;
    Guard("computing", [&] { CompareValues(passes, made); });
  }

  bool CheckModule(const std::string& name, const IRModule& made) {
    try {
      InferTypes(made);
    } catch (const DiagnosticError& error) {
      if (FailsLike(error)) return false;
      Found(name + " makes an ill-typed program: " + PatternOf(error),
            PrintModule(made, WithoutSpans()) + "\n" + error.what());
      return false;
    } catch (const std::exception& error) {
      Found("typing what " + name + " made: " + WithoutNumbers(error.what()), error.what());
      return false;
    }
    if (!WellFormed(program_)) return true;
    std::vector<Diagnostic> mistakes = FindIllFormed(made);
    if (mistakes.empty()) return true;
    Found(name + " makes an ill-formed program: " + std::string(mistakes[0].message.pattern),
          PrintModule(made, WithoutSpans()) + "\n" + mistakes[0].message.text());
    return false;
  }

  // True if running the program ends in the same error. The pass evaluated a part of it and found
  // an error that its types did not show.
  bool FailsLike(const DiagnosticError& error) const {
    for (const IRModuleNode::Item& item : program_->functions) {
      std::string_view name = item.name.view();
      try {
        IRModule whole = name == "main" ? WithResultCalled() : program_;
        RunFunction(whole, name, MakeInputs(whole, name, {}));
      } catch (const DiagnosticError& run) {
        // A program with open sizes that cannot run can have errors in several places.
        if (PatternOf(run) == PatternOf(error) || HasOpenSizes()) return true;
      }
    }
    return false;
  }

  bool HasOpenSizes() const {
    bool found = false;
    for (const IRModuleNode::Item& item : program_->functions) {
      PostOrderVisit(item.function, [&](const ExprNode* node) {
        found = found || (node->checked_type() && node->checked_type()->is_dynamic());
      });
    }
    return found;
  }

  // The program, with a main function that also calls a function that it returned before. The
  // contents of that function then run, too.
  IRModule WithResultCalled() const {
    const auto* main = As<FunctionNode>(program_->Lookup("main"));
    const auto* made = As<FuncTypeNode>(As<FuncTypeNode>(main->checked_type())->ret_type);
    if (!made || !made->type_params.empty()) return program_;
    std::vector<Expr> params(main->params().begin(), main->params().end()), args;
    for (const Type& type : made->arg_types) args.push_back(Var("a", type));
    Expr result = Call(main->body(), args);
    params.insert(params.end(), args.begin(), args.end());
    return InferTypes(
        WithFunction(program_, "main", Function(std::move(params), std::move(result))));
  }

  void CompareValues(const std::vector<Pass>& passes, const IRModule& made) {
    if (!program_->Find("main") || !made->Find("main")) return;
    if (!checker_) checker_.emplace(ValueCheckOptions{});
    PassValues values = ValuesOf(passes);
    ValueCheck check = checker_->Check(program_, made, values);
    if (check.outcome == ValueCheck::Outcome::kSame) ++counts_->compared;
    if (check.outcome != ValueCheck::Outcome::kDiffers) return;
    if (IsKnownToDiffer(program_, pipeline_, values, check) || IsOfOverflow(passes)) return;
    std::string explanation = check.Explanation()->text();
    std::string names;
    for (const Pass& pass : passes) names += (names.empty() ? "" : ", ") + pass->info().name;
    Found("values after " + names + ": " +
              (check.reason ? std::string(check.reason->pattern) : std::string("differ")),
          explanation + "\n" + PrintModule(made, WithoutSpans()));
  }

  // True if the program has such large constants that results can be infinite in one order of
  // computation and finite in another, and if results are equal with smaller constants.
  bool IsOfOverflow(const std::vector<Pass>& passes) const {
    const std::optional<IRModule> smaller = WithSmallerConstants(program_);
    if (!smaller) return false;
    try {
      IRModule typed = InferTypes(*smaller), made = typed;
      for (const Pass& pass : passes) made = pass(made);
      ValueChecker checker(ValueCheckOptions{});
      return checker.Check(typed, made, ValuesOf(passes)).outcome != ValueCheck::Outcome::kDiffers;
    } catch (const DiagnosticError&) {
      return false;
    }
  }

  std::string_view text_;
  ProgramCounts* counts_;
  IRModule program_;
  std::string exact_;  // The text of program_ with all digits.
  std::string pipeline_;
  std::optional<ValueChecker> checker_;
  std::optional<ProgramFinding> finding_;
};

}  // namespace

std::optional<ProgramFinding> CheckProgram(std::string_view text,
                                           const std::vector<std::string>& pipelines,
                                           ProgramCounts* counts) {
  return Checker(text, counts).Run(pipelines);
}

ProgramCase ReadProgramCase(std::string_view file) {
  ProgramCase result;
  while (file.substr(0, kPipelineLine.size()) == kPipelineLine) {
    size_t end = file.find('\n');
    result.pipelines.emplace_back(file.substr(kPipelineLine.size(), end - kPipelineLine.size()));
    file.remove_prefix(end == std::string_view::npos ? file.size() : end + 1);
  }
  result.text = file;
  return result;
}

std::string WriteProgramCase(const ProgramCase& program) {
  std::string file;
  for (const std::string& pipeline : program.pipelines) {
    file += std::string(kPipelineLine) + pipeline + "\n";
  }
  return file + program.text;
}

}  // namespace passcope
