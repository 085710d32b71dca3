#pragma once

#include <QObject>
#include <QTimer>
#include <list>
#include <utility>
#include <vector>

#include "core/search/sweep.h"
#include "ui/jobs/mailbox.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// One curve: a scenario along an axis. Its own value on the axis means nothing.
struct SweepCurveRequest {
  SweepCurveRequest(Field along, const Scenario& of, std::vector<double> at);

  Field axis;
  Scenario scenario;
  std::vector<double> values;  ///< wanted points, rising
  Scenario key;                ///< the scenario without what the curve does not depend on
};
/// Whether two requests are about the same curve, whatever points of it they want.
bool sameCurve(const SweepCurveRequest& left, const SweepCurveRequest& right);

/// Computes curves on a thread of its own, one after the other, coarse points first, and remembers the latest ones: a
/// curve that was asked for before is there at once, also when it was left unfinished.
class RmseSweeps : public QObject {
  Q_OBJECT
  Q_DISABLE_COPY_MOVE(RmseSweeps)

 public:
  explicit RmseSweeps(QObject* parent = nullptr);

  /// Wants these curves, in this order; the running work is replaced unless it is about the same ones.
  void want(const std::vector<SweepCurveRequest>& requests);
  /// Ends the work and keeps every point.
  void stop();
  bool running() const { return m_job.running(); }

  /// The known points of a curve at the wanted values, rising; also those that could not be solved.
  std::vector<SweepPoint> points(const SweepCurveRequest& request) const;
  /// Whether none of the wanted points is missing.
  bool isComplete(const SweepCurveRequest& request) const;
  /// How many curves are remembered; at most kMostRemembered.
  std::size_t remembered() const { return m_curves.size(); }
  static constexpr std::size_t kMostRemembered = 64;

 signals:
  /// Points came, or the work began or ended; at most 30 times a second.
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

  std::list<Curve> m_curves;  // the latest first
  std::vector<SweepCurveRequest> m_wanted;
  /// Points are of their own request, so that late ones are never wrong.
  Mailbox<std::vector<std::pair<SweepCurveRequest, SweepPoint>>> m_found;
  QTimer m_timer;
  NewestJob m_job;  // last: joined before what it uses goes
};

}  // namespace noiseloom
