#include "core/mechanism/amplified/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error/toeplitz_loss.h"
#include "core/linalg/power_series.h"

namespace noiseloom {
namespace {

constexpr double kOutside = std::numeric_limits<double>::infinity();
constexpr double kSoftness = 0.1;
constexpr std::size_t kPoll = 256;  // columns between polls

std::vector<WorkloadStep> stepsOf(const Workload& workload, std::size_t count) {
  std::vector<WorkloadStep> steps;
  steps.reserve(count);
  for (std::size_t i = 0; i < count; ++i) steps.push_back(workload.step(static_cast<Index>(i)));
  return steps;
}

}  // namespace

BinnedError::BinnedError(const Workload& workload, Index iterations, ErrorObjective objective)
    : m_workload(workload), m_iterations(iterations), m_objective(objective) {
  if (!workload.isToeplitz() && objective == ErrorObjective::Max)
    m_worst.emplace(static_cast<std::size_t>(iterations), kSoftness);
  if (MeanOfAllError::suits(workload)) m_means.emplace(workload, iterations);
}

double BinnedError::operator()(std::span<const double> coefficients, std::span<double> gradient,
                               const RunControl& control) {
  if (m_workload.isToeplitz()) {
    std::vector<double> byLoss(coefficients.size());
    const double loss = toeplitzLoss(coefficients, m_workload, m_iterations, m_objective, byLoss, control);
    if (!std::isfinite(loss)) return kOutside;
    double norm = 0;  // the loss contains ||c||^2
    for (const double c : coefficients) norm += c * c;
    for (std::size_t l = 0; l < gradient.size(); ++l) gradient[l] += byLoss[l] / (2 * loss) - coefficients[l] / norm;
    return std::log(loss / norm) / 2;
  }
  if (!scheduled(coefficients, control)) return kOutside;
  const std::size_t n = m_variances.size();
  std::vector<double> seeds(n, 0.0);
  const double value = smoothed(seeds);
  if (m_means) {
    const std::vector<double> byLoss = gradient.empty() ? std::vector<double>() : m_means->reverse(seeds);
    for (std::size_t l = 0; l < byLoss.size(); ++l) gradient[l] += byLoss[l] / (2 * value);
  } else if (!gradient.empty()) {
    const std::vector<WorkloadStep> steps = stepsOf(m_workload, n);
    std::vector<double> byDecoder(n, 0.0), column(n);
    for (std::size_t j = 0; j < n; ++j) {
      if (j % kPoll == 0 && control.stopRequested()) return kOutside;
      double sum = 0, average = 0;
      for (std::size_t i = j; i < n; ++i) {
        sum = m_workload.alpha() * sum + steps[i].rate * m_decoder[i - j];
        average = steps[i].kept * average + steps[i].taken * sum;
        column[i] = 2 * seeds[i] * average;
      }
      double rest = 0, byAverage = 0;
      for (std::size_t i = n; i-- > j;) {
        byAverage = (i + 1 < n ? steps[i + 1].kept : 0) * byAverage + column[i];
        rest = m_workload.alpha() * rest + steps[i].taken * byAverage;
        byDecoder[i - j] += steps[i].rate * rest;
      }
    }
    // u = Momentum / c, and d(1/c) = -(1/c)^2 dc.
    for (std::size_t i = n - 1; i-- > 0;) byDecoder[i] += m_workload.beta() * byDecoder[i + 1];
    const std::vector<double> square = seriesProduct(m_inverse, m_inverse, m_iterations);
    const std::vector<double> byCoefficient = seriesCorrelation(byDecoder, square, std::ssize(gradient));
    for (std::size_t l = 0; l < gradient.size(); ++l) gradient[l] -= byCoefficient[l] / (2 * value);
  }
  return std::log(value) / 2;
}

// v_i under a workload that is not Toeplitz. Returns false when stopped or not finite.
bool BinnedError::scheduled(std::span<const double> coefficients, const RunControl& control) {
  if (!(coefficients[0] > 0)) return false;
  if (m_means) {
    if (!m_means->forward(coefficients, control)) return false;
    m_variances.assign(m_means->variances().begin(), m_means->variances().end());
    return true;
  }
  m_inverse = seriesInverse(coefficients, m_iterations, control);
  if (m_inverse.empty()) return false;
  m_decoder = m_inverse;
  const std::size_t n = m_decoder.size();
  for (std::size_t i = 1; i < n; ++i) m_decoder[i] += m_workload.beta() * m_decoder[i - 1];
  const std::vector<WorkloadStep> steps = stepsOf(m_workload, n);
  m_variances.assign(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    if (j % kPoll == 0 && control.stopRequested()) return false;
    double sum = 0, average = 0;
    for (std::size_t i = j; i < n; ++i) {
      sum = m_workload.alpha() * sum + steps[i].rate * m_decoder[i - j];
      average = steps[i].kept * average + steps[i].taken * sum;
      m_variances[i] += average * average;
    }
  }
  return std::all_of(m_variances.begin(), m_variances.end(), [](double v) { return std::isfinite(v); });
}

double BinnedError::smoothed(std::span<double> seeds) {
  if (m_worst) return m_worst->value(m_variances, seeds);
  if (m_objective == ErrorObjective::Last) {
    seeds.back() = 1;
    return m_variances.back();
  }
  std::fill(seeds.begin(), seeds.end(), 1 / static_cast<double>(m_variances.size()));
  return summaryOf(m_variances).variance.mean;
}

double BinnedError::exact(std::span<const double> coefficients, const RunControl& control) {
  if (m_workload.isToeplitz()) return (*this)(coefficients, {}, control);
  if (!scheduled(coefficients, control)) return kOutside;
  return std::log(summaryOf(m_variances).variance[m_objective]) / 2;
}

bool BinnedError::sharpen() {
  if (m_worst) m_worst->update(m_variances);
  return m_worst.has_value();
}

}  // namespace noiseloom
