// A host without objects, for tests of sessions that call no code of the host.
#pragma once

#include <string>

#include "api/session.h"

namespace passcope {

class NoHost : public ForeignHost {
 public:
  Answer Call(uint32_t, Hook, const HookArguments&) override { return {}; }
  uint32_t Write(uint32_t, const std::string&, const std::string&) override { return 0; }
  PassAnswer RunPass(uint32_t, const Expr&, const IRModule&, const PassInfo&) override {
    return {};
  }
  std::string ExceptionMessage(uint32_t) override { return {}; }
  void ReleaseException(uint32_t) override {}
  void ReleaseObject(uint32_t) override {}
};

}  // namespace passcope
