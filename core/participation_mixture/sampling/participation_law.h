#pragma once

#include <memory>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/base/interface.h"
#include "core/participation_mixture/mixture.h"
#include "core/participation_mixture/sampling/uniform_stream.h"

namespace noiseloom {

/// The steps of one example, ascending.
using Pattern = std::vector<Index>;

/// Pairs of patterns, drawn with a probability proportional to pi(S) pi(S') e^{strength <m_S, m_S'>}.
class PatternPairs : public Interface {
 public:
  virtual void draw(UniformStream& uniforms, Pattern& first, Pattern& second) const = 0;
};

/// Patterns of t examples that share a hidden label A, such as their group, drawn at once: with R_A = E[prod e^{l_i} |
/// A] and mu_A = E_Q R_A^t, the label with a probability proportional to pi(A) mu_A^{1/t}, then how many of the t take
/// each step.
class LabelTuples : public Interface {
 public:
  /// Draws the steps of all examples, a step as often as it is taken.
  virtual void draw(UniformStream& uniforms, Pattern& steps) const = 0;
  double t = 1;
  /// log of u_A, with which sum over A of u_A R_A^t is the density, relative to Q, of where these draws lead.
  std::vector<double> logWeights;
};

/// The steps at which an example may take part.
struct Rhythm {
  /// Steps from a participation to where it may take part again; it begins with a rest of 0 .. period - 1 steps.
  Index period;
  double chance;  ///< of taking part where it may
  bool waits;     ///< where it did not take part, it may at the next step; else a period later
};

/// Exponents of the loss for kLanes draws: l_i = base_i + scale_l shift_i + slope noise_i of lane l, values i at
/// i kLanes + l; no shift: null.
struct LaneExponents {
  const double* base;
  const double* shift;
  const double* scale;
  const double* noise;
  double slope;
};
/// Larger exponents count as this one: beyond any loss that draws are used for
/// (ParticipationMixture::kMostDrawnEpsilon).
constexpr double kMostExponent = 80;

/// The law pi of an example's pattern S, in which any two steps are at least as far apart as the strategy has bands.
class ParticipationLaw : public Interface {
 public:
  /// At the beginning all rests are as likely; where it waits, those above 0 are chance times as likely as 0.
  virtual Rhythm rhythm() const = 0;
  /// log pi(empty set); -infinity where everyone takes part.
  virtual double logEmpty() const = 0;
  /// The same sampler, participating at `rate` <= 1 times the rate.
  struct Slowed {
    double perStep;     ///< probability of each step
    double divergence;  ///< its Kullback-Leibler divergence from pi; may be infinite
  };
  virtual Slowed slowed(double rate) const = 0;

  /// log E e^{strength <m_S, m_S'>} of two independent patterns; +infinity where that overflows. O(n s).
  virtual double logPairMoment(const MixtureColumns& columns, double strength) const = 0;
  virtual std::unique_ptr<const PatternPairs> pairs(const MixtureColumns& columns, double strength) const = 0;

  /// log (sum over A of pi(A) mu_A^{1/t})^t; +infinity where no label is known.
  virtual double logLabelMoment(const MixtureColumns& columns, double t, double stddev) const = 0;
  virtual std::unique_ptr<const LabelTuples> labelTuples(const MixtureColumns& columns, double t,
                                                         double stddev) const = 0;

  /// Draws S with a probability proportional to pi(S) prod_{i in S} e^{fields_i}, and returns log of their sum. O(n).
  virtual double drawIn(const std::vector<double>& fields, UniformStream& uniforms, Pattern& pattern) const = 0;

  /// Rows of kLanes numbers that losses() needs.
  virtual Index scratchRows() const = 0;
  /// losses[l] = log E_S prod_{i in S} e^{l_i}, noiseSums[l] = sum of noise_i. O(n). With tuples of a label also log of
  /// their density.
  virtual void losses(const LaneExponents& exponents, AlignedBuffer& scratch, double* losses, double* noiseSums,
                      const LabelTuples* tuples, double* logDensities) const = 0;
};

std::unique_ptr<const ParticipationLaw> makeLaw(const RandomGroups& groups, Index steps);
std::unique_ptr<const ParticipationLaw> makeLaw(const SpacedSampling& sampling, Index steps);

}  // namespace noiseloom
