// Sizes of tensors: the table of sizes that are not integers, and arithmetic.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "ir/dim_arith.h"
#include "ir/int_attrs.h"
#include "support/check.h"
#include "support/format.h"
#include "support/per_engine.h"
#include "support/real_text.h"

namespace passcope {
namespace {

struct SymbolTable {
  struct Entry {
    std::string name;  // After the kind: "sn" is the tir.SizeVar n.
    Dim a, b;          // The operands of a computed dimension.
    int depth = 0;
    int parts = 1;         // The number of symbols in its text.
    bool unknown = false;  // True if it contains a `?`.
    double factor = 0;     // The factor of a rounded multiple.
  };
  std::vector<Entry> entries;
  std::unordered_map<std::string, int64_t> index;
};

SymbolTable& Symbols() {
  PASSCOPE_PER_ENGINE SymbolTable table;
  return table;
}

constexpr int64_t kSymbolBase = std::numeric_limits<int64_t>::min() + 1;

}  // namespace

namespace {

// Without limits, sums in a loop over many operators could double in size at each operator.
constexpr int kMaxDepth = 50;
constexpr int kMaxParts = 1000;

const SymbolTable::Entry& EntryOf(Dim dim) {
  PASSCOPE_CHECK(dim.is_symbol());
  return Symbols().entries[static_cast<size_t>(dim.raw() - kSymbolBase)];
}

int64_t FindEntry(std::string key, SymbolTable::Entry entry) {
  SymbolTable& table = Symbols();
  auto [it, fresh] = table.index.emplace(key, table.entries.size());
  if (fresh) {
    entry.name = std::move(key);
    table.entries.push_back(std::move(entry));
  }
  return kSymbolBase + it->second;
}

Dim ComputedDim(char kind, Dim a, Dim b) {
  if (a.is_any() || b.is_any()) return Dim::Any();
  SymbolTable::Entry entry = {.a = a, .b = b, .depth = 1, .parts = 0};
  for (Dim dim : {a, b}) {
    if (!dim.is_symbol()) continue;
    const SymbolTable::Entry& operand = EntryOf(dim);
    entry.depth = std::max(entry.depth, operand.depth + 1);
    entry.parts += operand.parts;
    entry.unknown = entry.unknown || operand.unknown;
  }
  if (entry.depth > kMaxDepth || entry.parts > kMaxParts) return Dim::Any();
  std::string key(1, kind);
  AppendInt(&key, a.raw());
  key += kind;
  AppendInt(&key, b.raw());
  return Dim::OfRaw(FindEntry(std::move(key), std::move(entry)));
}

}  // namespace

Dim Dim::Symbol(std::string_view name, bool size_var) {
  return FromRaw(FindEntry(std::string(1, size_var ? 's' : 'v') += name, {}));
}

bool IsRawOfSymbol(int64_t value) {
  uint64_t index = static_cast<uint64_t>(value) - static_cast<uint64_t>(kSymbolBase);
  const auto& entries = Symbols().entries;
  return value >= kSymbolBase && index < entries.size() && entries[index].depth == 0;
}

Dim Dim::Computed(char kind, Dim a, Dim b) { return ComputedDim(kind, a, b); }

namespace {

// The result of integer arithmetic, in the wider type of the operands. It is int64, too, if it does
// not fit int32, as when the text of such an integer is read.
Dim Result(bool overflow, int64_t value, Dim a, Dim b) {
  if (overflow) return Dim::Any();
  bool wide = a.is_int64() || b.is_int64();
  return wide ? Dim::Int64(value) : Dim(value);
}

}  // namespace

Dim Dim::Rounded(Dim dim, double factor) {
  if (dim.is_any()) return dim;
  if (dim.is_const()) {
    double rounded = std::nearbyint(static_cast<double>(dim.value()) * factor);
    return std::fabs(rounded) < 1e15 ? Result(false, static_cast<int64_t>(rounded), dim, dim)
                                     : Any();
  }
  SymbolTable::Entry entry = EntryOf(dim);
  if (++entry.depth > kMaxDepth) return Any();
  entry.a = dim;
  entry.b = {};
  entry.factor = factor;
  std::string key(1, 'r');
  AppendInt(&key, dim.raw());
  key += '*';
  key += GeneralText(factor, 17);
  return FromRaw(FindEntry(std::move(key), std::move(entry)));
}

double Dim::factor() const { return EntryOf(*this).factor; }

char Dim::symbol_kind() const { return EntryOf(*this).name[0]; }

std::string Dim::symbol_name() const { return EntryOf(*this).name.substr(1); }

std::pair<Dim, Dim> Dim::operands() const { return {EntryOf(*this).a, EntryOf(*this).b}; }

std::string Dim::str() const {
  if (is_any()) return "?";
  if (is_const()) return IntText(value_) + (int64_ ? "i64" : "");
  const SymbolTable::Entry& entry = EntryOf(*this);
  if (entry.depth == 0) return symbol_name();
  if (entry.name[0] == 'r')
    return "round(" + entry.a.str() + " * " + GeneralText(entry.factor, 6) + ")";
  if (entry.name[0] == 'm') return "max(" + entry.a.str() + ", " + entry.b.str() + ")";
  // A quotient rounded toward zero is printed like the other, since sizes are not negative.
  char kind = entry.name[0] == 't' ? '/' : entry.name[0];
  return "(" + entry.a.str() + " " + kind + " " + entry.b.str() + ")";
}

namespace {

// True if `dim` is an operation `kind` whose second operand is an integer. Sets `operands`.
bool EndsInConst(Dim dim, char kind, std::pair<Dim, Dim>* operands) {
  if (!dim.is_symbol() || dim.symbol_kind() != kind) return false;
  *operands = dim.operands();
  return operands->second.is_const();
}

}  // namespace

Dim operator+(Dim a, Dim b) {
  int64_t sum;
  if (a.is_const() && b.is_const()) {
    return Result(__builtin_add_overflow(a.value(), b.value(), &sum), sum, a, b);
  }
  if (a == Dim(0)) return b;
  if (b == Dim(0)) return a;
  std::pair<Dim, Dim> parts;
  if (b.is_const() && EndsInConst(a, '+', &parts)) return parts.first + (parts.second + b);
  return Dim::Computed('+', a, b);
}

Dim operator-(Dim a, Dim b) {
  int64_t difference;
  if (a.is_const() && b.is_const()) {
    return Result(__builtin_sub_overflow(a.value(), b.value(), &difference), difference, a, b);
  }
  if (b == Dim(0)) return a;
  // Two `?` can be different sizes.
  if (a.is_symbol() && a == b && !EntryOf(a).unknown) return 0;
  std::pair<Dim, Dim> parts;
  if (b.is_const() && EndsInConst(a, '-', &parts)) return parts.first - (parts.second + b);
  return Dim::Computed('-', a, b);
}

Dim operator*(Dim a, Dim b) {
  int64_t product;
  if (a.is_const() && b.is_const()) {
    return Result(__builtin_mul_overflow(a.value(), b.value(), &product), product, a, b);
  }
  if (a == Dim(0) || b == Dim(0)) return 0;
  if (a == Dim(1)) return b;
  if (b == Dim(1)) return a;
  if (a.is_const()) std::swap(a, b);
  std::pair<Dim, Dim> parts;
  if (b.is_const() && EndsInConst(a, '*', &parts)) return parts.first * (parts.second * b);
  return Dim::Computed('*', a, b);
}

Dim operator/(Dim a, Dim b) {
  if (b == Dim(1)) return a;
  std::pair<Dim, Dim> parts;
  if (b.is_const() && b.value() > 1 && EndsInConst(a, '*', &parts) &&
      parts.second.value() % b.value() == 0) {
    return parts.first * (parts.second / b);
  }
  if (b == Dim(0)) return Dim::Any();
  if (a == Dim(0)) return a;
  if (!a.is_const() || !b.is_const()) return Dim::Computed('/', a, b);
  int64_t quotient = a.value() / b.value();
  if (a.value() % b.value() != 0 && (a.value() < 0) != (b.value() < 0)) --quotient;
  return Result(false, quotient, a, b);
}

Dim AsOperand(Dim dim) {
  if (!dim.is_any()) return dim;
  return Dim::OfRaw(FindEntry("a?", {.unknown = true}));
}

Dim AsSize(Dim dim) { return dim.is_symbol() && dim.symbol_kind() == 'a' ? Dim::Any() : dim; }

bool HoldsAny(Dim dim) { return dim.is_any() || (dim.is_symbol() && EntryOf(dim).unknown); }

Dim TruncatedQuotient(Dim a, Dim b) {
  if (b == Dim(1)) return a;
  if (b == Dim(0)) return Dim::Any();
  if (a == Dim(0)) return a;
  if (!a.is_const() || !b.is_const()) return ComputedDim('t', a, b);
  return Result(false, a.value() / b.value(), a, b);
}

Dim Greatest(Dim a, Dim b) {
  if (a.is_const() && b.is_const()) return Result(false, std::max(a.value(), b.value()), a, b);
  return a == b ? a : ComputedDim('m', a, b);
}

namespace {

// A sum of an integer and of multiples of dimensions that are not sums.
class Sum {
 public:
  // Adds a multiple of `dim`.
  void Add(Dim dim, int64_t factor) {
    if (dim.is_const()) {
      wide_ = wide_ || dim.is_int64();
      return AddConst(Times(dim.value(), factor));
    }
    auto [a, b] = dim.operands();
    switch (dim.symbol_kind()) {
      case '+':
        Add(a, factor);
        return Add(b, factor);
      case '-':
        Add(a, factor);
        return Add(b, Times(factor, -1));
      case '*':
        if (b.is_const()) return Add(a, Times(factor, b.value()));
        break;
      case '/':
        if (b.is_const() && b.value() > 1) return AddQuotient(a, b.value(), factor);
        break;
    }
    AddTerm(dim, factor);
  }

  // `?` if an integer overflows.
  Dim ToDim() const {
    if (overflow_) return Dim::Any();
    Dim result = 0;
    for (const auto& [dim, factor] : terms_) {
      if (factor > 0) result = result + dim * Dim(factor);
    }
    for (const auto& [dim, factor] : terms_) {
      if (factor < 0) result = result - dim * Dim(-factor);
    }
    if (result.is_const()) return wide_ ? Dim::Int64(base_) : Dim(base_);
    return base_ < 0 ? result - Dim(-base_) : result + Dim(base_);
  }

 private:
  int64_t Times(int64_t a, int64_t b) {
    int64_t product = 0;
    overflow_ = __builtin_mul_overflow(a, b, &product) || overflow_;
    return product;
  }
  void AddConst(int64_t value) {
    overflow_ = __builtin_add_overflow(base_, value, &base_) || overflow_;
  }
  void AddTerm(Dim dim, int64_t factor) {
    auto term = std::find_if(terms_.begin(), terms_.end(),
                             [dim](const auto& each) { return each.first == dim; });
    if (term == terms_.end()) {
      terms_.emplace_back(dim, factor);
    } else {
      overflow_ = __builtin_add_overflow(term->second, factor, &term->second) || overflow_;
    }
  }
  // Adds a multiple of a quotient, rounded down. Terms that `divisor` divides are divided exactly.
  void AddQuotient(Dim dividend, int64_t divisor, int64_t factor) {
    Sum sum;
    sum.Add(dividend, 1);
    overflow_ = overflow_ || sum.overflow_;
    wide_ = wide_ || sum.wide_;
    Sum rest;
    for (const auto& [dim, times] : sum.terms_) {
      if (times % divisor == 0) {
        AddTerm(dim, Times(times / divisor, factor));
      } else {
        rest.AddTerm(dim, times);
      }
    }
    if (rest.terms_.empty() || sum.base_ % divisor == 0) {
      Dim quotient = Dim(sum.base_) / Dim(divisor);
      AddConst(Times(quotient.value(), factor));
    } else {
      rest.base_ = sum.base_;
    }
    Dim left = rest.ToDim();
    if (left.is_symbol()) AddTerm(left / Dim(divisor), factor);
  }

  std::vector<std::pair<Dim, int64_t>> terms_;
  int64_t base_ = 0;
  bool wide_ = false;
  bool overflow_ = false;
};

}  // namespace

Dim Simplified(Dim dim) {
  if (!dim.is_symbol()) return dim;
  Sum sum;
  sum.Add(dim, 1);
  Dim simplified = sum.ToDim();
  return AsSize(simplified.is_any() ? dim : simplified);
}

}  // namespace passcope
