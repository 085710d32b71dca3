#pragma once

#include <QObject>
#include <QString>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "ui/jobs/newest_job.h"
#include "ui/workspace/file_stamp.h"
#include "ui/workspace/session_keeper.h"

namespace noiseloom {

/// Writes sessions in the background, one file after the other. Every requested file is written; of several waiting
/// requests for one file only the newest counts. The destructor writes what still waits.
class SessionSaver : public QObject {
  Q_OBJECT

 public:
  explicit SessionSaver(std::shared_ptr<PackedDesigns> packed, QObject* parent = nullptr);
  ~SessionSaver() override;

  /// The saved session of the window and its number of changes, passed back by saved().
  struct State {
    int session = 0;
    int changes = 0;
  };
  /// With `expected`, a file that somebody else has changed since stays as it is: changedMeanwhile().
  void save(const QString& path, const WorkspaceSnapshot& snapshot, const State& state,
            const std::optional<FileStamp>& expected = std::nullopt);
  bool isBusy() const { return m_writing || !m_waiting.empty(); }

 signals:
  void saved(const QString& path, const State& state, const FileStamp& stamp);
  void changedMeanwhile(const QString& path);
  void failed(const QString& problem);

 private:
  struct Request {
    QString path;
    WorkspaceSnapshot snapshot;
    State state;
    std::optional<FileStamp> expected;
  };
  void writeNext();

  std::shared_ptr<PackedDesigns> m_packed;
  std::deque<Request> m_waiting;
  std::map<QString, FileStamp> m_written;  ///< by path: what this saver left there
  bool m_writing = false;
  NewestJob m_job;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
