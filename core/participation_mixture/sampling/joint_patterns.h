#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/participation_mixture/sampling/participation_law.h"

namespace noiseloom {

/// Several examples at once: their patterns with a probability proportional to
///   prod pi(S_a) exp(sum over pairs <v_a, v_b>/s^2 + (1 - 1/power) sum |v_a|^2/(2 s^2)),   v_a = power m_{S_a},
/// whose sum M is E_Q (E_S e^{power l_S})^count (math: section 10.8). A Markov chain over what the examples that still
/// rest have ahead of them, before the steps at which at least one does not. Where columns are alike V_i of a state
/// soon grows by the same factor every period, and the steps in between are passed over: O((bands + some periods)
/// states).
class JointPatterns {
 public:
  /// keep: keeps what draws need; else only logMoment() is known. It must not be used when stopped.
  JointPatterns(const MixtureColumns& columns, const Rhythm& rhythm, Index count, double power, double stddev,
                bool keep, const RunControl& control = {});

  /// About how many numbers this computes, kept or not: each takes a few nanoseconds.
  static double numbers(const MixtureColumns& columns, const Rhythm& rhythm, Index count);
  /// The same for so many steps, `different` of which have a column unlike the one before.
  static double numbers(Index steps, Index different, const Rhythm& rhythm, Index count);

  /// log M; +infinity where that overflows.
  double logMoment() const { return m_logMoment; }
  /// Draws the steps of all examples, a step as often as it is taken. Returns s^2 times the exponent above.
  double draw(UniformStream& uniforms, Pattern& steps) const;
  /// Draws the steps of each example into its pattern, in random order.
  void drawEach(UniformStream& uniforms, std::span<Pattern* const> patterns) const;

 private:
  // A way on from a state: so many of those that do not rest take part.
  struct Term {
    double chance;
    std::int32_t wait;  // steps to the next state
    std::int32_t next;
  };
  struct Start {
    double cumulated;
    std::int32_t step;
    std::int32_t state;
  };
  void addStates(bool keep);
  void addTerms(const std::vector<Index>& others);
  template <class OnTaken>
  void walk(const Start& from, UniformStream& uniforms, OnTaken onTaken) const;
  const Start& drawStart(UniformStream& uniforms) const;
  Index rank(const std::vector<Index>& symbols) const;
  Index restOf(Index symbol) const { return symbol < m_rhythm.period ? symbol : symbol - (m_rhythm.period - 1); }
  double overlap(Index step, std::size_t state) const;
  void weigh(Index step, std::vector<double>& weights) const;
  bool recur(bool keep, const RunControl& control);
  void start(bool keep);
  double* row(Index step) { return m_values.data() + static_cast<std::size_t>((step & m_mask) * m_states); }
  bool settled(Index step);
  Index pass(Index step, Index to, bool keep);
  void store(Index step);
  double ratio(Index step, std::size_t state, Index next, std::size_t to) const;
  // The state after so many steps at which nobody takes part and nobody's rest ends.
  std::size_t rested(std::size_t state, Index steps) const;
  const double* kept(Index step) const { return m_kept[m_places[step]].data(); }

  const MixtureColumns& m_columns;
  Rhythm m_rhythm;
  Index m_count;
  double m_power;
  double m_precision;
  Index m_symbols;
  Index m_states = 0;
  Index m_mask = 0;
  std::vector<std::vector<Index>> m_multisets;  // [y][i]: how many multisets of i of the first y symbols there are
  std::vector<Term> m_terms;
  std::vector<std::size_t> m_termStarts;
  std::vector<std::int32_t> m_rests;  // of a state's others, for draws
  std::vector<std::int32_t> m_ages;   // steps since the participation of those that rest after one
  std::vector<std::size_t> m_ageStarts;
  std::vector<double> m_values;  // V_i of each state, of the last two periods
  // For draws: rows of V, where that of a step stands, and by how many periods' growth it is larger.
  std::vector<std::vector<double>> m_kept;
  std::vector<std::size_t> m_places;
  std::vector<Index> m_periods;
  std::vector<std::vector<double>> m_weights;  // of the terms, at steps that differ
  std::vector<std::size_t> m_kinds;            // of the steps
  std::vector<Start> m_starts;
  std::vector<double> m_idling;  // where they wait, the probability that one does so for so many steps
  bool m_passed = false;
  double m_logMoment = 0;
};

}  // namespace noiseloom
