#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/monte_carlo/weights.h"
#include "core/participation_mixture/sampling/joint_patterns.h"

namespace noiseloom {

/// Largest t of pairs: t^2 / 2 inner products of patterns a draw.
constexpr double kMostPairs = 128;

/// Weights of the pair P = sum_S pi(S) N(m_S, s^2 I), Q = N(0, s^2 I), m_S the sum of |C|'s columns at the steps of S
/// (math: section 10.8). y_i = <|c_i|, X>.
/// - Remove, t patterns, t even. With I_ab = <m_a, m_b>/s^2, e^{tL} Q is the mixture of N(m_1 + .. + m_t, s^2 I) with
///   weights prod pi(S_a) e^{sum over pairs I_ab}. All pairs of t are t - 1 rounds of t/2 disjoint ones, as in a
///   tournament; the mean of the geometric kind is at most that of the arithmetic kind, so
///     e^{sum over pairs I_ab} <= 1/(t-1) sum over rounds of prod over the round's pairs of e^{(t-1) I_ab},
///   and the right side is drawn exactly: a round, then its pairs independently, with M = E e^{(t-1) I} of two patterns
///   for each. The weight is
///     W = (1 - e^{epsilon - L})_+ e^{-(t-1) L} M^{t/2} (geometric mean / arithmetic mean)
///       <= e^{-(t-1) epsilon} (t-1)^{t-1}/t^t M^{t/2},
///   which without any draw is Chernoff's bound, as E_Q e^{tL} <= M^{t/2}. t = 1: X of P itself. Blocks of more than
///   two, drawn together, in place of the pairs vary less: Rounds, and M of JointPatterns.
/// - Remove, t patterns of one group g (random groups only), which is drawn with a probability proportional to
///   mu_g^{1/t}, mu_g = E_Q R_g^t, and the t examples' steps at once:
///     W = (e^L - e^epsilon)_+ / sum_g u_g R_g^t <= e^{-(t-1) epsilon} (t-1)^{t-1}/t^t (mean of mu_g^{1/t})^t,
///   u_g = mu_g^{1/t-1} / sum mu^{1/t}, by Hoelder's inequality: of all weights of the groups the best.
/// - Remove, t patterns together, whose sum M_t = E_Q e^{tL} JointPatterns knows: Chernoff's bound itself, with its
///   tilt. Where there is no room for more patterns, each counts `power` >= 1 times instead: (E_S e^{power l_S})^t >=
///   e^{t power L} by Jensen's inequality, and with M = E_Q of the left side
///     W = (e^L - e^epsilon)_+ M / (E_S e^{power l_S})^t <= e^{-(u-1) epsilon} (u-1)^{u-1}/u^u M,   u = t power.
/// - Remove, t patterns one after the other, S_j with a probability proportional to pi(S) e^{<m_S, X_{j-1}>/s^2}, X_j =
///   X_{j-1} + m_{S_j}, Z_j that sum: W = (1 - e^{epsilon - L})_+ e^{-(t-1) L} prod Z_j varies least and has no known
///   maximum; for estimates only.
/// - Add: X ~ N(-t v, s^2 I), v the mean of m_S under a slower sampler rho; by Gibbs' inequality
///   L >= <v, X>/s^2 - kappa, kappa = KL(rho, pi) + E_rho |m_S|^2/(2 s^2), and
///     W <= e^{-t epsilon} t^t/(t+1)^{t+1} e^{t kappa + t^2 |v|^2/(2 s^2)}.
/// Only one thread at a time may use it.
class MixtureWeights final : public WeightModel {
 public:
  /// What adding is shown by where the columns, and the law, are those of joined steps, which bound removing alone: the
  /// steps' own law, the joined ones' columns.
  struct Adding {
    const ParticipationLaw& law;
    std::span<const Index> begins;  ///< of the parts, and the end of the last one
    double greatestNormSquared;     ///< of the steps' own columns
    double meeting;                 ///< the greatest sum of one's correlations with all of them
  };
  /// The control stops the longer ones of its tables; it must not be used then. With `adding` nothing else shows
  /// adding.
  MixtureWeights(const MixtureColumns& columns, const ParticipationLaw& law, const RunControl& control = {},
                 std::optional<Adding> adding = {})
      : m_columns(columns),
        m_law(law),
        m_control(control.quiet()),
        m_adding(adding),
        m_steering(steeringPairMoment()) {}

  /// Its bound is the rigorous one. -infinity where delta is 0.
  BoundedTilt boundedTilt(Direction direction, double stddev, double epsilon) const override;
  double logWeightBound(const Tilt& tilt, double stddev, double epsilon, const RunControl& control) const override;
  /// To add: L is at least the mean over a hidden label A, drawn once, of sum over A of f_i = log(1 - q + q e^{l_i});
  /// the label is the group, or the candidates of which participations are a thinning (math: section 10.8). Steps a
  /// period apart are independent, so that by Hoelder's inequality, a the probability of a step to be in A and s the
  /// period,
  ///   delta <= e^{-t epsilon} t^t/(t+1)^{t+1} (prod over all steps of E e^{-t a s f_i})^{1/s}.
  double logDeltaBound(Direction direction, double stddev, double epsilon) const override;
  std::vector<Tilt> tiltCandidates(Direction direction, double stddev, double epsilon) const override;
  std::shared_ptr<const WeightSampler> sampler(const Tilt& tilt, double stddev,
                                               const RunControl& control) const override;
  std::vector<Tilt> estimateCandidates(Direction direction, double stddev, double epsilon) const override;
  /// True if three patterns of a strategy with normalised columns can be drawn at once.
  static bool drawsThree(Index steps, Index bands, const Rhythm& rhythm);
  /// To remove: the tilt whose weights vary little for what a draw costs, or several among which a trial decides: for
  /// quick estimates. nearby: one of a stddev nearby, where the search begins.
  std::vector<Tilt> steadyTilts(double stddev, double epsilon, const Tilt& nearby = {}) const;
  bool aimsNearer() const override { return true; }
  std::unique_ptr<const LossLines> lossLines(double stddev) const override;
  std::optional<SampledMethod> withoutDraws() const override { return SampledMethod::MomentBound; }

  const MixtureColumns& columns() const { return m_columns; }
  const ParticipationLaw& law() const { return m_law; }

 private:
  double removeBound(const Tilt& tilt, double stddev, double epsilon) const;
  BoundedTilt boundedRemove(double stddev, double epsilon) const;
  double jointMoment(double t, double power, double stddev) const;
  BoundedTilt boundedJoint(double stddev, double epsilon, double mostNumbers, double nearby = 2) const;
  BoundedTilt boundedPairs(double stddev, double epsilon) const;
  std::function<double(double)> steeringPairMoment() const;
  BoundedTilt boundedBlocks(double stddev, double epsilon, Index block, double nearby) const;
  BoundedTilt boundedLabel(double stddev, double epsilon) const;
  double addBound(double rate, double t, double stddev, double epsilon) const;

  /// The last blocks that were asked for: a tilt's bound and its sampler need the same ones, and they take longest.
  struct Blocks {
    Index block;
    double spread;
    std::shared_ptr<const JointPatterns> patterns;
  };
  std::shared_ptr<const JointPatterns> blocksOf(const Tilt& tilt, double stddev) const;

  const MixtureColumns& m_columns;
  const ParticipationLaw& m_law;
  RunControl m_control;
  std::optional<Adding> m_adding;
  mutable Blocks m_last{};
  /// log of the moment of two patterns on fewer steps, by strength, to choose by; empty where all steps are few.
  std::function<double(double)> m_steering;
};

}  // namespace noiseloom
