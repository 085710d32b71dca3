#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "core/design/design.h"
#include "core/search/comparable.h"
#include "ui/document/shelf.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

/// Recalibrates pinned designs to another claim, one after the other, on its own thread.
class Recalibrator : public QObject {
  Q_OBJECT

 public:
  explicit Recalibrator(QObject* parent = nullptr);

  /// Starts; replaces a request that is still running.
  void start(const std::vector<PinnedDesign>& pins, const Scenario& claim, Recalibration how);
  /// Stops, and hands over the designs finished so far.
  void cancel() { m_job.cancel(); }
  bool running() const { return m_job.running(); }

 signals:
  /// Fraction done, 0 to 1, and the name of the design being recalibrated.
  void progressed(double fraction, const QString& name);
  /// Always the last signal: the new designs by number, and for each failure the reason.
  void finished(const std::map<int, std::shared_ptr<const noiseloom::Design>>& designs, const QStringList& problems);

 private:
  NewestJob m_job;
};

}  // namespace noiseloom
