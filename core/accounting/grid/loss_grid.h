#pragma once

#include <optional>
#include <vector>

#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Where a grid starts, ends and how fine it is.
struct LossGridPlan {
  double spacing = 0;       ///< of neighbouring losses, > 0
  double leastOutcome = 0;  ///< outcomes x below it are left out and their probability is counted as lost; replace-one
                            ///< takes -mostOutcome instead
  double mostOutcome = 0;
};

/// One step's privacy loss spread pessimistically over an equidistant grid (connecting the dots:
/// tight-discretization): an outcome whose loss falls between two nodes is shared between them so that the mean of e^L
/// is kept. That is a mean-preserving spread, so both directions of add/remove get upper bounds from this one grid. The
/// grid is anchored where nearly all the mass of rare participation sits: at the least loss log(1 - q) or, for
/// replace-one, at 0; that of a slice of a step at its atom.
class LossGrid {
 public:
  /// The grid of one of the part.count steps. Empty when stopped.
  static std::optional<LossGrid> build(const RepeatedStep& part, const LossGridPlan& plan, const RunControl& control);

  double anchor() const noexcept { return m_anchor; }
  double spacing() const noexcept { return m_spacing; }
  /// Node i has loss anchor() + (first() + i) spacing().
  Index first() const noexcept { return m_first; }
  Index size() const noexcept { return std::ssize(m_masses); }
  double loss(Index i) const { return m_anchor + static_cast<double>(m_first + i) * m_spacing; }
  /// P-masses of the nodes. P, unlike Q, underflows nowhere that matters.
  const std::vector<double>& masses() const noexcept { return m_masses; }
  /// Upper bound of the probability that one step's outcome was left out, in the world that the direction's delta is
  /// measured in: P to remove, Q to add.
  double lost(Direction direction) const noexcept { return direction == Direction::Remove ? m_lostP : m_lostQ; }

  /// log of the sum of masses times e^{(z - 1) loss}: the grid's own log E_Q e^{zL}.
  double logTransform(double z) const;
  /// The masses times e^{(z - 1) loss}, divided by their sum; returns logTransform(z).
  double tilt(double z, std::vector<double>& tilted) const;

 private:
  void finish(const RepeatedStep& part, double bottom, double top);
  void mirror();

  double m_anchor = 0;
  double m_spacing = 0;
  Index m_first = 0;
  double m_lostP = 0;
  double m_lostQ = 0;
  std::vector<double> m_masses;
};

}  // namespace noiseloom
