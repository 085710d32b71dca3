#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/answer/option.h"
#include "core/design/design.h"
#include "core/design/error_unit.h"

namespace noiseloom {

/// `--error-unit`: what errors are printed in.
class ErrorUnitOption {
 public:
  void declare(const AddOption& add);
  bool given() const { return m_typed.has_value(); }
  /// The summed gradient where nothing was typed. Throws InvalidArgument for what is no unit.
  ErrorUnit unit() const;
  /// Throws InvalidArgument where the scenario's errors cannot be stated in it: before any work.
  void check(const Scenario& scenario) const;

 private:
  std::optional<std::string> m_typed;
};

/// The errors of a design in another unit: `unit`, `meaning` and the figures by their names, null where there is none.
nlohmann::ordered_json errorsJson(const ErrorScale& scale, const Design& design);

}  // namespace noiseloom
