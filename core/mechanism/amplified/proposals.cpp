#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/linalg/bisection.h"
#include "core/linalg/parallel.h"
#include "core/mechanism/amplified/noise.h"
#include "core/monte_carlo/lanes.h"
#include "core/monte_carlo/philox.h"

namespace noiseloom {
namespace {

constexpr Index kPilotSamples = 512;
constexpr double kPilotStep = 0.3;  // in log(sigma)
constexpr double kPilotAgreement = 0.03;
constexpr double kGreatestAmplification = 12;  // in log(sigma)
constexpr double kNegligible = -1e4;           // log(delta) if no sample counts
// If a direction's sigma is smaller than the other's by more than this, it is omitted until the next draw.
constexpr double kClearlySmaller = 0.03;
// Beyond it, a larger t gains little for its cost.
constexpr Index kMostDraws = 512;
constexpr Index kTile = 64;  // samples of one task
constexpr std::uint32_t kTuplesPurpose = 0x616D7002;

// t of the direction that removes: the integer >= 2 with the least bound of the weights,
//   e^(-(t-1) eps) (t-1)^(t-1) / t^t prod over k < t of max_j mean_i e^(k G_ij / sigma^2)  (math: section 12).
// The column with the largest sum stands in for the maximum.
Index bestDraws(const BinnedComb& comb, double epsilon, double sigma) {
  const std::size_t b = comb.bins();
  const std::span<const double> gram = comb.gram();
  const double scale = 1 / (sigma * sigma);
  const auto logMean = [&](std::size_t column, double power) {
    const double* values = gram.data() + column * b;
    const double most = *std::max_element(values, values + b);
    double sum = 0;
    for (std::size_t i = 0; i < b; ++i) sum += std::exp(power * scale * (values[i] - most));
    return power * scale * most + std::log(sum / static_cast<double>(b));
  };
  std::size_t largest = 0;
  double greatest = 0;
  for (std::size_t j = 0; j < b; ++j) {
    const double sum = std::accumulate(gram.begin() + static_cast<std::ptrdiff_t>(j * b),
                                       gram.begin() + static_cast<std::ptrdiff_t>((j + 1) * b), 0.0);
    if (sum > greatest) greatest = sum, largest = j;
  }
  const auto entropy = [](double t) { return (t - 1) * std::log(t - 1) - t * std::log(t); };
  double product = logMean(largest, 1);
  double least = product - epsilon + entropy(2);
  Index best = 2;
  for (Index t = 3; t <= kMostDraws; ++t) {
    product += logMean(largest, static_cast<double>(t - 1));
    const double bound = product - static_cast<double>(t - 1) * epsilon + entropy(static_cast<double>(t));
    if (bound < least) least = bound, best = t;
    if (bound > least + 3) break;
  }
  return best;
}

}  // namespace

bool BinnedNoise::draw(std::span<const double> coefficients, Index samples, const RunControl& control) {
  if (control.stopRequested() || !m_projection.extend(samples, control)) return false;
  const BinnedComb comb(m_iterations, m_bins, coefficients);
  const double sensitivity = std::sqrt(*std::max_element(comb.gram().begin(), comb.gram().end()));
  m_sides.assign(2, {});
  m_sides[1].remove = false;
  m_samples = std::min(samples, kPilotSamples);
  if (!project(comb, control)) return false;
  // The noise without amplification is enough.
  const double most = std::log(sensitivity / gaussianMuFor(m_epsilon, std::exp(m_logTarget)));
  for (Side& side : m_sides) {
    if (!pilot(side, comb, most, control)) return false;
  }
  const auto worst = std::max_element(m_sides.begin(), m_sides.end(),
                                      [](const Side& a, const Side& b) { return a.logSigma < b.logSigma; });
  const double least = worst->logSigma - kClearlySmaller;
  std::erase_if(m_sides, [&](const Side& side) { return side.logSigma < least; });
  m_samples = samples;
  for (Side& side : m_sides) {
    if (!choose(side, comb, control)) return false;
  }
  return std::isfinite((*this)(coefficients, {}, control));
}

// Estimates the sigma of a direction: proposals are renewed for each sigma tried, because far from their own sigma a
// few samples have all the weight.
bool BinnedNoise::pilot(Side& side, const BinnedComb& comb, double most, const RunControl& control) {
  const auto above = [&](double logSigma) {
    side.logSigma = logSigma;
    Evaluation evaluation{kNegligible, 0, 1};
    if (choose(side, comb, control) && shift(side, comb, control))
      evaluate(side, std::exp(logSigma), evaluation, control);
    return std::max(evaluation.logDelta, kNegligible) - m_logTarget;
  };
  double high = most;
  double aboveHigh = std::min(above(high), 0.0);
  double low = high;
  double aboveLow = aboveHigh;
  while (aboveLow <= 0 && low > most - kGreatestAmplification && !control.stopRequested()) {
    high = low;
    aboveHigh = aboveLow;
    aboveLow = above(low -= kPilotStep);
  }
  while (high - low > kPilotAgreement && !control.stopRequested()) {
    // Between halving and the chord.
    const double chord = aboveLow / (aboveLow - aboveHigh);
    const double middle = low + (high - low) * std::clamp(chord, 0.2, 0.8);
    const double value = above(middle);
    (value > 0 ? low : high) = middle;
    (value > 0 ? aboveLow : aboveHigh) = value;
  }
  side.logSigma = (low + high) / 2;
  return !control.stopRequested();
}

bool BinnedNoise::choose(Side& side, const BinnedComb& comb, const RunControl& control) const {
  if (side.remove) return chooseTuples(side, comb, std::exp(side.logSigma), control);
  chooseMean(side, comb, std::exp(side.logSigma));
  return true;
}

// Tuples of t bins: the first uniform, each later one with a probability proportional to exp(sum of G / sigma^2 over
// the earlier ones).
bool BinnedNoise::chooseTuples(Side& side, const BinnedComb& comb, double sigma, const RunControl& control) const {
  const std::size_t b = m_bins;
  const Index draws = bestDraws(comb, m_epsilon, sigma);
  side.tilt = static_cast<double>(draws);
  const std::span<const double> gram = comb.gram();
  const double most = *std::max_element(gram.begin(), gram.end());
  std::vector<double> factors(b * b);
  for (std::size_t i = 0; i < b * b; ++i) factors[i] = (gram[i] - most) / (sigma * sigma);
  expInPlace(factors.data(), m_bins * m_bins);

  const std::size_t samples = m_samples;
  std::vector<std::vector<std::uint32_t>> tuples(samples);
  side.logPrior.assign(samples, 0.0);
  const bool done =
      parallelFor((m_samples + kTile - 1) / kTile, control,
                  [&](Index tile) {
                    std::vector<double> weights(b);
                    std::vector<std::uint64_t> words(draws + draws % 2);
                    for (Index s = tile * kTile; s < std::min(m_samples, (tile + 1) * kTile); ++s) {
                      std::fill(weights.begin(), weights.end(), 1.0);
                      double total = static_cast<double>(b);
                      double logProbability = 0;
                      std::vector<std::uint32_t>& tuple = tuples[s];
                      philoxWords({m_stream, kTuplesPurpose, 0}, static_cast<std::uint64_t>(s) << 32, words);
                      for (Index k = 0; k < draws; ++k) {
                        double left = unitInterval(words[k]) * total;
                        std::size_t i = 0;
                        while (i + 1 < b && left >= weights[i]) left -= weights[i++];
                        logProbability += std::log(weights[i] / total);
                        tuple.push_back(static_cast<std::uint32_t>(i));
                        total = 0;
                        const double* factor = factors.data() + i * b;
                        for (std::size_t j = 0; j < b; ++j) total += weights[j] *= factor[j];
                        for (std::size_t j = 0; j < b; ++j) weights[j] /= total;
                        total = 1;
                      }
                      std::sort(tuple.begin(), tuple.end());
                      side.logPrior[s] = -side.tilt * std::log(static_cast<double>(b)) - logProbability;
                    }
                  },
                  m_samples * m_bins * draws);
  if (!done) return false;

  side.starts.assign(1, 0);
  side.tupleBins.clear();
  side.tupleCounts.clear();
  for (const std::vector<std::uint32_t>& tuple : tuples) {
    for (std::size_t k = 0; k < tuple.size(); ++k) {
      if (k > 0 && tuple[k] == tuple[k - 1]) {
        side.tupleCounts.back() += 1;
        continue;
      }
      side.tupleBins.push_back(tuple[k]);
      side.tupleCounts.push_back(1);
    }
    side.starts.push_back(static_cast<std::uint32_t>(side.tupleBins.size()));
  }
  return true;
}

// t of the direction that adds: the minimum of the bound e^(-t eps) t^t / (t+1)^(t+1) exp((t mean G_ii + t^2
// ||m_bar||^2) / (2 sigma^2)), whose slope in t increases.
void BinnedNoise::chooseMean(Side& side, const BinnedComb& comb, double sigma) const {
  const std::size_t b = m_bins;
  double diagonal = 0, whole = 0;
  for (std::size_t i = 0; i < b; ++i) {
    diagonal += comb.gram()[i * b + i];
    for (std::size_t j = 0; j < b; ++j) whole += comb.gram()[i * b + j];
  }
  diagonal /= static_cast<double>(b);
  whole /= static_cast<double>(b * b);
  const double half = 1 / (2 * sigma * sigma);
  const auto slope = [&](double t) { return -m_epsilon + std::log(t / (t + 1)) + (diagonal + 2 * t * whole) * half; };
  const double low = 1e-3;
  double high = 1;
  while (high < 1e6 && slope(high) < 0) high *= 2;
  side.tilt = halved({.holds = low, .fails = high}, 60, [&](double t) { return slope(t) < 0; }).fails;
}

}  // namespace noiseloom
