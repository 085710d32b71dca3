#include "core/error/mean_of_all_error.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/power_series.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {

MeanOfAllError::MeanOfAllError(const Workload& workload, Index iterations)
    : m_iterates(workload.constant()), m_iterations(iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  if (!suits(workload))
    throw InvalidArgument("workload", workload.name(), Core::tr("the mean of all iterates, without learning rates"));
}

bool MeanOfAllError::forward(std::span<const double> theta, const RunControl& control) {
  m_theta.assign(theta.begin(), theta.end());
  m_decoder = toeplitzDecoder(theta, m_iterates, m_iterations, control);
  if (!m_decoder.valid) return false;
  m_decoder.w.resize(m_iterations, m_decoder.limit);
  m_sums.resize(m_iterations);
  m_variances.resize(m_iterations);
  double sum = 0, squares = 0;
  for (std::size_t j = 0; j < m_sums.size(); ++j) {
    m_sums[j] = sum += m_decoder.w[j];
    squares += sum * sum;
    const double steps = static_cast<double>(j + 1);
    m_variances[j] = squares / (steps * steps);
  }
  return std::isfinite(squares) && !control.stopRequested();
}

// The terms that are cut change each f by no more than the deviation d, and so v_t by 2 d sqrt(v_t / t), relative to it
// 2 d / sqrt(t v_t), of which t v_t is least for the shortest row.
double MeanOfAllError::relativeErrorBound() const {
  if (!m_decoder.settled) return 0;
  double least = m_variances.back() * static_cast<double>(m_iterations);
  for (std::size_t t = 0; t < m_variances.size(); ++t)
    least = std::min(least, m_variances[t] * static_cast<double>(t + 1));
  return least > 0 ? 2 * m_decoder.deviation / std::sqrt(least) : 0;
}

// w = U (1/theta): dw = -(w / theta) dtheta.
std::vector<double> MeanOfAllError::reverse(std::span<const double> seeds) const {
  checkSize("seeds", std::ssize(seeds), m_iterations);
  std::vector<double> byW(m_sums.size());
  double weight = 0, total = 0;  // sums over later rows, and over later f
  for (std::size_t j = byW.size(); j-- > 0;) {
    const double steps = static_cast<double>(j + 1);
    weight += seeds[j] / (steps * steps);
    total += 2 * weight * m_sums[j];
    byW[j] = total;
  }
  std::vector<double> ratio(byW.size());
  if (m_decoder.inverse.empty())
    ToeplitzStrategy(m_iterations, m_theta).solve(m_decoder.w, ratio);
  else
    ratio = seriesProduct(m_decoder.inverse, m_decoder.w, m_iterations);
  std::vector<double> gradient = seriesCorrelation(byW, ratio, std::ssize(m_theta));
  for (double& value : gradient) value = -value;
  return gradient;
}

}  // namespace noiseloom
