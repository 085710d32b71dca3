#pragma once

#include <span>
#include <vector>

#include "core/monte_carlo/loss_lines.h"
#include "core/participation_mixture/sampling/mixture_sampler.h"

namespace noiseloom {

/// Lines along |C| 1, the sum of all columns: no exponent of the loss, a logarithm of a sum of exponentials, falls in
/// that direction, and most of what varies lies in it.
class MixtureLines final : public LossLines {
 public:
  /// begins: where the law's steps that share a column begin, and their end; empty where each has one of its own.
  MixtureLines(const MixtureColumns& columns, const ParticipationLaw& law, double stddev,
               std::span<const Index> begins = {});

  Index size() const override { return m_plain.size(); }
  Index work() const override { return m_plain.work() - lossWork(); }
  Index lossWork() const override;
  void draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
            WeightBlock& block) const override;
  void losses(const WeightBlock& block, const double* places, double* losses) const override;

 private:
  Index steps() const { return m_begins.empty() ? m_columns.steps : m_begins.back(); }

  const MixtureColumns& m_columns;
  const ParticipationLaw& m_law;
  std::span<const Index> m_begins;
  MixtureSampler m_plain;
  double m_stddev;
  double m_length;             // of |C| 1
  std::vector<double> m_base;  // of the exponents
  AlignedBuffer m_moves;       // <c_i, |C| 1>, the same for all lanes; of each step
};

}  // namespace noiseloom
