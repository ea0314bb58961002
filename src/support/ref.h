// Intrusive, non-atomic reference counting for the immutable nodes of the engine.
//
// One thread at a time is inside of an engine, so the counts need no atomics. Releasing a node
// never recurses. A node that dies while another one is destroyed is queued, so a chain of a
// million nodes is freed with constant stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// References are released in so many places that, in code built for size, a call is better than the
// inlined test.
#if defined(__EMSCRIPTEN__) && defined(__OPTIMIZE_SIZE__)
#define PASSCOPE_SMALL __attribute__((noinline))
#else
#define PASSCOPE_SMALL
#endif

namespace passcope {

// The base of everything that `Ref` can hold. `kind` and `flags` belong to the derived hierarchy
// (see ExprKind, TypeKind). They are here because there is room next to the count.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  // The number of references. A node with one reference has only one edge to it, so traversals need
  // no bookkeeping for it.
  uint32_t ref_count() const { return ref_count_; }

 protected:
  // Destroys and frees `self`; set once per concrete class.
  using Destroyer = void (*)(Object* self);

  explicit Object(Destroyer destroy, uint8_t kind = 0) : kind_(kind), destroy_(destroy) {}
  ~Object() = default;

  uint8_t raw_kind() const { return kind_; }

  mutable uint32_t ref_count_ = 0;
  uint8_t flags_ = 0;

 private:
  uint8_t kind_;
  template <class T>
  friend class Ref;

  void Retain() const { ++ref_count_; }
  PASSCOPE_SMALL void Release() const {
    if (--ref_count_ == 0) Destroy(const_cast<Object*>(this));
  }
  static void Destroy(Object* object);

  Destroyer destroy_;
  // Links dead nodes that wait for Destroy.
  Object* next_dead_ = nullptr;
};

// For functions that return a plain pointer from a Ref. If the Ref is temporary, keeping the
// pointer beyond the expression is then a compiler error.
#if defined(__clang__)
#define PASSCOPE_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define PASSCOPE_LIFETIME_BOUND
#endif

// A shared pointer to an immutable `T` derived from Object.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}  // NOLINT(google-explicit-constructor)
  explicit Ref(const T* node) : node_(node) {
    if (node_) node_->Retain();
  }
  Ref(const Ref& other) : node_(other.node_) {
    if (node_) node_->Retain();
  }
  Ref(Ref&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<const U*, const T*>>>
  Ref(const Ref<U>& other) : Ref(other.get()) {}  // NOLINT(google-explicit-constructor)
  template <class U, class = std::enable_if_t<std::is_convertible_v<const U*, const T*>>>
  Ref(Ref<U>&& other) noexcept : node_(other.Detach()) {}  // NOLINT(google-explicit-constructor)
  ~Ref() {
    if (node_) node_->Release();
  }

  Ref& operator=(Ref other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }

  const T* get() const PASSCOPE_LIFETIME_BOUND { return node_; }
  const T* operator->() const PASSCOPE_LIFETIME_BOUND { return node_; }
  const T& operator*() const PASSCOPE_LIFETIME_BOUND { return *node_; }
  explicit operator bool() const { return node_ != nullptr; }

  friend bool operator==(const Ref& a, const Ref& b) { return a.node_ == b.node_; }
  friend bool operator==(const Ref& a, const T* b) { return a.node_ == b; }
  friend bool operator==(const Ref& a, std::nullptr_t) { return a.node_ == nullptr; }

  // Gives up ownership without changing the count.
  const T* Detach() { return std::exchange(node_, nullptr); }
  // Takes over a count that Detach released.
  static Ref Adopt(const T* node) {
    Ref ref;
    ref.node_ = node;
    return ref;
  }

 private:
  const T* node_ = nullptr;
};

}  // namespace passcope
