#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/design/design.h"
#include "core/design/error_unit.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// `--error-unit`: what errors are printed in.
class ErrorUnitOption {
 public:
  void declare(CLI::App& command);
  bool given() const { return m_typed.has_value(); }
  /// The summed gradient where nothing was typed. Throws InvalidArgument for what is no unit.
  ErrorUnit unit() const;
  /// Throws InvalidArgument where the scenario's errors cannot be stated in it: before any work.
  void check(const Scenario& scenario) const;

 private:
  std::optional<std::string> m_typed;
};

/// What is said beside an error: "x clip norm, on the summed gradient".
std::string unitRemark(const ErrorScale& scale, const Scenario& scenario);
/// "0.0123", or "none" where the unit has no value.
std::string readableError(double value);
/// The errors of a design in another unit: `unit`, `meaning` and the figures by their names, null where there is none.
nlohmann::ordered_json errorsJson(const ErrorScale& scale, const Design& design);

}  // namespace noiseloom::cli
