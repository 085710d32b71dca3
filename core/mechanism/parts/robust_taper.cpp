#include "core/mechanism/parts/robust_taper.h"

#include "core/base/check.h"

namespace noiseloom {

std::vector<double> robustTaper(std::span<const double> coefficients, Index leastSeparation) {
  checkAllFinite("coefficients", coefficients);
  const auto bands = std::ssize(coefficients);
  checkInteger("least_separation", leastSeparation, 1, bands, Core::tr("the bands"));
  std::vector<double> tapered(coefficients.begin(), coefficients.end());
  for (Index i = leastSeparation; i < bands; ++i)
    tapered[i] *= static_cast<double>(bands - i) / static_cast<double>(bands - leastSeparation);
  return tapered;
}

}  // namespace noiseloom
