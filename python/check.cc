// `passcope check` for Python.
#include "tools/check.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "diagnostics/diagnostic.h"
#include "gate.h"
#include "support/poll.h"
#include "tools/commands.h"

namespace passcope {

void BindCheck(pybind11::module_& module);

void BindCheck(pybind11::module_& module) {
  namespace py = pybind11;
  module.def(
      "run_check",
      [](const std::vector<std::string>& words) {
        std::string report, problem;
        Gate::Call entered;
        try {
          report = gate::JsonReport(tools::Check(words));
        } catch (const Stopped&) {
          // The gate knows why.
        } catch (const tools::UsageError& error) {
          problem = error.what();
        } catch (const DiagnosticError& error) {
          problem = tools::Texts().Render(error);
        }
        entered.Leave();
        entered.Finish();
        if (!problem.empty()) throw py::value_error(problem);
        return py::str(report);
      },
      "Runs `passcope check --json` with these words. Raises ValueError if the check cannot be "
      "made.");
}

}  // namespace passcope
