#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "core/base/text.h"
#include "core/error/objective.h"
#include "core/noise/noise_shape.h"
#include "ui/plots/rmse/rmse_sweeps.h"

namespace noiseloom {

class ScenarioDocument;

/// A design that somebody may consider, estimated as a point of a curve of errors (SweepAccuracy::Curve).
struct ParetoTrial {
  const Mechanism* mechanism = &baselineMechanism();
  std::optional<Index> bands = {};    ///< as asked for; none if the mechanism has no bands
  std::optional<Index> buffers = {};  ///< as asked for; none if it has none
  NoiseShape noise = {};
  double error = 0;   ///< in the measure of the scenario's objective, on the summed gradient
  Text problem = {};  ///< why it has no error; empty if it has one

  /// "Buffered linear Toeplitz, 3 buffers".
  QString name() const;
  /// The scenario with its mechanism and its size.
  Scenario in(const Scenario& scenario) const;
};

/// Every mechanism that a scenario can run, each by its numbers of bands or buffers, from the curves of errors: the
/// document's own against bands, and those that are computed here while somebody looks. Mechanisms for which another
/// one's curve stands in are not tried, as they would be counted twice.
class ParetoTrials : public QObject {
  Q_OBJECT

 public:
  explicit ParetoTrials(const ScenarioDocument& document, QObject* parent = nullptr);

  /// Begins, goes on or ends, as the document's state and `wanted` have it.
  void follow(bool wanted);
  /// Ends the work until the question changes, and keeps every trial.
  void cancel();
  bool running() const { return m_sweeps.running(); }
  /// The trials of the newest question so far; of the one before until there is one.
  std::vector<ParetoTrial> trials() const;
  /// True if they are of another question than the document's. Another mechanism or size is the same question.
  bool areStale() const { return isOvertaken() || known().empty(); }

  /// Buffers are tried up to that many.
  static constexpr Index kMostBuffers = 8;

 signals:
  void changed();

 private:
  struct Curve {
    SweepCurveRequest request;
    std::optional<Index> buffers;
  };
  void ask();
  bool isOvertaken() const;
  std::vector<ParetoTrial> known() const;

  const ScenarioDocument& m_document;
  std::optional<SweepCurveRequest> m_question;
  std::vector<Curve> m_curves;
  std::vector<ParetoTrial> m_before;  ///< of the question before
  bool m_cancelled = false;
  RmseSweeps m_sweeps;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
