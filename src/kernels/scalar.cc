// The interpreter of scalar programs.
//
// Operands are pointers: to a register, to memory if an input is dense, or to a repeated value
// ("uniform", four equal lanes) that the loops read with a step of 0. So dense tensors are not
// copied, and values that are equal in a row are read once per row.
//
// All registers have the same size in bytes. If a program has values of 8 bytes, its blocks have
// half as many elements.
#include "kernels/scalar.h"

#include "kernels/poll.h"
#include "kernels/scalar_elements.h"
#include "kernels/scalar_steps.h"

namespace passcope::kernels {
namespace {

// True if registers hold elements as memory does.
bool IsPlain(ElementType type) {
  return type == ElementType::kFloat32 || type == ElementType::kInt32 || IsWide(type);
}

// One run of a program: the operands of the current block.
class Machine {
 public:
  explicit Machine(const ScalarProgram& program) : p_(program) {
    auto* scratch = static_cast<char*>(program.scratch);
    registers_ = scratch;
    gathered_ = scratch + program.num_registers * kBlockBytes;
    for (int32_t i = 0; i < program.num_inputs; ++i) {
      const ScalarInput& input = program.inputs[i];
      bool uniform = true, dense = true;
      int64_t expected = 1;
      for (int32_t axis = program.rank; axis-- > 0;) {
        if (program.shape[axis] == 1) continue;
        uniform = uniform && input.strides[axis] == 0;
        dense = dense && input.strides[axis] == expected;
        expected *= program.shape[axis];
      }
      kinds_[i] = uniform ? kUniform : dense ? kDense : kOther;
      if (!uniform) continue;
      // A scalar input is read once for the whole run.
      Gather(input.type, input.data, 0, 0, 4, Gathered(i));
      operands_[i] = {Gathered(i), 0};
    }
  }

  void Run(const void* tile, int64_t offset, int64_t count) {
    int64_t inner = p_.rank ? p_.shape[p_.rank - 1] : 1;
    // Long rows are processed one by one, so that values that are equal in a row are uniform.
    by_row_ = inner >= kLongRow;
    int64_t done = 0;
    while (done < count) {
      int64_t at = offset + done;
      int64_t block = p_.wide ? kScalarBlock / 2 : kScalarBlock;
      int64_t n = count - done < block ? count - done : block;
      if (by_row_ && n > inner - at % inner) n = inner - at % inner;
      // Blocks are multiples of four elements, so that memory can be read directly.
      if (n > 4) n &= ~int64_t{3};
      Block(tile ? static_cast<const char*>(tile) + done * 4 : nullptr, at, n);
      done += n;
      PollAfter(n * p_.num_steps);
    }
  }

 private:
  enum Kind : uint8_t { kUniform, kDense, kOther };
  static constexpr int64_t kBlockBytes = kScalarBlock * 4;
  static constexpr int64_t kLongRow = 64;

  void* Gathered(int32_t i) const { return gathered_ + i * kBlockBytes; }
  void* Register(int32_t i) const { return registers_ + i * kBlockBytes; }

  // Sets `index` to that of element `at`.
  void Locate(int64_t at, int64_t* index) const {
    for (int32_t axis = p_.rank; axis-- > 0;) {
      index[axis] = at % p_.shape[axis];
      at /= p_.shape[axis];
    }
  }

  // Calls f(position in the block, offset of the elements, stride, n) for each piece of a row.
  template <class F>
  void ForRows(const int64_t* strides, int64_t at, int64_t n, F f) const {
    int64_t index[kMaxRank];
    Locate(at, index);
    int64_t from = 0;
    for (int32_t axis = 0; axis < p_.rank; ++axis) from += index[axis] * strides[axis];
    int32_t last = p_.rank - 1;
    for (int64_t done = 0; done < n;) {
      int64_t rest = p_.shape[last] - index[last];
      int64_t piece = n - done < rest ? n - done : rest;
      f(done, from, strides[last], piece);
      done += piece;
      index[last] += piece;
      from += piece * strides[last];
      for (int32_t axis = last; axis > 0 && index[axis] == p_.shape[axis]; --axis) {
        from += strides[axis - 1] - p_.shape[axis] * strides[axis];
        index[axis] = 0;
        ++index[axis - 1];
      }
    }
  }

  // The values of input `i` for the block.
  Operand Input(int32_t i, int64_t at, int64_t n) {
    const ScalarInput& input = p_.inputs[i];
    if (kinds_[i] == kUniform) return operands_[i];
    bool direct = IsPlain(input.type) && n % 4 == 0;
    int64_t bytes = RegisterBytes(input.type);
    if (kinds_[i] == kDense) {
      if (direct) return {static_cast<const char*>(input.data) + at * bytes, 1};
      Gather(input.type, input.data, at, 1, n, Gathered(i));
      return {Gathered(i), 1};
    }
    Operand operand = {Gathered(i), 1};
    ForRows(input.strides, at, n, [&](int64_t done, int64_t from, int64_t stride, int64_t piece) {
      if (piece == n && stride == 0) {
        Gather(input.type, input.data, from, 0, 4, Gathered(i));
        operand.step = 0;
      } else if (piece == n && stride == 1 && direct) {
        operand.data = static_cast<const char*>(input.data) + from * bytes;
      } else {
        Gather(input.type, input.data, from, stride, piece,
               static_cast<char*>(Gathered(i)) + done * bytes);
      }
    });
    return operand;
  }

  Operand Get(uint8_t id) const {
    if (id == kRootOperand) return root_;
    return id < kFirstInput ? Operand{Register(id), uniform_[id] ? 0 : 1}
                            : operands_[id - kFirstInput];
  }

  void Block(const void* tile, int64_t at, int64_t n) {
    for (int32_t i = 0; i < p_.num_inputs; ++i) operands_[i] = Input(i, at, n);
    root_ = {tile, 1};
    if (tile && n % 4 != 0) {
      Gather(p_.root_type, tile, 0, 1, n, Gathered(p_.num_inputs));
      root_.data = Gathered(p_.num_inputs);
    }
    // The last step may write directly to the result.
    bool direct = IsPlain(p_.out_type) && !p_.strided_out && n % 4 == 0;
    int64_t bytes = RegisterBytes(p_.out_type);
    char* out = static_cast<char*>(p_.out) + (direct ? at * bytes : 0);
    for (int32_t s = 0; s < p_.num_steps; ++s) {
      const ScalarStep& step = p_.steps[s];
      Operand a = Get(step.a), b = Get(step.b), c = Get(step.c);
      bool uniform = a.step == 0 && b.step == 0 && c.step == 0;
      bool last = direct && s + 1 == p_.num_steps && step.out == p_.result && !uniform;
      RunScalarStep(step, last ? out : Register(step.out), a, b, c, uniform ? 4 : n);
      uniform_[step.out] = uniform;
      if (last) return;
    }
    Operand result = Get(static_cast<uint8_t>(p_.result));
    if (direct) {
      Gather(p_.out_type, result.data, 0, result.step, n, out);
      return;
    }
    if (result.step == 0) {
      // Repeats a uniform result, since the store needs a value per element.
      void* room = Gathered(p_.num_inputs);
      Gather(IsWide(p_.out_type) ? ElementType::kInt64 : ElementType::kInt32, result.data, 0, 0, n,
             room);
      result.data = room;
    }
    if (!p_.strided_out) return Scatter(p_.out_type, p_.out, at, 1, n, result.data);
    if (p_.rank == 0) return Scatter(p_.out_type, p_.out, 0, 1, n, result.data);
    ForRows(p_.out_strides, at, n, [&](int64_t done, int64_t to, int64_t stride, int64_t piece) {
      Scatter(p_.out_type, p_.out, to, stride, piece,
              static_cast<const char*>(result.data) + done * bytes);
    });
  }

  const ScalarProgram& p_;
  char* registers_;
  char* gathered_;
  bool by_row_ = false;
  Kind kinds_[kMaxScalarInputs];
  Operand operands_[kMaxScalarInputs];
  bool uniform_[kMaxScalarRegisters] = {};
  Operand root_;
};

}  // namespace

void RunScalar(const ScalarProgram* program, const void* tile, int64_t offset, int64_t count) {
  Machine(*program).Run(tile, offset, count);
}

}  // namespace passcope::kernels
