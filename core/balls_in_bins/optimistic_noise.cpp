#include <algorithm>
#include <cmath>
#include <vector>

#include "core/balls_in_bins/certificate.h"
#include "core/linalg/real_fft.h"
#include "core/monte_carlo/equivalent_composition.h"

namespace noiseloom {
namespace {

constexpr int kRounds = 3;
constexpr double kTolerance = 1e-4;  // of log stddev

/// Second and third moment of the bins' likelihood ratio, as if bins were alike: on a ring, on which the products d and
/// bins - d apart are those of the bins d apart where neither has passed an end, and of the others.
class RingMoments {
 public:
  explicit RingMoments(const BinGram& gram)
      : m_means(static_cast<std::size_t>(gram.bins)), m_fft(RealFft::goodSize(2 * gram.bins)) {
    const Index bins = gram.bins;
    for (Index i = 0; i < bins; ++i) {
      const double* row = gram.values.data() + i * bins;
      for (Index j = i; j < bins; ++j) m_means[static_cast<std::size_t>(j - i)] += row[j];
    }
    for (Index d = 0; d < bins; ++d) m_means[static_cast<std::size_t>(d)] /= static_cast<double>(bins - d);
  }

  double normSquared() const { return m_means[0]; }
  double logSecond(double logSigma) {
    const double top = fill(logSigma);
    double sum = 0;
    for (const double value : m_ring) sum += value;
    return top + std::log(sum / static_cast<double>(m_ring.size()));
  }
  double logThird(double logSigma) {
    const double top = fill(logSigma);
    const std::size_t bins = m_ring.size();
    const std::span<double> values = m_fft.values();
    std::fill(std::copy(m_ring.begin(), m_ring.end(), values.begin()), values.end(), 0.0);
    m_fft.forward();
    for (auto& value : m_fft.spectrum()) value *= value;
    m_fft.inverse();
    double sum = 0;
    for (std::size_t d = 0; d < bins; ++d) sum += m_ring[d] * (values[d] + values[d + bins]);
    const auto size = static_cast<double>(bins);
    return 3 * top + std::log(sum / (static_cast<double>(m_fft.size()) * size * size));
  }

 private:
  // e^(product/sigma^2) of bins d apart, over e to the returned power.
  double fill(double logSigma) {
    const std::size_t bins = m_means.size();
    const double precision = std::exp(-2 * logSigma);
    const double top = precision * *std::ranges::max_element(m_means);
    std::vector<double> one(bins);
    for (std::size_t d = 0; d < bins; ++d) one[d] = std::exp(precision * m_means[d] - top);
    m_ring = one;
    for (std::size_t d = 1; d < bins; ++d) {
      const double passed = static_cast<double>(d) / static_cast<double>(bins);
      m_ring[d] = (1 - passed) * one[d] + passed * one[bins - d];
    }
    return top;
  }

  std::vector<double> m_means;  // of the products of bins d apart
  std::vector<double> m_ring;
  RealFft m_fft;
};

}  // namespace

double optimisticNoise(const BinGram& gram, double epsilon, double delta, const SampledOptions& options,
                       const RunControl& control) {
  const auto byDraws = [&] { return approximateNoise(gram, epsilon, delta, options, control); };
  if (gram.bins < 2) return byDraws();
  RingMoments moments(gram);
  const double norm = std::sqrt(moments.normSquared());
  const auto steps = static_cast<double>(gram.bins);
  // At first as if no two bins met.
  EquivalentComposition composition{1 / steps, steps};
  SigmaTrail trail;
  double logSigma = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0) {
      const auto rate = matchedRate(moments.logSecond(logSigma), moments.logThird(logSigma), steps);
      if (!rate) return byDraws();
      composition.rate = *rate;
    }
    const auto multiplier = composedNoiseMultiplier(composition, epsilon, delta, trail);
    if (!multiplier) return byDraws();
    const auto found = whereSecondMomentIs(
        composition.logSecondMoment(*multiplier), [&](double at) { return moments.logSecond(at); },
        round > 0 ? logSigma : std::log(*multiplier * norm), norm, kTolerance, control);
    if (!found) return byDraws();
    logSigma = *found;
  }
  return std::min(std::exp(logSigma), noiseWithoutDraws(gram, epsilon, delta, control).value);
}

}  // namespace noiseloom
