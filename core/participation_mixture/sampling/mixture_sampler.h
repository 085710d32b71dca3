#pragma once

#include <memory>
#include <optional>

#include "core/monte_carlo/weights.h"
#include "core/participation_mixture/sampling/joint_patterns.h"
#include "core/participation_mixture/sampling/rounds.h"

namespace noiseloom {

/// Draws the weights of MixtureWeights.
class MixtureSampler final : public WeightSampler {
 public:
  /// `blocks`: for blocks of more than two patterns, at the spread stddev / sqrt(Rounds::strength()); made here if
  /// nullptr. The sampler must not be used when the control has stopped.
  MixtureSampler(const MixtureColumns& columns, const ParticipationLaw& law, const Tilt& tilt, double stddev,
                 const RunControl& control = {}, std::shared_ptr<const JointPatterns> blocks = nullptr);

  Index size() const override { return m_columns.steps; }
  Direction direction() const override { return m_tilt.kind == Tilt::Kind::Mean ? Direction::Add : Direction::Remove; }
  double stddev() const override { return m_stddev; }
  Index work() const override;
  void draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
            WeightBlock& block) const override;
  void losses(const WeightBlock& block, double stddev, double* loss, double* logFactor) const override;
  /// To remove: of each draw and of strata() - 1 others with the same patterns, whose noise differs along the move.
  void logWeights(const WeightBlock& block, double stddev, double epsilon, double* out,
                  const RunControl& control) const override;

  /// To remove: what one draw consists of, besides its noise. The numbers are those of WeightBlock.
  struct Drawn {
    std::vector<Pattern> patterns;
    double logProposal = 0;
    double pairs = 0;
  };
  void drawPatterns(UniformStream& uniforms, Drawn& drawn) const;

 private:
  class Shifts;
  static constexpr Index kMostStrata = 4;
  // With many steps the patterns make nearly all of the variance.
  Index strata() const { return m_columns.steps > (Index{1} << 14) ? 2 : kMostStrata; }
  void drawBlocks(UniformStream& uniforms, Drawn& drawn) const;
  void drawTuple(UniformStream& uniforms, Drawn& drawn) const;
  void drawLabelled(UniformStream& uniforms, Drawn& drawn) const;
  /// losses() of draws whose noise is moved by so many standard deviations over its length, kLanes.
  void lossesMoved(const WeightBlock& block, double stddev, const double* moves, double* loss, double* logFactor) const;
  /// The sum of <m_S, m_S'> over the pairs S, S' within the blocks of each round.
  std::vector<double> overlaps(const std::vector<Pattern>& patterns) const;

  const MixtureColumns& m_columns;
  const ParticipationLaw& m_law;
  Tilt m_tilt;
  double m_stddev;
  std::unique_ptr<const PatternPairs> m_pairs;
  std::unique_ptr<const LabelTuples> m_tuples;
  std::shared_ptr<const JointPatterns> m_joint;
  double m_logBlockMoment = 0;
  std::optional<Rounds> m_rounds;
  ParticipationLaw::Slowed m_slowed{};  // add only
};

}  // namespace noiseloom
