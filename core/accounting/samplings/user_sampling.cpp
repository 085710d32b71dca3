#include "core/accounting/samplings/user_sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/grid/bracketed_newton.h"
#include "core/accounting/grid/loss_masses.h"
#include "core/base/check.h"
#include "core/linalg/bisection.h"
#include "core/linalg/normal_tail.h"

namespace noiseloom {
namespace {

constexpr double kNegligible = 1e-7;  // of delta: what may be cut from the losses of all steps, which still counts
constexpr double kMostGridNodes = 1 << 18;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The mass of N(0, 1) between a < b, from the side where it is not the difference of two numbers near 1.
double massBetween(double a, double b) {
  return a + b > 0 ? upperTail(a) - upperTail(b) : upperTail(-b) - upperTail(-a);
}

// P = sum of weights[j] N(j, sigma^2), Q = N(0, sigma^2). The loss log dP/dQ rises with the outcome.
class Mixture {
 public:
  // Counts of probability below `negligible` together, all above some j, are cut off: they belong to no finite loss.
  Mixture(double sigma, double q, Index examples, double negligible) : m_sigma(sigma) {
    const auto n = static_cast<double>(examples);
    const double logOdds = std::log(q) - std::log1p(-q);
    m_logOfNone = n * std::log1p(-q);
    double logWeight = m_logOfNone;
    for (Index j = 0; j <= examples; ++j) {
      m_logWeights.push_back(logWeight);
      const auto count = static_cast<double>(j);
      const double ratio = (n - count) / (count + 1) * std::exp(logOdds);
      // The rest is below a geometric series once counts are above the mean.
      if (ratio < 1 && std::exp(logWeight) * ratio / (1 - ratio) < negligible) {
        m_cut = std::exp(logWeight) * ratio / (1 - ratio);
        break;
      }
      logWeight += std::log((n - count) / (count + 1)) + logOdds;
    }
  }

  Index most() const { return std::ssize(m_logWeights) - 1; }
  double cut() const { return m_cut; }
  // The least loss, of none of the examples.
  double anchor() const { return m_logOfNone; }

  // The loss above the anchor, and its derivative.
  std::pair<double, double> excess(double x) const {
    const double inverse = 1 / (m_sigma * m_sigma);
    double greatest = 0;
    for (std::size_t j = 1; j < m_logWeights.size(); ++j) greatest = std::max(greatest, exponent(j, x, inverse));
    double sum = 0, slope = 0;
    for (std::size_t j = 1; j < m_logWeights.size(); ++j) {
      const double term = std::exp(exponent(j, x, inverse) - greatest);
      sum += term;
      slope += static_cast<double>(j) * term;
    }
    const double none = std::exp(-greatest);
    return {greatest > 0 ? greatest + std::log(none + sum) : std::log1p(sum), slope * inverse / (none + sum)};
  }

  // Where the excess has this value above 0, by Newton's method within a bracket.
  double positionOf(double wanted, double guess) const {
    const auto aboveAndSlope = [&](double x) {
      const auto [value, slope] = excess(x);
      // In logarithms: far below the bend the excess is an exponential, above it a line.
      if (value < 0.1) return std::pair(std::log(value / wanted) * wanted, slope * wanted / value);
      return std::pair(value - wanted, slope);
    };
    return bracketedNewton(aboveAndSlope, guess, m_sigma);
  }

  double massOfP(double from, double to) const {
    return std::exp(m_logOfNone) * massOfQ(from, to) + massOfSome(from, to);
  }
  // The mass of P in which at least one of the examples takes part.
  double massOfSome(double from, double to) const {
    double mass = 0;
    for (std::size_t j = 1; j < m_logWeights.size(); ++j) {
      const auto shift = static_cast<double>(j);
      mass += std::exp(m_logWeights[j]) * massBetween((from - shift) / m_sigma, (to - shift) / m_sigma);
    }
    return mass;
  }
  double massOfQ(double from, double to) const { return massBetween(from / m_sigma, to / m_sigma); }

  // An outcome below which Q, and P even more so, has that mass or less.
  double leastOutcome(double negligible) const {
    const auto tells = [&](double outcome) { return massOfQ(-kInfinity, outcome) > negligible; };
    return narrowed({.holds = 0, .fails = -40 * m_sigma}, 1e-3 * m_sigma, tells).fails;
  }
  // An outcome above which P has about that mass or less.
  double mostOutcome(double negligible) const {
    const auto tells = [&](double outcome) { return massOfP(outcome, kInfinity) > negligible; };
    return narrowed({.holds = 0, .fails = static_cast<double>(most()) + 40 * m_sigma}, 1e-3 * m_sigma, tells).fails;
  }

 private:
  // The logarithm of the density of j examples over that of none.
  double exponent(std::size_t j, double x, double inverse) const {
    const auto shift = static_cast<double>(j);
    return m_logWeights[j] - m_logOfNone + (shift * x - 0.5 * shift * shift) * inverse;
  }

  double m_sigma;
  std::vector<double> m_logWeights;
  double m_logOfNone = 0;
  double m_cut = 0;
};

// Every cell's masses of P and Q go to its two ends, which keeps both: pessimistic, as LossMasses are.
std::optional<LossMasses> lossesOf(const Mixture& mixture, double least, double most, double spacing,
                                   const RunControl& control) {
  LossMasses losses;
  losses.anchor = mixture.anchor();
  losses.spacing = spacing;
  losses.first = static_cast<Index>(std::floor(mixture.excess(least).first / spacing));
  // In the cell next to the anchor are all outcomes down to -infinity.
  if (losses.first == 0) least = -kInfinity;
  const Index last = std::max(losses.first + 1, static_cast<Index>(std::ceil(mixture.excess(most).first / spacing)));
  losses.masses.assign(last - losses.first + 1, 0.0);
  const double growth = std::expm1(spacing);
  double from = least, guess = std::max(least, 0.0);
  for (Index j = losses.first; j < last; ++j) {
    if ((j & 15) == 0 && control.stopRequested()) return std::nullopt;
    const double to =
        j + 1 == last ? most : std::min(mixture.positionOf(static_cast<double>(j + 1) * spacing, guess), most);
    if (!(to > from)) continue;
    // In masses of P, which are e^loss times those of Q; what none of the examples gives to both cancels.
    const double ofQ = mixture.massOfQ(from, to), ofSome = mixture.massOfSome(from, to);
    const double ofP = std::exp(mixture.anchor()) * ofQ + ofSome, above = static_cast<double>(j) * spacing;
    const double atLower =
        above < 1 ? std::exp(mixture.anchor()) * std::expm1(above) * ofQ
                  : std::exp(mixture.anchor() + above + std::log(ofQ)) - std::exp(mixture.anchor() + std::log(ofQ));
    const double upper = std::clamp(std::exp(spacing) * (ofSome - atLower) / growth, 0.0, ofP);
    losses.masses[j - losses.first] += ofP - upper;
    losses.masses[j - losses.first + 1] += upper;
    guess = to + (std::isfinite(from) ? to - from : 0);
    from = to;
  }
  losses.infiniteP = mixture.massOfP(most, kInfinity) + mixture.massOfP(-kInfinity, least) + mixture.cut();
  losses.infiniteQ = mixture.massOfQ(most, kInfinity) + mixture.massOfQ(-kInfinity, least);
  // The total is known exactly; many compositions would multiply its rounding.
  double total = 0;
  for (const double mass : losses.masses) total += mass;
  for (double& mass : losses.masses) mass *= (1 - losses.infiniteP) / total;
  return losses;
}

// About E_Q e^(2 L) - 1, where it is small.
double varianceOf(double q, Index examples, double sigma) {
  const double mean = q * static_cast<double>(examples);
  return mean * mean * std::expm1(std::min(300.0, 1 / (sigma * sigma)));
}

}  // namespace

UserSampling::UserSampling(double samplingProbability, Index compositions, Index examples)
    : m_probability(samplingProbability), m_compositions(compositions), m_examples(examples) {
  calibration::checkSamplingProbability(samplingProbability);
  calibration::checkCompositions(compositions);
  checkInteger("examples_per_user", examples, 1, kMostExamples);
}

std::optional<SchemeDelta> UserSampling::bound(double sigma, double epsilon, const SchemePrecision& precision,
                                               const RunControl& control) const {
  if (m_probability == 1) return withoutSampling(sigma, epsilon, precision);
  const auto count = static_cast<double>(m_compositions);
  const double negligible = kNegligible * std::exp(std::max(precision.logDelta, -600.0)) / count;
  const Mixture mixture(sigma, m_probability, m_examples, negligible);
  const double deviation = std::sqrt(std::min(1.0, varianceOf(m_probability, m_examples, sigma)));
  const double least = mixture.leastOutcome(negligible), most = mixture.mostOutcome(negligible);
  const double range = mixture.excess(most).first - mixture.excess(least).first;
  const double spacing = std::max(std::min(deviation / precision.fineness, 0.2), range / kMostGridNodes);
  const auto losses = lossesOf(mixture, least, most, spacing, control);
  if (!losses) return std::nullopt;
  return worseDirection(*losses, m_compositions, deviation / spacing, epsilon, precision, control);
}

double UserSampling::sensitivity() const {
  return static_cast<double>(m_examples) * calibration::sqrtCount(m_compositions);
}

double UserSampling::seenAtAll() const {
  if (m_probability == 1) return 1;
  const double draws = static_cast<double>(m_examples) * static_cast<double>(m_compositions);
  return -std::expm1(draws * std::log1p(-m_probability));
}

double UserSampling::limitMu(double sigma) const {
  return std::sqrt(static_cast<double>(m_compositions) * varianceOf(m_probability, m_examples, sigma));
}

}  // namespace noiseloom
