#pragma once

#include <QObject>
#include <QString>
#include <deque>
#include <memory>

#include "ui/jobs/newest_job.h"
#include "ui/workspace/session_keeper.h"

namespace noiseloom {

/// Writes sessions in the background, one file after the other. Every requested file is written; of several waiting
/// requests for one file only the newest counts. The destructor writes what still waits.
class SessionSaver : public QObject {
  Q_OBJECT

 public:
  explicit SessionSaver(std::shared_ptr<PackedStrategies> packed, QObject* parent = nullptr);
  ~SessionSaver() override;

  /// The saved session of the window and its number of changes, passed back by saved().
  struct State {
    int session = 0;
    int changes = 0;
  };
  void save(const QString& path, const WorkspaceSnapshot& snapshot, const State& state);
  bool isBusy() const { return m_writing || !m_waiting.empty(); }

 signals:
  void saved(const QString& path, const State& state);
  void failed(const QString& problem);

 private:
  struct Request {
    QString path;
    WorkspaceSnapshot snapshot;
    State state;
  };
  void writeNext();

  std::shared_ptr<PackedStrategies> m_packed;
  std::deque<Request> m_waiting;
  bool m_writing = false;
  NewestJob m_job;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
