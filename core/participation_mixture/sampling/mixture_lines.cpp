#include "core/participation_mixture/sampling/mixture_lines.h"

#include <algorithm>
#include <cmath>

namespace noiseloom {

MixtureLines::MixtureLines(const MixtureColumns& columns, const ParticipationLaw& law, double stddev)
    : m_columns(columns),
      m_law(law),
      m_plain(columns, law, {Tilt::Kind::Mean, 0}, stddev),
      m_stddev(stddev),
      m_length(std::sqrt(columns.totalNormSquared)),
      m_moves(static_cast<std::size_t>(columns.steps * kLanes)) {
  for (const double half : columns.halfNorms) m_base.push_back(-half / (stddev * stddev));
  for (Index i = 0; i < columns.steps; ++i) {
    std::fill_n(m_moves.data() + i * kLanes, kLanes, columns.sums[static_cast<std::size_t>(i)]);
  }
}

Index MixtureLines::lossWork() const {
  return kLanes * 5 * m_columns.steps;
}

void MixtureLines::draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
                        WeightBlock& block) const {
  m_plain.draw(stream, purpose, index, scratch, block);
  // Takes off the component in the direction: sum_i <c_i, z> is z times |C| 1.
  double along[kLanes] = {};
  double* noise = block.noise.data();
  for (Index i = 0; i < m_columns.steps; ++i) {
    for (Index l = 0; l < kLanes; ++l) along[l] += noise[i * kLanes + l];
  }
  for (double& value : along) value /= m_length * m_length;
  for (Index i = 0; i < m_columns.steps; ++i) {
    const double move = m_columns.sums[static_cast<std::size_t>(i)];
    for (Index l = 0; l < kLanes; ++l) noise[i * kLanes + l] -= along[l] * move;
  }
}

void MixtureLines::losses(const WeightBlock& block, const double* places, double* losses) const {
  double scales[kLanes], sums[kLanes];
  for (Index l = 0; l < kLanes; ++l) scales[l] = places[l] / (m_length * m_stddev);
  AlignedBuffer rows(static_cast<std::size_t>(m_law.scratchRows() * kLanes));
  m_law.losses({m_base.data(), m_moves.data(), scales, block.noise.data(), 1 / m_stddev}, rows, losses, sums, nullptr,
               nullptr);
}

}  // namespace noiseloom
