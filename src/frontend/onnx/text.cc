// Counting n-grams of numbers.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "frontend/onnx/tuples.h"

namespace passcope::frontend::onnx {
namespace {

// The n-grams of one length in the pool.
struct Grams {
  int64_t length;
  std::vector<int64_t> numbers;  // (grams, length)

  int64_t count() const { return static_cast<int64_t>(numbers.size()) / length; }
  // The numbers at position `place` of all grams.
  Ints Column(int64_t place) const {
    Ints column;
    for (int64_t i = 0; i < count(); ++i) {
      column.push_back(numbers[static_cast<size_t>(i * length + place)]);
    }
    return column;
  }
};

// How often each gram occurs in the rows of `x`, (rows, columns): (rows, grams). Up to `skips`
// numbers may be skipped between neighbours of a gram. Null if the rows are too short.
Expr Occurrences(const Expr& x, int64_t columns, const Grams& grams, int64_t skips) {
  Expr total;
  for (int64_t skip = 0; skip <= (grams.length > 1 ? skips : 0); ++skip) {
    int64_t places = columns - (grams.length - 1) * (skip + 1);
    if (places < 1) break;
    Expr all;
    for (int64_t k = 0; k < grams.length; ++k) {
      int64_t from = k * (skip + 1);
      Expr part = StridedSlice(x, Ints{from}, Ints{from + places}, Ints{1}, Ints{1});
      Expr same = Op("equal", {ExpandDims(part, 2), ConstInts(grams.Column(k), DtypeOf(x))});
      all = all ? Op("logical_and", {all, same}) : same;
    }
    Expr found = Reduce("sum", Cast(all, DataType::Float(32)), Ints{1});
    total = total ? Add(total, found) : found;
  }
  return total;
}

Results TfIdfVectorizer(Node& node) {
  const Expr& x = node.In(0);
  int64_t longest = node.Int("max_gram_length"), shortest = node.Int("min_gram_length");
  int64_t skips = node.Int("max_skip_count");
  std::string_view mode = node.Text("mode");
  Ints starts = node.GetInts("ngram_counts"), places = node.GetInts("ngram_indexes");
  if (!node.Has("pool_int64s")) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxTextOperatorUnsupported,
                  "{operator} needs `pool_int64s`, because strings are not supported", node.op));
  }
  Ints pool = node.GetInts("pool_int64s");
  std::vector<double> weights = node.Reals("weights");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF") node.FailAttribute("mode", mode);
  auto bad = [&](const char* attribute) {
    node.Fail(
        DiagKind::kBadAttribute,
        MSG(kOnnxTextAttributeMisfit,
            "the attribute `{attribute}` of {operator} does not match the n-grams of its pool",
            attribute, node.op));
  };
  int64_t size = 0;
  for (int64_t place : places) {
    if (place < 0 || place >= (int64_t{1} << 31)) bad("ngram_indexes");
    size = std::max(size, place + 1);
  }
  if (!weights.empty() && weights.size() != places.size()) bad("weights");
  CheckSteps(skips);
  Ints shape = StaticShapeOf(x);
  if (shape.empty() || shape.size() > 2) {
    node.Fail(DiagKind::kBadRank,
              MSG(kOnnxTextRowsRequired,
                  "the input of {operator} must have 1 or 2 dimensions, but it is {type}", node.op,
                  TypeText(x->checked_type())));
  }
  int64_t columns = shape.back(), rows = shape.size() == 2 ? shape[0] : 1;
  Expr matrix = Reshape(x, Ints{rows, columns});
  DataType float32 = DataType::Float(32);
  Expr counts;
  // For each counted gram, its number in the pool.
  std::vector<size_t> counted;
  size_t next = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    auto length = static_cast<int64_t>(i) + 1;
    int64_t end = i + 1 < starts.size() ? starts[i + 1] : static_cast<int64_t>(pool.size());
    if (starts[i] < 0 || end < starts[i] || end > static_cast<int64_t>(pool.size()) ||
        (end - starts[i]) % length != 0) {
      bad("ngram_counts");
    }
    Grams grams = {length, {pool.begin() + starts[i], pool.begin() + end}};
    auto first = next;
    next += static_cast<size_t>(grams.count());
    if (grams.count() == 0 || length < shortest || length > longest) continue;
    Expr found = Occurrences(matrix, columns, grams, skips);
    if (!found) continue;
    counts = counts ? Concatenate({counts, found}, 1) : found;
    for (size_t k = first; k < next; ++k) counted.push_back(k);
  }
  if (next != places.size()) bad("ngram_indexes");
  Ints result_shape(shape.begin(), shape.end() - 1);
  result_shape.push_back(size);
  if (!counts) return Zeros(result_shape, float32);
  if (mode == "IDF") {
    counts = Cast(Greater(counts, Const(0)), float32);
  }
  // Multiplies each count by its weight and moves it to its place.
  auto grams = static_cast<int64_t>(counted.size());
  NDArray spread = MakeNDArray({size, grams}, float32);
  for (size_t i = 0; i < spread->size(); ++i) StoreDouble(spread, i, 0);
  for (size_t i = 0; i < counted.size(); ++i) {
    bool weighted = mode != "TF" && !weights.empty();
    StoreDouble(spread, static_cast<size_t>(places[counted[i]] * grams) + i,
                weighted ? weights[counted[i]] : 1);
  }
  return Reshape(Dense(counts, ConstArray(spread)), result_shape);
}

}  // namespace

void AddTextConverters(ConverterTable& table) {
  table.Add("TfIdfVectorizer", {{9, TfIdfVectorizer}});
}

}  // namespace passcope::frontend::onnx
