#include "frontend/npy.h"

#include <catch2/catch.hpp>
#include <string>

#include "diagnostics/diagnostic.h"
#include "support/random.h"
#include "tools/deflate.h"
#include "unit/runtime/kernel_fixture.h"

namespace passcope::frontend {
namespace {

std::string Header(const std::string& dict, const std::string& data) {
  std::string text = dict + "\n";
  std::string bytes = "\x93NUMPY\x01";
  bytes += '\0';
  bytes += static_cast<char>(text.size());
  bytes += '\0';
  return bytes + text + data;
}

bool Fails(const std::string& bytes) {
  try {
    ReadNpy("test.npy", bytes);
  } catch (const DiagnosticError&) {
    return true;
  }
  return false;
}

TEST_CASE("arrays come back from .npy and .npz", "[npy]") {
  SplitMix64 random(1);
  NamedArrays arrays;
  for (DataType dtype : AllDataTypes()) {
    if (dtype.is_bfloat()) continue;
    for (const std::vector<int64_t>& shape :
         {std::vector<int64_t>{}, {3}, {2, 3}, {2, 0}, {1, 1, 1, 5}}) {
      NDArray array = RandomArray(random, shape, dtype);
      std::string bytes = WriteNpy("test.npy", array);
      REQUIRE((bytes.size() - array->nbytes()) % 64 == 0);
      REQUIRE(NDArrayEqual(ReadNpy("test.npy", bytes), array));
      arrays.emplace_back(dtype.str() + "/" + std::to_string(arrays.size()), array);
    }
  }
  NamedArrays back = ReadNpz("test.npz", WriteNpz("test.npz", arrays), tools::InflateRaw);
  REQUIRE(back.size() == arrays.size());
  for (size_t i = 0; i < back.size(); ++i) {
    REQUIRE(back[i].first == arrays[i].first);
    REQUIRE(NDArrayEqual(back[i].second, arrays[i].second));
  }
  REQUIRE(ReadNpz("test.npz", WriteNpz("test.npz", {}), tools::InflateRaw).empty());
  REQUIRE_THROWS_AS(WriteNpy("test.npy", MakeNDArray({1}, DataType::BFloat(16))), DiagnosticError);
}

TEST_CASE("numpy's own header is written", "[npy]") {
  std::string bytes = WriteNpy("test.npy", Reals({2, 1}, {1, 2}));
  REQUIRE(bytes.find("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }") == 10);
  REQUIRE(WriteNpy("test.npy", Reals({3}, {1, 2, 3})).find("'shape': (3, ), }") !=
          std::string::npos);
}

TEST_CASE("arrays in Fortran's order are turned", "[npy]") {
  NDArray array =
      ReadNpy("test.npy", Header("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }",
                                 std::string("\x01\x02\x03\x04\x05\x06", 6)));
  REQUIRE(NDArrayEqual(array, passcope::Ints({2, 3}, {1, 3, 5, 2, 4, 6}, DataType::Int(8))));
}

TEST_CASE("what is no array is refused", "[npy]") {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }";
  REQUIRE_FALSE(Fails(Header(good, std::string(4, '\0'))));
  REQUIRE(Fails(""));
  REQUIRE(Fails("PK"));
  REQUIRE(Fails(Header(good, std::string(3, '\0'))));
  REQUIRE(Fails(
      Header("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", std::string(4, '\0'))));
  REQUIRE(Fails(
      Header("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", std::string(8, '\0'))));
  REQUIRE(Fails(Header("{'descr': '<f4'}", std::string(4, '\0'))));
  REQUIRE(Fails(Header("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999,), }", "")));
  for (const char* shape :
       {"(-2, -3)", "(2, -3)", "(2 3)", "(2,, 3)", "(,)", "(2x)", "(2, 3", "[2, 3]",
        "(4294967295, 4294967295)", "(4294967297, 4294967295, 2)", "(1e1,)"}) {
    const std::string dict =
        std::string("{'descr': '<f4', 'fortran_order': False, 'shape': ") + shape + ", }";
    CAPTURE(shape);
    REQUIRE(Fails(Header(dict, std::string(24, '\0'))));
  }
  REQUIRE(Fails(Header("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (), }", "1234")));
  std::string archive = WriteNpz("test.npz", {{"x", Reals({2}, {1, 2})}});
  // Every damage is detected: a changed byte or a missing end.
  for (size_t i = 0; i < archive.size(); ++i) {
    std::string cut = archive.substr(0, i);
    REQUIRE_THROWS_AS(ReadNpz("test.npz", cut, tools::InflateRaw), DiagnosticError);
  }
  // Headers that differ from the directory, and entries that share their data.
  std::string lying = archive;
  lying[30] = 'y';
  REQUIRE_THROWS_AS(ReadNpz("test.npz", lying, tools::InflateRaw), DiagnosticError);
  const size_t directory = archive.find("PK\x01\x02"), end = archive.find("PK\x05\x06");
  std::string twice = archive.substr(0, end) + archive.substr(directory);
  twice[twice.find("PK\x05\x06") + 10] = 2;
  REQUIRE_THROWS_AS(ReadNpz("test.npz", twice, tools::InflateRaw), DiagnosticError);
  archive[archive.find("NUMPY") + 80] ^= 1;
  REQUIRE_THROWS_AS(ReadNpz("test.npz", archive, tools::InflateRaw), DiagnosticError);
}

}  // namespace
}  // namespace passcope::frontend
