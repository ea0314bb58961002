// On which device each expression of a program is: domains with unknowns, which are unified.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/expr.h"
#include "ir/virtual_device.h"
#include "support/ptr_map.h"

namespace passcope {

// A domain is a device, some of which may not be known, or for a function the domains of its
// parameters and of its result. What is inside of tuples, references and data has the device of
// that. As in TVM, a function itself is where its result is.
class DeviceDomains {
 public:
  using Domain = uint32_t;

  // `host`: where shapes are. `standard`: where there is nothing that says more.
  DeviceDomains(VirtualDevice host, VirtualDevice standard);

  const VirtualDevice& standard() const { return standard_; }
  // With number 0 where there is none.
  static VirtualDevice Canonical(VirtualDevice device);

  // A fresh domain for values of a type, whose result is on `device`.
  Domain OfType(const Type& type, const VirtualDevice& device = {});
  // Of a typed expression. All uses of a variable and of a global function have one domain.
  Domain Of(const Expr& expr);
  // Of what a call calls, as this call sees it: operators may be anywhere, but shapes are on the
  // host.
  Domain OfCallee(const CallNode* call);
  Domain OfFunction(std::vector<Domain> params_and_result);

  // Throw DiagnosticError (kIllFormed) at `where` when they contradict each other.
  void Unify(Domain a, Domain b, const Expr& where);
  // The same where `maybe_function` is inside of what has the first domain: all that there is of it
  // is there.
  void UnifyCollapsed(Domain first_order, Domain maybe_function, const Expr& where);
  // Changes nothing when they contradict each other.
  void UnifyIfPossible(Domain a, Domain b);

  // Parameters and result; empty for what is no function.
  const std::vector<Domain>& parts(Domain domain) { return nodes_[Find(domain)].parts; }
  // Sets what is not known.
  void SetDefault(Domain domain, const VirtualDevice& device);
  // First for the result, then for the parameters that of the result.
  void SetResultDefaultThenParams(Domain domain, const VirtualDevice& device);
  // Of a function, that of its result.
  VirtualDevice ResultDevice(Domain domain);

 private:
  struct Node {
    VirtualDevice device;
    std::vector<Domain> parts;
    Domain parent;
  };
  Domain New(VirtualDevice device, std::vector<Domain> parts);
  Domain Find(Domain domain);
  bool TryUnify(Domain a, Domain b);
  [[noreturn]] void Fail(Domain a, Domain b, const Expr& where);

  const VirtualDevice host_, standard_;
  std::vector<Node> nodes_;
  PtrMap<Domain> of_;         // By identity.
  PtrMap<Domain> of_callee_;  // By call.
  std::vector<Expr> keep_;    // The keys of the maps.
};

}  // namespace passcope
