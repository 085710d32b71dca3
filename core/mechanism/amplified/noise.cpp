#include "core/mechanism/amplified/noise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/infinity.h"
#include "core/base/multiversion.h"
#include "core/linalg/parallel.h"
#include "core/monte_carlo/lanes.h"

namespace noiseloom {
namespace {

// The privacy loss under balls-in-bins batching at one sample, for the optimiser that takes its noise into account
// (math: section 12; BinnedNoise draws the samples). An example falls into one of b_e bins; bin j's steps together add
// the vector m_j, n numbers, to the mechanism's output X, and the noise of each number has standard deviation sigma.
// The loss of X, with the example in it against without, depends on the b_e inner products y_j = <m_j, X> alone:
//   L = log mean_j e^(a_j),   a_j = (y_j - G_jj / 2) / sigma^2,   G_ij = <m_i, m_j>.
// A sample is y = shift + sigma g: shift the mean of y where X is drawn, g a draw from N(0, G). L and a_j have no unit;
// in the unit of C's entries, sigma and g count once, shift and G twice.

struct PrivacyLoss {
  double value = 0;    // L
  double bySigma = 0;  // dL / dlog(sigma) at fixed shift, g and G
};

// Writes a_j - most to `out`; returns `most`, their maximum.
NOISELOOM_MULTIVERSION double exponents(const double* shift, const double* noise, const double* halfNorms, double sigma,
                                        double* out, std::size_t count) {
  const double scale = 1 / (sigma * sigma);
  double most = -1e300;
#pragma omp simd reduction(max : most)
  for (std::size_t j = 0; j < count; ++j) {
    const double a = (shift[j] + sigma * noise[j] - halfNorms[j]) * scale;
    out[j] = a;
    most = a > most ? a : most;
  }
  for (std::size_t j = 0; j < count; ++j) out[j] -= most;
  return most;
}

// Weighted with e^(a_j - most).
struct Sums {
  double weight = 0;
  double shift = 0;  // times shift_j - G_jj / 2
  double noise = 0;  // times g_j
};

NOISELOOM_MULTIVERSION void addUp(const double* weights, const double* shift, const double* noise,
                                  const double* halfNorms, std::size_t count, Sums& sums) {
  double weight = 0, moved = 0, spread = 0;
#pragma omp simd reduction(+ : weight, moved, spread)
  for (std::size_t j = 0; j < count; ++j) {
    weight += weights[j];
    moved += weights[j] * (shift[j] - halfNorms[j]);
    spread += weights[j] * noise[j];
  }
  sums = {weight, moved, spread};
}

// The loss of one sample. shift, noise (the g of above) and halfNorms (G_jj / 2) have b_e >= 1 values, one per bin,
// and so has shares, which receives dL / da_j, the softmax e^(a_j) / sum_i e^(a_i): each bin's share of the loss.
// sigma > 0. Takes b_e exponentials.
PrivacyLoss privacyLoss(std::span<const double> shift, std::span<const double> noise, std::span<const double> halfNorms,
                        double sigma, std::span<double> shares) {
  const double most = exponents(shift.data(), noise.data(), halfNorms.data(), sigma, shares.data(), shares.size());
  expInPlace(shares.data(), std::ssize(shares));
  Sums sums;
  addUp(shares.data(), shift.data(), noise.data(), halfNorms.data(), shares.size(), sums);
  for (double& share : shares) share /= sums.weight;
  return {most + std::log(sums.weight / static_cast<double>(shares.size())),
          -(2 * sums.shift / sigma + sums.noise) / (sigma * sums.weight)};
}

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
