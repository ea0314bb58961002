// An object of the other language that something here holds.
#pragma once

#include <cstdint>

#include "api/foreign_instrument.h"

namespace passcope {

// Released with the last holder. `host` must outlive it.
struct ForeignObject {
  ForeignObject(ForeignHost& host, uint32_t id) : host(host), id(id) {}
  ForeignObject(const ForeignObject&) = delete;
  ForeignObject& operator=(const ForeignObject&) = delete;
  ~ForeignObject() { host.ReleaseObject(id); }

  ForeignHost& host;
  uint32_t id;
};

}  // namespace passcope
