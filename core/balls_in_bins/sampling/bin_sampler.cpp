#include "core/balls_in_bins/sampling/bin_sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/balls_in_bins/log_mean_exp.h"
#include "core/base/multiversion.h"
#include "core/linalg/box_muller.h"
#include "core/monte_carlo/philox.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kNormals = 0;
constexpr std::uint32_t kUniforms = 1;
constexpr std::uint32_t kAdding = 2;  // to either: what one direction's certificate shows may steer the other's
constexpr Index kChunk = 16;          // bins whose probabilities are summed together
constexpr std::size_t kWords = 8192;  // turned into normals at once, near by

// probability_i *= scale affinity_i, shift_i += gram_i; the sums of chunks of probabilities.
NOISELOOM_MULTIVERSION
void condition(double* probability, const double* affinity, double scale, double* shift, const double* gram, Index bins,
               double* chunks) {
  for (Index first = 0; first < bins; first += kChunk) {
    const Index end = std::min(bins, first + kChunk);
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index i = first; i < end; ++i) {
      probability[i] *= scale * affinity[i];
      sum += probability[i];
    }
    chunks[first / kChunk] = sum;
#pragma omp simd
    for (Index i = first; i < end; ++i) shift[i] += gram[i];
  }
}

NOISELOOM_MULTIVERSION
void addTo(double* shift, const double* gram, Index bins) {
#pragma omp simd
  for (Index i = 0; i < bins; ++i) shift[i] += gram[i];
}

// The first bin at which the running sum of probabilities exceeds `target`.
Index pick(const double* probability, const double* chunks, Index bins, double target) {
  Index chunk = 0;
  const Index lastChunk = (bins - 1) / kChunk;
  while (chunk < lastChunk && target >= chunks[chunk]) target -= chunks[chunk++];
  Index bin = chunk * kChunk;
  const Index last = std::min(bins, bin + kChunk) - 1;
  while (bin < last && target >= probability[bin]) target -= probability[bin++];
  return bin;
}

}  // namespace

std::shared_ptr<const std::vector<double>> binAffinity(const BinMixture& mixture, double stddev,
                                                       const RunControl& control) {
  const double precision = 1 / (stddev * stddev);
  const Index bins = mixture.bins;
  auto affinity = std::make_shared<std::vector<double>>();
  affinity->reserve(mixture.gram.values.size());
  for (Index i = 0; i < bins && !control.stopRequested(); ++i) {
    for (Index j = 0; j < bins; ++j) affinity->push_back((mixture.gram(i, j) - mixture.greatestEntry) * precision);
    expInPlace(affinity->data() + i * bins, bins);
  }
  return affinity;
}

BinSampler::BinSampler(const BinMixture& mixture, Tilt tilt, double stddev,
                       std::shared_ptr<const std::vector<double>> affinity)
    : m_mixture(&mixture), m_tilt(tilt), m_stddev(stddev), m_affinity(std::move(affinity)) {}

BinSampler::BinSampler(const BinMixture& mixture, Tilt tilt, double stddev)
    : BinSampler(mixture, tilt, stddev,
                 tilt.kind == Tilt::Kind::Tuple && tilt.t >= 2 && !mixture.diagonal ? binAffinity(mixture, stddev)
                                                                                    : nullptr) {}

Index BinSampler::work() const {
  const Index tuple = m_tilt.kind == Tilt::Kind::Tuple ? static_cast<Index>(m_tilt.t) : 1;
  const Index conditioned = m_mixture->diagonal ? tuple : m_mixture->bins / 2;
  return kLanes * (m_mixture->factor->work() / 8 + 8 * m_mixture->bins + tuple * (100 + conditioned));
}

void BinSampler::draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
                      WeightBlock& block) const {
  const Index bins = m_mixture->bins;
  const std::size_t count = m_mixture->factor->inputs() * kLanes;
  if (scratch.values.size() < count) scratch.values = AlignedBuffer(count);
  const std::uint32_t part = direction() == Direction::Add ? kAdding : 0;
  const std::uint64_t begin = static_cast<std::uint64_t>(index) * (count / 2);
  for (std::size_t done = 0; done < count; done += scratch.words.size()) {
    scratch.words.resize(std::min(kWords, count - done));
    philoxWords({stream, purpose, part + kNormals}, begin + done / 2, scratch.words);
    boxMuller(scratch.words.data(), scratch.values.data() + done, scratch.words.size());
  }
  m_mixture->factor->multiply(scratch.values.data(), block.noise.data());
  if (m_tilt.kind == Tilt::Kind::Mean) return;
  const auto tuple = (m_tilt.kind == Tilt::Kind::Tuple ? static_cast<std::size_t>(m_tilt.t) : 1) * kLanes;
  scratch.words.resize(tuple);
  philoxWords({stream, purpose, part + kUniforms}, static_cast<std::uint64_t>(index) * (tuple / 2), scratch.words);
  if (m_tilt.kind == Tilt::Kind::Tuple) {
    if (m_mixture->diagonal) {
      drawDiagonalTuples(scratch.words.data(), block);
    } else {
      drawTuples(scratch.words.data(), scratch.values.data(), block);
    }
    return;
  }
  for (Index lane = 0; lane < kLanes; ++lane) {
    const double place = unitInterval(scratch.words[lane]) * static_cast<double>(bins);
    const double* row = m_mixture->row(std::min(bins - 1, static_cast<Index>(place)));
    for (Index i = 0; i < bins; ++i) block.shift[i * kLanes + lane] = m_tilt.t * row[i];
  }
}

void BinSampler::drawTuples(const std::uint64_t* words, double* scratch, WeightBlock& block) const {
  const Index bins = m_mixture->bins;
  const auto count = static_cast<double>(bins);
  const double logCount = std::log(count);
  const auto tuple = static_cast<Index>(m_tilt.t);
  const double greatest = m_mixture->greatestEntry / (m_stddev * m_stddev);
  double* probability = scratch;
  double* shift = scratch + bins;
  double* chunks = scratch + 2 * bins;
  for (Index lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t* uniforms = words + lane * tuple;
    std::fill(probability, probability + bins, 1.0);
    std::fill(shift, shift + bins, 0.0);
    double logProposal = 0, logSum = 0, pairs = 0, scale = 1;
    auto bin = std::min(bins - 1, static_cast<Index>(unitInterval(uniforms[0]) * count));
    for (Index k = 1; k < tuple; ++k) {
      condition(probability, m_affinity->data() + bin * bins, scale, shift, m_mixture->row(bin), bins, chunks);
      double sum = 0;
      for (Index c = 0; c <= (bins - 1) / kChunk; ++c) sum += chunks[c];
      // log Z_k, Z_k = sum over i of exp(sum_{l<=k} G[i, i_l]/s0^2): b^-t e^{S2/s0^2} / pi is the product of Z_k / b.
      logSum += std::log(sum) + greatest;
      logProposal += logSum - logCount;
      bin = pick(probability, chunks, bins, unitInterval(uniforms[k]) * sum);
      pairs += shift[bin];
      scale = 1 / sum;
    }
    addTo(shift, m_mixture->row(bin), bins);
    block.logProposal[lane] = logProposal;
    block.pairs[lane] = pairs;
    for (Index i = 0; i < bins; ++i) block.shift[i * kLanes + lane] = shift[i];
  }
}

// The same law: bins that are not drawn yet are all alike, so that the few that are make the conditional probabilities.
void BinSampler::drawDiagonalTuples(const std::uint64_t* words, WeightBlock& block) const {
  struct Drawn {
    Index bin;
    double times;
    double exponent;  // times G_ii / s0^2
  };
  const auto count = static_cast<double>(m_mixture->bins);
  const double logCount = std::log(count);
  const auto tuple = static_cast<Index>(m_tilt.t);
  const double precision = 1 / (m_stddev * m_stddev);
  const auto gram = [&](Index bin) { return 2 * m_mixture->halfNorms[bin]; };
  std::vector<Drawn> drawn;  // by rising bin
  block.shift.clear();
  for (Index lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t* uniforms = words + lane * tuple;
    drawn.clear();
    block.logProposal[lane] = 0;
    block.pairs[lane] = 0;
    for (Index k = 0; k < tuple; ++k) {
      double most = 0;
      for (const Drawn& each : drawn) most = std::max(most, each.exponent);
      const double other = std::exp(-most);  // the weight of a bin that was not drawn, relative to the greatest
      double sum = other * (count - static_cast<double>(drawn.size()));
      for (const Drawn& each : drawn) sum += std::exp(each.exponent - most);
      if (k > 0) block.logProposal[lane] += std::log(sum) + most - logCount;
      double target = unitInterval(uniforms[k]) * sum;
      Index bin = 0;  // the first that may be it
      auto next = drawn.begin();
      for (; next != drawn.end(); ++next) {
        const double before = other * static_cast<double>(next->bin - bin);
        if (target < before) break;
        target -= before;
        bin = next->bin;
        const double own = std::exp(next->exponent - most);
        if (target < own) break;
        target -= own;
        ++bin;
      }
      const bool again = next != drawn.end() && bin == next->bin;
      if (!again) {
        const Index end = next != drawn.end() ? next->bin : m_mixture->bins;
        const double steps = other > 0 ? std::min(target / other, count) : 0;
        bin = std::min(bin + static_cast<Index>(steps), end - 1);
        // By rounding no bin may be left between two that are drawn.
        if (next != drawn.begin() && bin <= std::prev(next)->bin) --next;
        if (next == drawn.end() || bin < next->bin) next = drawn.insert(next, {bin, 0, 0});
      }
      block.pairs[lane] += next->times * gram(next->bin);
      next->times += 1;
      next->exponent = next->times * gram(next->bin) * precision;
    }
    for (const Drawn& each : drawn) block.shift[each.bin * kLanes + lane] = each.times * gram(each.bin);
  }
}

void BinSampler::losses(const WeightBlock& block, double stddev, double* loss, double* logFactor) const {
  const Index bins = m_mixture->bins;
  const double precision = 1 / (stddev * stddev);
  std::vector<double> base(bins);
  double means[kLanes];
  if (m_tilt.kind == Tilt::Kind::Mean) {
    for (std::size_t i = 0; i < base.size(); ++i)
      base[i] = -(m_tilt.t * m_mixture->rowMeans[i] + m_mixture->halfNorms[i]) * precision;
    logMeanExp(bins, base.data(), nullptr, 0, block.noise.data(), 1 / stddev, loss, means);
    const double constant = -0.5 * m_tilt.t * m_tilt.t * m_mixture->meanNormSquared * precision;
    for (Index l = 0; l < kLanes; ++l) logFactor[l] = m_tilt.t * means[l] / stddev + constant;
    return;
  }
  for (std::size_t i = 0; i < base.size(); ++i) base[i] = -m_mixture->halfNorms[i] * precision;
  logMeanExp(bins, base.data(), block.shift.data(), precision, block.noise.data(), 1 / stddev, loss, means);
  if (m_tilt.kind == Tilt::Kind::Single) {
    // The density of N(t m_i, s^2 I) over that of Q, in the mean over i; W / payoff is e^L over it.
    const double t = m_tilt.t;
    double density[kLanes];
    for (std::size_t i = 0; i < base.size(); ++i) base[i] = -t * t * m_mixture->halfNorms[i] * precision;
    logMeanExp(bins, base.data(), block.shift.data(), t * precision, block.noise.data(), t / stddev, density, means);
    for (Index l = 0; l < kLanes; ++l) logFactor[l] = loss[l] - density[l];
    return;
  }
  const double moved = precision - 1 / (m_stddev * m_stddev);
  for (Index l = 0; l < kLanes; ++l)
    logFactor[l] = block.logProposal[l] + block.pairs[l] * moved - (m_tilt.t - 1) * loss[l];
}

}  // namespace noiseloom
