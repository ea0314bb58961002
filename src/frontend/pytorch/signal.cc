// Einsum, short-time Fourier transforms, random numbers.
#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

PyValue ConvertEinsum(TorchCall& call) {
  std::vector<Expr> data;
  for (const PyValue& each : call[1].list()) data.push_back(each.tensor());
  return Op("einsum", {MakeTuple(data)}, {{"equation", call[0].text()}});
}

PyValue ConvertStft(TorchCall& call) {
  int64_t n_fft = call[1].integer();
  int64_t hop = call[2].is_none() ? n_fft / 4 : call[2].integer();
  int64_t window_length = call[3].is_none() ? n_fft : call[3].integer();
  if (call.get("center").truth()) FailTorchArgument(call, "center");
  if (call.get("return_complex").truth()) FailTorchArgument(call, "return_complex");
  call.get("pad_mode");
  if (window_length != n_fft) FailTorchArgument(call, "win_length");
  PyValue onesided = call.get("onesided");
  Expr window = call[4].is_expr() ? call.tensor(4) : Ones(Ints{n_fft}, DataType::Int(32));
  return Op("stft", {call.tensor(0), window},
            {{"n_fft", n_fft},
             {"hop_length", hop},
             {"win_length", window_length},
             {"normalized", call.get("normalized").truth()},
             {"onesided", onesided.is_none() || onesided.truth()}});
}

// A key of the Threefry generator, as TVM's random.threefry_key makes it. It has a seed of 256
// bits, a counter of 128 bits, and a path whose highest bit is set. The seed is always 0, so that a
// model gives the same program each time.
Expr ThreefryKey() {
  NDArray key = MakeNDArray({10}, DataType::UInt(64));
  for (size_t i = 0; i < 10; ++i) key->mutable_as<uint64_t>()[i] = 0;
  key->mutable_as<uint64_t>()[8] = uint64_t{1} << 63;
  return ConstArray(std::move(key));
}

PyValue ConvertRandn(TorchCall& call) {
  DataType dtype = TorchDtype(call, "dtype", DataType::Float(32));
  Expr both = Op("random.normal", {ThreefryKey(), Const(0, dtype), Const(1, dtype)},
                 {{"out_shape", call[0].ints()}, {"out_dtype", dtype}});
  return Field(both, 1);
}

PyValue ConvertMultinomial(TorchCall& call) {
  // Relay's operator draws with replacement.
  int64_t samples = call[1].integer();
  if (samples > 1 && !call[2].truth()) FailTorchArgument(call, "replacement");
  Expr both = Op("random.multinomial", {ThreefryKey(), call.tensor(0)}, {{"num_samples", samples}});
  return Field(both, 1);
}

}  // namespace

void AddSignalConverters(TorchConverterTable* table) {
  table->Add("aten::einsum", ConvertEinsum);
  table->Add("aten::multinomial", ConvertMultinomial);
  table->Add("aten::randn", ConvertRandn);
  table->Add("aten::stft", ConvertStft);
}

}  // namespace passcope::frontend
