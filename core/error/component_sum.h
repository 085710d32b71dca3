#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/base/errors.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// The components of a workload that has a spectrum. Throws InvalidArgument "spectrum" if there are none.
inline std::span<const WorkloadComponent> checkedComponents(const Workload& workload) {
  if (workload.components().empty())
    throw InvalidArgument("spectrum", Core::tr("nothing"), Core::tr("curvatures, beside running sums"));
  return workload.components();
}

/// The one place where an objective of curvatures is reduced to that of each curvature: the sum over components of
/// weight times part(workload, gradient), and of its gradient. +infinity, with gradient 0, if a term is not finite.
template <class Part>
double overComponents(const Workload& workload, std::span<double> gradient, const Part& part) {
  std::vector<double> own(gradient.size()), sum(gradient.size(), 0.0);
  double value = 0;
  for (const WorkloadComponent& component : checkedComponents(workload)) {
    value += component.weight * part(component.workload, std::span<double>(own));
    if (!std::isfinite(value)) {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      return std::numeric_limits<double>::infinity();
    }
    for (std::size_t i = 0; i < own.size(); ++i) sum[i] += component.weight * own[i];
  }
  std::copy(sum.begin(), sum.end(), gradient.begin());
  return value;
}

}  // namespace noiseloom
