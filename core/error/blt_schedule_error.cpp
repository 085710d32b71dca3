#include "core/error/blt_schedule_error.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {

BltScheduleError::BltScheduleError(const Workload& workload, Index iterations) : m_workload(workload) {
  checkNotToeplitz(workload);
  if (const Index fixed = workload.fixedIterations(); fixed > 0)
    checkInteger("iterations", iterations, fixed, fixed, Core::tr("the length of the learning-rate schedule"));
  m_steps = static_cast<std::size_t>(iterations);
  m_block = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(m_steps))));
}

// next = T P T^T + g g^T with half = T P, where T advances (x, s) by one step and g = (1, ..., 1, rate, taken
// rate).
void BltScheduleError::advance(const WorkloadStep& step, std::span<const double> covariance, std::span<double> half,
                               std::span<double> next) const {
  const std::size_t q = side(), s = m_chain.slopes.size(), a = s + 1;
  const double eta = step.rate;
  for (std::size_t j = 0; j < q; ++j) next[j] = 0;  // the running sums h^T x, one for each column
  const std::span<double> sum = next.first(q);
  for (std::size_t k = 0; k < s; ++k) {
    const double* row = &covariance[k * q];
    for (std::size_t j = 0; j < q; ++j) {
      half[k * q + j] = (1 - m_chain.gaps[k]) * row[j] + sum[j];
      sum[j] += m_chain.slopes[k] * row[j];
    }
  }
  for (std::size_t j = 0; j < q; ++j) half[s * q + j] = m_workload.alpha() * covariance[s * q + j] + eta * sum[j];
  for (std::size_t j = 0; a < q && j < q; ++j)
    half[a * q + j] = step.kept * covariance[a * q + j] + step.taken * half[s * q + j];
  for (std::size_t i = 0; i < q; ++i) {
    const double* row = &half[i * q];
    const double impulse = i < s ? 1 : i == s ? eta : step.taken * eta;
    double running = 0;
    for (std::size_t k = 0; k < s; ++k) {
      next[i * q + k] = (1 - m_chain.gaps[k]) * row[k] + running + impulse;
      running += m_chain.slopes[k] * row[k];
    }
    next[i * q + s] = m_workload.alpha() * row[s] + eta * (running + impulse);
    if (a < q) next[i * q + a] = step.kept * row[a] + step.taken * next[i * q + s];
  }
}

bool BltScheduleError::forward(std::span<const double> gaps, std::span<const double> inverseGaps,
                               const RunControl& control) {
  checkSize("inverse_gaps", std::ssize(inverseGaps), std::ssize(gaps));
  std::vector<double> zeros(gaps.begin(), gaps.end());
  std::vector<double> poles(inverseGaps.begin(), inverseGaps.end());
  if (m_workload.beta() > 0) {
    zeros.push_back(1);  // the zero at 0 of the momentum
    poles.push_back(1 - m_workload.beta());
  }
  m_chain = FilterChain(zeros, poles);
  const std::size_t area = side() * side();
  std::vector<double> covariance(area, 0.0), half(area), next(area);
  m_variances.resize(m_steps);
  m_checkpoints.clear();
  for (std::size_t t = 0; t < m_steps; ++t) {
    if (t % m_block == 0) {
      if (control.stopRequested()) return false;
      m_checkpoints.insert(m_checkpoints.end(), covariance.begin(), covariance.end());
    }
    advance(m_workload.step(static_cast<Index>(t)), covariance, half, next);
    covariance.swap(next);
    m_variances[t] = covariance[area - 1];
  }
  return true;
}

// On entry adjoint is that of T P T^T + g g^T, on return that of P. The gradient in T is 2 adjoint T P, half = T P. The
// average's share of s is taken first from the rows of the adjoint, last from its columns.
void BltScheduleError::retreat(const WorkloadStep& step, std::span<const double> half, std::span<double> adjoint,
                               std::span<double> slopeBar, std::span<double> poleBar, std::span<double> scratch) const {
  const std::size_t q = side(), s = m_chain.slopes.size(), a = s + 1;
  const double eta = step.rate;
  const std::span<double> left = scratch.first(q * q);
  const std::span<double> below = scratch.last(q);  // the sum of the adjoint's rows below l; that of s times eta
  for (std::size_t j = 0; a < q && j < q; ++j) adjoint[s * q + j] += step.taken * adjoint[a * q + j];
  for (std::size_t j = 0; j < q; ++j) below[j] = eta * adjoint[s * q + j];
  // adjoint <- T^T adjoint, accumulating the gradient.
  for (std::size_t l = s; l-- > 0;) {
    const double* row = &adjoint[l * q];
    double slope = 0, pole = 0;
    for (std::size_t j = 0; j < q; ++j) {
      slope += below[j] * half[j * q + l];
      pole += row[j] * half[j * q + l];
      left[l * q + j] = (1 - m_chain.gaps[l]) * row[j] + m_chain.slopes[l] * below[j];
      below[j] += row[j];
    }
    slopeBar[l] += 2 * slope;
    poleBar[l] += 2 * pole;
  }
  for (std::size_t j = 0; j < q; ++j) left[s * q + j] = m_workload.alpha() * adjoint[s * q + j];
  for (std::size_t j = 0; a < q && j < q; ++j) left[a * q + j] = step.kept * adjoint[a * q + j];
  // adjoint <- (T^T adjoint) T
  for (std::size_t i = 0; i < q; ++i) {
    double* row = &left[i * q];
    if (a < q) {
      row[s] += step.taken * row[a];
      adjoint[i * q + a] = step.kept * row[a];
    }
    double later = eta * row[s];
    adjoint[i * q + s] = m_workload.alpha() * row[s];
    for (std::size_t l = s; l-- > 0;) {
      adjoint[i * q + l] = (1 - m_chain.gaps[l]) * row[l] + m_chain.slopes[l] * later;
      later += row[l];
    }
  }
}

bool BltScheduleError::reverse(std::span<const double> seeds, std::span<double> gapGradient,
                               std::span<double> inverseGradient, const RunControl& control) {
  checkSize("seeds", std::ssize(seeds), static_cast<Index>(m_steps));
  const std::size_t area = side() * side();
  std::vector<double> slopeBar(m_chain.slopes.size(), 0.0), poleBar = slopeBar, adjoint(area, 0.0);
  std::vector<double> covariance(area), next(area), halves(area * m_block), scratch(area + side());
  for (std::size_t block = m_checkpoints.size() / area; block-- > 0;) {
    if (control.stopRequested()) return false;
    const std::size_t begin = block * m_block, end = std::min(begin + m_block, m_steps);
    std::copy_n(&m_checkpoints[block * area], area, covariance.begin());
    for (std::size_t t = begin; t < end; ++t) {
      advance(m_workload.step(static_cast<Index>(t)), covariance, {&halves[(t - begin) * area], area}, next);
      covariance.swap(next);
    }
    for (std::size_t t = end; t-- > begin;) {
      adjoint[area - 1] += seeds[t];
      retreat(m_workload.step(static_cast<Index>(t)), {&halves[(t - begin) * area], area}, adjoint, slopeBar, poleBar,
              scratch);
    }
  }
  // The momentum's own pole and zero come last, and are not parameters.
  m_chain.scatter(slopeBar, poleBar, gapGradient, inverseGradient);
  return true;
}

}  // namespace noiseloom
