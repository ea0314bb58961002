// The device of each expression, as domains with unknowns that are unified.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/expr.h"
#include "ir/virtual_device.h"
#include "support/ptr_map.h"

namespace passcope {

// The domain of a value is a device, perhaps unknown. The domain of a function is the domains of
// its parameters and its result. The contents of tuples, references and data are on the device of
// the whole. As in TVM, the device of a function is that of its result.
class DeviceDomains {
 public:
  using Domain = uint32_t;

  // `host`: the device of shapes. `standard`: the device without other constraints.
  DeviceDomains(VirtualDevice host, VirtualDevice standard);

  const VirtualDevice& standard() const { return standard_; }
  // The device, with number 0 if it has no number.
  static VirtualDevice Canonical(VirtualDevice device);

  // A fresh domain for a value of `type`. The value, or for a function its result, is on `device`.
  Domain OfType(const Type& type, const VirtualDevice& device = {});
  // The domain of a typed expression. All uses of a variable or of a global function share one
  // domain.
  Domain Of(const Expr& expr);
  // The domain of a call's callee for this call. Operators can be on any device, but shapes are on
  // the host.
  Domain OfCallee(const CallNode* call);
  Domain OfFunction(std::vector<Domain> params_and_result);

  // Unifies two domains. Throws DiagnosticError (kIllFormed) at `where` if they contradict each
  // other.
  void Unify(Domain a, Domain b, const Expr& where);
  // Unifies two domains, where `maybe_function` belongs to a part of a value with the domain
  // `first_order`. All parts of it are then on that device. Throws as Unify.
  void UnifyCollapsed(Domain first_order, Domain maybe_function, const Expr& where);
  // Unifies two domains if they do not contradict each other; otherwise changes nothing.
  void UnifyIfPossible(Domain a, Domain b);

  // The domains of the parameters and the result; empty if the domain is not a function's.
  const std::vector<Domain>& parts(Domain domain) { return nodes_[Find(domain)].parts; }
  // Sets unknown devices of the domain.
  void SetDefault(Domain domain, const VirtualDevice& device);
  // Sets unknown devices: first that of the result, then those of the parameters to the result's
  // device.
  void SetResultDefaultThenParams(Domain domain, const VirtualDevice& device);
  // The device of the value, or for a function that of its result.
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
