// Windows, Fourier transforms and mel scales, which TVM's reader does not support, from operators
// that it has. Sizes may be known only at run time. Intermediate values are float64.
#include <cmath>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

const DataType kFloat64 = DataType::Float(64);

Expr Real(double value) { return Const(value, kFloat64); }
Expr Whole(int64_t value) { return ConstInt(value, kInt64); }

// An input of one number, as a scalar of another type; a constant where its value is known.
Expr ScalarInput(const Node& node, size_t i, DataType dtype) {
  Expr x = node.In(i);
  if (NDArray known = node.ValueOf(i)) x = ConstArray(known);
  if (RankOf(x) > 0) x = Squeeze(x, std::nullopt);
  return FoldConstant(Cast(x, dtype));
}

// 0, 1, …, count - 1, as int64.
Expr CountTo(const Expr& count) { return Arange(Whole(0), count, Whole(1), kInt64); }

DataType OutputType(const Node& node) {
  std::optional<DataType> dtype = ToDataType(node.Int("output_datatype", 1));
  if (!dtype) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxElementTypeImpossible,
                  "{operator} needs elements of type {dtype}, which is not supported", node.op,
                  TensorTypeName(node.Int("output_datatype", 1))));
  }
  return *dtype;
}

// a0 - a1 cos(x) + a2 cos(2x). x makes one turn over the size, or over size - 1 if the window is
// symmetric.
Results Window(Node& node, double a0, double a1, double a2) {
  Expr size = ScalarInput(node, 0, kInt64);
  Expr last = node.Int("periodic", 1) != 0 ? size : Sub(size, Whole(1));
  Expr angle = Div(Mul(Cast(CountTo(size), kFloat64), Real(2 * M_PI)), Cast(last, kFloat64));
  Expr window = Sub(Real(a0), Mul(Real(a1), Op("cos", {angle})));
  if (a2 != 0) window = Add(window, Mul(Real(a2), Op("cos", {Mul(Real(2), angle)})));
  return Cast(window, OutputType(node));
}
Results HannWindow(Node& node) { return Window(node, 0.5, 0.5, 0); }
Results HammingWindow(Node& node) { return Window(node, 25.0 / 46, 21.0 / 46, 0); }
Results BlackmanWindow(Node& node) { return Window(node, 0.42, 0.5, 0.08); }

// A complex tensor. The imaginary part is null for real tensors.
struct Complex {
  Expr real;
  Expr imaginary;
};

// Splits a tensor whose last axis has size 1 or 2, and removes that axis.
Complex PartsOf(const Node& node, const Expr& x) {
  int64_t rank = RankOf(x);
  Dim parts = rank > 0 ? ShapeOf(x).back() : Dim(0);
  if (parts != Dim(1) && parts != Dim(2)) {
    node.Fail(DiagKind::kShapeMismatch, MSG(kOnnxSignalLastAxisParts,
                                            "the last axis of {operator} must have length 1 (real) "
                                            "or 2 (complex), but the input is {type}",
                                            node.op, TypeText(x->checked_type())));
  }
  Expr wide = Cast(x, kFloat64);
  auto part = [&](int64_t i) { return Take(wide, ConstInt(i), rank - 1); };
  if (parts == Dim(1)) return {Squeeze(wide, Ints{rank - 1}), nullptr};
  return {part(0), part(1)};
}

// Multiplies the last axis with e^(-i angle), or with e^(i angle) for the inverse. `angle` is
// (frequencies, elements).
Complex Transform(const Complex& x, const Expr& angle, bool inverse) {
  Expr cosine = Op("cos", {angle});
  Expr sine = Op("sin", {angle});
  if (!inverse) sine = Negative(sine);
  Complex y = {Dense(x.real, cosine), Dense(x.real, sine)};
  if (x.imaginary) {
    y.real = Sub(y.real, Dense(x.imaginary, sine));
    y.imaginary = Add(y.imaginary, Dense(x.imaginary, cosine));
  }
  return y;
}

// 2π k n / size for frequencies k and elements n, reduced to one turn.
Expr Angles(const Expr& frequencies, const Expr& elements, const Expr& size) {
  Expr turns = Mul(ExpandDims(CountTo(frequencies), 1), ExpandDims(CountTo(elements), 0));
  Expr rest = Cast(Op("floor_mod", {turns, size}), kFloat64);
  return FoldConstant(Div(Mul(rest, Real(2 * M_PI)), Cast(size, kFloat64)));
}

// The number of frequencies of a transform of `size` elements.
Expr Frequencies(const Expr& size, bool onesided) {
  if (!onesided) return size;
  return FoldConstant(Add(Op("floor_divide", {size, Whole(2)}), Whole(1)));
}

Results Dft(Node& node) {
  node.TakesInputs(1, 2);
  const Expr& x = node.In(0);
  int64_t rank = RankOf(x);
  int64_t axis = CheckedAxis(node, node.Int("axis", 1), rank);
  bool inverse = node.Int("inverse", 0) != 0;
  if (axis == rank - 1) node.FailAttribute("axis", "-1");
  int64_t count = StaticShapeOf(x)[static_cast<size_t>(axis)];
  int64_t size = node.Maybe(1) ? FirstInt(node.NeedValueOf(1)) : count;
  if (size < 1) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxSignalElementCount,
                  "the length of {operator} must be 1 or more, not {count}", node.op, size));
  }
  Complex signal = PartsOf(node, x);
  // Missing elements are 0, so their products are omitted.
  int64_t used = std::min(count, size);
  Ints to_last, back;
  for (int64_t i = 0; i < rank - 1; ++i) {
    if (i != axis) to_last.push_back(i);
  }
  to_last.push_back(axis);
  back.resize(to_last.size());
  for (size_t i = 0; i < to_last.size(); ++i) {
    back[static_cast<size_t>(to_last[i])] = static_cast<int64_t>(i);
  }
  auto prepared = [&](Expr part) -> Expr {
    if (!part) return nullptr;
    if (used < count) part = StridedSlice(part, Ints{0}, Ints{used}, Ints{1}, Ints{axis});
    return Transpose(part, to_last);
  };
  Expr frequencies = Frequencies(Whole(size), node.Int("onesided", 0) != 0);
  Complex result = Transform({prepared(signal.real), prepared(signal.imaginary)},
                             Angles(frequencies, Whole(used), Whole(size)), inverse);
  auto finished = [&](const Expr& part) {
    Expr scaled = inverse ? Div(part, Real(static_cast<double>(size))) : part;
    return Transpose(scaled, back);
  };
  return Cast(Stack({finished(result.real), finished(result.imaginary)}, -1), DtypeOf(x));
}

Results Stft(Node& node) {
  node.TakesInputs(2, 4);
  const Expr& x = node.In(0);
  if (RankOf(x) != 3) {
    node.Fail(DiagKind::kBadRank,
              MSG(kOnnxSignalBatchRequired,
                  "{operator} needs a signal of shape (batch, length, 1 or 2), not {type}", node.op,
                  TypeText(x->checked_type())));
  }
  Complex signal = PartsOf(node, x);
  Expr window = node.Maybe(2);
  Expr step = ScalarInput(node, 1, kInt64);
  if (!window && !node.Maybe(3)) {
    node.Fail(DiagKind::kArity, MSG(kOnnxSignalWindowMissing,
                                    "{operator} needs `window` or `frame_length`", node.op));
  }
  auto size_of = [](const Expr& data, int64_t axis) {
    return FoldConstant(Take(ShapeTensor(data), Whole(axis), 0));
  };
  Expr size = node.Maybe(3) ? ScalarInput(node, 3, kInt64) : size_of(window, 0);
  Expr frames = Op("floor_divide", {Sub(size_of(x, 1), size), step});
  frames = FoldConstant(Add(frames, Whole(1)));
  Expr places = Add(ExpandDims(Mul(CountTo(frames), step), 1), ExpandDims(CountTo(size), 0));
  auto framed = [&](const Expr& part) -> Expr {
    if (!part) return nullptr;
    Expr rows = Take(part, places, 1);
    return window ? Mul(rows, Cast(window, kFloat64)) : rows;
  };
  Expr frequencies = Frequencies(size, node.Int("onesided", 1) != 0);
  Complex result = Transform({framed(signal.real), framed(signal.imaginary)},
                             Angles(frequencies, size, size), false);
  return Cast(Stack({result.real, result.imaginary}, -1), DtypeOf(x));
}

// Triangles over the frequencies. Their corners have equal distances on the mel scale.
Results MelWeightMatrix(Node& node) {
  node.TakesInputs(5, 5);
  Expr bins = ScalarInput(node, 0, kInt64);
  Expr length = ScalarInput(node, 1, kInt64);
  Expr rate = ScalarInput(node, 2, kFloat64);
  auto to_mel = [&](size_t i) {
    Expr ratio = Div(ScalarInput(node, i, kFloat64), Real(700));
    return Mul(Real(2595), Op("log10", {Add(Real(1), ratio)}));
  };
  Expr low = to_mel(3);
  Expr step = Div(Sub(to_mel(4), low), Cast(Add(bins, Whole(2)), kFloat64));
  Expr samples = Cast(Add(length, Whole(1)), kFloat64);
  Expr numbers = CountTo(bins);
  // The frequencies of the corners, as rows.
  auto corner = [&](int64_t i) {
    Expr mel = Add(Mul(Cast(Add(numbers, Whole(i)), kFloat64), step), low);
    Expr hertz = Mul(Real(700), Sub(Op("power", {Real(10), Div(mel, Real(2595))}), Real(1)));
    return ExpandDims(Op("floor", {Div(Mul(samples, hertz), rate)}), 0);
  };
  Expr left = corner(0), center = corner(1), right = corner(2);
  Expr frequency = ExpandDims(Cast(CountTo(Frequencies(length, true)), kFloat64), 1);
  auto slope = [&](const Expr& rise, const Expr& run) {
    return Div(rise, Op("maximum", {run, Real(1)}));
  };
  auto both = [](const Expr& a, const Expr& b) { return Op("logical_and", {a, b}); };
  Expr zero = Real(0);
  Expr peak = Where(Op("equal", {frequency, center}), Real(1), zero);
  Expr rising = Where(both(GreaterEqual(frequency, left), GreaterEqual(center, frequency)),
                      slope(Sub(frequency, left), Sub(center, left)), zero);
  Expr weights = Where(Op("equal", {left, center}), peak, rising);
  Expr falling = slope(Sub(right, frequency), Sub(right, center));
  weights = Where(both(GreaterEqual(frequency, center), Less(frequency, right)), falling, weights);
  return Cast(weights, OutputType(node));
}

}  // namespace

void AddSignalConverters(ConverterTable& table) {
  table.Add("HannWindow", {{17, HannWindow}});
  table.Add("HammingWindow", {{17, HammingWindow}});
  table.Add("BlackmanWindow", {{17, BlackmanWindow}});
  table.Add("DFT", {{17, Dft}});
  table.Add("STFT", {{17, Stft}});
  table.Add("MelWeightMatrix", {{17, MelWeightMatrix}});
}

}  // namespace passcope::frontend::onnx
