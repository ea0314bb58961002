// The printer of Relay text. It prints one function at a time in two steps. The first plans the
// contents of the text (print_plan.h). The second writes: it walks the planned scopes from top to
// bottom and appends to one buffer. Outside of scopes every expression's text is flat, because the
// expressions inside it have numbers or names. Both steps keep their own stacks, so chains of any
// length can be printed.
#include "text/printer.h"

#include <algorithm>

#include "support/real_text.h"
#include "support/text_buffer.h"
#include "text/literals.h"
#include "text/pattern_text.h"
#include "text/print_plan.h"

namespace passcope {
namespace {

class Printer {
 public:
  Printer(const PrintOptions& options, std::vector<PrintedRange>* ranges, TextSink* sink = nullptr)
      : options_(options),
        ranges_(ranges),
        plan_(options.show_meta_data, options.all_digits ? RealDigits::kExact : RealDigits::kSix),
        stream_(sink, options.max_bytes) {}

  std::string Module(const IRModule& module) {
    Header();
    WriteTypes(module);
    std::vector<Name> names;
    for (const IRModuleNode::Item& item : module->functions) names.push_back(item.name);
    bool first = module->types.empty();
    for (uint32_t i : plan_.meta.globals.AddInOrder(names)) {
      if (!first) out_ += '\n';
      first = false;
      uint32_t id = plan_.PlanGlobal(module->functions[i].function.get());
      size_t begin = out_.size();
      out_ += "def @";
      out_ += plan_.meta.globals.Get(names[i]);
      BeginFunction(id, begin);
      RunWriting();
      out_ += '\n';
    }
    Footer();
    out_.Flush();
    stream_.Flush();
    return std::move(stream_.text);
  }

  const MetaData& meta() const { return plan_.meta; }

  std::string Expression(const Expr& expr) {
    Header();
    PushScope(plan_.PlanExpr(expr.get()));
    RunWriting();
    Footer();
    out_.Flush();
    return std::move(stream_.text);
  }

 private:
  enum class ItemKind : uint8_t {
    kScope,        // Lines from `next` on, then the result.
    kEndLine,      // ";" and a new line.
    kEndBody,      // The closing brace.
    kEndFunction,  // The same, of a function.
    kElse,
    kEndParen,  // The parenthesis after a let.
    kClause,    // The text between clauses `next` - 1 and `next` of a match, then clause `next`.
    kInfo,      // The comment with type and span.
    kRange,     // The end of a node; `next` is its beginning.
  };
  struct Item {
    ItemKind kind;
    uint32_t id;
    size_t next;
  };

  // Deeper blocks are not indented further, so a text grows in proportion to its program.
  static constexpr size_t kMaxIndent = 256;

  void NewLine() {
    out_ += '\n';
    out_.AppendSpaces(std::min(indent_, kMaxIndent));
  }
  void Indent(int by) {
    indent_ += static_cast<size_t>(by);
    NewLine();
  }

  void RunWriting() {
    while (!items_.empty()) {
      Item& item = items_.back();
      if (item.kind == ItemKind::kScope) {
        const PrintPlan::Scope& scope = plan_.scopes[item.id];
        if (item.next < scope.end) {
          const PrintPlan::Line& line = plan_.lines[item.next++];
          stream_.Poll();
          WriteLine(line);
        } else {
          items_.pop_back();
          WriteMention(scope.result);
        }
        continue;
      }
      Item done = item;
      items_.pop_back();
      switch (done.kind) {
        case ItemKind::kEndLine:
          out_ += ';';
          NewLine();
          break;
        case ItemKind::kEndBody:
          Indent(-2);
          out_ += '}';
          break;
        case ItemKind::kEndFunction:
          Indent(-2);
          out_ += '}';
          plan_.types.Unbind(plan_.NodeAs<FunctionNode>(done.id)->type_params);
          break;
        case ItemKind::kElse:
          Indent(-2);
          out_ += "} else {";
          Indent(2);
          break;
        case ItemKind::kEndParen:
          Indent(-2);
          out_ += ')';
          break;
        case ItemKind::kClause:
          WriteClause(done.id, done.next);
          break;
        case ItemKind::kInfo:
          WriteInfo(plan_.nodes[done.id].expr);
          break;
        case ItemKind::kRange:
          Range(done.id, done.next, true);
          break;
        case ItemKind::kScope:
          break;
      }
    }
  }

  void WriteLine(PrintPlan::Line line) {
    switch (line.kind) {
      case PrintPlan::LineKind::kTemp:
        out_ += '%';
        out_.AppendInt(plan_.nodes[line.node].temp);
        out_ += " = ";
        if (plan_.KindOf(line.node) == ExprKind::kLet) {
          items_.push_back({ItemKind::kEndLine, 0, 0});
          OpenParens();
          WriteDefinition(line.node);
        } else if (IsFlat(plan_.KindOf(line.node))) {
          WriteFlat(line.node);
          out_ += ';';
          NewLine();
        } else {
          items_.push_back({ItemKind::kEndLine, 0, 0});
          WriteDefinition(line.node);
        }
        break;
      case PrintPlan::LineKind::kMoved:
        break;
      case PrintPlan::LineKind::kFree:
        out_ += "free_var ";
        WriteVariable(line.node);
        out_ += ';';
        NewLine();
        break;
      case PrintPlan::LineKind::kLet:
        out_ += "let ";
        WriteBinder(line.node, 0);
        out_ += " = ";
        items_.push_back({ItemKind::kEndLine, 0, 0});
        WriteLetValue(line.node);
        break;
    }
  }

  static bool IsFlat(ExprKind kind) {
    return kind != ExprKind::kFunction && kind != ExprKind::kLet && kind != ExprKind::kIf &&
           kind != ExprKind::kMatch;
  }

  void WriteName(uint32_t variable) {
    out_ += '%';
    out_ += plan_.variables[variable].name;
  }

  // A let as the value of a let gets parentheses. TVM omits them, and cannot read the result.
  void WriteLetValue(uint32_t let) {
    const uint32_t id = plan_.Child(let, 1), scope = plan_.ValueScope(let);
    if (scope != PrintPlan::kNone) {
      OpenParens();
      return PushScope(scope);
    }
    const bool numbered = plan_.nodes[id].temp != PrintPlan::kNone;
    if (numbered || plan_.KindOf(id) != ExprKind::kLet) return WriteMention(id);
    OpenParens();
    WriteDefinition(id);
  }

  void OpenParens() {
    out_ += '(';
    Indent(2);
    items_.push_back({ItemKind::kEndParen, 0, 0});
  }

  // Writes the text of a node at a place that uses it.
  void WriteMention(uint32_t id) {
    const PrintPlan::Node& node = plan_.nodes[id];
    size_t begin = out_.size();
    switch (node.expr->kind()) {
      case ExprKind::kVar:
        WriteName(node.data);
        Range(id, begin, false);
        return;
      case ExprKind::kConstant:
        if (!AppendScalarLiteral(&out_, plan_.NodeAs<ConstantNode>(id)->data, plan_.style.digits)) {
          out_ += "meta[relay.Constant][";
          out_.AppendInt(node.data);
          out_ += ']';
        }
        Range(id, begin, true);
        WriteInfo(node.expr);
        return;
      case ExprKind::kGlobalVar:
        out_ += '@';
        out_ += plan_.meta.globals.Get(plan_.NodeAs<GlobalVarNode>(id)->name);
        return;
      case ExprKind::kOp:
        out_ += plan_.NodeAs<OpNode>(id)->name();
        return;
      case ExprKind::kConstructor:
        // TVM writes `Nil` alone, which its parser reads as a call.
        if (plan_.NodeAs<ConstructorNode>(id)->decl().inputs.empty()) out_ += "fn ";
        WriteConstructor(plan_.NodeAs<ConstructorNode>(id)->data,
                         plan_.NodeAs<ConstructorNode>(id)->index);
        return;
      default:
        break;
    }
    if (node.temp != PrintPlan::kNone) {
      out_ += '%';
      out_.AppendInt(node.temp);
      Range(id, begin, false);
    } else {
      WriteDefinition(id);
    }
  }

  void WriteDefinition(uint32_t id) {
    size_t begin = out_.size();
    switch (plan_.KindOf(id)) {
      case ExprKind::kFunction:
        items_.push_back({ItemKind::kInfo, id, 0});
        out_ += "fn ";
        BeginFunction(id, begin);
        break;
      case ExprKind::kLet:
        items_.push_back({ItemKind::kRange, id, begin});
        PushScope(plan_.nodes[id].data);
        break;
      case ExprKind::kIf: {
        uint32_t scope = plan_.nodes[id].data;
        items_.push_back({ItemKind::kRange, id, begin});
        items_.push_back({ItemKind::kEndBody, 0, 0});
        PushScope(scope + 1);
        items_.push_back({ItemKind::kElse, 0, 0});
        PushScope(scope);
        out_ += "if (";
        WriteMention(plan_.Child(id, 0));
        out_ += ") {";
        Indent(2);
        break;
      }
      case ExprKind::kMatch:
        out_ += plan_.NodeAs<MatchNode>(id)->complete ? "match (" : "match? (";
        WriteMention(plan_.Child(id, 0));
        out_ += ") {";
        Indent(2);
        items_.push_back({ItemKind::kRange, id, begin});
        items_.push_back({ItemKind::kClause, id, 0});
        break;
      default:
        WriteFlat(id);
    }
  }

  void WriteClause(uint32_t id, size_t i) {
    size_t count = plan_.NodeAs<MatchNode>(id)->clauses().size();
    if (i > 0) {
      Indent(-2);
      out_ += "},";
    }
    if (i == count) {
      Indent(-2);
      out_ += '}';
      return;
    }
    if (i > 0) NewLine();
    WritePattern(id, i);
    out_ += " => {";
    Indent(2);
    items_.push_back({ItemKind::kClause, id, i + 1});
    PushScope(plan_.nodes[id].data + static_cast<uint32_t>(i));
  }

  void WritePattern(uint32_t id, size_t i) {
    const auto* match = plan_.NodeAs<MatchNode>(id);
    size_t var = match->clauses()[i].vars;
    AppendPattern(
        &out_, match->patterns->Pattern(i), [&] { WriteBinder(id, var++); },
        [&](const TypeData& data, uint32_t index) { WriteConstructor(data, index); });
  }

  void WriteTypeList(const std::vector<Type>& types, const char* brackets) {
    for (size_t i = 0; i < types.size(); ++i) {
      if (i) {
        out_ += ", ";
      } else {
        out_ += brackets[0];
      }
      out_ += plan_.types.Get(types[i].get());
    }
    if (!types.empty()) out_ += brackets[1];
  }

  void WriteConstructor(const TypeData& data, uint32_t index) {
    out_ += plan_.constructors.Get(data, index);
  }

  void WriteTypes(const IRModule& module) {
    const std::vector<TypeData>& types = module->types;
    plan_.constructors.Add(module);
    std::vector<Name> names;
    for (const TypeData& type : types) names.push_back(type->name);
    bool next = false;
    for (uint32_t i : plan_.types.names.AddInOrder(names)) {
      if (next) out_ += '\n';
      next = true;
      out_ += "type ";
      out_ += plan_.types.names.Get(names[i]);
      plan_.types.Bind(types[i]->type_vars);
      WriteTypeList(types[i]->type_vars, "[]");
      out_ += " {";
      Indent(2);
      for (uint32_t k = 0; k < types[i]->constructors.size(); ++k) {
        if (k > 0) NewLine();
        WriteConstructor(types[i], k);
        WriteTypeList(types[i]->constructors[k].inputs, "()");
        out_ += ',';
      }
      plan_.types.Unbind(types[i]->type_vars);
      Indent(-2);
      out_ += "}\n";
    }
  }

  void PushScope(uint32_t scope) {
    items_.push_back({ItemKind::kScope, scope, plan_.scopes[scope].begin});
  }

  // Writes everything from the type parameters to the opening brace; pushes the rest on the stack.
  void BeginFunction(uint32_t id, size_t begin) {
    const auto* function = plan_.NodeAs<FunctionNode>(id);
    plan_.types.Bind(function->type_params);
    WriteTypeList(function->type_params, "[]");
    out_ += '(';
    bool first = true;
    for (size_t i = 0; i < function->params().size(); ++i) {
      if (!first) out_ += ", ";
      first = false;
      WriteBinder(id, i);
    }
    if (function->attrs) {
      for (const auto& [key, value] : function->attrs->items) {
        if (!first) out_ += ", ";
        first = false;
        if (IsReadableKey(key.view())) {
          out_ += key.view();
        } else {
          AppendQuoted(&out_, key.view());
        }
        out_ += '=';
        AppendValue(&out_, value, plan_.style);
      }
    }
    out_ += ") ";
    if (function->ret_type) {
      out_ += "-> ";
      out_ += plan_.types.Get(function->ret_type.get());
      out_ += ' ';
    }
    out_ += '{';
    items_.push_back({ItemKind::kRange, id, begin});
    items_.push_back({ItemKind::kEndFunction, id, 0});
    PushScope(plan_.nodes[id].data);
    Indent(2);
  }

  void WriteBinder(uint32_t id, size_t i) {
    uint32_t var = plan_.Child(id, i);
    WriteVariable(var);
    // TVM writes %x-malformed-ir, which no parser reads.
    if (plan_.IsRebound(id, i)) out_ += " /* malformed-ir: bound twice */";
  }

  void WriteVariable(uint32_t id) {
    const auto* var = plan_.NodeAs<VarNode>(id);
    size_t begin = out_.size();
    WriteName(plan_.nodes[id].data);
    Range(id, begin, true);
    if (var->type_annotation) {
      out_ += ": ";
      out_ += plan_.types.Get(var->type_annotation.get());
    }
    WriteInfo(var);
  }

  void WriteFlat(uint32_t id) {
    const ExprNode* expr = plan_.nodes[id].expr;
    size_t begin = out_.size();
    bool info = false;
    switch (expr->kind()) {
      case ExprKind::kCall:
        info = true;
        WriteCall(id);
        break;
      case ExprKind::kTuple: {
        info = true;
        size_t count = expr->children().size();
        out_ += '(';
        WriteMentions(id, 0, count);
        out_ += count == 1 ? ",)" : ")";
        break;
      }
      case ExprKind::kTupleGetItem: {
        info = true;
        // TVM writes `1.0`, a number, for field 0 of 1.
        const auto* literal = As<ConstantNode>(expr->child(0));
        const bool parens =
            literal && literal->data->dtype == DataType::Int(32) && HasScalarLiteral(literal->data);
        if (parens) out_ += '(';
        WriteMention(plan_.Child(id, 0));
        if (parens) out_ += ')';
        out_ += '.';
        out_.AppendInt(plan_.NodeAs<TupleGetItemNode>(id)->index);
        break;
      }
      case ExprKind::kRefCreate:
      case ExprKind::kRefRead:
      case ExprKind::kRefWrite:
        out_ += expr->kind() == ExprKind::kRefCreate ? "ref("
                : expr->kind() == ExprKind::kRefRead ? "ref_read("
                                                     : "ref_write(";
        WriteMentions(id, 0, expr->children().size());
        out_ += ')';
        break;
      default:
        // The others have a name or a scope.
        FailCheck("flat expression", __FILE_NAME__, __LINE__);
    }
    Range(id, begin, true);
    if (info) WriteInfo(expr);
  }

  void WriteMentions(uint32_t id, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (i != begin) out_ += ", ";
      WriteMention(plan_.Child(id, i));
    }
  }

  void WriteCall(uint32_t id) {
    const auto* call = plan_.NodeAs<CallNode>(id);
    const auto* constructor = As<ConstructorNode>(call->op());
    if (constructor) {
      WriteConstructor(constructor->data, constructor->index);
      const bool bare = call->args().empty() && !call->attrs;
      if (bare && constructor->decl().inputs.empty()) return;
    } else {
      WriteMention(plan_.Child(id, 0));
    }
    out_ += '(';
    WriteMentions(id, 1, call->children().size());
    if (call->attrs) {
      bool before = !call->args().empty();
      if (plan_.AttrsAreMeta(call)) {
        if (before) out_ += ", ";
        plan_.meta.AppendRef(&out_, plan_.meta.Add(call->attrs.get()));
      } else {
        before = AppendAttrs(&out_, *call->attrs, plan_.style, before);
        if (plan_.KindOf(plan_.Child(id, 0)) != ExprKind::kOp) {
          if (before) out_ += ", ";
          out_ += "attrs_type_key=";
          AppendQuoted(&out_, call->attrs->schema()->type_key);
        }
      }
    }
    out_ += ')';
  }

  void WriteInfo(const ExprNode* expr) {
    const SpanNode* span = expr->span().get();
    // An expression without a place in TVM shows none, although the parser knows its place.
    if (span && (span->shown_line == SpanNode::kNotShown || !options_.show_spans)) span = nullptr;
    if (!expr->checked_type() && !span) return;
    out_ += " /*";
    if (expr->checked_type()) {
      out_ += " ty=";
      out_ += plan_.types.Get(expr->checked_type().get());
    }
    if (span) {
      out_ += " span=";
      out_ += span->source.view();
      out_ += ':';
      out_.AppendInt(span->shown_line);
      out_ += ':';
      out_.AppendInt(span->shown_column);
    }
    out_ += " */";
  }

  void Range(uint32_t id, size_t begin, bool definition) {
    if (ranges_) ranges_->push_back({plan_.nodes[id].expr, begin, out_.size(), definition});
  }

  void Header() {
    if (options_.version_header) out_ += "#[version = \"0.0.5\"]\n";
  }

  void Footer() {
    if (plan_.meta.empty()) return;
    out_ += '\n';
    if (options_.show_meta_data) {
      out_ += "#[metadata]\n";
      out_.Flush();
      plan_.meta.WriteJson(&stream_, options_.show_spans);
    } else if (options_.meta_data_remark) {
      out_ +=
          "/* For debugging purposes the metadata section has been omitted.\n"
          " * If you would like to see the full metadata section you can set the \n"
          " * option to `True` when invoking `astext`. \n"
          " */";
    }
  }

  const PrintOptions options_;
  std::vector<PrintedRange>* ranges_;
  PrintPlan plan_;
  TextStream stream_;
  TextBuffer out_{&stream_.text};
  std::vector<Item> items_;
  size_t indent_ = 0;
};

}  // namespace

std::string PrintModule(const IRModule& module, const PrintOptions& options) {
  return Printer(options, nullptr).Module(module);
}

void PrintModule(const IRModule& module, const PrintOptions& options, TextSink* sink) {
  Printer(options, nullptr, sink).Module(module);
}

std::vector<NDArray> PrintedConstants(const IRModule& module) {
  Printer printer(PrintOptions::Str(), nullptr);
  printer.Module(module);
  std::vector<NDArray> arrays;
  for (const ConstantNode* constant : printer.meta().Constants()) arrays.push_back(constant->data);
  return arrays;
}

std::string PrintExpr(const Expr& expr, const PrintOptions& options) {
  return Printer(options, nullptr).Expression(expr);
}

PrintedText PrintModuleWithMap(const IRModule& module, const PrintOptions& options) {
  PrintedText printed;
  printed.text = Printer(options, &printed.ranges).Module(module);
  return printed;
}

PrintedText PrintExprWithMap(const Expr& expr, const PrintOptions& options) {
  PrintedText printed;
  printed.text = Printer(options, &printed.ranges).Expression(expr);
  return printed;
}

std::string PrintFloat(double value) { return GeneralText(value, 6) + 'f'; }

}  // namespace passcope
