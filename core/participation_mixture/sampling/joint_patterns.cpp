#include "core/participation_mixture/sampling/joint_patterns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace noiseloom {
namespace {

Index symbolsOf(const Rhythm& rhythm) {
  return rhythm.waits ? rhythm.period : 2 * rhythm.period - 1;
}

constexpr Index kTypicalPeriods = 12;     // periods after which V usually grows evenly
constexpr double kRowsOfStates = 40;      // listing the states takes the time of so many rows
constexpr double kEven = 1e-11;           // relative differences of growths that count as even; they shrink further
constexpr double kPassedRounding = 1e-7;  // added to the moment's logarithm: above the error of the steps passed over

// How many multisets of `size` of so many symbols there are.
double multisets(Index size, Index symbols) {
  double product = 1;
  for (Index i = 1; i <= size; ++i) product *= static_cast<double>(symbols - 1 + i) / static_cast<double>(i);
  return product;
}

// The next multiset, in the order of their ranks; false after the last one.
bool advance(std::vector<Index>& sorted, Index symbols) {
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] + 1 >= symbols || (i + 1 < sorted.size() && sorted[i] == sorted[i + 1])) continue;
    ++sorted[i];
    std::fill_n(sorted.begin(), i, Index{0});
    return true;
  }
  return false;
}

}  // namespace

double JointPatterns::numbers(const MixtureColumns& columns, const Rhythm& rhythm, Index count) {
  return numbers(columns.steps, columns.products.different(), rhythm, count);
}

double JointPatterns::numbers(Index steps, Index different, const Rhythm& rhythm, Index count) {
  const double states = multisets(count - 1, symbolsOf(rhythm));
  const auto rows = static_cast<double>(std::min(steps, kTypicalPeriods * rhythm.period));
  // Where its column differs from the last one's, a step takes weights of its own; the states themselves are not free.
  const double options = 2 + static_cast<double>(count - 1) / static_cast<double>(symbolsOf(rhythm));
  return states * (0.5 * options * (rows + kRowsOfStates) + 6 * static_cast<double>(different)) +
         multisets(count, rhythm.period);
}

JointPatterns::JointPatterns(const MixtureColumns& columns, const Rhythm& rhythm, Index count, double power,
                             double stddev, bool keep, const RunControl& control)
    : m_columns(columns),
      m_rhythm(rhythm),
      m_count(count),
      m_power(power),
      m_precision(1 / (stddev * stddev)),
      m_symbols(symbolsOf(rhythm)) {
  m_multisets.assign(m_symbols, std::vector<Index>(count, 0));
  for (std::size_t y = 0; y < m_multisets.size(); ++y) {
    std::vector<Index>& line = m_multisets[y];
    line[0] = 1;
    for (std::size_t i = 1; y > 0 && i < line.size(); ++i) line[i] = m_multisets[y - 1][i] + line[i - 1];
  }
  addStates(keep);
  if (!recur(keep, control)) {
    m_logMoment = std::numeric_limits<double>::infinity();
    return;
  }
  start(keep);
  for (Index steps = 0; keep && rhythm.waits && steps <= count * columns.steps; ++steps)
    m_idling.push_back(std::pow(1 - rhythm.chance, static_cast<double>(steps)));
}

Index JointPatterns::rank(const std::vector<Index>& symbols) const {
  Index sum = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) sum += m_multisets[symbols[i]][i + 1];
  return sum;
}

void JointPatterns::addStates(bool keep) {
  std::vector<Index> others(m_count - 1, 0);
  do {
    for (std::size_t a = 0; keep && a < others.size(); ++a)
      m_rests.push_back(static_cast<std::int32_t>(restOf(others[a])));
    m_termStarts.push_back(m_terms.size());
    m_ageStarts.push_back(m_ages.size());
    addTerms(others);
    ++m_states;
  } while (advance(others, m_symbols));
  m_termStarts.push_back(m_terms.size());
  m_ageStarts.push_back(m_ages.size());
}

void JointPatterns::addTerms(const std::vector<Index>& others) {
  const Index s = m_rhythm.period;
  const double q = m_rhythm.chance;
  const auto free = 1 + static_cast<Index>(std::count(others.begin(), others.end(), Index{0}));
  Index least = s;  // of the rests of those that rest
  for (const Index symbol : others) {
    if (symbol > 0) least = std::min(least, restOf(symbol));
    if (symbol > 0 && symbol < s) m_ages.push_back(static_cast<std::int32_t>(s - symbol));
  }
  std::vector<Index> next(others.size() + 1);
  double chance = std::pow(1 - q, static_cast<double>(free));
  for (Index takers = 0; takers <= free; ++takers) {
    const Index skipped = free - takers;
    const Index wait = m_rhythm.waits && skipped > 0 ? 1 : least;
    // Ascending: who does not rest, who rests after a participation, who rests without.
    std::fill(next.begin(), next.end(), Index{0});
    auto end = next.end();
    const auto put = [&](Index count, Index symbol) { end = std::fill_n(end - count, count, symbol) - count; };
    if (!m_rhythm.waits && s > wait) put(skipped, 2 * s - 1 - wait);
    auto other = others.rbegin();
    for (; other != others.rend() && *other >= s; ++other) {
      if (*other - wait >= s) *--end = *other - wait;
    }
    if (s > wait) put(takers, s - wait);
    for (; other != others.rend() && *other > wait; ++other) *--end = *other - wait;
    Index index = 0;
    for (auto symbol = end; symbol != next.end(); ++symbol) {
      const auto place = static_cast<std::size_t>(symbol - next.begin()) - 1;  // one does not rest
      index += m_multisets[*symbol][place + 1];
    }
    const double weight = q < 1 ? chance : takers == free ? 1 : 0;
    m_terms.push_back({weight, static_cast<std::int32_t>(wait), static_cast<std::int32_t>(index)});
    if (q < 1) chance *= q / (1 - q) * static_cast<double>(skipped) / static_cast<double>(takers + 1);
  }
}

// <|c_i|, sum of the columns that those who rest have taken>; columns before the first are 0.
double JointPatterns::overlap(Index step, std::size_t state) const {
  const double* products = m_columns.row(step) + m_columns.bands - 1;
  double sum = 0;
  for (std::size_t a = m_ageStarts[state]; a < m_ageStarts[state + 1]; ++a) {
    if (m_ages[a] < m_columns.bands) sum += products[-m_ages[a]];
  }
  return sum;
}

void JointPatterns::weigh(Index step, std::vector<double>& weights) const {
  weights.resize(m_terms.size());
  const double square = m_columns.row(step)[m_columns.bands - 1];
  const double strength = m_power * m_power * m_precision;
  // exp() itself: a bound must not be cut where it overflows.
  const double site = std::exp((m_power - 1) * m_power * m_precision * square / 2);
  const double twice = std::exp(strength * square);
  std::vector<double> meetings;  // of a step with one so many before it
  for (Index age = 0; age < m_columns.bands; ++age)
    meetings.push_back(std::exp(strength * m_columns.row(step)[m_columns.bands - 1 - age]));
  for (std::size_t state = 0; state + 1 < m_termStarts.size(); ++state) {
    double next = site;
    for (std::size_t a = m_ageStarts[state]; a < m_ageStarts[state + 1]; ++a) {
      if (m_ages[a] < m_columns.bands) next *= meetings[m_ages[a]];
    }
    double factor = 1;
    for (std::size_t at = m_termStarts[state]; at < m_termStarts[state + 1]; ++at) {
      weights[at] = m_terms[at].chance > 0 ? m_terms[at].chance * factor : 0;
      factor *= next;
      next *= twice;
    }
  }
}

// Fills V_i of every state, the mean of the weights of all later steps, from the last step to the first. False when
// stopped, and where it overflows and need not be kept.
bool JointPatterns::recur(bool keep, const RunControl& control) {
  const Index n = m_columns.steps;
  const Index s = m_rhythm.period;
  const auto rows = static_cast<Index>(std::bit_ceil(static_cast<std::size_t>(3 * s + 1)));
  m_mask = rows - 1;
  m_values.assign(rows * m_states, 1.0);
  m_kinds.assign(n, 0);
  if (keep) {
    m_kept.emplace_back(m_states, 1.0);
    m_places.assign(n + s, 0);
    m_periods.assign(n + s, 0);
  }
  std::vector<double> fresh;
  Index alike = 0;  // steps in a row with these weights
  for (Index i = n - 1; i >= 0 && !control.stopRequested(); --i, ++alike) {
    if (i == n - 1 || !m_columns.products.repeats(i + 1)) {
      weigh(i, fresh);
      if (keep || m_weights.empty()) {
        m_weights.push_back(std::move(fresh));
      } else {
        m_weights.back().swap(fresh);
      }
      alike = 0;
    }
    m_kinds[i] = m_weights.size() - 1;
    const double* weights = m_weights.back().data();
    double* out = row(i);
    for (Index state = 0; state < m_states; ++state) {
      double sum = 0;
      const std::size_t end = m_termStarts[state + 1];
      for (std::size_t at = m_termStarts[state]; at < end; ++at)
        sum += weights[at] * row(i + m_terms[at].wait)[m_terms[at].next];
      out[state] = sum;
    }
    if (!keep && !std::isfinite(out[0])) return false;
    if (keep) store(i);
    if (alike >= 3 * s && alike % s == 0 && settled(i)) {
      Index first = i;
      while (first > 0 && m_columns.products.repeats(first)) --first;
      i = pass(i, first, keep);
      alike = std::numeric_limits<Index>::min() / 2;  // no second time among these steps
    }
  }
  return !control.stopRequested();
}

void JointPatterns::store(Index step) {
  m_places[step] = m_kept.size();
  m_kept.emplace_back(row(step), row(step) + m_states);
}

// True if V of every state has grown by the same factor in the last two periods.
bool JointPatterns::settled(Index step) {
  const Index s = m_rhythm.period;
  for (Index i = step; i < step + s; ++i) {
    const double *last = row(i), *before = row(i + s), *first = row(i + 2 * s);
    for (Index state = 0; state < m_states; ++state) {
      // By quotients: products of what has grown far may overflow.
      const double growth = before[state] / first[state];
      if (!(std::abs(last[state] / before[state] - growth) <= kEven * growth)) return false;
    }
  }
  return true;
}

// Passes over whole periods from `step` down to no less than `to`, by the growth of the last one. Returns the step that
// it reached.
Index JointPatterns::pass(Index step, Index to, bool keep) {
  const Index s = m_rhythm.period;
  const Index periods = (step - to) / s;
  if (periods < 1) return step;
  const Index reached = step - periods * s;
  for (Index i = step - 1; keep && i > reached + s - 1; --i) {
    m_places[i] = m_places[i + s];
    m_periods[i] = m_periods[i + s] + 1;
  }
  std::vector<double> grown(s * m_states);
  std::vector<double> growth(m_states);
  for (Index u = 0; u < s; ++u) {
    const double *last = row(step + u), *before = row(step + u + s);
    for (std::size_t state = 0; state < growth.size(); ++state) growth[state] = last[state] / before[state];
    double* out = grown.data() + u * m_states;
    std::copy_n(last, m_states, out);
    // By squares, of all states at once.
    for (Index left = periods; left > 0; left /= 2) {
      for (std::size_t state = 0; left % 2 > 0 && state < growth.size(); ++state) out[state] *= growth[state];
      for (double& value : growth) value *= value;
    }
  }
  for (Index u = s - 1; u >= 0; --u) {
    std::copy_n(grown.begin() + u * m_states, m_states, row(reached + u));
    if (keep) store(reached + u);
  }
  if (keep) {
    for (Index i = reached; i < step; ++i) m_kinds[i] = m_weights.size() - 1;
  }
  m_passed = true;
  return reached;
}

// V of state `to` at step `next`, over V of the state at `step` that leads there.
double JointPatterns::ratio(Index step, std::size_t state, Index next, std::size_t to) const {
  const double plain = kept(next)[to] / kept(step)[state];
  const Index here = m_periods[step];
  const Index there = m_periods[next];
  if (here == there) return plain;
  // Those of one history grow alike.
  if (here > 0) {
    const Index place = step + here * m_rhythm.period;
    const double growth = kept(place)[state] / kept(place + m_rhythm.period)[state];
    return here == there + 1 ? plain / growth : plain * std::pow(growth, static_cast<double>(there - here));
  }
  const Index place = next + there * m_rhythm.period;
  return plain * std::pow(kept(place)[to] / kept(place + m_rhythm.period)[to], static_cast<double>(there));
}

// Every example begins with a rest of 0 .. s - 1 steps.
void JointPatterns::start(bool keep) {
  const Index s = m_rhythm.period;
  const double later = m_rhythm.waits ? m_rhythm.chance : 1;
  const double unit = 1 / (1 + static_cast<double>(s - 1) * later);
  std::vector<Index> rests(m_count, 0);
  std::vector<Index> others(m_count - 1);
  double sum = 0;
  do {
    double chance = 1;
    Index alike = 0;
    for (std::size_t a = 0; a < rests.size(); ++a) {
      alike = a > 0 && rests[a] == rests[a - 1] ? alike + 1 : 1;
      chance *= static_cast<double>(a + 1) / static_cast<double>(alike) * unit * (rests[a] > 0 ? later : 1);
    }
    // They have not taken part; where they wait that makes no difference, since columns before the first are 0.
    for (std::size_t a = 1; a < rests.size(); ++a) {
      const Index left = rests[a] - rests[0];
      others[a - 1] = left == 0 || m_rhythm.waits ? left : left + s - 1;
    }
    const Index state = rank(others);
    sum += chance * (rests[0] < m_columns.steps ? row(rests[0])[state] : 1);
    if (keep) m_starts.push_back({sum, static_cast<std::int32_t>(rests[0]), static_cast<std::int32_t>(state)});
  } while (advance(rests, s));
  m_logMoment = std::isnan(sum) ? std::numeric_limits<double>::infinity() : std::log(sum);
  if (m_passed) m_logMoment += kPassedRounding;
}

std::size_t JointPatterns::rested(std::size_t state, Index steps) const {
  const std::size_t others = static_cast<std::size_t>(m_count) - 1;
  Index index = 0;
  for (std::size_t a = 0; a < others; ++a) {
    const Index rest = m_rests[state * others + a];
    if (rest > 0) index += m_multisets[static_cast<std::size_t>(rest - steps)][a + 1];
  }
  return static_cast<std::size_t>(index);
}

const JointPatterns::Start& JointPatterns::drawStart(UniformStream& uniforms) const {
  const double target = uniforms.next() * m_starts.back().cumulated;
  const auto found = std::ranges::upper_bound(m_starts, target, {}, &Start::cumulated);
  return found == m_starts.end() ? m_starts.back() : *found;
}

// Calls onTaken(step, state, takers) wherever somebody takes part.
template <class OnTaken>
void JointPatterns::walk(const Start& from, UniformStream& uniforms, OnTaken onTaken) const {
  const Index n = m_columns.steps;
  const std::size_t others = static_cast<std::size_t>(m_count) - 1;
  std::size_t state = from.state;
  Index i = from.step;
  while (i < n) {
    // One number tells when somebody takes part next, and how many: of what is yet to come, the share in which nobody
    // does until a step shrinks from step to step.
    const double u = uniforms.next();
    double waited = 1, left = 0;
    while (i < n) {
      const std::size_t at = m_termStarts[state];
      Index steps = m_terms[at].wait;
      double beyond = 0;  // of the share in which nobody takes part for one step more
      if (m_rhythm.waits) {
        // Until one more does not rest these go on alike; mostly nobody takes part.
        Index least = n - i, free = 1;
        for (std::size_t a = 0; a < others; ++a) {
          const Index rest = m_rests[state * others + a];
          if (rest == 0) ++free;
          if (rest > 0) least = std::min(least, rest);
        }
        const auto share = [&](Index after) {
          const double idle = m_idling[static_cast<std::size_t>(free * after)];
          return idle > 0 ? waited * idle * ratio(i, state, i + after, rested(state, after)) : 0;
        };
        beyond = share(least);
        steps = least;
        if (!(u < beyond)) {
          Index low = 0;
          double atLow = waited;
          while (steps - low > 1) {
            const Index middle = (low + steps) / 2;
            const double here = share(middle);
            (u < here ? low : steps) = middle;
            (u < here ? atLow : beyond) = here;
          }
          state = rested(state, low);
          i += low;
          waited = atLow;
          left = (u - beyond) / waited;
          break;
        }
        state = rested(state, steps);
      } else {
        const auto to = static_cast<std::size_t>(m_terms[at].next);
        const double idle = m_weights[m_kinds[i]][at];
        beyond = idle > 0 ? waited * idle * ratio(i, state, i + steps, to) : 0;
        if (!(u < beyond)) {
          left = (u - beyond) / waited;
          break;
        }
        state = to;
      }
      i += steps;
      waited = beyond;
    }
    if (i >= n) break;
    const double* weights = m_weights[m_kinds[i]].data();
    std::size_t at = m_termStarts[state] + 1;
    for (; at + 1 < m_termStarts[state + 1]; ++at) {
      left -= weights[at] * ratio(i, state, i + m_terms[at].wait, static_cast<std::size_t>(m_terms[at].next));
      if (left < 0) break;
    }
    onTaken(i, state, at - m_termStarts[state]);
    i += m_terms[at].wait;
    state = static_cast<std::size_t>(m_terms[at].next);
  }
}

double JointPatterns::draw(UniformStream& uniforms, Pattern& steps) const {
  steps.clear();
  double exponent = 0;
  walk(drawStart(uniforms), uniforms, [&](Index i, std::size_t state, std::size_t takers) {
    const auto count = static_cast<double>(takers);
    const double square = m_columns.row(i)[m_columns.bands - 1];
    exponent += m_power * m_power * count * (0.5 * (count - 1) * square + overlap(i, state)) +
                (m_power - 1) * m_power / 2 * count * square;
    steps.insert(steps.end(), takers, i);
  });
  return exponent;
}

void JointPatterns::drawEach(UniformStream& uniforms, std::span<Pattern* const> patterns) const {
  struct Example {
    Pattern* steps;
    Index ready;  // the first step at which it does not rest
  };
  std::vector<Example> examples;
  for (Pattern* const pattern : patterns) {
    pattern->clear();
    examples.push_back({pattern, 0});
  }
  // Which of them is the first to be ready is left to chance, and who takes part of those that are.
  for (std::size_t a = examples.size() - 1; a > 0; --a) {
    const auto other = static_cast<std::size_t>(uniforms.next() * static_cast<double>(a + 1));
    std::swap(examples[a].steps, examples[other].steps);
  }
  const Start& from = drawStart(uniforms);
  examples[0].ready = from.step;
  const std::size_t others = examples.size() - 1;
  for (std::size_t a = 0; a < others; ++a)
    examples[a + 1].ready = from.step + m_rests[static_cast<std::size_t>(from.state) * others + a];
  const Index s = m_rhythm.period;
  const auto isFree = [&](const Example& example, Index i) {
    return example.ready <= i && (m_rhythm.waits || (i - example.ready) % s == 0);
  };
  walk(from, uniforms, [&](Index i, std::size_t, std::size_t takers) {
    auto free = static_cast<std::size_t>(
        std::ranges::count_if(examples, [&](const Example& example) { return isFree(example, i); }));
    for (auto example = examples.begin(); takers > 0; ++example) {
      if (!isFree(*example, i)) continue;
      if (takers == free || uniforms.next() * static_cast<double>(free) < static_cast<double>(takers)) {
        example->steps->push_back(i);
        example->ready = i + s;
        --takers;
      }
      --free;
    }
  });
}

}  // namespace noiseloom
