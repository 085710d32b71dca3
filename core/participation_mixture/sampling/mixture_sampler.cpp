#include "core/participation_mixture/sampling/mixture_sampler.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/linalg/box_muller.h"
#include "core/linalg/normal_quantile.h"
#include "core/monte_carlo/philox.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kNormals = 0;
constexpr std::uint32_t kUniforms = 1;
constexpr std::uint32_t kAdding = 2;  // to either: what one direction's certificate shows may steer the other's
constexpr Index kAtOnce = 8;          // lanes whose shifts share cache lines

}  // namespace

// The sums that the patterns of a few lanes add to y, moved from contiguous rows to the block's.
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
  double at(Index lane, Index i) const {
    return m_values[lane * m_stride + m_columns.bands - 1 + i];
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
                               double stddev, const RunControl& control, std::shared_ptr<const JointPatterns> blocks)
    : m_columns(columns), m_law(law), m_tilt(tilt), m_stddev(stddev), m_joint(std::move(blocks)) {
  if (tilt.kind == Tilt::Kind::Mean) {
    m_slowed = law.slowed(tilt.rate);
    return;
  }
  if (tilt.kind == Tilt::Kind::Joint) {
    m_joint = std::make_shared<const JointPatterns>(columns, law.rhythm(), static_cast<Index>(tilt.t), tilt.power,
                                                    stddev, true, control);
  }
  if (tilt.kind == Tilt::Kind::Single) m_tuples = law.labelTuples(columns, tilt.t, stddev);
  if (tilt.kind != Tilt::Kind::Blocks) return;
  const double strength = Rounds::strength(tilt.t, tilt.block);
  if (tilt.block == 2) {
    m_pairs = law.pairs(columns, strength / (stddev * stddev));
    if (tilt.t > 1) m_logBlockMoment = law.logPairMoment(columns, strength / (stddev * stddev));
  } else {
    if (!m_joint) {
      m_joint = std::make_shared<const JointPatterns>(columns, law.rhythm(), tilt.block, 1,
                                                      stddev / std::sqrt(strength), true, control);
    }
    m_logBlockMoment = m_joint->logMoment();
  }
  if (tilt.t > 1) m_rounds = Rounds::of(static_cast<Index>(tilt.t), tilt.block);
}

Index MixtureSampler::work() const {
  // Measured, in thirds of a nanosecond: a normal and its exponential, a multiply-add of a product, a participation, a
  // pattern's pair.
  const Index n = m_columns.steps;
  const auto t = m_tilt.kind == Tilt::Kind::Mean ? Index{0} : static_cast<Index>(m_tilt.t);
  const auto participations = static_cast<Index>(static_cast<double>(t * n) * m_law.slowed(1).perStep);
  Index patterns = t * (1500 + 4 * m_columns.bands * 10) + t * t / 2 * 150 + 200 * participations;
  if (m_tilt.kind == Tilt::Kind::Tuple) patterns = t * 20 * n;
  if (m_tilt.kind == Tilt::Kind::Single) patterns = 20 * n / m_law.scratchRows();
  if (m_joint) patterns = 1500 * t + 500 * participations;
  const Index losses = m_tilt.kind == Tilt::Kind::Mean ? 5 * n : 5 * n * strata() * (m_tilt.power > 1 ? 2 : 1);
  return kLanes * (15 * n + losses + m_columns.transposed.work() / 4 + patterns);
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
  std::vector<double> sums(static_cast<std::size_t>(m_rounds->count()), 0.0);
  for (auto one = sorted.begin(); one != sorted.end(); ++one) {
    const double* row = m_columns.row(one->step) + m_columns.bands - 1 - one->step;
    const Index beyond = one->step + m_columns.bands;
    for (auto other = one + 1; other != sorted.end() && other->step < beyond; ++other) {
      if (one->pattern == other->pattern) continue;
      for (const int round : m_rounds->together(one->pattern, other->pattern))
        sums[static_cast<std::size_t>(round)] += row[other->step];
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
    case Tilt::Kind::Blocks: return drawBlocks(uniforms, drawn);
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

void MixtureSampler::drawBlocks(UniformStream& uniforms, Drawn& drawn) const {
  const auto t = static_cast<Index>(m_tilt.t);
  drawn.patterns.resize(static_cast<std::size_t>(t == 1 ? 2 : t));
  drawn.logProposal = drawn.pairs = 0;
  if (t == 1) {
    m_pairs->draw(uniforms, drawn.patterns[0], drawn.patterns[1]);
    drawn.patterns[1].clear();
    return;
  }
  const Index rounds = m_rounds->count();
  const auto round = std::min(rounds - 1, static_cast<Index>(uniforms.next() * static_cast<double>(rounds)));
  std::vector<std::vector<Pattern*>> blocks(static_cast<std::size_t>(t / m_tilt.block));
  const std::span<const int> blockOf = m_rounds->blocks(round);
  for (std::size_t a = 0; a < blockOf.size(); ++a)
    blocks[static_cast<std::size_t>(blockOf[a])].push_back(&drawn.patterns[a]);
  for (const std::vector<Pattern*>& block : blocks) {
    if (m_pairs) {
      m_pairs->draw(uniforms, *block[0], *block[1]);
    } else {
      m_joint->drawEach(uniforms, block);
    }
  }
  const std::vector<double> sums = overlaps(drawn.patterns);
  const double precision = 1 / (m_stddev * m_stddev);
  const double strength = Rounds::strength(m_tilt.t, m_tilt.block) * precision;
  const double greatest = *std::max_element(sums.begin(), sums.end());
  double arithmetic = 0, total = 0;
  for (const double sum : sums) {
    total += sum;
    arithmetic += std::exp(strength * (sum - greatest));
  }
  // Each pair is in one block once in so many rounds.
  drawn.pairs = total * Rounds::strength(m_tilt.t, m_tilt.block) / static_cast<double>(rounds);
  drawn.logProposal = static_cast<double>(std::ssize(blocks)) * m_logBlockMoment + drawn.pairs * precision -
                      (std::log(arithmetic / static_cast<double>(rounds)) + strength * greatest);
}

void MixtureSampler::draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
                          WeightBlock& block) const {
  const auto count = static_cast<std::size_t>(m_columns.rows * kLanes);
  scratch.words.resize(count);
  if (scratch.values.size() < count) scratch.values = AlignedBuffer(count);
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
      double square = 0, along = 0;
      for (const Pattern& pattern : drawn.patterns) {
        for (const Index i : pattern) {
          square += m_tilt.power * shifts.at(lane - first, i);
          along += m_tilt.power * block.noise[static_cast<std::size_t>(i * kLanes + lane)];
        }
      }
      block.length[lane] = std::sqrt(std::max(0.0, square));
      block.along[lane] = along / block.length[lane];
    }
    shifts.store(block.shift.data(), first);
  }
}

void MixtureSampler::losses(const WeightBlock& block, double stddev, double* loss, double* logFactor) const {
  const double still[kLanes] = {};
  lossesMoved(block, stddev, still, loss, logFactor);
}

// g_0 = `along` and the noise off the move are independent. With u = Phi(g_0) the numbers Phi^-1(frac(u + r/strata()))
// are normal, too, each of them: the mean of their weights has the same mean, and is below the same bound.
void MixtureSampler::logWeights(const WeightBlock& block, double stddev, double epsilon, double* out,
                                const RunControl& control) const {
  if (m_tilt.kind == Tilt::Kind::Mean) return WeightSampler::logWeights(block, stddev, epsilon, out, control);
  const auto count = static_cast<std::size_t>(strata());
  double levels[kLanes], moves[kLanes] = {}, loss[kLanes], factor[kLanes], logs[kMostStrata][kLanes] = {};
  for (Index l = 0; l < kLanes; ++l) levels[l] = 0.5 * std::erfc(-block.along[l] / std::numbers::sqrt2);
  for (std::size_t r = 0; r < count && !control.stopRequested(); ++r) {
    for (Index l = 0; r > 0 && l < kLanes; ++l) {
      if (!(block.length[l] > 0)) continue;
      const double level = levels[l] + static_cast<double>(r) / static_cast<double>(count);
      moves[l] = (normalQuantile(level - std::floor(level)) - block.along[l]) / block.length[l];
    }
    lossesMoved(block, stddev, moves, loss, factor);
    for (Index l = 0; l < kLanes; ++l) logs[r][l] = logWeight(Direction::Remove, epsilon, loss[l], factor[l]);
  }
  for (Index l = 0; l < kLanes; ++l) {
    double greatest = logs[0][l], sum = 0;
    for (std::size_t r = 0; r < count; ++r) greatest = std::max(greatest, logs[r][l]);
    for (std::size_t r = 0; r < count; ++r) sum += std::isfinite(greatest) ? std::exp(logs[r][l] - greatest) : 0;
    out[l] = greatest + std::log(sum / static_cast<double>(count));
  }
}

void MixtureSampler::lossesMoved(const WeightBlock& block, double stddev, const double* moves, double* loss,
                                 double* logFactor) const {
  const double precision = 1 / (stddev * stddev);
  // Moving the noise along the move scales the move.
  double scales[kLanes];
  for (Index l = 0; l < kLanes; ++l) scales[l] = precision + moves[l] / stddev;
  const bool adding = m_tilt.kind == Tilt::Kind::Mean;
  std::vector<double> base(static_cast<std::size_t>(m_columns.steps));
  for (std::size_t i = 0; i < base.size(); ++i) {
    const double moved = adding ? m_tilt.t * m_slowed.perStep * m_columns.sums[i] : 0;
    base[i] = -(moved + m_columns.halfNorms[i]) * precision;
  }
  AlignedBuffer rows(static_cast<std::size_t>(m_law.scratchRows() * kLanes));
  double sums[kLanes], logDensities[kLanes];
  const double* shift = adding ? nullptr : block.shift.data();
  m_law.losses({base.data(), shift, scales, block.noise.data(), 1 / stddev}, rows, loss, sums, m_tuples.get(),
               logDensities);
  if (adding) {
    const double t = m_tilt.t;
    const double normSquared = m_slowed.perStep * m_slowed.perStep * m_columns.totalNormSquared;
    for (Index l = 0; l < kLanes; ++l)
      logFactor[l] = t * m_slowed.perStep * sums[l] / stddev - 0.5 * t * t * normSquared * precision;
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
    for (double& value : scales) value *= power;
    m_law.losses({base.data(), shift, scales, block.noise.data(), power / stddev}, rows, logDensities, sums, nullptr,
                 nullptr);
    for (Index l = 0; l < kLanes; ++l)
      logFactor[l] = block.logProposal[l] + block.pairs[l] * moved + loss[l] - m_tilt.t * logDensities[l];
    return;
  }
  for (Index l = 0; l < kLanes; ++l)
    logFactor[l] = block.logProposal[l] + block.pairs[l] * moved - (m_tilt.t - 1) * loss[l];
}

}  // namespace noiseloom
