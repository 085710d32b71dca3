#include <algorithm>
#include <cmath>

#include "core/base/infinity.h"
#include "core/base/multiversion.h"
#include "core/monte_carlo/lanes.h"
#include "core/participation_mixture/sampling/lane_scale.h"
#include "core/participation_mixture/sampling/participation_law.h"

namespace noiseloom {
namespace {

// From the first step to the last, F_i for those who may take part at step i, and how it goes on: (1 - p) F_i may at
// the next step, p e^{l_i} F_i at step i + s. (Backwards, as math: section 10.8 has it, memory is read at a third of
// the speed.)
template <bool Shifted>
NOISELOOM_INLINE void step(const LaneExponents& at, Index i, double p, double* free, double* row, double* sums) {
  const double first = at.base[i];
  const double* noise = at.noise + i * kLanes;
  const double* shift = Shifted ? at.shift + i * kLanes : nullptr;
#pragma omp simd
  for (Index l = 0; l < kLanes; ++l) {
    double a = first + at.slope * noise[l];
    if constexpr (Shifted) a += at.scale[l] * shift[l];
    a = a > kMostExponent ? kMostExponent : a;
    sums[l] += noise[l];
    free[l] = (1 - p) * free[l] + row[l];
    row[l] = p * laneExp(a) * free[l];
  }
}

template <bool Shifted>
NOISELOOM_INLINE void recur(const LaneExponents& at, Index n, Index s, double p, double* ring, double* sums,
                            double* exponents) {
  // Slot i mod s holds those who may take part at step i again; behind the slots F.
  double* free = ring + s * kLanes;
  for (Index i = 0, slot = 0; i < n; ++i, slot = slot + 1 == s ? 0 : slot + 1) {
    step<Shifted>(at, i, p, free, ring + slot * kLanes, sums);
    if (i % kStepsBetweenScaling == 0 && needsScaling(free)) scaleLanes(ring, s + 1, exponents);
  }
}

NOISELOOM_MULTIVERSION
void recurShifted(const LaneExponents& at, Index n, Index s, double p, double* ring, double* sums, double* exponents) {
  recur<true>(at, n, s, p, ring, sums, exponents);
}

NOISELOOM_MULTIVERSION
void recurUnshifted(const LaneExponents& at, Index n, Index s, double p, double* ring, double* sums,
                    double* exponents) {
  recur<false>(at, n, s, p, ring, sums, exponents);
}

double divergenceOfCoin(double a, double b) {
  const double yes = a > 0 ? a * std::log(a / b) : 0;
  const double no = a < 1 ? (1 - a) * std::log((1 - a) / (1 - b)) : 0;
  return yes + no;
}

constexpr double kEvenGrowth = 1e-13;   // relative differences of growths that count as none
constexpr double kAboveGrowth = 1e-10;  // of the moment's logarithm: above what rounding leaves
constexpr Index kFewestPassed = 64;     // steps that are worth it

// row[a] of a = 1 .. s - 1: what goes on at the next step, and what meets a step so far away, up to `meeting` away with
// a factor.
NOISELOOM_MULTIVERSION
void meet(double* row, const double* next, const double* met, const double* factors, Index meeting, Index s, double p) {
#pragma omp simd
  for (Index a = 1; a <= meeting; ++a) row[a] = (1 - p) * next[a + 1] + p * factors[a] * met[a];
#pragma omp simd
  for (Index a = meeting + 1; a < s; ++a) row[a] = (1 - p) * next[a + 1] + p * met[a];
}

// The mean of e^{strength <m_S, m_S'>} over what is yet to come, for two examples of which at least one does not rest:
// B_i[d], before step i, when one is free and the other rests for d more steps, 0 <= d < s. A step at which the free
// one takes part meets at most one step of the other that is less than b before it, s - d ago; then they swap roles,
// and the next time that one is free, d steps on, the other rests for s - d more.
class PairTable {
  static constexpr Index kTogether = 8;  // rows

 public:
  PairTable(const MixtureColumns& columns, Index s, double p, double strength, bool keep)
      : m_columns(columns), m_s(s), m_p(p) {
    // For the moment alone the last rows are enough, for draws all are kept.
    m_ring = keep ? columns.steps + 2 * s + 1 : 2 * s + 1;
    m_values.assign(m_ring * s, 1.0);
    m_rows.assign(2 * kTogether * (s + 1), 1.0);
    if (keep) m_factors.resize(columns.products.different() * columns.bands);
    std::vector<double> factors(columns.bands);
    m_startSum = 0;
    // Factor of steps j - d and j, read where j is the later one: entry bands - 1 - d of its row.
    Index alike = 0;  // steps in a row with these factors
    for (Index i = columns.steps - 1; i >= 0; --i, ++alike) {
      if (i == columns.steps - 1 || !columns.products.repeats(i + 1)) {
        alike = 0;
        for (Index d = 0; d < columns.bands; ++d) factors[d] = strength * columns.row(i)[columns.bands - 1 - d];
        expInPlace(factors.data(), columns.bands);
        if (keep)
          std::copy(factors.begin(), factors.end(), m_factors.begin() + columns.products.rowOf(i) * columns.bands);
      }
      fill(i, factors.data());
      if (i < s) addStart(i);
      const bool passes = !keep && alike >= 3 * s && alike % s == 0;
      if (++m_pending == kTogether || i == 0 || passes) store(i);
      if (passes) i = pass(i);
    }
    for (Index i = columns.steps; i < s; ++i) addStart(i);
  }

  double startSum() const { return m_startSum; }
  double at(Index i, Index d) const { return m_values[place(i + d) + d]; }
  double factor(Index i, Index distance) const {
    return m_factors[m_columns.products.rowOf(i) * m_columns.bands + distance];
  }
  /// Weight of the stationary start in which the sooner one is free at step i and the other d steps later.
  double startWeight(Index i, Index d) const { return startChance(i, d) * at(i, d); }

 private:
  // B_i[d] stands beside B_{i+1}[d - 1], ..: so do those that a wait is found among, and those that a row is made of.
  Index place(Index free) const { return (free < m_ring ? free : free % m_ring) * m_s; }
  double* row(Index i) { return m_rows.data() + i % (2 * kTogether) * (m_s + 1); }
  void fill(Index i, const double* factors) {
    const double p = m_p;
    double* own = row(i);
    const double* next = row(i + 1);
    const double* met = m_values.data() + place(i + m_s);
    meet(own, next, met, factors, std::min({m_columns.bands - 1, i, m_s - 1}), m_s, p);
    own[m_s] = (1 - p) * (1 - p) * next[m_s] + 2 * p * (1 - p) * next[1] + p * p * factors[0] * met[0];
    for (Index d = std::max<Index>(0, m_s - kTogether); d < m_s; ++d) m_values[place(i + d) + d] = own[m_s - d];
  }
  // Rows i .. i + m_pending - 1, but for what fill() stored for those that follow at once: what stands side by side in
  // turn, not row by row, which would touch a cache line for each number.
  void store(Index i) {
    const Index distances = m_s - kTogether;
    for (Index beside = i; beside < i + m_pending + distances - 1; ++beside) {
      double* out = m_values.data() + place(beside);
      const Index last = std::min(beside, i + m_pending - 1);
      for (Index j = std::max(i, beside - distances + 1); j <= last; ++j) out[beside - j] = row(j)[m_s - (beside - j)];
    }
    m_pending = 0;
  }
  double startChance(Index i, Index d) const {
    const double unit = 1 / (1 + static_cast<double>(m_s - 1) * m_p);
    const double sooner = i == 0 ? unit : m_p * unit;
    const double later = i + d == 0 ? unit : m_p * unit;
    return sooner * later * (d == 0 ? 1 : 2);
  }
  void addStart(Index i) {
    for (Index d = 0; i + d < m_s; ++d) m_startSum += startChance(i, d) * (i < m_columns.steps ? row(i)[m_s - d] : 1);
  }
  // Where B of all d has grown by one factor in each of the last s steps, from step i on to the last one that is alike
  // and no start, by that factor; else i. No less than what it comes to, since a bound rests on it: the recursion adds
  // and multiplies by what is not negative, so that later growths stay between the least and the greatest of these.
  Index pass(Index i) {
    const double growth = at(i, 0) / at(i + 1, 0);
    for (Index j = i; j < i + m_s; ++j) {
      for (Index d = 0; d < m_s; ++d) {
        if (!(std::abs(at(j, d) - growth * at(j + 1, d)) <= kEvenGrowth * at(j, d))) return i;
      }
    }
    Index first = i;
    while (first > m_s && m_columns.products.repeats(first)) --first;
    if (i - first < kFewestPassed) return i;
    const auto steps = static_cast<double>(i - first);
    const double passed = std::exp(steps * (std::log(growth) + 2 * kEvenGrowth) + kAboveGrowth);
    std::vector<double> rows;
    for (Index j = i; j <= i + m_s; ++j)
      for (Index d = 0; d < m_s; ++d) rows.push_back(passed * at(j, d));
    for (Index j = first, from = 0; j <= first + m_s; ++j)
      for (Index d = 0; d < m_s; ++d) m_values[place(j + d) + d] = rows[from++];
    for (Index d = 0; d < m_s; ++d) row(first)[m_s - d] = at(first, d);
    return first;
  }

  const MixtureColumns& m_columns;
  Index m_s;
  double m_p;
  Index m_ring;
  std::vector<double> m_values;
  std::vector<double> m_rows;  // B_i[s - a] at a, of the last rows
  Index m_pending = 0;         // of them, not yet in m_values
  std::vector<double> m_factors;
  double m_startSum;
};

class SpacedPairs final : public PatternPairs {
 public:
  SpacedPairs(const MixtureColumns& columns, Index s, double p, double strength)
      : m_n(columns.steps), m_s(s), m_p(p), m_table(columns, s, p, strength, true) {
    double sum = 0;
    for (Index i = 0; i < s; ++i) {
      for (Index d = 0; i + d < s; ++d) m_starts.push_back(sum += m_table.startWeight(i, d));
    }
    for (Index l = 0; l <= m_n; ++l) m_waiting.push_back(std::pow(1 - p, static_cast<double>(l)));
    for (Index i = 0; i <= m_n; ++i) m_bothFree.push_back(m_table.at(i, 0));
  }

  void draw(UniformStream& uniforms, Pattern& first, Pattern& second) const override {
    first.clear();
    second.clear();
    const double target = uniforms.next() * m_starts.back();
    auto start = std::min(std::ssize(m_starts) - 1, std::ranges::upper_bound(m_starts, target) - m_starts.begin());
    Index i = 0;
    for (Index row = m_s; start >= row; --row, ++i) start -= row;
    Index d = start;
    Pattern* free = &first;
    Pattern* other = &second;
    if (uniforms.next() < 0.5) std::swap(free, other);
    while (i < m_n) {
      if (d == 0) {
        i = bothWait(i, uniforms.next());
        if (i >= m_n) return;
        const double one = m_p * (1 - m_p) * m_table.at(i + 1, m_s - 1);
        const double both = m_p * m_p * m_table.factor(i, 0) * m_table.at(i + m_s, 0);
        const double choice = uniforms.next() * (2 * one + both);
        if (choice >= 2 * one) {
          free->push_back(i);
          other->push_back(i);
          i += m_s;
          continue;
        }
        if (choice >= one) std::swap(free, other);
        free->push_back(i);
        std::swap(free, other);
        ++i;
        d = m_s - 1;
      } else {
        const Index waited = freeWaits(i, d, uniforms.next());
        i += waited;
        d -= waited;
        if (d == 0) continue;
        if (i >= m_n) return;
        free->push_back(i);
        std::swap(free, other);
        i += d;
        d = m_s - d;
      }
    }
  }

 private:
  // The first step from i on at which either takes part, both being free; n or more: none.
  Index bothWait(Index i, double u) const {
    if (m_p == 1) return i;
    const double* free = m_bothFree.data() + i;
    const double target = u * free[0];
    Index low = 0, high = m_n - i + 1;  // they wait `low` steps, and not `high`
    while (high - low > 1) {
      const Index middle = (low + high) / 2;
      const double waiting = m_waiting[middle];
      (waiting * waiting * free[middle] > target ? low : high) = middle;
    }
    return i + low;
  }
  // How many steps the free one waits before it takes part, d for as long as the other one rests.
  Index freeWaits(Index i, Index d, double u) const {
    if (m_p == 1) return 0;
    const double target = u * m_table.at(i, d);
    const auto waits = [&](Index steps) { return m_waiting[steps] * m_table.at(i + steps, d - steps) > target; };
    Index low = 0, high = std::min(d, m_n - i);
    if (waits(high)) return high;  // as mostly
    while (high - low > 1) {
      const Index middle = (low + high) / 2;
      (waits(middle) ? low : high) = middle;
    }
    return low;
  }

  Index m_n;
  Index m_s;
  double m_p;
  PairTable m_table;
  std::vector<double> m_starts;
  std::vector<double> m_waiting;   // probability of one that is free to wait so many steps
  std::vector<double> m_bothFree;  // B_i[0]
};

class SpacedLaw final : public ParticipationLaw {
 public:
  SpacedLaw(const SpacedSampling& sampling, Index n) : m_n(n), m_s(sampling.separation), m_p(sampling.probability) {}

  Rhythm rhythm() const override { return {m_s, m_p, true}; }
  double logEmpty() const override {
    if (m_p == 1 && m_n >= m_s) return -kInfinity;
    double sum = 0;
    for (Index r = 0; r < m_s; ++r) {
      const double wait = r < m_n ? std::pow(1 - m_p, static_cast<double>(m_n - r)) : 1;
      sum += (r == 0 ? 1 : m_p) * wait;
    }
    return std::log(sum / (1 + static_cast<double>(m_s - 1) * m_p));
  }

  Slowed slowed(double rate) const override {
    const double resting = static_cast<double>(m_s - 1);
    const double own = m_p / (1 + resting * m_p);
    const double perStep = rate * own;
    if (rate >= 1) return {own, 0};
    const double p = SpacedSampling::ofRate(m_s, perStep).probability;
    // The start, where resting steps are alike, then a coin at each step at which the example is free.
    const double start = divergenceOfCoin(resting * perStep, resting * own);
    const double coins = static_cast<double>(m_n) * (1 - resting * perStep) * divergenceOfCoin(p, m_p);
    return {perStep, start + coins};
  }

  double logPairMoment(const MixtureColumns& columns, double strength) const override {
    const double moment = PairTable(columns, m_s, m_p, strength, false).startSum();
    return std::isnan(moment) ? kInfinity : std::log(moment);
  }
  std::unique_ptr<const PatternPairs> pairs(const MixtureColumns& columns, double strength) const override {
    return std::make_unique<SpacedPairs>(columns, m_s, m_p, strength);
  }

  // Its labels, a renewal process of candidates, have looser bounds than pairs: not used.
  double logLabelMoment(const MixtureColumns&, double, double) const override { return kInfinity; }
  std::unique_ptr<const LabelTuples> labelTuples(const MixtureColumns&, double, double) const override {
    return nullptr;
  }

  double drawIn(const std::vector<double>& fields, UniformStream& uniforms, Pattern& pattern) const override {
    // V_i as for the loss; beyond the end 1.
    std::vector<double> values(m_n + m_s, 1.0);
    const auto at = [&](Index i) -> double& { return values[i]; };
    std::vector<double> factors(m_n);
    for (Index i = m_n - 1; i >= 0; --i) {
      const double field = fields[i];
      double& factor = factors[i];
      factor = field == 0 ? m_p : m_p * std::exp(std::min(field, kMostExponent));
      at(i) = (1 - m_p) * at(i + 1) + factor * at(i + m_s);
    }
    double sum = at(0);
    for (Index r = 1; r < m_s; ++r) sum += m_p * at(r);
    pattern.clear();
    double target = uniforms.next() * sum - at(0);
    Index i = 0;
    while (target >= 0 && i + 1 < m_s) target -= m_p * at(++i);
    // The product of the probabilities to wait on is V at the end of the wait over V at its beginning.
    while (i < m_n) {
      const double take = factors[i] * at(i + m_s);
      if (uniforms.next() * at(i) < take) {
        pattern.push_back(i);
        i += m_s;
      } else {
        ++i;
      }
    }
    return std::log(sum / (1 + static_cast<double>(m_s - 1) * m_p));
  }

  Index scratchRows() const override { return m_s + 1; }
  void losses(const LaneExponents& exponents, AlignedBuffer& scratch, double* losses, double* noiseSums,
              const LabelTuples*, double*) const override {
    double* ring = scratch.data();
    // The start, over the probability of no rest.
    std::fill_n(ring, kLanes, 1.0);
    std::fill_n(ring + kLanes, (m_s - 1) * kLanes, m_p);
    std::fill_n(ring + m_s * kLanes, kLanes, 0.0);
    std::fill_n(noiseSums, kLanes, 0.0);
    double scales[kLanes] = {};
    (exponents.shift ? recurShifted : recurUnshifted)(exponents, m_n, m_s, m_p, ring, noiseSums, scales);
    for (Index l = 0; l < kLanes; ++l) {
      double sum = (1 - m_p) * ring[m_s * kLanes + l];
      for (Index r = 0; r < m_s; ++r) sum += ring[r * kLanes + l];
      losses[l] = scaledLog(sum / (1 + static_cast<double>(m_s - 1) * m_p), scales[l]);
    }
  }

 private:
  Index m_n;
  Index m_s;
  double m_p;
};

}  // namespace

std::unique_ptr<const ParticipationLaw> makeLaw(const SpacedSampling& sampling, Index steps) {
  return std::make_unique<SpacedLaw>(sampling, steps);
}

}  // namespace noiseloom
