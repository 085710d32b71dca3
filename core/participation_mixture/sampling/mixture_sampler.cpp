#include "core/participation_mixture/sampling/mixture_sampler.h"

#include <algorithm>
#include <cmath>

#include "core/linalg/box_muller.h"
#include "core/monte_carlo/philox.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kNormals = 0;
constexpr std::uint32_t kUniforms = 1;
constexpr std::uint32_t kAdding = 2;  // to either: what one direction's certificate shows may steer the other's
constexpr Index kAtOnce = 8;          // lanes whose shifts share cache lines

}  // namespace

// What the patterns of a few lanes add to y, from contiguous rows to the block's.
class MixtureSampler::Shifts {
 public:
  explicit Shifts(const MixtureColumns& columns)
      : m_columns(columns),
        m_stride(columns.steps + 2 * (columns.bands - 1)),
        m_values(static_cast<std::size_t>(kAtOnce * m_stride), 0.0) {}
  void clear() { std::fill(m_values.begin(), m_values.end(), 0.0); }
  void add(Index lane, const Pattern& pattern, double factor) {
    const Index width = 2 * m_columns.bands - 1;
    for (const Index i : pattern) {
      double* out = m_values.data() + lane * m_stride + i;  // step i - (bands - 1), behind the margin
      const double* row = m_columns.row(i);
#pragma omp simd
      for (Index d = 0; d < width; ++d) out[d] += factor * row[d];
    }
  }
  void store(double* shift, Index firstLane) const {
    const double* in = m_values.data() + m_columns.bands - 1;
    for (Index i = 0; i < m_columns.steps; ++i) {
      double* out = shift + i * kLanes + firstLane;
      for (Index l = 0; l < kAtOnce; ++l) out[l] = in[l * m_stride + i];
    }
  }

 private:
  const MixtureColumns& m_columns;
  Index m_stride;
  std::vector<double> m_values;
};

MixtureSampler::MixtureSampler(const MixtureColumns& columns, const ParticipationLaw& law, const Tilt& tilt,
                               double stddev)
    : m_columns(columns), m_law(law), m_tilt(tilt), m_stddev(stddev) {
  if (tilt.kind == Tilt::Kind::Mean) {
    m_slowed = law.slowed(tilt.rate);
    return;
  }
  if (tilt.kind == Tilt::Kind::Joint) {
    m_joint = std::make_unique<const JointPatterns>(columns, law.rhythm(), static_cast<Index>(tilt.t), tilt.power,
                                                    stddev, true);
  }
  if (tilt.kind == Tilt::Kind::Single) m_tuples = law.labelTuples(columns, tilt.t, stddev);
  if (tilt.kind != Tilt::Kind::Pairs) return;
  const double strength = tilt.t > 1 ? (tilt.t - 1) / (stddev * stddev) : 0;
  m_pairs = law.pairs(columns, strength);
  // t/2 is the half of one, modulo t - 1.
  const auto t = static_cast<Index>(tilt.t);
  for (Index sum = 0; t > 1 && sum < 2 * t; ++sum) m_rounds.push_back(sum * (t / 2) % (t - 1));
  if (tilt.t > 1) m_logPairMoment = law.logPairMoment(columns, strength);
}

Index MixtureSampler::work() const {
  // Measured, in thirds of a nanosecond: a normal and its exponential, a multiply-add of a product, a pattern's pair.
  const Index n = m_columns.steps;
  const auto t = m_tilt.kind == Tilt::Kind::Mean ? Index{0} : static_cast<Index>(m_tilt.t);
  Index patterns = t * (1500 + 4 * m_columns.bands * 10) + t * t / 2 * 150;
  if (m_tilt.kind == Tilt::Kind::Tuple) patterns = t * 20 * n;
  if (m_tilt.kind == Tilt::Kind::Single) patterns = 20 * n / m_law.scratchRows();
  if (m_tilt.kind == Tilt::Kind::Joint) patterns = 14 * n + (m_tilt.power > 1 ? 5 * n : 0);
  return kLanes * (20 * n + m_columns.transposed.work() / 4 + patterns);
}

// The participations of all patterns by their steps: few are so close that their columns meet.
std::vector<double> MixtureSampler::overlaps(const std::vector<Pattern>& patterns) const {
  struct Participation {
    Index step;
    Index pattern;
  };
  std::vector<std::size_t> begin(static_cast<std::size_t>(m_columns.steps) + 1, 0);
  for (const Pattern& pattern : patterns) {
    for (const Index i : pattern) ++begin[static_cast<std::size_t>(i) + 1];
  }
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<Participation> sorted(begin.back());
  for (Index a = 0; a < std::ssize(patterns); ++a) {
    for (const Index i : patterns[static_cast<std::size_t>(a)]) sorted[begin[static_cast<std::size_t>(i)]++] = {i, a};
  }
  const Index last = std::ssize(patterns) - 1;
  std::vector<double> sums(static_cast<std::size_t>(last), 0.0);
  for (auto one = sorted.begin(); one != sorted.end(); ++one) {
    const double* row = m_columns.row(one->step) + m_columns.bands - 1 - one->step;
    const Index beyond = one->step + m_columns.bands;
    for (auto other = one + 1; other != sorted.end() && other->step < beyond; ++other) {
      const Index a = one->pattern, b = other->pattern;
      const Index theirs = a == last ? b : b == last ? a : m_rounds[static_cast<std::size_t>(a + b)];
      sums[static_cast<std::size_t>(theirs)] += row[other->step];
    }
  }
  return sums;
}

void MixtureSampler::drawLabelled(UniformStream& uniforms, Drawn& drawn) const {
  drawn.patterns.resize(1);
  Pattern& steps = drawn.patterns.front();
  m_tuples->draw(uniforms, steps);
  drawn.logProposal = drawn.pairs = 0;
  for (std::size_t i = 0, before = 0; i < steps.size(); ++i) {
    before = i > 0 && steps[i] == steps[i - 1] ? before + 1 : 0;
    drawn.pairs += static_cast<double>(before) * 2 * m_columns.halfNorms[static_cast<std::size_t>(steps[i])];
  }
}

void MixtureSampler::drawPatterns(UniformStream& uniforms, Drawn& drawn) const {
  switch (m_tilt.kind) {
    case Tilt::Kind::Joint:
      drawn.patterns.resize(1);
      drawn.pairs = m_joint->draw(uniforms, drawn.patterns.front());
      drawn.logProposal = m_joint->logMoment();
      return;
    case Tilt::Kind::Pairs: return drawPairs(uniforms, drawn);
    case Tilt::Kind::Single: return drawLabelled(uniforms, drawn);
    default: return drawTuple(uniforms, drawn);
  }
}

void MixtureSampler::drawTuple(UniformStream& uniforms, Drawn& drawn) const {
  const auto t = static_cast<std::size_t>(m_tilt.t);
  drawn.patterns.resize(t);
  drawn.logProposal = drawn.pairs = 0;
  const Index margin = m_columns.bands - 1;
  const double precision = 1 / (m_stddev * m_stddev);
  std::vector<double> sums(static_cast<std::size_t>(m_columns.steps + 2 * margin), 0.0);
  std::vector<double> fields(static_cast<std::size_t>(m_columns.steps), 0.0);
  for (std::size_t k = 0; k < t; ++k) {
    Pattern& pattern = drawn.patterns[k];
    drawn.logProposal += m_law.drawIn(fields, uniforms, pattern);
    for (const Index i : pattern) drawn.pairs += sums[static_cast<std::size_t>(i + margin)];
    for (const Index i : pattern) {
      const double* row = m_columns.row(i);
      for (Index d = 0; d <= 2 * margin; ++d) sums[static_cast<std::size_t>(i + d)] += row[d];
    }
    for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = precision * sums[i + static_cast<std::size_t>(margin)];
  }
}

void MixtureSampler::drawPairs(UniformStream& uniforms, Drawn& drawn) const {
  const auto t = static_cast<Index>(m_tilt.t);
  drawn.patterns.resize(static_cast<std::size_t>(t + t % 2));
  const auto at = [&](Index a) -> Pattern& { return drawn.patterns[static_cast<std::size_t>(a)]; };
  drawn.logProposal = drawn.pairs = 0;
  if (t == 1) {
    m_pairs->draw(uniforms, at(0), at(1));
    at(1).clear();
    return;
  }
  // Round r of a tournament: r meets the last one, and r + k meets r - k, modulo t - 1.
  const Index rounds = t - 1;
  const auto round = std::min(rounds - 1, static_cast<Index>(uniforms.next() * static_cast<double>(rounds)));
  m_pairs->draw(uniforms, at(round), at(t - 1));
  for (Index k = 1; k < t / 2; ++k) {
    m_pairs->draw(uniforms, at((round + k) % rounds), at((round - k + rounds) % rounds));
  }
  const std::vector<double> sums = overlaps(drawn.patterns);
  const double precision = 1 / (m_stddev * m_stddev);
  const auto strength = static_cast<double>(rounds) * precision;
  const double greatest = *std::max_element(sums.begin(), sums.end());
  double arithmetic = 0;
  for (const double sum : sums) {
    drawn.pairs += sum;
    arithmetic += std::exp(strength * (sum - greatest));
  }
  drawn.logProposal = static_cast<double>(t) / 2 * m_logPairMoment + drawn.pairs * precision -
                      (std::log(arithmetic / static_cast<double>(rounds)) + strength * greatest);
}

void MixtureSampler::draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
                          WeightBlock& block) const {
  const auto count = static_cast<std::size_t>(m_columns.steps * kLanes);
  scratch.words.resize(count);
  const std::uint32_t part = direction() == Direction::Add ? kAdding : 0;
  philoxWords({stream, purpose, part + kNormals}, static_cast<std::uint64_t>(index) * (count / 2), scratch.words);
  boxMuller(scratch.words.data(), scratch.values.data(), count);
  m_columns.transposed.multiply(scratch.values.data(), block.noise.data());
  if (m_tilt.kind == Tilt::Kind::Mean) return;
  Shifts shifts(m_columns);
  Drawn drawn;
  for (Index first = 0; first < kLanes; first += kAtOnce) {
    shifts.clear();
    for (Index lane = first; lane < first + kAtOnce; ++lane) {
      UniformStream uniforms({stream, purpose, part + kUniforms}, static_cast<std::uint64_t>(index * kLanes + lane));
      drawPatterns(uniforms, drawn);
      block.logProposal[lane] = drawn.logProposal;
      block.pairs[lane] = drawn.pairs;
      for (const Pattern& pattern : drawn.patterns) shifts.add(lane - first, pattern, m_tilt.power);
    }
    shifts.store(block.shift.data(), first);
  }
}

void MixtureSampler::losses(const WeightBlock& block, double stddev, double* loss, double* logFactor) const {
  const double precision = 1 / (stddev * stddev);
  const bool adding = m_tilt.kind == Tilt::Kind::Mean;
  std::vector<double> base(static_cast<std::size_t>(m_columns.steps));
  for (std::size_t i = 0; i < base.size(); ++i) {
    const double moved = adding ? m_tilt.t * m_slowed.perStep * m_columns.sums[i] : 0;
    base[i] = -(moved + m_columns.halfNorms[i]) * precision;
  }
  AlignedBuffer rows(static_cast<std::size_t>(m_law.scratchRows() * kLanes));
  double sums[kLanes], logDensities[kLanes];
  const double* shift = adding ? nullptr : block.shift.data();
  m_law.losses({base.data(), shift, precision, block.noise.data(), 1 / stddev}, rows, loss, sums, m_tuples.get(),
               logDensities);
  if (adding) {
    const double t = m_tilt.t;
    const double normSquared = m_slowed.perStep * m_slowed.perStep * m_columns.totalNormSquared;
    for (Index l = 0; l < kLanes; ++l) {
      logFactor[l] = t * m_slowed.perStep * sums[l] / stddev - 0.5 * t * t * normSquared * precision;
    }
    return;
  }
  const double moved = precision - 1 / (m_stddev * m_stddev);
  if (m_tuples) {
    for (Index l = 0; l < kLanes; ++l) logFactor[l] = block.pairs[l] * moved + loss[l] - logDensities[l];
    return;
  }
  if (m_tilt.power > 1) {
    // log E_S e^{power l_S}.
    const double power = m_tilt.power;
    for (double& value : base) value *= power;
    m_law.losses({base.data(), shift, power * precision, block.noise.data(), power / stddev}, rows, logDensities, sums,
                 nullptr, nullptr);
    for (Index l = 0; l < kLanes; ++l) {
      logFactor[l] = block.logProposal[l] + block.pairs[l] * moved + loss[l] - m_tilt.t * logDensities[l];
    }
    return;
  }
  for (Index l = 0; l < kLanes; ++l) {
    logFactor[l] = block.logProposal[l] + block.pairs[l] * moved - (m_tilt.t - 1) * loss[l];
  }
}

}  // namespace noiseloom
