#include "core/strategy/picture/factor_columns.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace noiseloom {
namespace {

constexpr Index kStride = 64;
constexpr Index kFewSteps = 16;

}  // namespace

double dividedRealPowers(double base, double other, double exponent) {
  if (other == 0) return std::pow(base, exponent - 1);
  const double ratio = std::log1p((other - base) / base);
  if (ratio == 0) return exponent * std::pow(base, exponent - 1);
  return -std::pow(base, exponent) * std::expm1(exponent * ratio) / (base - other);
}

WorkloadSteps::RateSums::RateSums(const Workload& workload, double ratio)
    : m_workload(workload),
      m_reversed(ratio > workload.alpha()),
      m_larger(std::max(ratio, workload.alpha())),
      m_ratio(std::min(ratio, workload.alpha()) / m_larger),
      m_logRatio(std::log(m_ratio)) {
  if (m_reversed) m_workload = workload.withRates({workload.eta().rbegin(), workload.eta().rend()});
  const std::span<const double> eta = m_workload.eta();
  const auto n = std::ssize(eta);
  m_sums.assign(n / kStride + 2, 0.0);
  double sum = 0;
  for (Index k = n - 1; k >= 0; --k) {
    sum = eta[k] + m_ratio * sum;
    if (k % kStride == 0) m_sums[k / kStride] = sum;
  }
}

double WorkloadSteps::RateSums::following(Index from) const {
  const std::span<const double> eta = m_workload.eta();
  const auto n = std::ssize(eta);
  if (from >= n) return 0;
  const Index known = std::min((from + kStride - 1) / kStride * kStride, n);
  double sum = known == n ? 0 : m_sums[known / kStride];
  for (Index k = known - 1; k >= from; --k) sum = eta[k] + m_ratio * sum;
  return sum;
}

double WorkloadSteps::RateSums::operator()(Index from, Index to) const {
  if (to < from) return 0;
  const std::span<const double> eta = m_workload.eta();
  const double scale = m_larger == 1 ? 1 : std::pow(m_larger, static_cast<double>(to - from));
  if (m_reversed) {
    const Index last = std::ssize(eta) - 1;
    std::tie(from, to) = std::pair(last - to, last - from);
  }
  if (to - from < kFewSteps) {
    double sum = 0;
    for (Index k = to; k >= from; --k) sum = eta[k] + m_ratio * sum;
    return scale * sum;
  }
  return scale * (following(from) - std::exp(m_logRatio * static_cast<double>(to + 1 - from)) * following(to + 1));
}

WorkloadSteps::WorkloadSteps(const Workload& workload)
    : m_workload(workload),
      m_eta(m_workload.eta()),
      m_alpha(workload.alpha()),
      m_beta(workload.beta()),
      m_gamma(workload.averaging()) {
  if (!m_eta.empty() && m_beta > 0) m_rates = RateSums(workload, m_beta);
}

WorkloadSteps::State WorkloadSteps::jumped(State state, Index row, Index steps) const {
  if (steps <= 0 || isPrefix()) return steps <= 0 ? state : State{0, state.s, state.a};
  if (m_gamma != 0 && m_workload.isToeplitz()) {
    const WorkloadTransition over = m_workload.transition(steps);
    return {over.mm * state.p, over.um * state.p + over.uu * state.s,
            over.am * state.p + over.au * state.s + over.aa * state.a};
  }
  if (steps <= kFewSteps || m_gamma != 0) {
    for (Index step = 1; step <= steps; ++step) feed(state, row + step, 0);
    return state;
  }
  const auto count = static_cast<double>(steps);
  State after;
  after.p = m_beta == 0 ? 0 : state.p * std::pow(m_beta, count);
  const double decayed = (m_alpha == 1 ? 1 : std::pow(m_alpha, count)) * state.s;
  if (!m_eta.empty()) {
    const bool settled = m_beta == 0 || state.p == 0;
    after.a = after.s = decayed + (settled ? 0 : state.p * m_beta * m_rates(row + 1, row + steps));
    return after;
  }
  after.s = decayed;
  if (m_beta > 0 && state.p != 0) after.s += state.p * m_beta * dividedRealPowers(m_alpha, m_beta, count);
  after.a = after.s;
  return after;
}

}  // namespace noiseloom
