// Random numbers from Threefry-4x64 with 20 rounds (Salmon, Moraes, Dror, Shaw: Parallel random
// numbers: as easy as 1, 2, 3, SC 2011). Its constants are those of the Skein hash function. Keys
// can be split (Claessen, Pałka: Splittable pseudorandom number generators using cryptographic
// hashing, 2013). A key gives the same numbers as in TVM.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "op/attrs_algorithm.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// Ten words: four of the key; two of the path of splits, with one bit per split; two of the
// counter, which uses only the second; and two with one bit set, the place of the next split.
constexpr size_t kWords = 4;
struct State {
  uint64_t word[10];
  uint64_t* path() { return word + 4; }
  uint64_t* place() { return word + 8; }
  uint64_t& counter() { return word[7]; }
};
constexpr uint64_t kTopBit = uint64_t{1} << 63;
constexpr uint64_t kAllOnes = ~uint64_t{0};

// Four words for a key and a counter. `step` is added to each word of the counter.
void Threefry(const uint64_t* key, const uint64_t* counter, uint64_t step, uint64_t* out) {
  constexpr int kRotations[8][2] = {{14, 16}, {52, 57}, {23, 40}, {5, 37},
                                    {25, 33}, {46, 12}, {58, 22}, {32, 32}};
  uint64_t schedule[kWords + 1] = {key[0], key[1], key[2], key[3], 0x1BD11BDAA9FC1A22};
  for (size_t i = 0; i < kWords; ++i) schedule[kWords] ^= key[i];
  uint64_t x[kWords];
  for (size_t i = 0; i < kWords; ++i) x[i] = counter[i] + step;
  for (size_t round = 0; round < 20; ++round) {
    if (round % 4 == 0) {
      size_t s = round / 4;
      for (size_t i = 0; i < kWords; ++i) x[i] += schedule[(s + i) % (kWords + 1)];
      x[kWords - 1] += s;
    }
    for (size_t i = 0; i < 2; ++i) {
      int rotation = kRotations[round % 8][i];
      uint64_t& a = x[2 * i];
      uint64_t& b = x[2 * i + 1];
      a += b;
      b = a ^ (b << rotation | b >> (64 - rotation));
    }
    std::swap(x[1], x[3]);
  }
  std::copy_n(x, kWords, out);
}

// Moves the bit to the place of the next split.
void NextPlace(uint64_t* place) {
  uint64_t carry = place[0] & 1;
  place[0] >>= 1;
  place[1] = place[1] >> 1 | carry << 63;
}

State ReadKey(const KernelContext& context) {
  const NDArray& key = context.arg(0);
  if (key->size() != 10 || !IsUInt64(key->dtype)) {
    context.Fail(MSG(kRandomKeyInvalid,
                     "the key of {operator} must be 10 numbers of uint64, not a {type}",
                     context.name(), TypeText(key->type())));
  }
  State state;
  std::memcpy(state.word, key->data(), sizeof(state.word));
  return state;
}

NDArray ToArray(const State& state) {
  NDArray array = MakeNDArray({10}, DataType::UInt(64));
  std::memcpy(array->mutable_data(), state.word, sizeof(state.word));
  return array;
}

// Fills `out` with random bits and advances the state.
void Generate(State* state, uint64_t* out, uint64_t count) {
  if (state->counter() >= kAllOnes - count) {
    // The counter is used up, so a step in the path starts another sequence.
    uint64_t* path = state->path();
    uint64_t* place = state->place();
    if (place[0] == 0 && place[1] == 0) {
      // The path is used up, too, so make another key.
      const uint64_t ones[kWords] = {kAllOnes, kAllOnes, kAllOnes, kAllOnes};
      Threefry(state->word, ones, 0, state->word);
      path[0] = path[1] = place[1] = 0;
      place[0] = kTopBit;
    } else {
      path[0] |= place[0];
      path[1] |= place[1];
      NextPlace(place);
    }
    state->word[6] = state->counter() = 0;
  }
  uint64_t whole = count / kWords;
  for (uint64_t i = 0; i < whole; ++i) {
    Threefry(state->word, state->word + 4, i, out + i * kWords);
  }
  state->counter() += whole * kWords;
  if (uint64_t rest = count % kWords) {
    uint64_t last[kWords];
    Threefry(state->word, state->word + 4, 0, last);
    std::copy_n(last, rest, out + whole * kWords);
    state->counter() += kWords;
  }
  state->word[6] = 0;
}

// `count` numbers in [0, 1): random bits are the fraction of a number in [1, 2), minus 1.
template <class T, class Bits>
std::vector<T> Uniform(State* state, size_t count) {
  constexpr int kFraction = sizeof(T) == 4 ? 23 : 52;
  constexpr int kBits = static_cast<int>(sizeof(T)) * 8;
  constexpr Bits kOne = ((Bits{1} << (kBits - kFraction - 2)) - 1) << kFraction;
  static_assert(sizeof(T) == sizeof(Bits));
  std::vector<uint64_t> bits = Scratch<uint64_t>(count);
  Generate(state, bits.data(), count);
  std::vector<T> numbers = Scratch<T>(count);
  for (size_t i = 0; i < count; ++i) {
    Bits value = static_cast<Bits>(bits[i]) >> (kBits - kFraction) | kOne;
    std::memcpy(&numbers[i], &value, sizeof(T));
    numbers[i] -= 1;
  }
  return numbers;
}

template <class F>
Value Distribution(const KernelContext& context, F fill) {
  State state = ReadKey(context);
  context.CheckScalar(1);
  context.CheckScalar(2);
  NDArray out = context.MakeOut(1);
  double a = context.arg(1)->ToDouble(0), b = context.arg(2)->ToDouble(0);
  if (IsDouble(out->dtype)) {
    fill(&state, out->mutable_as<double>(), out->size(), a, b, uint64_t{});
  } else {
    fill(&state, out->mutable_as<float>(), out->size(), static_cast<float>(a),
         static_cast<float>(b), uint32_t{});
  }
  return Value::Tuple({ToArray(state), out});
}

Value UniformKernel(const KernelContext& context) {
  return Distribution(context,
                      [](State* state, auto* out, size_t size, auto low, auto high, auto bits) {
                        auto numbers = Uniform<decltype(low), decltype(bits)>(state, size);
                        for (size_t i = 0; i < size; ++i) out[i] = numbers[i] * (high - low) + low;
                      });
}

// Box and Muller: A note on the generation of random normal deviates, 1958.
Value NormalKernel(const KernelContext& context) {
  return Distribution(context,
                      [](State* state, auto* out, size_t size, auto mean, auto scale, auto bits) {
                        using T = decltype(mean);
                        auto numbers = Uniform<T, decltype(bits)>(state, 2 * size);
                        auto two_pi = static_cast<T>(2 * 3.14159265358979323846);
                        for (size_t i = 0; i < size; ++i) {
                          T radius = std::sqrt(T{-2} * std::log(T{1} - numbers[i]));
                          out[i] = radius * std::sin(two_pi * numbers[size + i]) * scale + mean;
                        }
                      });
}

Value ThreefryGenerate(const KernelContext& context) {
  State state = ReadKey(context);
  NDArray out = context.MakeOut(1);
  Generate(&state, out->mutable_as<uint64_t>(), out->size());
  return Value::Tuple({ToArray(state), out});
}

Value ThreefrySplit(const KernelContext& context) {
  State left = ReadKey(context), right;
  if (left.place()[0] == 0 && left.place()[1] == 0) {
    // The path is used up, so make another key and take its first step.
    Threefry(left.word, left.word + 4, 0, left.word);
    std::fill(left.word + 4, left.word + 10, 0);
    left.place()[0] = kTopBit;
  }
  right = left;
  for (size_t i = 0; i < 2; ++i) right.path()[i] |= right.place()[i];
  NextPlace(left.place());
  NextPlace(right.place());
  return Value::Tuple({ToArray(left), ToArray(right)});
}

// The index at which the sum of the probabilities first exceeds a uniform number.
Value Multinomial(const KernelContext& context) {
  State state = ReadKey(context);
  const NDArray& probs = context.arg(1);
  if (probs->rank() == 0)
    context.Fail(MSG(kRandomProbabilitiesRequired,
                     "the probabilities of {operator} must have at least one axis",
                     context.name()));
  auto classes = static_cast<size_t>(probs->shape.back());
  NDArray out = context.MakeOut(1);
  auto samples = static_cast<size_t>(out->shape.back());
  Elements<float> p(probs);
  std::vector<float> numbers = Uniform<float, uint32_t>(&state, out->size());
  if (classes == 0 && out->size() > 0) {
    context.Fail(
        MSG(kTakeFromEmpty, "{operator} cannot take elements from an empty axis", context.name()));
  }
  std::vector<float> sums = Scratch<float>(classes);
  for (size_t row = 0; row * samples < out->size(); ++row) {
    float total = 0;
    for (size_t i = 0; i < classes; ++i) total += std::max(p[row * classes + i], 0.0f);
    float sum = 0;
    for (size_t i = 0; i < classes; ++i) {
      sums[i] = sum += std::max(p[row * classes + i], 0.0f) / total;
    }
    for (size_t s = 0; s < samples; ++s) {
      size_t best = 0;
      float least = 2;
      for (size_t i = 0; i < classes; ++i) {
        float above = sums[i] - numbers[row * samples + s];
        if (!(above > 0)) above = 1;
        if (above < least) {
          least = above;
          best = i;
        }
      }
      StoreInt(out, row * samples + s, static_cast<int64_t>(best));
    }
  }
  return Value::Tuple({ToArray(state), out});
}

}  // namespace

void RegisterRandomKernels(KernelRegistry& registry) {
  registry.Add("random.threefry_generate", ThreefryGenerate);
  registry.Add("random.threefry_split", ThreefrySplit);
  registry.Add("random.uniform", UniformKernel);
  registry.Add("random.normal", NormalKernel);
  registry.Add("random.multinomial", Multinomial);
}

}  // namespace passcope
