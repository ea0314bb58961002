// The objects of a session and their handles.
#include "api/session.h"

#include "api/describe.h"
#include "api/json.h"

namespace passcope {
namespace {

template <class T>
constexpr Phrase kSort = PHRASE(kObjectNoun, "object");
template <>
constexpr Phrase kSort<IRModule> = PHRASE(kModuleNoun, "module");
template <>
constexpr Phrase kSort<Expr> = PHRASE(kExpressionNoun, "expression");
template <>
constexpr Phrase kSort<NDArray> = PHRASE(kArrayNoun, "array");
template <>
constexpr Phrase kSort<Pass> = PHRASE(kPassNoun, "pass");
template <>
constexpr Phrase kSort<PassContextPtr> = PHRASE(kPassContextNoun, "pass context");
template <>
constexpr Phrase kSort<InstrumentPtr> = PHRASE(kInstrumentNoun, "instrument");
template <>
constexpr Phrase kSort<std::shared_ptr<GraphExecutor>> = PHRASE(kGraphExecutorNoun,
                                                                "graph executor");
template <>
constexpr Phrase kSort<std::shared_ptr<const ProfileReport>> = PHRASE(kReportNoun, "report");
template <>
constexpr Phrase kSort<std::shared_ptr<Comparison>> = PHRASE(kComparisonNoun, "comparison");
template <>
constexpr Phrase kSort<Buffer> = PHRASE(kFileNoun, "file");
template <>
constexpr Phrase kSort<Type> = PHRASE(kTypeNoun, "type");
template <>
constexpr Phrase kSort<TypeData> = PHRASE(kDataTypeNoun, "data type");

}  // namespace

void Session::Misuse(Message message, std::vector<Message> notes) {
  throw DiagnosticError(DiagKind::kUsage, std::move(message), std::move(notes));
}

template <class T>
const T& Session::Get(Handle handle) const {
  const T* object = nullptr;
  if (handle != 0 && handle <= slots_.size()) object = std::get_if<T>(&slots_[handle - 1]);
  if (!object)
    Misuse(MSG(kTypedObjectNonexistent, "this {object} does not exist or was released",
               kSort<T>.message()));
  return *object;
}
template const IRModule& Session::Get<IRModule>(Handle) const;
template const Expr& Session::Get<Expr>(Handle) const;
template const NDArray& Session::Get<NDArray>(Handle) const;
template const Pass& Session::Get<Pass>(Handle) const;
template const PassContextPtr& Session::Get<PassContextPtr>(Handle) const;
template const InstrumentPtr& Session::Get<InstrumentPtr>(Handle) const;
template const Session::ExecutorPtr& Session::Get<Session::ExecutorPtr>(Handle) const;
template const Session::ReportPtr& Session::Get<Session::ReportPtr>(Handle) const;
template const Session::ComparisonPtr& Session::Get<Session::ComparisonPtr>(Handle) const;
template const Buffer& Session::Get<Buffer>(Handle) const;
template const Type& Session::Get<Type>(Handle) const;
template const TypeData& Session::Get<TypeData>(Handle) const;

template <class T>
std::vector<T> Session::GetAll(const AttrValue& handles, const Message& what) const {
  std::vector<T> objects;
  if (handles.is_null()) return objects;
  auto list = handles.ints();
  if (!list) Misuse(MSG(kHandleArrayRequired, "{what} must be an array of handles", what));
  for (int64_t handle : *list) objects.push_back(Get<T>(static_cast<Handle>(handle)));
  return objects;
}
template std::vector<Expr> Session::GetAll<Expr>(const AttrValue&, const Message&) const;
template std::vector<DFPattern> Session::GetAll<DFPattern>(const AttrValue&, const Message&) const;
template std::vector<Type> Session::GetAll<Type>(const AttrValue&, const Message&) const;
template std::vector<Pass> Session::GetAll<Pass>(const AttrValue&, const Message&) const;
template std::vector<InstrumentPtr> Session::GetAll<InstrumentPtr>(const AttrValue&,
                                                                   const Message&) const;

std::vector<std::pair<std::string, NDArray>> Session::GetArrays(const std::string& json,
                                                                const Message& what) const {
  std::vector<std::pair<std::string, NDArray>> arrays;
  for (const auto& [name, value] : ReadJsonObject(json, what)) {
    const int64_t* handle = value.get<int64_t>();
    if (!handle) Misuse(MSG(kArrayHandlesRequired, "{what} must be handles of arrays", what));
    arrays.emplace_back(name, Get<NDArray>(static_cast<Handle>(*handle)));
  }
  return arrays;
}

Handle Session::AddSlot(Slot slot) {
  ++live_;
  if (!free_.empty()) {
    Handle handle = free_.back();
    free_.pop_back();
    slots_[handle - 1] = std::move(slot);
    return handle;
  }
  slots_.push_back(std::move(slot));
  return static_cast<Handle>(slots_.size());
}

void Session::Release(Handle handle) {
  if (handle == 0 || handle > slots_.size()) return;
  Slot& slot = slots_[handle - 1];
  if (std::holds_alternative<std::monostate>(slot)) return;
  // The object is freed last: the destructor of an instrument can call back into this session.
  Slot dead = std::exchange(slot, std::monostate());
  free_.push_back(handle);
  --live_;
}

Handle Session::Clone(Handle handle) {
  if (handle == 0 || handle > slots_.size() ||
      std::holds_alternative<std::monostate>(slots_[handle - 1])) {
    Misuse(MSG(kObjectNonexistent, "this object does not exist or was released"));
  }
  return AddSlot(slots_[handle - 1]);
}

ContextStack& Session::Contexts() const { return host_.Contexts(contexts_); }

Handle Session::Add(IRModule module) { return AddSlot(std::move(module)); }
Handle Session::Add(Expr expr) { return AddSlot(std::move(expr)); }

double Session::MemoryBytes() const {
#ifdef __wasm__
  constexpr double kPageBytes = 65536;
  return static_cast<double>(__builtin_wasm_memory_size(0)) * kPageBytes;
#else
  return 0;
#endif
}

std::string Session::DescribeError(const DiagnosticError& error) const {
  return DescribeDiagnostics(error.diagnostics(), texts_);
}

}  // namespace passcope
