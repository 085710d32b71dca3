#include "core/mechanism/amplified/noise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/infinity.h"
#include "core/linalg/parallel.h"
#include "core/mechanism/amplified/weights.h"

namespace noiseloom {
namespace {

// In a solve for sigma.
constexpr int kMostSteps = 60;
constexpr double kGreatestStep = 0.2;
constexpr double kReach = 0.4;  // proposals made for one sigma are of little use for others
constexpr double kSolved = 1e-12;
constexpr double kAcceptable = 1e-8;

Index tileRows(Index bins) {
  return std::max<Index>(8, (Index{1} << 15) / bins);
}

}  // namespace

BinnedNoise::BinnedNoise(Index iterations, Index bins, double epsilon, double delta, std::uint64_t stream)
    : m_iterations(iterations),
      m_bins(bins),
      m_epsilon(epsilon),
      m_logTarget(std::log(delta)),
      m_stream(stream),
      m_projection(iterations, bins, stream) {}

bool BinnedNoise::project(const BinnedComb& comb, const RunControl& control) {
  const std::size_t size = m_samples * m_bins;
  m_noise.resize(size);
  m_shares.resize(size);
  m_halfNorms.resize(m_bins);
  for (Index j = 0; j < m_bins; ++j) m_halfNorms[j] = comb.gram()[j * m_bins + j] / 2;
  return m_projection.project(comb.sums(), m_noise, control);
}

// Sets shift and the parts of the weights that L does not contain; after project().
bool BinnedNoise::shift(const Side& side, const BinnedComb& comb, const RunControl& control) {
  const std::size_t b = m_bins;
  const std::size_t samples = m_samples;
  const std::span<const double> gram = comb.gram();
  m_constant.assign(samples, 0.0);
  m_linear.assign(samples, 0.0);
  m_quadratic.assign(samples, 0.0);
  if (!side.remove) {
    m_shift.assign(b, 0.0);
    double whole = 0;
    for (std::size_t i = 0; i < b; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < b; ++j) sum += gram[i * b + j];
      m_shift[i] = -side.tilt * sum / static_cast<double>(b);
      whole += sum;
    }
    const double squaredMean = whole / static_cast<double>(b * b);  // ||m_bar||^2
    for (std::size_t s = 0; s < samples; ++s) {
      const double* noise = m_noise.data() + s * b;
      m_linear[s] = side.tilt * std::accumulate(noise, noise + b, 0.0) / static_cast<double>(b);
      m_quadratic[s] = -side.tilt * side.tilt * squaredMean / 2;
    }
    return true;
  }
  m_shift.assign(samples * b, 0.0);
  const std::size_t rows = tileRows(m_bins);
  return parallelFor(
      static_cast<Index>((samples + rows - 1) / rows), control,
      [&](Index tile) {
        const std::size_t begin = static_cast<std::size_t>(tile) * rows;
        for (std::size_t s = begin; s < std::min(samples, begin + rows); ++s) {
          double* out = m_shift.data() + s * b;
          for (std::size_t e = side.starts[s]; e < side.starts[s + 1]; ++e) {
            const double* column = gram.data() + side.tupleBins[e] * b;
            const double count = side.tupleCounts[e];
            for (std::size_t j = 0; j < b; ++j) out[j] += count * column[j];
          }
          double pairs = 0;  // sum of G over the pairs of the tuple
          for (std::size_t e = side.starts[s]; e < side.starts[s + 1]; ++e) {
            const std::size_t i = side.tupleBins[e];
            pairs += side.tupleCounts[e] * (out[i] - gram[i * b + i]) / 2;
          }
          m_quadratic[s] = pairs;
          m_constant[s] = side.logPrior[s];
        }
      },
      m_samples * m_bins * 8);
}

bool BinnedNoise::evaluate(const Side& side, double sigma, Evaluation& out, const RunControl& control) {
  const std::size_t samples = m_samples;
  m_logWeight.resize(samples);
  m_weightSlope.resize(samples);
  m_sigmaSlope.resize(samples);
  const Index rows = tileRows(m_bins);
  const bool done = parallelFor(
      (m_samples + rows - 1) / rows, control,
      [&](Index tile) {
        for (Index s = tile * rows; s < std::min(m_samples, (tile + 1) * rows); ++s) {
          const std::size_t at = s;
          const PrivacyLoss loss =
              privacyLoss(row(m_shift, side.remove ? s : 0), row(m_noise, s), m_halfNorms, sigma, row(m_shares, s));
          // f(L) = (1 - e^(eps - L))_+ e^(-(t-1) L) when removing, (1 - e^(eps + L))_+ when adding.
          const double beyond = side.remove ? loss.value - m_epsilon : -loss.value - m_epsilon;
          if (!(beyond > 0)) {
            m_logWeight[at] = -kInfinity;
            m_weightSlope[at] = m_sigmaSlope[at] = 0;
            continue;
          }
          const double kept = -std::expm1(-beyond);
          const double prefactor = m_constant[at] + (m_linear[at] + m_quadratic[at] / sigma) / sigma;
          const double growth = (1 - kept) / kept;
          m_logWeight[at] = prefactor + std::log(kept) - (side.remove ? (side.tilt - 1) * loss.value : 0);
          m_weightSlope[at] = side.remove ? growth - (side.tilt - 1) : -growth;
          m_sigmaSlope[at] = m_weightSlope[at] * loss.bySigma - (m_linear[at] + 2 * m_quadratic[at] / sigma) / sigma;
        }
      },
      m_samples * m_bins * 16);
  if (!done) return false;
  const double most = *std::max_element(m_logWeight.begin(), m_logWeight.end());
  out = {-kInfinity, 0, 1};
  if (!std::isfinite(most)) return true;
  double sum = 0, squares = 0, slope = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    const double weight = std::exp(m_logWeight[s] - most);
    sum += weight;
    squares += weight * weight;
    slope += weight * m_sigmaSlope[s];
    m_logWeight[s] = weight;
  }
  // From here on, weights are each sample's share of delta.
  for (double& weight : m_logWeight) weight /= sum;
  const double count = static_cast<double>(samples);
  out.logDelta = most + std::log(sum / count);
  out.slope = slope / sum;
  out.relativeError = std::sqrt(std::max(0.0, squares / (sum * sum) - 1 / count));
  return true;
}

// The sigma with delta(sigma) = delta, starting from the last one; leaves its weights and shares in place. Returns
// false when stopped or if there is none within kReach, and then at its edge.
bool BinnedNoise::solve(Side& side, const BinnedComb& comb, Evaluation& out, const RunControl& control) {
  if (!shift(side, comb, control)) return false;
  const double start = side.logSigma;
  for (int step = 0; step < kMostSteps; ++step) {
    if (!evaluate(side, std::exp(side.logSigma), out, control)) return false;
    double move = -kGreatestStep;  // no sample counts: sigma is far too large for these proposals
    if (std::isfinite(out.logDelta)) {
      const double above = out.logDelta - m_logTarget;
      move = out.slope < 0 ? std::clamp(-above / out.slope, -kGreatestStep, kGreatestStep)
                           : std::copysign(kGreatestStep, above);
    }
    if (std::abs(side.logSigma + move - start) > kReach) {
      side.logSigma = start + std::copysign(kReach, move);
      return false;
    }
    side.logSigma += move;
    if (std::abs(move) < (step < kMostSteps / 2 ? kSolved : kAcceptable)) return true;
  }
  return false;
}

double BinnedNoise::operator()(std::span<const double> coefficients, std::span<double> gradient,
                               const RunControl& control) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (control.stopRequested()) return kInfinity;
  const BinnedComb comb(m_iterations, m_bins, coefficients);
  if (!project(comb, control)) return kInfinity;
  std::size_t worst = 0;
  std::vector<Evaluation> evaluations(m_sides.size());
  for (std::size_t i = 0; i < m_sides.size(); ++i) {
    const double before = m_sides[i].logSigma;
    if (!solve(m_sides[i], comb, evaluations[i], control)) {
      m_sides[i].logSigma = before;
      return kInfinity;
    }
    if (m_sides[i].logSigma > m_sides[worst].logSigma) worst = i;
  }
  Side& side = m_sides[worst];
  // The current weights are those of the direction solved last.
  if (worst + 1 != m_sides.size() && !solve(side, comb, evaluations[worst], control)) return kInfinity;
  m_removes = side.remove;
  m_standardError = evaluations[worst].relativeError / -evaluations[worst].slope;
  if (!gradient.empty() && !differentiate(side, comb, evaluations[worst].slope, gradient, control)) return kInfinity;
  return side.logSigma;
}

}  // namespace noiseloom
