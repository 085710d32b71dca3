#include "core/participation_mixture/mixture_noise.h"

#include <algorithm>
#include <cmath>

#include "core/base/infinity.h"
#include "core/base/multiversion.h"
#include "core/linalg/box_muller.h"
#include "core/linalg/parallel.h"
#include "core/monte_carlo/weight_curve.h"
#include "core/participation_mixture/fallback.h"
#include "core/participation_mixture/sampling/mixture_sampler.h"
#include "core/participation_mixture/sampling/mixture_weights.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kTrialPurpose = 0x616D7011;
constexpr std::uint32_t kProposalPurpose = 0x616D7012;
constexpr std::uint32_t kPatternsPart = 1;
constexpr Index kTrialSamples = 256;
constexpr int kMostSteps = 40;
constexpr double kProposalReach = 0.3;  // of log sigma: proposals made for one say little about others
constexpr double kGreatestStep = 0.1;
constexpr double kSolved = 1e-11;
constexpr double kSlopeStep = 1e-3;

// Rows of kLanes numbers each.
using Rows = AlignedBuffer;

Rows rowsOf(Index count) {
  return Rows(static_cast<std::size_t>(count * kLanes));
}

// p e^{l_i} of the steps, into `chances`.
NOISELOOM_MULTIVERSION void chances(const double* noise, const double* shift, const double* halfNorms, double sigma,
                                    double p, Index n, double* out) {
  const double precision = 1 / (sigma * sigma);
  for (Index i = 0; i < n; ++i) {
    const double half = halfNorms[i];
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) {
      const double a = (shift[i * kLanes + l] + sigma * noise[i * kLanes + l] - half) * precision;
      out[i * kLanes + l] = p * laneExp(a < kMostExponent ? a : kMostExponent);
    }
  }
}

// Posterior probabilities of the steps of b-min-sep, in place of p e^{l_i}. free: n rows, later: n + s.
NOISELOOM_MULTIVERSION void spacedPosteriors(double* rows, Index n, Index s, double p, double* free, double* later) {
  for (Index i = 0; i < n; ++i) {
    double* now = free + i * kLanes;
    const double* before = i > 0 ? now - kLanes : nullptr;
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) {
      const double returned = i >= s ? rows[(i - s) * kLanes + l] * free[(i - s) * kLanes + l] : i > 0 ? p : 1;
      now[l] = (before ? (1 - p) * before[l] : 0) + returned;
    }
  }
  for (Index i = 0; i < s * kLanes; ++i) later[n * kLanes + i] = 1;
  for (Index i = n - 1; i >= 0; --i) {
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) {
      const Index at = i * kLanes + l;
      later[at] = (1 - p) * later[at + kLanes] + rows[at] * later[at + s * kLanes];
    }
  }
  double total[kLanes];
  for (Index l = 0; l < kLanes; ++l) {
    total[l] = later[l];
    for (Index r = 1; r < s; ++r) total[l] += p * (r < n ? later[r * kLanes + l] : 1);
  }
  for (Index i = 0; i < n; ++i) {
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) {
      const Index at = i * kLanes + l;
      rows[at] *= free[at] * later[at + s * kLanes] / total[l];
    }
  }
}

// Posteriors of random groups, from q e^{l_i}. products: s rows.
NOISELOOM_MULTIVERSION void groupPosteriors(double* rows, Index n, Index s, double q, double* products) {
  for (Index i = 0; i < s * kLanes; ++i) products[i] = 1;
  for (Index i = 0; i < n; ++i) {
    double* product = products + i % s * kLanes;
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) {
      const double factor = 1 - q + rows[i * kLanes + l];
      product[l] *= factor;
      rows[i * kLanes + l] /= factor;
    }
  }
  double total[kLanes] = {};
  for (Index i = 0; i < s * kLanes; ++i) total[i % kLanes] += products[i];
  for (Index i = 0; i < n; ++i) {
    const double* product = products + i % s * kLanes;
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) rows[i * kLanes + l] *= product[l] / total[l];
  }
}

// sum over i + lag < n, lanes, of a_i b_{i + lag}.
NOISELOOM_MULTIVERSION double correlation(const double* a, const double* b, Index count) {
  double sums[kLanes] = {};
  for (Index i = 0; i < count; ++i) {
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) sums[l] += a[i * kLanes + l] * b[i * kLanes + l];
  }
  double sum = 0;
  for (const double each : sums) sum += each;
  return sum;
}

NOISELOOM_MULTIVERSION void addScaled(const double* in, double factor, double* out, Index count) {
#pragma omp simd
  for (Index i = 0; i < count * kLanes; ++i) out[i] += factor * in[i];
}

// The tilt of a few that varies least; its power is 1, and no group is a label.
Tilt steadiestTilt(const MixtureWeights& weights, double sigma, double epsilon, std::uint64_t stream,
                   const RunControl& control) {
  std::vector<Tilt> tilts;
  for (const Tilt& tilt : weights.estimateCandidates(Direction::Remove, sigma, epsilon)) {
    const bool held = tilt.kind == Tilt::Kind::Tuple || tilt.kind == Tilt::Kind::Blocks ||
                      (tilt.kind == Tilt::Kind::Joint && tilt.power == 1);
    if (held) tilts.push_back(tilt);
  }
  if (tilts.empty()) return {Tilt::Kind::Tuple, 3};
  if (tilts.size() == 1) return tilts.front();
  std::vector<WeightEstimate> estimates;
  estimates.reserve(tilts.size());
  for (const Tilt& tilt : tilts) {
    estimates.push_back(estimateAtProposal(*weights.sampler(tilt, sigma, control), stream, kTrialPurpose, kTrialSamples,
                                           epsilon, control));
  }
  dropImplausible(estimates, kTrialSamples);
  std::size_t best = 0;
  for (std::size_t i = 1; i < tilts.size(); ++i) {
    if (estimates[i].relativeVariance < estimates[best].relativeVariance) best = i;
  }
  return tilts[best];
}

}  // namespace

// kLanes draws.
struct MixtureNoise::Block {
  explicit Block(Index n) : z(rowsOf(n)), noise(rowsOf(n)), moved(rowsOf(n)), shift(rowsOf(n)) {}
  struct Event {
    Index step;
    double count;
  };
  Rows z;
  std::vector<Event> events[kLanes];
  double held[kLanes];  // log of the prior over the probability of the patterns
  // At the current point: C^T z, C j, C^T C j and S2.
  Rows noise, moved, shift;
  double pairs[kLanes];
};

MixtureNoise::MixtureNoise(Index iterations, const ParticipationMixture::Law& law, double epsilon, double delta,
                           std::uint64_t stream)
    : m_iterations(iterations),
      m_law(law),
      m_rules(std::visit([&](const auto& own) { return makeLaw(own, iterations); }, law)),
      m_epsilon(epsilon),
      m_logTarget(std::log(delta)),
      m_stream(stream) {}
MixtureNoise::~MixtureNoise() = default;

bool MixtureNoise::draw(std::span<const double> coefficients, Index samples, const RunControl& control) {
  m_blocks.clear();
  const ToeplitzStrategy strategy(m_iterations, {coefficients.begin(), coefficients.end()});
  const ParticipationMixture mixture(strategy, m_law, control.quiet());
  if (mixture.stopped() || mixture.columns().empty()) return false;
  SampledOptions options;
  options.stream = m_stream;
  const RunControl quiet = control.quiet();
  const double sigma = approximateNoise(mixture, m_epsilon, std::exp(m_logTarget), options, quiet);
  m_logSigma = std::log(sigma);
  const MixtureWeights weights(mixture.columns(), *m_rules, quiet);
  const Tilt tilt = steadiestTilt(weights, sigma, m_epsilon, m_stream, quiet);
  if (control.stopRequested()) return false;
  m_tuple = tilt.t;
  const MixtureSampler sampler(mixture.columns(), *m_rules, tilt, sigma);
  const Index blocks = (samples + kLanes - 1) / kLanes;
  for (Index b = 0; b < blocks; ++b) m_blocks.emplace_back(m_iterations);
  const bool done = parallelFor(
      blocks, control,
      [&](Index b) {
        Block& block = m_blocks[b];
        const std::size_t numbers = m_iterations * kLanes;
        std::vector<std::uint64_t> words(numbers);
        philoxWords({m_stream, kProposalPurpose, 0}, static_cast<std::uint64_t>(b) * (numbers / 2), words);
        boxMuller(words.data(), block.z.data(), numbers);
        MixtureSampler::Drawn drawn;
        for (Index l = 0; l < kLanes; ++l) {
          UniformStream uniforms({m_stream, kProposalPurpose, kPatternsPart},
                                 static_cast<std::uint64_t>(b * kLanes + l));
          sampler.drawPatterns(uniforms, drawn);
          block.held[l] = drawn.logProposal - drawn.pairs / (sigma * sigma);
          Pattern all;
          for (const Pattern& pattern : drawn.patterns) all.insert(all.end(), pattern.begin(), pattern.end());
          std::sort(all.begin(), all.end());
          for (const Index step : all) {
            if (!block.events[l].empty() && block.events[l].back().step == step) {
              block.events[l].back().count += 1;
            } else {
              block.events[l].push_back({step, 1});
            }
          }
        }
      },
      blocks * sampler.work());
  if (!done) {
    m_blocks.clear();
    return false;
  }
  return std::isfinite((*this)(coefficients, {}, control));
}

bool MixtureNoise::moveBlocks(std::span<const double> coefficients, const RunControl& control) {
  const Index n = m_iterations;
  const auto bands = std::min(std::ssize(coefficients), n);
  m_transposed = {};
  m_halfNorms.assign(n, 0.0);
  for (Index i = 0; i < n; ++i) {
    const auto own = coefficients.first(std::min(bands, n - i));
    m_transposed.append(i, own);
    for (const double c : own) m_halfNorms[i] += c * c / 2;
  }
  m_transposed.finish();
  return parallelFor(
      std::ssize(m_blocks), control,
      [&](Index b) {
        Block& block = m_blocks[b];
        block.moved.clear();
        for (Index l = 0; l < kLanes; ++l) {
          double own = 0;
          for (const auto& [step, count] : block.events[l]) {
            double* out = block.moved.data() + step * kLanes + l;
            for (Index d = 0; d < std::min(bands, n - step); ++d) out[d * kLanes] += count * coefficients[d];
            own += count * m_halfNorms[step];
          }
          double squares = 0;
          for (Index i = 0; i < n; ++i) {
            const double x = block.moved[i * kLanes + l];
            squares += x * x;
          }
          block.pairs[l] = squares / 2 - own;
        }
        m_transposed.multiply(block.z.data(), block.noise.data());
        m_transposed.multiply(block.moved.data(), block.shift.data());
      },
      std::ssize(m_blocks) * 2 * kLanes * n * bands);
}

// delta at the coefficients that moveBlocks() was called for; leaves weights and their slopes in place.
MixtureNoise::Evaluation MixtureNoise::evaluate(double logSigma, const RunControl& control) {
  const double sigma = std::exp(logSigma);
  const double precision = 1 / (sigma * sigma);
  const auto count = m_blocks.size() * static_cast<std::size_t>(kLanes);
  m_weights.assign(count, -kInfinity);
  m_slopes.assign(count, 0.0);
  const std::vector<double> scales(static_cast<std::size_t>(kLanes), precision);
  std::vector<double> base;
  for (const double half : m_halfNorms) base.push_back(-half * precision);
  parallelFor(
      std::ssize(m_blocks), control,
      [&](Index b) {
        const Block& block = m_blocks[b];
        Rows scratch = rowsOf(m_rules->scratchRows());
        double loss[kLanes], sums[kLanes];
        m_rules->losses({base.data(), block.shift.data(), scales.data(), block.noise.data(), 1 / sigma}, scratch, loss,
                        sums, nullptr, nullptr);
        for (Index l = 0; l < kLanes; ++l) {
          const double beyond = loss[l] - m_epsilon;
          if (!(beyond > 0)) continue;
          const std::size_t at = b * kLanes + l;
          const double kept = -std::expm1(-beyond);
          m_weights[at] = std::log(kept) - (m_tuple - 1) * loss[l] + block.held[l] + block.pairs[l] * precision;
          m_slopes[at] = (1 - kept) / kept - (m_tuple - 1);
        }
      },
      static_cast<Index>(count) * m_iterations * 5);
  const WeightEstimate estimate = estimateOf(m_weights);
  double sum = 0;
  const double most = *std::max_element(m_weights.begin(), m_weights.end());
  if (!std::isfinite(most)) return {-kInfinity, 1};
  for (double& weight : m_weights) sum += weight = std::exp(weight - most);
  for (double& weight : m_weights) weight /= sum;
  return {estimate.logDelta, std::sqrt(std::max(0.0, estimate.relativeVariance) / static_cast<double>(count))};
}

double MixtureNoise::operator()(std::span<const double> coefficients, std::span<double> gradient,
                                const RunControl& control) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  if (m_blocks.empty() || control.stopRequested() || !moveBlocks(coefficients, control)) return kInfinity;
  const double start = m_logSigma;
  double at = start, slope = 0;
  bool solved = false;
  for (int step = 0; step < kMostSteps && !solved; ++step) {
    const double value = evaluate(at, control).logDelta;
    const double beyond = evaluate(at + kSlopeStep, control).logDelta;
    if (control.stopRequested()) return kInfinity;
    slope = (beyond - value) / kSlopeStep;
    double move = -kGreatestStep;  // no sample counts: sigma is far too large for these proposals
    if (std::isfinite(value) && std::isfinite(beyond)) {
      const double above = value - m_logTarget;
      move =
          slope < 0 ? std::clamp(-above / slope, -kGreatestStep, kGreatestStep) : std::copysign(kGreatestStep, above);
    }
    at += move;
    if (!(std::abs(at - start) < kProposalReach)) return kInfinity;
    solved = std::abs(move) < kSolved;
  }
  if (!solved) return kInfinity;
  m_logSigma = at;
  const Evaluation evaluation = evaluate(at, control);
  if (control.stopRequested() || !(slope < 0) || !std::isfinite(slope)) return kInfinity;
  m_standardError = evaluation.relativeError / -slope;
  if (!gradient.empty() && !differentiate(coefficients, gradient, control)) return kInfinity;
  return at;
}

bool MixtureNoise::differentiate(std::span<const double> coefficients, std::span<double> gradient,
                                 const RunControl& control) {
  // Each block's own, so that sums do not depend on the threads.
  std::vector<std::vector<double>> parts(m_blocks.size(), std::vector<double>(gradient.size(), 0.0));
  const bool done = parallelFor(
      std::ssize(m_blocks), control,
      [&](Index b) {
        const std::size_t at = b;
        addGradient(m_blocks[at], coefficients, at * kLanes, parts[at]);
      },
      std::ssize(m_blocks) * 3 * kLanes * m_iterations * std::ssize(gradient));
  if (!done) return false;
  for (const std::vector<double>& part : parts) {
    for (std::size_t d = 0; d < gradient.size(); ++d) gradient[d] += part[d];
  }
  // delta does not change when C and sigma are scaled together: that is its derivative in log sigma.
  double slope = 0;
  for (std::size_t d = 0; d < gradient.size(); ++d) slope += coefficients[d] * gradient[d];
  for (double& value : gradient) value /= slope;
  return std::isfinite(slope) && slope > 0;
}

// d log delta / dc of a block's draws.
void MixtureNoise::addGradient(const Block& block, std::span<const double> coefficients, std::size_t firstWeight,
                               std::span<double> gradient) const {
  const Index n = m_iterations;
  const Rhythm rhythm = m_rules->rhythm();
  const Index s = rhythm.period;
  const double sigma = std::exp(m_logSigma);
  const double precision = 1 / (sigma * sigma);
  const auto bands = std::min<Index>(std::ssize(gradient), n);
  Rows byStep = rowsOf(n);
  chances(block.noise.data(), block.shift.data(), m_halfNorms.data(), sigma, rhythm.chance, n, byStep.data());
  Rows other = rowsOf(n), later = rowsOf(n + s);
  if (rhythm.waits) {
    spacedPosteriors(byStep.data(), n, s, rhythm.chance, other.data(), later.data());
  } else {
    groupPosteriors(byStep.data(), n, s, rhythm.chance, later.data());
  }
  // In y_i.
  for (Index i = 0; i < n; ++i) {
    for (Index l = 0; l < kLanes; ++l) {
      const std::size_t at = firstWeight + static_cast<std::size_t>(l);
      const double factor = m_weights[at] > 0 ? m_weights[at] * m_slopes[at] * precision : 0;
      double& value = byStep[i * kLanes + l];
      value = factor == 0 ? 0 : value * factor;
    }
  }
  // X, and what is by X: C times those in y.
  std::copy_n(block.moved.data(), n * kLanes, other.data());
  addScaled(block.z.data(), sigma, other.data(), n);
  later.clear();
  for (Index d = 0; d < bands; ++d) addScaled(byStep.data(), coefficients[d], later.data() + d * kLanes, n - d);
  std::vector<double> sums(n);  // of those in y over the lanes, up to each step
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index l = 0; l < kLanes; ++l) sum += byStep[i * kLanes + l];
    sums[i] = sum;
  }
  for (Index d = 0; d < bands; ++d) {
    const std::size_t at = d;
    gradient[at] += correlation(byStep.data(), other.data() + d * kLanes, n - d) - coefficients[at] * sums[n - 1 - d];
  }
  for (Index l = 0; l < kLanes; ++l) {
    const double byPairs = m_weights[firstWeight + static_cast<std::size_t>(l)] * precision;
    if (byPairs == 0) continue;
    for (const auto& [step, count] : block.events[l]) {
      for (Index d = 0; d < std::min(bands, n - step); ++d) {
        const std::size_t row = (step + d) * kLanes + l;
        gradient[d] += count * (later[row] + byPairs * (block.moved[row] - coefficients[d]));
      }
    }
  }
}

}  // namespace noiseloom
