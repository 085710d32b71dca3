#include "app/cli/error_text.h"

#include <cmath>

#include "core/answer/readable.h"
#include "core/scenario/batch_size.h"

namespace noiseloom::cli {

std::string unitRemark(const ErrorScale& scale, const Scenario& scenario) {
  switch (scale.unit()) {
    case ErrorUnit::Summed: return "x clip norm, on the summed gradient";
    case ErrorUnit::Mean:
      return "x clip norm, on the mean gradient: of " + readable(batchSizeOf(scenario).value_or(0)) +
             " expected examples a step";
    case ErrorUnit::FullBatch: return "x that of DP-SGD with every example in every step, on the mean gradient";
    case ErrorUnit::DpSgdEpsilon:
      return "the epsilon at which DP-SGD under the same batching has this error, an estimate";
  }
  return "";
}

std::string readableError(double value) {
  return std::isfinite(value) ? readable(value) : "none";
}

}  // namespace noiseloom::cli
