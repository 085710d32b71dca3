#include "core/participation_mixture/sampling/mixture_lines.h"

#include <algorithm>
#include <cmath>

namespace noiseloom {

MixtureLines::MixtureLines(const MixtureColumns& columns, const ParticipationLaw& law, double stddev,
                           std::span<const Index> begins)
    : m_columns(columns),
      m_law(law),
      m_begins(begins),
      m_plain(columns, law, {Tilt::Kind::Mean, 0}, stddev),
      m_stddev(stddev),
      m_length(std::sqrt(columns.totalNormSquared)),
      m_moves(static_cast<std::size_t>(steps() * kLanes)) {
  for (Index part = 0; part < columns.steps; ++part) {
    const Index end = begins.empty() ? part + 1 : begins[part + 1];
    for (Index i = std::ssize(m_base); i < end; ++i) {
      m_base.push_back(-columns.halfNorms[part] / (stddev * stddev));
      std::fill_n(m_moves.data() + i * kLanes, kLanes, columns.sums[part]);
    }
  }
}

Index MixtureLines::lossWork() const {
  return kLanes * 5 * steps();
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
  AlignedBuffer spread(static_cast<std::size_t>(m_begins.empty() ? 0 : steps() * kLanes));
  for (Index part = 0; part + 1 < std::ssize(m_begins); ++part) {
    for (Index i = m_begins[part]; i < m_begins[part + 1]; ++i)
      std::copy_n(block.noise.data() + part * kLanes, kLanes, spread.data() + i * kLanes);
  }
  const double* noise = m_begins.empty() ? block.noise.data() : spread.data();
  m_law.losses({m_base.data(), m_moves.data(), scales, noise, 1 / m_stddev}, rows, losses, sums, nullptr, nullptr);
}

}  // namespace noiseloom
