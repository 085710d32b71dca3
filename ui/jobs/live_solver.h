#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/search/two_speed_solve.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

class ScenarioDocument;
struct SketchTrail;

/// Keeps a document solved: every change of its scenario starts a new solve on a worker thread, the newest wins.
/// Results come back as they are found, progress through a box that holds only the latest value and is looked at 30
/// times a second while something runs (and never otherwise). While a slider moves (FramePacer) solves go no further
/// than their first look.
class LiveSolver : public QObject {
  Q_OBJECT
  Q_DISABLE_COPY_MOVE(LiveSolver)

 public:
  explicit LiveSolver(ScenarioDocument& document, QObject* parent = nullptr);
  ~LiveSolver() override;

  /// Solves the document's scenario unless it is solved already or cannot be.
  void solve();
  /// Stops and keeps the best so far.
  void cancel();
  bool running() const { return m_job.running(); }
  /// Whether the document has the first answer to what was asked for last: nothing is solved that nobody has seen.
  bool hasAnswered() const { return m_answered == m_request || !m_job.running(); }
  /// How many solves were begun.
  int solves() const { return m_request; }

 signals:
  /// Everything that was asked for has been delivered.
  void settled();

 private:
  struct Shared;  ///< with the working thread
  class Work;
  void drain();
  void settle();
  void showActivity();

  ScenarioDocument& m_document;
  std::shared_ptr<Shared> m_shared;
  std::optional<Scenario> m_requested;   ///< what the running (or waiting) work solves
  int m_request = 0;                     ///< its number: the trace of an older one is dropped
  int m_answered = 0;                    ///< the newest whose first design has come
  std::shared_ptr<SketchTrail> m_trail;  ///< of the slider that moves
  QTimer m_timer;
  QElapsedTimer m_clock;
  NewestJob m_job;  // last: destroyed, and so joined, before what it uses
};

}  // namespace noiseloom
