// The façade of the engine for languages that hold handles. One Session is one engine with its
// objects, its contexts and the texts that it has read. The table api/functions.def lists its
// methods, which bindings register without any logic of their own. If a host has several threads,
// it lets one at a time call the session (python/gate.h).
//
// Strings are UTF-8; structured data crosses as JSON text. Every method can throw DiagnosticError
// (a mistake of the caller) or InternalError (a bug of the engine).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/foreign_instrument.h"
#include "api/source_texts.h"
#include "dataflow_pattern/pattern.h"
#include "diagnostics/diagnostic.h"
#include "frontend/import.h"
#include "ir/module.h"
#include "op/op.h"
#include "pass/pass.h"
#include "pass/pass_context.h"

namespace passcope {

class Comparison;
class GraphExecutor;
class JsonWriter;
class TraceInstrument;
struct ProfileReport;

// Names an object that a session keeps alive until Release. 0 never names an object.
using Handle = uint32_t;

struct Workload;

class Session {
 public:
  // `host` runs the hooks of instruments that are not written in C++; it must outlive the session.
  explicit Session(ForeignHost& host) : host_(host) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // --- handles ---
  // Frees a handle. Ignores 0 and handles that are not valid (any more).
  void Release(Handle handle);
  // Another handle to the same object.
  Handle Clone(Handle handle);
  uint32_t LiveHandles() const { return live_; }
  // The size of the memory of the WebAssembly module, which never shrinks. Natively it is 0,
  // because other code uses the memory of the process, too.
  double MemoryBytes() const;
  Handle Add(IRModule module);
  Handle Add(Expr expr);
  // Returns the object of a handle and releases the handle.
  Expr TakeExpr(Handle expr);
  IRModule TakeModule(Handle module);

  // --- tables (api/describe.h) ---
  std::string Version() const;
  std::string Passes() const;
  std::string Ops() const;
  std::string Instruments() const;
  std::string Models() const;
  std::string DiagnosticKinds() const;
  std::string RemarkKinds() const;
  std::string ConfigKeys() const;
  // All declarations of the engine as one document (api/schema.h).
  std::string Schema() const;
  // The smallest step of the clock of the timing instruments that was measured, in microseconds.
  double ClockResolutionUs() const;

  // --- modules and expressions ---
  // {mod: handle, params: [[name, handle], …]}; the model's row declares the options.
  std::string Workload(const std::string& model, const std::string& options_json);
  // The network of a model, without types and parameters.
  Handle Network(const std::string& model, const std::string& options_json);
  // As Workload, for a given function; settings kWorkload.
  std::string CreateWorkload(Handle function, const std::string& options_json);
  // `source` names the text in diagnostics.
  Handle Parse(const std::string& text, const std::string& source);
  // The information that an editor shows of a text (api/analyse.h), which may have mistakes.
  // `module` as for ParseLike, or 0.
  std::string Analyse(const std::string& text, const std::string& source, Handle module) const;
  // Like Parse, for a text without a metadata section. Its `meta[relay.Constant][i]` are the
  // constants of the text of `module`.
  Handle ParseLike(const std::string& text, const std::string& source, Handle module);
  Handle ModuleFromExpr(Handle expr);
  // The text of a module, an expression or a type; `flags` is a sum of TextFlags.
  enum TextFlags { kMetaData = 1, kWithoutSpans = 2, kPlain = 4, kAllDigits = 8 };
  std::string Text(Handle module_or_expr, int flags) const;
  // The text of a module, piece by piece. `sink` names the foreign object that takes the pieces; it
  // is released at the end.
  void WriteText(Handle module, int flags, uint32_t sink) const;
  // The dataflow of a global function of a module, or of an expression (api/graph.h); options are
  // {function?: "main", limit?}.
  std::string Graph(Handle module_or_expr, const std::string& options_json) const;
  Handle ModuleGet(Handle module, const std::string& name);
  // Rebinds the handle to a module with the function added or replaced, as `mod["main"] = f`.
  void ModuleSet(Handle module, const std::string& name, Handle function);
  std::string ModuleGlobals(Handle module) const;
  // Counts the calls of each operator in a module or an expression.
  std::string ModuleOpCounts(Handle module_or_expr) const;
  // A number that no other module of this engine ever has.
  double ModuleId(Handle module) const;
  // Compares two modules, two expressions or two types. With `map_free_vars`, free variables of
  // both are matched one to one. Modules have none, so it has no effect on them.
  bool StructuralEqual(Handle a, Handle b, bool map_free_vars) const;
  std::string StructuralDifference(Handle a, Handle b, bool map_free_vars) const;
  // The lines of two texts that belong together (text/aligned_lines.h).
  std::string AlignTexts(const std::string& before, const std::string& after,
                         const std::string& known_json, bool by_numbers) const;
  // 16 hexadecimal digits.
  std::string StructuralHash(Handle object, bool map_free_vars) const;
  // Runs a function on arrays by parameter name ({name: handle}). Returns the handles of the
  // results, with tuples flattened.
  std::string Evaluate(Handle module, const std::string& function, const std::string& inputs_json);
  // The same with values of all kinds by position. Each is a list of steps in pre-order
  // (session_evaluate.cc).
  std::string EvaluateValues(Handle module, const std::string& function,
                             const std::string& args_json);
  // Runs an analysis of relay.analysis on a module or an expression, which may belong to a module
  // (session_analysis.cc lists the analyses and their arguments).
  std::string Analysis(const std::string& question, Handle module_or_expr, Handle module,
                       const std::string& args_json);

  // Makes a variable. `type_json` is {shape: [number | "?" | name, …], dtype} or a type in Relay's
  // notation; null means no annotation.
  Handle MakeVar(const std::string& name, const std::string& type_json);
  Handle MakeConstant(Handle array);
  // Attributes have Relay's names; missing ones have their defaults. Unknown names, wrong types and
  // a wrong number of arguments are diagnostics.
  Handle MakeCall(const std::string& op, const std::string& args_json,
                  const std::string& attrs_json);
  // Calls a function expression or a global (MakeGlobalVar makes "@name").
  Handle MakeCallExpr(Handle callee, const std::string& args_json);
  Handle MakeTypedCall(Handle callee, const std::string& args_json, const std::string& type_key,
                       const std::string& attrs_json);
  Handle MakeGlobalVar(const std::string& name);
  Handle MakeTuple(const std::string& fields_json);
  Handle MakeTupleGetItem(Handle tuple, int index);
  // If `params_json` is null, the free variables of the body become the parameters.
  Handle MakeFunction(const std::string& params_json, Handle body);
  Handle BindParams(Handle function, const std::string& params_json);

  // --- parts of expressions (session_ir.cc) ---
  // Parses one expression, which can have free variables; the version may be omitted.
  Handle ParseExpr(const std::string& text, const std::string& source);
  // A number that no other living expression has: its address times 16 plus its ExprKind.
  double ExprKey(Handle expr) const;
  // {children: [handle, key, …], …} with new handles, in the order of ir/expr.h, and the other
  // fields of each kind:
  //
  //   Var          name, id (the same for every node of one variable), annotation (or null)
  //   GlobalVar    name                      Op            name
  //   Call         attrs, typeArgs           TupleGetItem  index
  //   Function     retType, typeParams, attrs
  //   Constructor  name, tag, belongTo, inputs
  //   Match        complete, clauses: [{vars, body, steps: [[kind, fields, name, handle, key], …]}]
  //                with the clause's range of children and its pattern in pre-order (PatternStep)
  std::string ExprInfo(Handle expr);
  // {text, shape?, dtype?}: the checked type, or the annotation of a variable without one.
  std::string ExprType(Handle expr) const;
  std::string InferTypeLocal(Handle expr) const;
  Handle FoldConstantExpr(Handle module, Handle expr, bool fold_qnn);
  // The span as in a diagnostic, or null.
  std::string ExprSpan(Handle expr) const;
  // The expression with the place {source, line, endLine, column, endColumn}, or none for null.
  Handle WithSpan(Handle expr, const std::string& span_json);
  Handle ConstantData(Handle constant);
  // Handles and keys of the nodes that `expr` reaches: "nodes" in post-order, "preorder", "free",
  // "bound" or "all" variables (each identity once, in order of first use or binding), "ops".
  std::string ExprNodes(Handle expr, const std::string& which);
  std::string LinkedNodes(Handle expr);
  std::string FunctionAttrs(Handle function);
  Handle MakeOp(const std::string& name);
  // Makes "Let", "If", "RefCreate", "RefRead" or "RefWrite" with these children.
  Handle MakeExpr(const std::string& kind, const std::string& children_json);
  // The expression with other children, or the same node if they are its own. Calls, tuples and
  // functions may get another number of children.
  Handle WithChildren(Handle expr, const std::string& children_json);
  // A new call with the attributes of `call`.
  Handle MakeCallLike(Handle call, const std::string& children_json);
  // {retType?: type, typeParams?: [handle, …], attrs?: {name: value}}. Attributes are added or
  // replaced; null removes them.
  Handle WithFunctionInfo(Handle function, const std::string& info_json);
  // {name: handle of a function}
  Handle MakeModule(const std::string& functions_json);
  // {name: value}: attributes to add or replace; null removes one.
  Handle WithModuleAttrs(Handle module, const std::string& attrs_json);
  std::string ModuleAttrs(Handle module) const;
  // Like relay.optimize under the session's current context; `params_json` is {name: array}.
  Handle Optimize(Handle module, const std::string& params_json);
  Handle PrerequisiteOptimize(Handle module, const std::string& params_json);
  Handle Quantize(Handle module, const std::string& params_json, const std::string& dataset_json,
                  const std::string& config_json);
  Handle MakeQuantizeCalibrate(const std::string& dataset_json, const std::string& config_json);

  // --- types, data types, matches (session_types.cc) ---
  // `kind` is the name of TVM's class. `children_json` lists handles of the types inside it: the
  // type parameters, arguments and result of a FuncType, or the callee and arguments of a TypeCall.
  //
  // `fields_json` has the other fields: {shape, dtype}, {typeParams: count} or {name, varKind?},
  // where varKind is TVM's number. A dimension is a number, "?", a name, or a list: ["i64",
  // number], ["s", name] (tir.SizeVar), ["v", name] (tir.Var), ["+", a, b], the same with "-", "*"
  // or "/", or ["r", a, factor] (rounded).
  Handle MakeType(const std::string& kind, const std::string& children_json,
                  const std::string& fields_json);
  // Parses a type in Relay's notation.
  Handle ParseType(const std::string& text);
  // Unifies the two types of each pair. Returns {failed, common, types}: the first pair that does
  // not agree, or -1; the common type of each pair; and `types_json` with known types filled in.
  std::string UnifyTypes(const std::string& pairs_json, const std::string& types_json);
  // A number that no other living type has. Equal types are one, except for type variables and
  // incomplete types, which equal only themselves.
  double TypeKey(Handle type) const;
  // {kind, …}: the arguments of MakeType with new handles, each followed by its key: fields;
  // typeParams, argTypes, retType; value; func, args.
  std::string TypeInfo(Handle type);
  // The types of an expression: checked; annotation; typeArgs; retType, typeParams; inputs. Each is
  // [handle, key, …], with 0 for a missing type.
  std::string ExprTypes(Handle expr);
  Handle WithTypeArgs(Handle call, const std::string& types_json);
  // `constructors_json` is {name: [handle of a type, …]}. The types may use the type variables.
  Handle MakeTypeData(const std::string& name, const std::string& type_vars_json,
                      const std::string& constructors_json);
  // {name, typeVars: [handle, key, …], constructors: [name, …]}
  std::string TypeDataInfo(Handle type_data);
  Handle MakeConstructor(Handle type_data, int index);
  Handle ConstructorTypeData(Handle constructor);
  // Handles of the data types that a module defines.
  std::string ModuleTypes(Handle module);
  // Rebinds the handle to a module in which the data type is added or replaced.
  void ModuleSetType(Handle module, Handle type_data);
  // `clauses_json` lists {pattern: [step, …], body: handle}, with steps in pre-order: [0] for a
  // wildcard, [1, variable], [2, fields, constructor], [3, fields] for a tuple.
  Handle MakeMatch(Handle data, const std::string& clauses_json, bool complete);

  // --- running a module (session_executor.cc) ---
  // A graph executor of @main. Parameters with a value in `params_json` ({name: array}) become
  // constants. The options are {step_by_step?, reference_kernels?}.
  Handle MakeGraphExecutor(Handle module, const std::string& params_json,
                           const std::string& options_json);
  // GraphInfo.
  std::string GraphExecutorInfo(Handle executor) const;
  // By name or by index.
  void SetGraphInput(Handle executor, const std::string& name, Handle array);
  void SetGraphInputAt(Handle executor, int index, Handle array);
  Handle GraphInput(Handle executor, int index);
  void RunGraph(Handle executor);
  // ProfileReport without times.
  std::string GraphCalls(Handle executor) const;
  void RunGraphCall(Handle executor, int index);
  Handle GraphOutput(Handle executor, int index);
  // BenchmarkTimes; options are {repeat?, number?, min_repeat_ms?}.
  std::string BenchmarkGraph(Handle executor, const std::string& options_json);
  // BenchmarkTimes in the format of TVM.
  std::string BenchmarkText(const std::string& results_json) const;
  // A report; options are {number?}.
  Handle ProfileGraph(Handle executor, const std::string& options_json);
  // ProfileReport.
  std::string ReportData(Handle report) const;
  // "table", "csv" or "json"; a table has the options {sort?, aggregate?, compute_col_sums?}.
  std::string ReportText(Handle report, const std::string& format,
                         const std::string& options_json) const;
  // ModuleEffects of @main with constants for the parameters in `params_json`.
  std::string Effects(Handle module, const std::string& params_json) const;

  // --- comparing values (session_values.cc) ---
  // {name: handle} of random inputs of @main; options are {seed?, constant?}.
  std::string MakeInputs(Handle module, const std::string& options_json);
  // ValueComparison of two lists of handles, [handle, …]. `module` produced the first list.
  std::string CompareValues(Handle module, const std::string& reference_json,
                            const std::string& actual_json) const;

  // --- arrays ---
  // Makes an array of zeros; the shape is a JSON array.
  Handle MakeArray(const std::string& shape_json, const std::string& dtype);
  // The same elements in another data type, converted like `cast`.
  Handle CastArray(Handle array, const std::string& dtype);
  // {shape, dtype}
  std::string ArrayInfo(Handle array) const;
  // The elements, row-major. Valid until the next call of any method.
  std::span<std::byte> ArrayBytes(Handle array) const;

  // --- models of other frameworks (session_import.cc) ---
  // Memory for a file of `size` bytes, which FileBytes fills. An import takes its weights from
  // there without a copy. Throws DiagnosticError (kTensorTooLarge) if there is not enough memory.
  Handle MakeFile(double size);
  // A part of a file's memory. Valid until the next call of any method.
  std::span<std::byte> FileBytes(Handle file, double offset, double size) const;
  // ImportDescription of an ONNX model or a TorchScript archive. The file does not change.
  std::string DescribeFile(Handle file) const;
  // The program of a model, {mod: handle, params: [[name, handle], …]}. Afterwards, even after an
  // error, the file is no longer a model.
  //
  // `inputs_json` is [[name, shape or null, dtype or null], …]. A dimension is a number, a name or
  // "?". A tuple or list of a TorchScript model has an array of shapes or [shape, dtype].
  // `options_json` has the settings "Onnx" and "Pytorch", and `external_json` is {path: handle of a
  // file}. `progress` names a foreign object, which gets the completed part of the work from 0 to 1
  // and may throw.
  std::string FromOnnx(Handle file, const std::string& inputs_json, const std::string& options_json,
                       const std::string& external_json, uint32_t progress);
  std::string FromPytorch(Handle file, const std::string& inputs_json,
                          const std::string& options_json, uint32_t progress);
  // [[name, handle], …]: the arrays of a .npy, .npz or TensorProto file. Messages name the file
  // `name`.
  std::string ReadTensors(Handle file, const std::string& name);

  // --- passes ---
  Handle MakePass(const std::string& name, const std::string& options_json);
  // `passes_json` lists handles, `info_json` has the settings "Sequential" (api/settings.h).
  Handle MakeSequential(const std::string& passes_json, const std::string& info_json);
  // A Sequential of one list of passes in the notation of api/pipeline_spec.h.
  Handle MakePipeline(const std::string& spec);
  // Reads a text in that notation as one list or as stages: PipelineReading.
  std::string ReadPipeline(const std::string& text, bool one_list) const;
  std::string PassInfoOf(Handle pass) const;
  // Runs under the session's current context.
  Handle RunPass(Handle pass, Handle module);
  // A pass that the host runs, over each function or over modules; `object` is its number there.
  // `info_json` has the settings "CustomPass" (api/settings.h).
  Handle MakeForeignPass(uint32_t object, bool over_modules, const std::string& info_json);
  // A pass of the table that calls functions of the host, {key: object} (api/foreign_pass.h).
  Handle MakeAskingPass(const std::string& name, const std::string& options_json,
                        const std::string& functions_json);

  // --- the pattern language (session_patterns.cc) ---
  // `kind` is the name of a kind (dataflow_pattern/pattern.h), `children_json` lists handles of
  // patterns, and `fields_json` has the other fields of the kind: {any?, expr?: handle, op?: name,
  // name?, index?, attrs?, type?, dtype?, shape?}.
  Handle MakePattern(const std::string& kind, const std::string& children_json,
                     const std::string& fields_json);
  // A number that no other living pattern has.
  double PatternKey(Handle pattern) const;
  // {kind, children: [handle, key, …], …} with new handles, and the fields of MakePattern.
  std::string PatternInfo(Handle pattern);
  // The keys of this pattern and the patterns inside it, each once, children first.
  std::string PatternNodes(Handle pattern) const;
  bool MatchPattern(Handle pattern, Handle expr) const;
  // `callbacks_json` lists {pattern: handle, target: object, requireType?, rewriteOnce?}. Each
  // object gets a tuple: the matched expression, the same with rewritten inputs, and a tuple of
  // matches for each of PatternNodes. It returns the replacement. `module` may be 0.
  Handle RewritePatterns(const std::string& callbacks_json, Handle expr, Handle module);
  // `check` is an object that gets each match. It returns the match to accept it, or nothing. 0
  // means no check.
  Handle PartitionPattern(Handle pattern, Handle expr, const std::string& attrs_json,
                          uint32_t check);
  // MergeComposite of [{name, pattern: handle, check?: object}, …].
  Handle MakeMergeComposite(const std::string& table_json);

  // --- rules and operators of the host (session_rules.cc) ---
  // Adds an operator to those of the table. It stays until the engine ends. Throws DiagnosticError
  // (kUsage) if the name is taken.
  void RegisterOp(const std::string& name, const std::string& doc);
  // {arguments?: [[name, type, doc], …], pattern?, supportLevel?, variadic?, relation?} of an
  // operator that RegisterOp added. `relation` is the name of one of the engine's relations, or the
  // number of an object of the host.
  void SetOpFacts(const std::string& name, const std::string& facts_json);
  // Sets the rule that passes apply to calls of an operator. `attribute` is TVM's name:
  // FPrimalGradient, FInferCorrectLayout, FTVMConvertOpLayout, FTVMFakeQuantizationToInteger or
  // FTVMMixedPrecisionConversionType. `object` is the host's; 0 removes the rule. The session must
  // outlive the rules.
  void SetOpRule(const std::string& op, const std::string& attribute, uint32_t object);

  // --- bisection and reduction (session_checking.cc) ---
  // Finds the failing pass (checking/bisect.h) under the options of the session's current context,
  // without its instruments. `options_json` is {test?, function?, seed?, rtol?, atol?,
  // dynamic_size?, constant?, linear?}. If `predicate` is not 0, this object is the test.
  // `progress` gets {run, limit} before each run. Returns {result: BisectResult, before?: handle,
  // after?: handle}.
  std::string BisectPasses(Handle module, const std::string& passes_json,
                           const std::string& options_json, uint32_t predicate, uint32_t progress);
  // Reduces a module while the test still fails (checking/reduce.h). The options are the same, and
  // {max_seconds?, max_candidates?}; `progress` gets a ReduceProgress. Returns {result:
  // ReduceResult, module: handle}.
  std::string ReduceProgram(Handle module, const std::string& passes_json,
                            const std::string& options_json, uint32_t predicate, uint32_t progress);

  // --- comparing variants (session_compare.cc) ---
  // A comparison (compare/comparison.h) of variants. Each has its program, the values of parameters
  // by name, and stages. A stage is one of these:
  // - passes, called one after the other with the settings and instruments of a context, or with
  //   the settings of the current context and without instruments;
  // - the binding of the parameters;
  // - a text, which replaces the program.
  Handle MakeComparison(const std::string& variants_json, const std::string& options_json);
  bool AdvanceComparison(Handle comparison);
  std::string ComparisonProgress(Handle comparison) const;
  std::string ComparisonFigures(Handle comparison) const;
  std::string ComparisonText(Handle comparison, bool all) const;
  std::string ComparisonDiff(Handle comparison, int before, int after) const;
  std::string ComparisonOrigins(Handle comparison, int variant) const;
  Handle ComparisonResult(Handle comparison, int variant);
  // api/sweep.h
  std::string SweepPipeline(const std::string& text, const std::string& option,
                            const std::string& values_json) const;
  std::string ReadSweepValues(const std::string& text) const;

  // --- contexts; the handle 0 means the session's default one ---
  // `settings_json` has the settings "PassContext" (api/settings.h), `instruments_json` lists
  // handles.
  Handle MakeContext(const std::string& settings_json, const std::string& instruments_json);
  // The settings, without the instruments.
  std::string ContextInfo(Handle context) const;
  void EnterContext(Handle context);
  void ExitContext(Handle context);
  void OverrideInstruments(Handle context, const std::string& instruments_json);
  std::string UnmetNames(Handle context) const;
  bool PassEnabled(Handle context, Handle pass) const;

  // --- instruments ---
  // `object` is the number of the foreign object in the session's host.
  Handle MakeForeignInstrument(uint32_t object, const std::string& name);
  // An instrument of the table (instrument/instruments.h). `sink` names the foreign object that
  // takes its output; 0 for none.
  Handle MakeInstrument(const std::string& name, const std::string& options_json, uint32_t sink);
  // A log of hooks (instrument/hook_log.h), and an instrument whose hooks it logs.
  Handle MakeHookLog();
  Handle WatchHooks(Handle log, Handle instrument);
  // The data that an instrument collected, as text and as JSON. Its row in the table tells which of
  // them it has. Throws DiagnosticError (kUsage) for an instrument without them.
  std::string InstrumentText(Handle instrument) const;
  std::string InstrumentData(Handle instrument) const;
  // Asks a question that the instrument's row names. Returns JSON, a string unquoted, or for a
  // module its handle.
  std::string AskInstrument(Handle instrument, const std::string& question,
                            const std::string& arguments_json);
  // The lineage of an expression, for a TraceInstrument that records it.
  std::string LineageOf(Handle trace, Handle expr, bool ancestors);
  // Makes the instrument forget its data.
  void ClearInstrument(Handle instrument);
  // Like PassContext::Count.
  void CountInContext(Handle context, const std::string& counter, double n);
  // Like EmitRemark for users' passes. Throws DiagnosticError (kUsage) for an unknown type.
  void EmitRemark(const std::string& type, const std::string& name, Handle expr,
                  const std::string& text);
  // PrintIR that writes to a foreign object.
  Handle MakePrintIR(const std::string& header, bool show_meta_data, uint32_t sink);
  // The mistakes of a module or an expression (analysis/well_formed.h), as diagnostics.
  std::string IllFormed(Handle module_or_expr) const;

  // --- errors ---
  // [diagnostic, …], as DescribeDiagnostic makes them.
  std::string DescribeError(const DiagnosticError& error) const;
  const SourceTexts& texts() const { return texts_; }

 private:
  using ExecutorPtr = std::shared_ptr<GraphExecutor>;
  using ReportPtr = std::shared_ptr<const ProfileReport>;
  using ComparisonPtr = std::shared_ptr<Comparison>;
  using Slot =
      std::variant<std::monostate, IRModule, Expr, NDArray, Pass, PassContextPtr, InstrumentPtr,
                   ExecutorPtr, ReportPtr, Buffer, DFPattern, Type, TypeData, ComparisonPtr>;

  [[noreturn]] static void Misuse(Message message, std::vector<Message> notes = {});

  // --- objects (session.cc) ---
  Handle AddSlot(Slot slot);
  template <class T>
  const T& Get(Handle handle) const;
  // True if the handle is that of a T.
  template <class T>
  bool Is(Handle handle) const {
    return handle != 0 && handle <= slots_.size() && std::holds_alternative<T>(slots_[handle - 1]);
  }
  const PassContextPtr& GetContext(Handle handle) const;
  // The entered contexts of the thread.
  ContextStack& Contexts() const;
  // The objects of an array of handles; none for null.
  template <class T>
  std::vector<T> GetAll(const AttrValue& handles, const Message& what) const;
  // A JSON object {name: handle of an array}.
  std::vector<std::pair<std::string, NDArray>> GetArrays(const std::string& json,
                                                         const Message& what) const;

  // A JSON list of such objects.
  std::vector<std::vector<std::pair<std::string, NDArray>>> GetSamples(
      const std::string& dataset_json) const;

  // Converts the number of a variant. Throws DiagnosticError (kUsage) if it does not exist.
  static size_t VariantIndex(const Comparison& comparison, int variant);

  // The arguments of bisection and reduction; `what` is the name of the function.
  struct CheckRequest;
  CheckRequest ReadCheckRequest(const char* what, Handle module, const std::string& passes_json,
                                const std::string& options_json, uint32_t predicate) const;
  // The typed module. Parameters of @main in `params_json` become constants.
  IRModule Bound(Handle module, const std::string& params_json) const;

  // --- models of other frameworks (session_import.cc) ---
  frontend::Inflate Inflater() const;
  std::string AddImported(frontend::ImportedModel model);

  // {mod: handle, params: [[name, handle], …]}
  std::string AddWorkload(passcope::Workload workload);

  // --- values that cross as JSON or text (session_build.cc, session_arrays.cc) ---
  static std::vector<int64_t> ShapeFromJson(const std::string& json);
  static DataType DTypeFromText(const std::string& text);
  // Reads {shape, dtype}, a text, a handle, or null.
  Type TypeFromJson(const AttrValue& value) const;
  // Dimensions in the notation of MakeType.
  static Shape ShapeOf(const AttrValue& dims);
  void WriteTypes(JsonWriter& json, const std::vector<Type>& types);
  static void CheckPattern(std::span<const PatternStep> steps);
  static const FunctionNode* ExpectFunction(const Expr& expr, Phrase what);
  // Throws DiagnosticError (kUnknownOperator) if the operator does not exist.
  static const OpNode* ExpectOp(const std::string& name);
  // The answer of a rule of the host, an object. `about` names the rule in messages.
  AttrDict AskRule(uint32_t object, const std::string& question, const std::string& about);
  // These take ownership of the handles in an answer.
  Expr TakeAnswered(const AttrDict& answer, const char* key);
  std::vector<Expr> TakeAllAnswered(const AttrDict& answer, const char* key);
  // Attribute values as they cross: {"$expr": handle} is an expression.
  AttrValue AttrFromJson(const AttrValue& value) const;
  Attrs AttrsFromJson(const OpDecl& decl, const std::string& json) const;
  // `owner` is its name in messages.
  Attrs AttrsFromJson(const AttrSchema& schema, const char* owner, const AttrDict& given) const;

  ForeignHost& host_;
  mutable ContextStack contexts_;
  std::vector<Slot> slots_;
  std::vector<Handle> free_;
  uint32_t live_ = 0;
  SourceTexts texts_;
  std::vector<std::weak_ptr<TraceInstrument>> traces_;  // Entries can be expired.
};

}  // namespace passcope
