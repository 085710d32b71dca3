#pragma once

#include <QObject>
#include <QTimer>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/sweep.h"
#include "ui/jobs/mailbox.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// Values of a curve between an input and twice that.
inline constexpr Index kPointsPerDoubling = 2;

/// One curve: a scenario along an axis, whose own value on that axis does not matter.
struct SweepCurveRequest {
  SweepCurveRequest(Field along, const Scenario& of, std::vector<double> at);

  Field axis;
  Scenario scenario;
  std::vector<double> values;  ///< requested points, ascending
  Scenario key;                ///< the scenario without inputs that the curve does not depend on
};
/// True if two requests are for the same curve, whatever points they request.
bool sameCurve(const SweepCurveRequest& left, const SweepCurveRequest& right);

/// The scenario with another mechanism, whose own settings are left open.
Scenario withMechanism(const Scenario& scenario, const Mechanism* mechanism);
/// The curve of a mechanism against bands, as far as a search for their best number goes; one point for a mechanism
/// without such a curve. nullopt if the mechanism cannot run in the scenario.
std::optional<SweepCurveRequest> bandCurveRequest(const Scenario& scenario, const Mechanism* mechanism);

/// Computes curves on its own thread, one after the other, coarse points first, and remembers the latest ones: a curve
/// requested before is available at once, even if unfinished.
class RmseSweeps : public QObject {
  Q_OBJECT
  Q_DISABLE_COPY_MOVE(RmseSweeps)

 public:
  explicit RmseSweeps(QObject* parent = nullptr);

  /// Requests these curves, in this order; replaces running work unless it is for the same curves.
  void want(const std::vector<SweepCurveRequest>& requests);
  /// Ends the work and keeps every point.
  void stop();
  bool running() const { return m_job.running(); }

  /// The known points of a curve at the requested values, ascending, including those that could not be solved.
  std::vector<SweepPoint> points(const SweepCurveRequest& request) const;
  /// True if none of the requested points is missing.
  bool isComplete(const SweepCurveRequest& request) const;
  /// The number of remembered curves; at most kMostRemembered.
  std::size_t remembered() const { return m_curves.size(); }
  static constexpr std::size_t kMostRemembered = 64;

 signals:
  /// Points were added, or the work began or ended; at most 30 times a second.
  void changed();

 private:
  struct Curve {
    SweepCurveRequest request;
    std::vector<SweepPoint> points;  // by rising value
  };
  const Curve* find(const SweepCurveRequest& request) const;
  Curve& remember(const SweepCurveRequest& request);
  std::vector<double> missing(const SweepCurveRequest& request) const;
  void drain();

  std::list<Curve> m_curves;  // most recent first
  std::vector<SweepCurveRequest> m_wanted;
  /// Points are of their own request, so that late ones are never wrong.
  Mailbox<std::vector<std::pair<SweepCurveRequest, SweepPoint>>> m_found;
  QTimer m_timer;
  NewestJob m_job{QStringLiteral("curves of errors"),
                  NewestJob::Urgency::Background};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
