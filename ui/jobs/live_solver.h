#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/search/two_speed_solve.h"
#include "ui/jobs/newest_job.h"
#include "ui/jobs/time_left.h"

namespace noiseloom {

class ScenarioDocument;
struct SketchTrail;

/// Keeps a document solved: every change of its scenario starts a new solve on a worker thread, and the newest wins.
/// Designs are delivered as they are found; progress goes through a mailbox that keeps only the latest value and is
/// drained 30 times a second while something runs (otherwise never). While a slider moves (FramePacer), solves end with
/// their first estimate.
class LiveSolver : public QObject {
  Q_OBJECT
  Q_DISABLE_COPY_MOVE(LiveSolver)

 public:
  explicit LiveSolver(ScenarioDocument& document, QObject* parent = nullptr);
  ~LiveSolver() override;

  /// Solves the document's scenario unless it is already solved or cannot be solved.
  void solve();
  /// Stops, and keeps the best design so far.
  void cancel();
  bool running() const { return m_job.running(); }
  /// True if the document has a first answer to the latest request, so that nothing is solved unseen.
  bool hasAnswered() const { return m_answered == m_request || !m_job.running(); }
  int solves() const { return m_request; }

 signals:
  /// Everything requested has been delivered.
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
  int m_request = 0;                     ///< number of that work: the trace of an older one is dropped
  int m_answered = 0;                    ///< newest request whose first design was delivered
  std::shared_ptr<SketchTrail> m_trail;  ///< sketches of the moving slider
  QTimer m_timer;
  QElapsedTimer m_clock;
  TimeLeft m_timeLeft;
  NewestJob m_job{QStringLiteral("solve")};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
