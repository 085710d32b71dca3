#include "core/participation_mixture/pair_moment.h"

#include <algorithm>
#include <cmath>

#include "core/base/infinity.h"

namespace noiseloom {
namespace {

// Periods from which on the moment grows evenly, to 10^-8 of its logarithm.
constexpr Index kPeriods = 10;

}  // namespace

PairMoment::PairMoment(const ParticipationMixture::Law& law, double steps)
    : m_law(law),
      m_steps(steps),
      m_period(std::holds_alternative<RandomGroups>(law) ? std::get<RandomGroups>(law).cycle
                                                         : std::get<SpacedSampling>(law).separation) {}

double PairMoment::operator()(std::span<const double> exponents, std::span<double> gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  std::vector<double> factors;
  for (const double exponent : exponents) factors.push_back(std::exp(exponent));
  double log = 0;
  if (std::holds_alternative<RandomGroups>(m_law)) {
    log = ofGroups(factors, gradient);
  } else {
    const auto period = static_cast<double>(m_period);
    const auto few = static_cast<double>((kPeriods + 1) * m_period);
    const auto shown = static_cast<Index>(std::floor(std::min(m_steps, few)));
    const double beyond = (m_steps - static_cast<double>(shown)) / period;
    log = (1 + beyond) * ofSpaced(shown, factors, 1 + beyond, gradient);
    if (beyond > 0 && shown > m_period) log -= beyond * ofSpaced(shown - m_period, factors, -beyond, gradient);
  }
  // In the exponents, of which factors are the exponentials.
  for (std::size_t d = 0; d < gradient.size(); ++d) gradient[d] *= factors[d];
  return std::isnan(log) ? kInfinity : log;
}

// As in spaced_law.cpp: B_i[d] is the mean of what is yet to come, before step i, when one example is free and the
// other one rests for d more steps. Adds `share` times the gradient of its logarithm in the factors.
double PairMoment::ofSpaced(Index n, std::span<const double> f, double share, std::span<double> gradient) {
  const Index s = m_period;
  const double p = std::get<SpacedSampling>(m_law).probability;
  const double wait = 1 - p, both = p * p * f[0], one = 2 * p * wait;
  const auto size = static_cast<std::size_t>((n + s + 1) * s);
  m_values.resize(size);
  std::fill(m_values.begin() + n * s, m_values.end(), 1.0);
  const auto row = [s](std::vector<double>& of, Index i) { return of.data() + i * s; };
  const auto factor = [&](Index i, Index apart) { return apart <= i ? f[static_cast<std::size_t>(apart)] : 1; };
  for (Index i = n - 1; i >= 0; --i) {
    double* now = row(m_values, i);
    const double* next = now + s;
    now[0] = wait * wait * next[0] + one * next[s - 1] + both * now[s * s];
    for (Index d = 1; d < s; ++d) now[d] = wait * next[d - 1] + p * factor(i, s - d) * now[d * s + s - d];
  }
  // The stationary start: the sooner one is free at step i, the later one d steps on.
  const double unit = 1 / (1 + static_cast<double>(s - 1) * p);
  const auto start = [&](Index i, Index d) {
    return unit * unit * (i == 0 ? 1 : p) * (i + d == 0 ? 1 : p) * (d == 0 ? 1 : 2);
  };
  double sum = 0;
  for (Index i = 0; i < s; ++i) {
    for (Index d = 0; i + d < s; ++d) sum += start(i, d) * row(m_values, i)[d];
  }
  if (gradient.empty() || !std::isfinite(sum)) return std::log(sum);
  m_adjoint.assign(size, 0.0);
  for (Index i = 0; i < s; ++i) {
    for (Index d = 0; i + d < s; ++d) row(m_adjoint, i)[d] = share / sum * start(i, d);
  }
  for (Index i = 0; i < n; ++i) {
    double* at = row(m_adjoint, i);
    double* next = at + s;
    const double* values = row(m_values, i);
    next[0] += wait * wait * at[0];
    next[s - 1] += one * at[0];
    at[s * s] += both * at[0];
    gradient[0] += p * p * at[0] * values[s * s];
    for (Index d = 1; d < s; ++d) {
      const Index apart = s - d;
      const double taken = p * at[d];
      next[d - 1] += wait * at[d];
      at[d * s + apart] += taken * factor(i, apart);
      if (apart <= i) gradient[static_cast<std::size_t>(apart)] += taken * values[d * s + apart];
    }
  }
  return std::log(sum);
}

// Two groups d steps apart take turns, and whoever takes part meets the other one's turn before, d or s - d ago.
double PairMoment::ofGroups(std::span<const double> f, std::span<double> gradient) const {
  const Index s = m_period;
  const double q = std::get<RandomGroups>(m_law).probability;
  const auto turns = static_cast<Index>(std::floor(m_steps / static_cast<double>(s)));
  const auto rest = static_cast<Index>(std::floor(m_steps)) - turns * s;  // groups that have one more
  const double pairs = static_cast<double>(s) * static_cast<double>(s);
  std::vector<double> derivatives(f.size(), 0.0);
  double sum = 0;
  const double same = 1 + q * q * (f[0] - 1);
  for (const auto& [groups, count] : {std::pair{rest, turns + 1}, std::pair{s - rest, turns}}) {
    const double weight = static_cast<double>(groups) / pairs;
    const double before = std::pow(same, static_cast<double>(count - 1));
    sum += weight * before * same;
    derivatives[0] += weight * static_cast<double>(count) * before * q * q;
  }
  for (Index d = 1; d < s; ++d) {
    const std::size_t near = static_cast<std::size_t>(d), far = static_cast<std::size_t>(s - d);
    // The numbers of pairs g < g + d of which both groups have one turn more, the first one has, and none has.
    const Index two = std::max<Index>(0, rest - d), first = std::min(rest, s - d) - two, none = s - d - two - first;
    // Weights of histories whose last turn was not taken, and was; and their derivatives in the two factors.
    double untaken = 1, taken = 0, untakenBy[2] = {}, takenBy[2] = {};
    const auto add = [&](Index count) {
      const double weight = 2 * static_cast<double>(count) / pairs;
      sum += weight * (untaken + taken);
      derivatives[near] += weight * (untakenBy[0] + takenBy[0]);
      derivatives[far] += weight * (untakenBy[1] + takenBy[1]);
    };
    for (Index turn = 0; turn < 2 * turns + 2; ++turn) {
      if (turn == 2 * turns) add(none);
      if (turn == 2 * turns + 1) add(first);
      const int met = turn % 2 == 0 ? 1 : 0;  // which factor
      const double factor = f[met == 0 ? near : far];
      for (int k = 0; k < 2; ++k) {
        const double by = untakenBy[k] + takenBy[k] * factor + (k == met ? taken : 0);
        untakenBy[k] = (1 - q) * (untakenBy[k] + takenBy[k]);
        takenBy[k] = q * by;
      }
      const double all = untaken + taken * factor;
      untaken = (1 - q) * (untaken + taken);
      taken = q * all;
    }
    add(two);
  }
  for (std::size_t d = 0; d < gradient.size(); ++d) gradient[d] = derivatives[d] / sum;
  return std::log(sum);
}

}  // namespace noiseloom
