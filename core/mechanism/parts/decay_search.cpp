#include "core/mechanism/parts/decay_search.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/errors.h"

namespace noiseloom {

LineMinimum searchDecay(const std::function<double(double)>& error, double step, bool fixed, Phrase variable,
                        const RunControl& control) {
  const auto parameterAt = [](double x) { return -std::expm1(-x); };
  LineOptions options;
  options.start = std::numbers::ln2;
  options.least = fixed ? options.start : 0;
  options.most = fixed ? options.start : 12;
  options.step = step;
  options.tolerance = 1e-6;  // at its flat minimum the error then no longer changes in ten digits
  options.variable = variable;
  const auto errorAt = [&](double x) {
    try {
      return error(parameterAt(x));
    } catch (const InvalidArgument&) {
      return std::numeric_limits<double>::infinity();
    }
  };
  LineMinimum found = minimizeAlongLine(errorAt, options, control);
  found.x = parameterAt(found.x);
  return found;
}

}  // namespace noiseloom
