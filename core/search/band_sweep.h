#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/base/run_control.h"
#include "core/search/designer.h"
#include "core/search/solved_strategies.h"

namespace noiseloom {

/// The scenario whose strategies stand in for those of `scenario` along a curve: itself, or that of Mechanism::curve,
/// or of standardMechanism() if no bands are searched.
Scenario curveScenario(Scenario scenario);
/// Solves a scenario for one number of bands after another, of C or of C^-1, by curveScenario() and solveQuickly().
/// Under balls-in-bins the points are unamplified optima with amplified noise. Each solve starts from its nearest
/// neighbour's coefficients.
class BandSweep {
 public:
  struct Solved {
    BandPoint point;
    Solution solution;
    ErrorSummary error;
  };

  BandSweep(Scenario scenario, RunControl control, std::function<void(const BandPoint&)> onPoint = {});

  /// Runs bestBands(). At least one point is solved, whatever the stop token says.
  void search();
  /// Adds the powers of two that are estimated to take at most a second each.
  void fill();
  const Solved& best() const;
  /// True if the solutions are those of that mechanism itself, complete, and not of a stand-in.
  bool solves(const Mechanism& mechanism) const;
  std::vector<BandPoint> points() const;
  /// Solutions that sketches of the scenario can use, under any guarantee.
  SolvedStrategies solved() const;

 private:
  void solve(Index bands);
  std::span<const double> startFor(Index bands) const;

  Scenario m_scenario;
  RunControl m_control;
  std::function<void(const BandPoint&)> m_onPoint;
  double m_lowerBound;  // at sigma 1
  std::map<Index, Solved> m_solved;
  std::map<Index, double> m_errors;  // to be minimised: the points' errors for the objective
};

}  // namespace noiseloom
