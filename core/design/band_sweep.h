#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/designer.h"

namespace noiseloom {

/// Solves a scenario for one number of bands after another with the banded Toeplitz optimum: powers of two first, then
/// ever closer to the best one. Each solve starts from its smaller neighbour's coefficients.
class BandSweep {
 public:
  struct Solved {
    BandPoint point;
    std::vector<double> coefficients;  ///< unit norm
  };

  BandSweep(Scenario scenario, RunControl control, std::function<void(const BandPoint&)> onPoint = {});

  /// At least one point is solved, whatever the stop token says.
  void run();
  const Solved& best() const;
  std::vector<BandPoint> points() const;

 private:
  void solve(Index bands);
  bool refine();

  Scenario m_scenario;
  RunControl m_control;
  std::function<void(const BandPoint&)> m_onPoint;
  double m_lowerBound = 0;  // at sigma 1
  std::map<Index, Solved> m_solved;
};

}  // namespace noiseloom
