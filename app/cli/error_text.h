#pragma once

#include <string>

#include "core/design/error_unit.h"

namespace noiseloom::cli {

/// The unit remark beside an error: "x clip norm, on the summed gradient".
std::string unitRemark(const ErrorScale& scale, const Scenario& scenario);
/// "0.0123", or "none" where the unit has no value.
std::string readableError(double value);

}  // namespace noiseloom::cli
