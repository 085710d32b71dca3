#include "core/error/banded_error.h"

#include <algorithm>

#include "core/error/covariance_recursion.h"
#include "core/error/schedule_error.h"

namespace noiseloom {

std::vector<double> bandedVariances(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  if (!workload.isToeplitz() || workload.averaging() != 0) return scheduleVariances(strategy, workload, control);
  CovarianceRecursion recursion(workload, strategy.iterations(), strategy.bands());
  const auto* banded = strategy.as<BandedStrategy>();
  const auto readRow = [&](Index row, std::span<double> out) {
    if (banded) {
      std::copy_n(banded->rows().begin() + row * strategy.bands(), out.size(), out.begin());
      return;
    }
    strategy.bandRow(row, out);
    std::reverse(out.begin(), out.end());
  };
  if (!recursion.forward(readRow, false, control)) return {};
  return {recursion.variances().begin(), recursion.variances().end()};
}

}  // namespace noiseloom
