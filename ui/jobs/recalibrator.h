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

/// Puts pinned designs under another claim, one after the other, on a thread of its own.
class Recalibrator : public QObject {
  Q_OBJECT

 public:
  explicit Recalibrator(QObject* parent = nullptr);

  /// Starts; a request that is still running is replaced.
  void start(const std::vector<PinnedDesign>& pins, const Scenario& claim, Recalibration how);
  /// Stops; the designs that are done by then are handed over.
  void cancel() { m_job.cancel(); }
  bool running() const { return m_job.running(); }

 signals:
  /// 0 to 1, and what is being worked on.
  void progressed(double fraction, const QString& name);
  /// Always the last: the designs that were made, by number, and for those that could not be why.
  void finished(const std::map<int, std::shared_ptr<const noiseloom::Design>>& designs, const QStringList& problems);

 private:
  NewestJob m_job;
};

}  // namespace noiseloom
