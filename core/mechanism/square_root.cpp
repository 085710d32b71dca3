#include "core/mechanism/square_root.h"

#include "core/base/check.h"

namespace noiseloom {

std::vector<double> squareRootCoefficients(const Workload& workload, Index count) {
  checkInteger("count", count, 1, kNoLimit);
  const auto size = static_cast<std::size_t>(count);
  // ratio^j r_j, the series of (1 - ratio x)^(-1/2).
  const auto series = [size](double ratio) {
    std::vector<double> values(size, 0.0);
    values[0] = 1;
    for (std::size_t j = 1; j < size; ++j)
      values[j] = values[j - 1] * ratio * (static_cast<double>(j) - 0.5) / static_cast<double>(j);
    return values;
  };
  const std::vector<double> slow = series(workload.alpha());
  if (workload.beta() == 0) return slow;
  const std::vector<double> fast = series(workload.beta());
  std::vector<double> product(size, 0.0);
  for (std::size_t l = 0; l < size && fast[l] > 0; ++l) {
    for (std::size_t j = l; j < size; ++j) product[j] += slow[j - l] * fast[l];
  }
  return product;
}

}  // namespace noiseloom
