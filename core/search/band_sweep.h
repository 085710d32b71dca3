#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/base/run_control.h"
#include "core/search/designer.h"
#include "core/search/solved_strategies.h"

namespace noiseloom {

/// The scenario whose strategies stand for those of `scenario` along a curve: itself, or that of Mechanism::curve, or
/// of standardMechanism() where no bands are searched.
Scenario curveScenario(Scenario scenario);
/// Solves a scenario for one number of bands after another, of C or of C^-1, as curveScenario() and lookAtMechanism()
/// have it. Under balls-in-bins the points are unamplified optima with amplified noise. Each solve starts from its
/// nearest neighbour's coefficients.
class BandSweep {
 public:
  struct Solved {
    BandPoint point;
    Solution solution;
    ErrorSummary error;
  };

  BandSweep(Scenario scenario, RunControl control, std::function<void(const BandPoint&)> onPoint = {});

  /// bestBands(). At least one point is solved, whatever the stop token says.
  void search();
  /// The powers of two besides, as far as each is estimated to take a second.
  void fill();
  const Solved& best() const;
  /// Whether the solutions are those of that mechanism itself, whole, and not of one that stands for it.
  bool solves(const Mechanism& mechanism) const;
  std::vector<BandPoint> points() const;
  /// What sketches of the scenario can take over, under whatever guarantee.
  SolvedStrategies solved() const;

 private:
  void solve(Index bands);
  std::span<const double> startFor(Index bands) const;

  Scenario m_scenario;
  RunControl m_control;
  std::function<void(const BandPoint&)> m_onPoint;
  double m_lowerBound;  // at sigma 1
  std::map<Index, Solved> m_solved;
  std::map<Index, double> m_errors;  // what is to be smallest: the points' errors for the objective
};

}  // namespace noiseloom
