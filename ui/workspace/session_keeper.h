#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/io/session.h"
#include "ui/document/shelf.h"
#include "ui/jobs/newest_job.h"
#include "ui/workspace/folder_lock.h"
#include "ui/workspace/packed_designs.h"

namespace noiseloom {

/// The state of a workspace at one moment. Cheap to copy: designs are shared.
struct WorkspaceSnapshot {
  Session session;  ///< everything except the designs
  std::vector<PinnedDesign> pins;
  std::vector<SessionDesign> pending;  ///< designs of an opened session that are not solved yet
};

/// The snapshot as a session. `wait`: unpacked strategies are packed now; otherwise they are left out and will be
/// solved again.
Session sessionOf(const WorkspaceSnapshot& snapshot, PackedDesigns& packed, bool wait);

/// Repeatedly writes the workspace of a running window to a place of its own, so that it survives a crash. Each window
/// has a place, held by a lock; the next window takes over a place that is no longer held.
class SessionKeeper : public QObject {
  Q_OBJECT

 public:
  explicit SessionKeeper(QObject* parent = nullptr);

  struct Found {
    std::optional<Session> session;  ///< session of a window that no longer exists
    bool crashed = false;            ///< that window did not close normally
    QString problem;                 ///< why a kept session was put aside instead
  };
  /// Takes a place in `folder`, which is created if missing: with `takeOver` preferably the newest session that a
  /// window left behind, otherwise an empty one. If no place is available, nothing is kept.
  Found begin(const QString& folder, bool takeOver);
  bool isActive() const { return m_lock.isHeld(); }
  /// The file being written; empty if nothing is kept.
  QString file() const;

  /// Writes the snapshot soon, in the background; the newest wins.
  void keep(const WorkspaceSnapshot& snapshot);
  /// Writes work that another session took the place of, for later starts as well; of all windows the newest wins.
  void keepPrevious(const WorkspaceSnapshot& snapshot);
  /// The file of that work, which need not exist; empty if nothing is kept.
  QString previousFile() const;
  /// Called when a window closes normally: keeps `snapshot` for the next start, or nothing. Waits for the disk.
  void end(const std::optional<WorkspaceSnapshot>& snapshot);
  std::shared_ptr<PackedDesigns> packed() const { return m_packed; }

  /// The folder of kept sessions: NOISELOOM_DATA_FOLDER, or the platform's folder for application data.
  static QString defaultFolder();

 signals:
  void kept();
  void failed(const QString& problem);

 private:
  void mark(int starts);
  void holdPlace();

  QString m_base;    ///< folder of all places
  QString m_folder;  ///< the place of this window
  FolderLock m_lock;
  std::shared_ptr<PackedDesigns> m_packed;
  std::unique_ptr<NewestJob> m_job;
  std::unique_ptr<NewestJob> m_previousJob;
};

}  // namespace noiseloom
