// An object of the other language that C++ code holds.
#pragma once

#include <cstdint>

#include "api/foreign_instrument.h"

namespace passcope {

// The last holder releases it. `host` must outlive it.
struct ForeignObject {
  ForeignObject(ForeignHost& host, uint32_t id) : host(host), id(id) {}
  ForeignObject(const ForeignObject&) = delete;
  ForeignObject& operator=(const ForeignObject&) = delete;
  ~ForeignObject() { host.ReleaseObject(id); }

  ForeignHost& host;
  uint32_t id;
};

}  // namespace passcope
