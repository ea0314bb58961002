// Reference counting, interned names and the pointer map.
#include "support/ref.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/name.h"
#include "support/ptr_map.h"
#include "support/random.h"
#include "unit/deep.h"

namespace passcope {
namespace {

class Link : public Object {
 public:
  explicit Link(Ref<Link> next, int* alive)
      : Object(&DestroySelf), next(std::move(next)), alive(alive) {
    ++*alive;
  }
  Ref<Link> next;
  int* alive;

 private:
  static void DestroySelf(Object* self) {
    auto* link = static_cast<Link*>(self);
    --*link->alive;
    delete link;
  }
};

TEST_CASE("a deep chain of nodes is released in constant stack", "[ref][deep]") {
  OnSmallStack([] {
    int alive = 0;
    {
      Ref<Link> head;
      for (int i = 0; i < DeepLevels(); ++i) head = Ref<Link>(new Link(std::move(head), &alive));
      REQUIRE(alive == DeepLevels());
    }
    CHECK(alive == 0);
  });
}

TEST_CASE("copies, moves and assignment keep the count right", "[ref]") {
  int alive = 0;
  Ref<Link> a(new Link(nullptr, &alive));
  CHECK(a->ref_count() == 1);
  Ref<Link> b = a;
  CHECK(a->ref_count() == 2);
  Ref<Link> c = std::move(b);
  CHECK(a->ref_count() == 2);
  CHECK_FALSE(b);
  Ref<Link>& same = c;
  c = same;
  CHECK(a->ref_count() == 2);
  c = nullptr;
  CHECK(a->ref_count() == 1);
  a = nullptr;
  CHECK(alive == 0);
}

TEST_CASE("equal names are one pointer", "[name]") {
  Name a("conv2d");
  Name b(std::string("conv") + "2d");
  CHECK(a == b);
  CHECK(a.id() == b.id());
  CHECK_FALSE(a == Name("conv3d"));
  CHECK(Name("").empty());
  CHECK(Name("") == Name());
  CHECK(Name().str().empty());
}

TEST_CASE("the pointer map finds what was inserted, in order", "[ptr_map]") {
  std::vector<int> keys(5000);
  PtrMap<int> map;
  CHECK(map.Find(&keys[0]) == nullptr);
  for (size_t i = 0; i < keys.size(); ++i) {
    auto [value, fresh] = map.Insert(&keys[i]);
    REQUIRE(fresh);
    *value = static_cast<int>(i);
  }
  CHECK_FALSE(map.Insert(&keys[7]).second);
  for (size_t i = 0; i < keys.size(); ++i) REQUIRE(*map.Find(&keys[i]) == static_cast<int>(i));
  CHECK(map.entries()[42].key == &keys[42]);
  map.Clear();
  CHECK(map.Find(&keys[1]) == nullptr);
}

TEST_CASE("random numbers are the same on every platform", "[random]") {
  SplitMix64 random(0);
  // The first values of SplitMix64 from state 0, as published with the algorithm.
  CHECK(random.Next() == 0xE220A8397B1DCDAFull);
  CHECK(random.Next() == 0x6E789E6AA1B965F4ull);
  CHECK(random.Next() == 0x06C45D188009454Full);
  SplitMix64 a(1, "conv0_weight"), b(1, "conv0_weight"), c(1, "conv1_weight");
  uint64_t first = a.Next();
  CHECK(first == b.Next());
  CHECK(first != c.Next());
  for (int i = 0; i < 1000; ++i) {
    double value = random.Uniform();
    REQUIRE(value >= 0);
    REQUIRE(value < 1);
  }
}

}  // namespace
}  // namespace passcope
