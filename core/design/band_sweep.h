#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/designer.h"

namespace noiseloom {

/// The scenario whose strategies stand for those of `scenario` along a curve: itself, or that of Mechanism::curve, or
/// of standardMechanism() where no bands are searched.
Scenario curveScenario(Scenario scenario);
/// The most bands of a curve: those that the scenario allows, as far as a solve takes a second or so.
Index mostSweptBands(const Scenario& scenario);

/// Solves a scenario for one number of bands after another, of C or of C^-1: powers of two first, then ever closer to
/// the best one for the scenario's objective, as curveScenario() and lookAtMechanism() have it. Under balls-in-bins the
/// points are unamplified optima with amplified noise. Each solve starts from its smaller neighbour's coefficients.
class BandSweep {
 public:
  struct Solved {
    BandPoint point;
    Solution solution;
  };

  BandSweep(Scenario scenario, RunControl control, std::function<void(const BandPoint&)> onPoint = {});

  /// At least one point is solved, whatever the stop token says.
  void run();
  const Solved& best() const;
  /// Whether the solutions are those of that mechanism itself, whole, and not of one that stands for it.
  bool solves(const Mechanism& mechanism) const;
  std::vector<BandPoint> points() const;

 private:
  void solve(Index bands);

  Scenario m_scenario;
  RunControl m_control;
  std::function<void(const BandPoint&)> m_onPoint;
  double m_lowerBound;  // at sigma 1
  std::map<Index, Solved> m_solved;
  std::map<Index, double> m_errors;  // what is to be smallest: the points' errors for the objective
};

}  // namespace noiseloom
