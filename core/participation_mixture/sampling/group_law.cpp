#include <algorithm>
#include <cmath>

#include "core/base/infinity.h"
#include "core/base/multiversion.h"
#include "core/monte_carlo/lanes.h"
#include "core/participation_mixture/sampling/lane_scale.h"
#include "core/participation_mixture/sampling/participation_law.h"

namespace noiseloom {
namespace {

// products of 1 - q + q e^{l_i} over the steps of each group.
template <bool Shifted>
NOISELOOM_INLINE void multiplyGroups(const LaneExponents& at, Index n, Index cycle, double q, double* products,
                                     double* sums, double* exponents) {
  Index group = 0;
  Index visits = 0;
  for (Index i = 0; i < n; ++i) {
    const double first = at.base[i];
    const double* noise = at.noise + i * kLanes;
    const double* shift = Shifted ? at.shift + i * kLanes : nullptr;
    double* row = products + group * kLanes;
#pragma omp simd
    for (Index l = 0; l < kLanes; ++l) {
      double a = first + at.slope * noise[l];
      if constexpr (Shifted) a += at.scale[l] * shift[l];
      a = a > kMostExponent ? kMostExponent : a;
      sums[l] += noise[l];
      row[l] *= (1 - q) + q * laneExp(a);
    }
    if (++group < cycle) continue;
    group = 0;
    if (++visits % kStepsBetweenScaling != 0) continue;
    bool scale = false;
    for (Index g = 0; g < cycle && !scale; ++g) scale = needsScaling(products + g * kLanes);
    if (scale) scaleLanes(products, cycle, exponents);
  }
}

NOISELOOM_MULTIVERSION
void multiplyShifted(const LaneExponents& at, Index n, Index cycle, double q, double* products, double* sums,
                     double* exponents) {
  multiplyGroups<true>(at, n, cycle, q, products, sums, exponents);
}

NOISELOOM_MULTIVERSION
void multiplyUnshifted(const LaneExponents& at, Index n, Index cycle, double q, double* products, double* sums,
                       double* exponents) {
  multiplyGroups<false>(at, n, cycle, q, products, sums, exponents);
}

// e^{strength <c_i, c_j>} of steps i = j - distance and j.
class Factors {
 public:
  Factors(const MixtureColumns& columns, double strength) : m_columns(columns) {
    m_values.reserve(columns.products.different() * columns.bands);
    for (Index j = 0; j < columns.steps; ++j) {
      for (Index d = 0; d < columns.bands && !columns.products.repeats(j); ++d)
        m_values.push_back(strength * columns.row(j)[columns.bands - 1 - d]);
    }
    expInPlace(m_values.data(), std::ssize(m_values));
  }
  double at(Index j, Index distance) const {
    return distance < m_columns.bands ? m_values[m_columns.products.rowOf(j) * m_columns.bands + distance] : 1;
  }
  /// The steps from the first on whose factors are those of the middle step, at the distances that lead to a step. All
  /// but the last ones of a Toeplitz strategy.
  Index alike() const {
    const Index middle = m_columns.steps / 2;
    for (Index j = 0; j < m_columns.steps; ++j) {
      if (m_columns.products.rowOf(j) == m_columns.products.rowOf(middle)) continue;
      for (Index d = 0; d <= std::min(j, m_columns.bands - 1); ++d) {
        if (at(j, d) != at(middle, d)) return j;
      }
    }
    return m_columns.steps;
  }

 private:
  const MixtureColumns& m_columns;
  std::vector<double> m_values;
};

// The steps of two groups g < h of a cycle, one after the other: those of g and of h take turns.
class Turns {
 public:
  Turns(Index n, Index cycle, Index g, Index h) : m_cycle(cycle), m_g(g), m_h(h) {
    const Index all = n / cycle;
    const Index rest = n % cycle;
    m_count = 2 * all + (g < rest ? 1 : 0) + (h < rest ? 1 : 0);
  }
  Index count() const { return m_count; }
  bool ofFirst(Index turn) const { return turn % 2 == 0; }
  Index step(Index turn) const { return turn / 2 * m_cycle + (ofFirst(turn) ? m_g : m_h); }
  /// From the turn before.
  Index distance(Index turn) const { return ofFirst(turn) ? m_cycle - (m_h - m_g) : m_h - m_g; }

 private:
  Index m_cycle;
  Index m_g;
  Index m_h;
  Index m_count;
};

// The mean of e^{strength <m_S, m_S'>} for two examples of one group.
double meanOfSame(const Factors& factors, Index n, Index cycle, double q, Index g) {
  double product = 1;
  for (Index i = g; i < n; i += cycle) product *= 1 + q * q * (factors.at(i, 0) - 1);
  return product;
}

// That mean over all pairs of groups. Pairs of groups as far apart have the same factors but at the end: what their
// common turns multiply is found once.
class GroupMoment {
 public:
  GroupMoment(const MixtureColumns& columns, Index cycle, double q, double strength)
      : m_n(columns.steps), m_cycle(cycle), m_q(q), m_factors(columns, strength), m_alike(m_factors.alike()) {}

  double mean() const {
    double sum = 0;
    for (Index g = 0; g < m_cycle; ++g) sum += meanOfSame(m_factors, m_n, m_cycle, m_q, g);
    for (Index apart = 1; apart < m_cycle; ++apart) sum += 2 * ofApart(apart);
    return sum / static_cast<double>(m_cycle) / static_cast<double>(m_cycle);
  }

 private:
  // Weights of what has happened before a turn, when the turn before was not taken, and was.
  struct Weights {
    double untaken = 1;
    double taken = 0;
    Weights after(double q, double factor) const {
      return {(1 - q) * (untaken + taken), q * (untaken + factor * taken)};
    }
  };

  double ofApart(Index apart) const {
    std::vector<Weights> before{{}};  // so many turns of steps that are alike
    double sum = 0;
    for (Index g = 0; g + apart < m_cycle; ++g) {
      const Turns turns(m_n, m_cycle, g, g + apart);
      Index turn = turns.count();
      while (turn > 0 && turns.step(turn - 1) >= m_alike) --turn;
      for (Index at = std::ssize(before) - 1; at < turn; ++at)
        before.push_back(before.back().after(m_q, m_factors.at(turns.step(at), turns.distance(at))));
      Weights weights = before[turn];
      for (; turn < turns.count(); ++turn)
        weights = weights.after(m_q, m_factors.at(turns.step(turn), turns.distance(turn)));
      sum += weights.untaken + weights.taken;
    }
    return sum;
  }

  Index m_n;
  Index m_cycle;
  double m_q;
  Factors m_factors;
  Index m_alike;
};

// Means of e^{strength <m_S, m_S'>} over what is yet to come.
class GroupTable {
 public:
  GroupTable(const MixtureColumns& columns, Index cycle, double q, double strength)
      : m_n(columns.steps), m_cycle(cycle), m_q(q), m_factors(columns, strength) {
    m_keep.reserve(2 * columns.steps * cycle);
    double sum = 0;
    for (Index g = 0; g < cycle; ++g) {
      for (Index h = g; h < cycle; ++h) {
        m_begin.push_back(m_keep.size());
        sum += g == h ? meanOfSame(m_factors, m_n, cycle, q, g) : 2 * different(g, h);
        m_cumulated.push_back(sum);
      }
    }
  }
  const std::vector<double>& cumulated() const { return m_cumulated; }
  const Factors& factors() const { return m_factors; }
  /// The entry of pair number `pair` before a turn, when the turn before was taken or not.
  double at(std::size_t pair, Index count, Index turn, bool taken) const {
    return m_keep[m_begin[pair] + static_cast<std::size_t>(2 * (count - turn) + (taken ? 1 : 0))];
  }

 private:
  double different(Index g, Index h) {
    const Turns turns(m_n, m_cycle, g, h);
    double untaken = 1, taken = 1;
    const auto store = [&] { m_keep.insert(m_keep.end(), {untaken, taken}); };
    store();
    for (Index turn = turns.count() - 1; turn >= 0; --turn) {
      const double skip = (1 - m_q) * untaken;
      const double take = m_q * taken;
      untaken = skip + take;
      taken = skip + take * m_factors.at(turns.step(turn), turns.distance(turn));
      store();
    }
    return untaken;
  }

  Index m_n;
  Index m_cycle;
  double m_q;
  Factors m_factors;
  std::vector<double> m_keep;
  std::vector<std::size_t> m_begin;
  std::vector<double> m_cumulated;
};

class GroupPairs final : public PatternPairs {
 public:
  GroupPairs(const MixtureColumns& columns, Index cycle, double q, double strength)
      : m_n(columns.steps), m_cycle(cycle), m_q(q), m_table(columns, cycle, q, strength) {
    for (Index g = 0; g < cycle; ++g) {
      for (Index h = g; h < cycle; ++h) m_groups.emplace_back(g, h);
    }
  }

  void draw(UniformStream& uniforms, Pattern& first, Pattern& second) const override {
    first.clear();
    second.clear();
    const std::vector<double>& cumulated = m_table.cumulated();
    const double target = uniforms.next() * cumulated.back();
    const auto pair =
        std::min(cumulated.size() - 1,
                 static_cast<std::size_t>(std::ranges::upper_bound(cumulated, target) - cumulated.begin()));
    const auto [g, h] = m_groups[pair];
    if (g == h) {
      drawSame(g, uniforms, first, second);
    } else if (uniforms.next() < 0.5) {
      drawDifferent(pair, {m_n, m_cycle, g, h}, uniforms, first, second);
    } else {
      drawDifferent(pair, {m_n, m_cycle, g, h}, uniforms, second, first);
    }
  }

 private:
  void drawSame(Index g, UniformStream& uniforms, Pattern& first, Pattern& second) const {
    const double one = m_q * (1 - m_q);
    for (Index i = g; i < m_n; i += m_cycle) {
      const double both = m_q * m_q * m_table.factors().at(i, 0);
      const double choice = uniforms.next() * ((1 - m_q) * (1 - m_q) + 2 * one + both);
      if (choice < one || (choice >= 2 * one && choice < 2 * one + both)) first.push_back(i);
      if (choice >= one && choice < 2 * one + both) second.push_back(i);
    }
  }
  void drawDifferent(std::size_t pair, const Turns& turns, UniformStream& uniforms, Pattern& first,
                     Pattern& second) const {
    bool taken = false;
    const Index count = turns.count();
    for (Index turn = 0; turn < count; ++turn) {
      const double skip = (1 - m_q) * m_table.at(pair, count, turn + 1, false);
      taken = uniforms.next() * m_table.at(pair, count, turn, taken) >= skip;
      if (taken) (turns.ofFirst(turn) ? first : second).push_back(turns.step(turn));
    }
  }

  Index m_n;
  Index m_cycle;
  double m_q;
  GroupTable m_table;
  std::vector<std::pair<Index, Index>> m_groups;
};

// The binomial counts of t at a step, weighted by what they add to a moment: entry j has the weight
// binom(t, j) (1 - q)^(t-j) q^j e^{j (j-1) |c_i|^2/(2 s^2)}.
std::vector<double> countWeights(double q, double t, double halfNorm, double stddev) {
  std::vector<double> weights;
  for (Index count = 0; count <= static_cast<Index>(t); ++count) {
    const auto j = static_cast<double>(count);
    const double choices = std::lgamma(t + 1) - std::lgamma(j + 1) - std::lgamma(t - j + 1);
    const double coins = j * std::log(q) + (j < t ? (t - j) * std::log1p(-q) : 0);
    weights.push_back(std::exp(choices + coins + j * (j - 1) * halfNorm / (stddev * stddev)));
  }
  return weights;
}

// log mu_g of each group.
std::vector<double> logMoments(const MixtureColumns& columns, Index cycle, double q, double t, double stddev) {
  std::vector<double> logs(cycle, 0.0);
  double last = -1, log = 0;
  for (Index i = 0; i < columns.steps; ++i) {
    const double halfNorm = columns.halfNorms[i];
    if (halfNorm != last) {
      double sum = 0;
      for (const double weight : countWeights(q, t, halfNorm, stddev)) sum += weight;
      log = std::log(sum);
      last = halfNorm;
    }
    logs[i % cycle] += log;
  }
  return logs;
}

double logSumExp(const std::vector<double>& logs, double scale) {
  const double most = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const double log : logs) sum += std::exp(scale * (log - most));
  return std::log(sum) + scale * most;
}

class GroupTuples final : public LabelTuples {
 public:
  GroupTuples(const MixtureColumns& columns, Index cycle, double q, double power, double stddev)
      : m_n(columns.steps), m_cycle(cycle) {
    t = power;
    const std::vector<double> logs = logMoments(columns, cycle, q, t, stddev);
    const double logSum = logSumExp(logs, 1 / t);
    double cumulated = 0;
    for (const double log : logs) {
      m_groups.push_back(cumulated += std::exp(log / t - logSum));
      logWeights.push_back(log / t - log - logSum);
    }
    double last = -1;
    for (Index i = 0; i < m_n; ++i) {
      const double halfNorm = columns.halfNorms[i];
      if (halfNorm != last) {
        std::vector<double> counts = countWeights(q, t, halfNorm, stddev);
        for (std::size_t j = 1; j < counts.size(); ++j) counts[j] += counts[j - 1];
        m_counts.push_back(std::move(counts));
        last = halfNorm;
      }
      m_kinds.push_back(m_counts.size() - 1);
    }
  }

  void draw(UniformStream& uniforms, Pattern& steps) const override {
    steps.clear();
    const double place = uniforms.next() * m_groups.back();
    const auto found = std::ranges::upper_bound(m_groups, place) - m_groups.begin();
    for (Index i = std::min<Index>(found, m_cycle - 1); i < m_n; i += m_cycle) {
      const std::vector<double>& counts = m_counts[m_kinds[i]];
      const double target = uniforms.next() * counts.back();
      for (std::size_t j = 0; j + 1 < counts.size() && target >= counts[j]; ++j) steps.push_back(i);
    }
  }

 private:
  Index m_n;
  Index m_cycle;
  std::vector<double> m_groups;
  std::vector<std::vector<double>> m_counts;
  std::vector<std::size_t> m_kinds;
};

class GroupLaw final : public ParticipationLaw {
 public:
  GroupLaw(const RandomGroups& groups, Index n) : m_n(n), m_cycle(groups.cycle), m_q(groups.probability) {}

  Rhythm rhythm() const override { return {m_cycle, m_q, m_q == 1}; }  // all the same where all take part
  double logEmpty() const override {
    const Index rounds = m_n / m_cycle;
    const auto all = static_cast<double>(rounds);
    const double longer = static_cast<double>(m_n % m_cycle) / static_cast<double>(m_cycle);
    const double none = std::log(longer * std::pow(1 - m_q, all + 1) + (1 - longer) * std::pow(1 - m_q, all));
    return std::isfinite(none) ? none : m_q < 1 ? all * std::log1p(-m_q) : -kInfinity;
  }

  Slowed slowed(double rate) const override {
    const double q = std::min(1.0, rate) * m_q;
    const double no = q < 1 ? (1 - q) * std::log((1 - q) / (1 - m_q)) : 0;
    const double coin = rate < 1 ? q * std::log(rate) + no : 0;
    return {q / static_cast<double>(m_cycle), static_cast<double>(m_n) / static_cast<double>(m_cycle) * coin};
  }

  double logPairMoment(const MixtureColumns& columns, double strength) const override {
    const double moment = GroupMoment(columns, m_cycle, m_q, strength).mean();
    return std::isnan(moment) ? kInfinity : std::log(moment);
  }
  std::unique_ptr<const PatternPairs> pairs(const MixtureColumns& columns, double strength) const override {
    return std::make_unique<GroupPairs>(columns, m_cycle, m_q, strength);
  }

  double logLabelMoment(const MixtureColumns& columns, double t, double stddev) const override {
    const std::vector<double> logs = logMoments(columns, m_cycle, m_q, t, stddev);
    const double moment = t * (logSumExp(logs, 1 / t) - std::log(static_cast<double>(m_cycle)));
    return std::isnan(moment) ? kInfinity : moment;
  }
  std::unique_ptr<const LabelTuples> labelTuples(const MixtureColumns& columns, double t,
                                                 double stddev) const override {
    return std::make_unique<GroupTuples>(columns, m_cycle, m_q, t, stddev);
  }

  double drawIn(const std::vector<double>& fields, UniformStream& uniforms, Pattern& pattern) const override {
    std::vector<double> logs(m_cycle, 0.0);
    std::vector<double> chances(m_n, m_q);
    for (Index i = 0; i < m_n; ++i) {
      const double field = fields[i];
      if (field == 0) continue;
      const double take = m_q * std::exp(std::min(field, kMostExponent));
      logs[i % m_cycle] += std::log(1 - m_q + take);
      chances[i] = take / (1 - m_q + take);
    }
    const double logSum = logSumExp(logs, 1);
    double place = uniforms.next();
    Index group = 0;
    for (; group + 1 < m_cycle; ++group) {
      place -= std::exp(logs[group] - logSum);
      if (place < 0) break;
    }
    pattern.clear();
    for (Index i = group; i < m_n; i += m_cycle) {
      if (uniforms.next() < chances[i]) pattern.push_back(i);
    }
    return logSum - std::log(static_cast<double>(m_cycle));
  }

  Index scratchRows() const override { return m_cycle; }
  void losses(const LaneExponents& exponents, AlignedBuffer& scratch, double* losses, double* noiseSums,
              const LabelTuples* tuples, double* logDensities) const override {
    double* products = scratch.data();
    std::fill_n(products, m_cycle * kLanes, 1.0);
    std::fill_n(noiseSums, kLanes, 0.0);
    double scales[kLanes] = {};
    (exponents.shift ? multiplyShifted : multiplyUnshifted)(exponents, m_n, m_cycle, m_q, products, noiseSums, scales);
    for (Index l = 0; l < kLanes; ++l) {
      double sum = 0;
      for (Index g = 0; g < m_cycle; ++g) sum += products[g * kLanes + l];
      losses[l] = scaledLog(sum / static_cast<double>(m_cycle), scales[l]);
    }
    if (!tuples) return;
    std::vector<double> logs(m_cycle);
    for (Index l = 0; l < kLanes; ++l) {
      for (Index g = 0; g < m_cycle; ++g) {
        const std::size_t group = g;
        logs[group] = tuples->logWeights[group] + tuples->t * scaledLog(products[g * kLanes + l], scales[l]);
      }
      logDensities[l] = logSumExp(logs, 1);
    }
  }

 private:
  Index m_n;
  Index m_cycle;
  double m_q;
};

}  // namespace

std::unique_ptr<const ParticipationLaw> makeLaw(const RandomGroups& groups, Index steps) {
  return std::make_unique<GroupLaw>(groups, steps);
}

}  // namespace noiseloom
