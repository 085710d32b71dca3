#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/io/session.h"
#include "ui/document/shelf.h"
#include "ui/jobs/newest_job.h"
#include "ui/workspace/folder_lock.h"

namespace noiseloom {

/// Strategy files of pinned designs, made once each: packing takes up to seconds. May be used from any thread.
class PackedStrategies {
 public:
  /// What is known of a design; nothing when it has not been packed.
  std::optional<std::string> find(const std::shared_ptr<const Design>& design) const;
  /// Packs what is not known yet, in the calling thread.
  std::string pack(const std::shared_ptr<const Design>& design);
  void remember(const std::shared_ptr<const Design>& design, std::string bytes);
  /// Forgets all designs but these.
  void keepOnly(const std::vector<PinnedDesign>& pins);

 private:
  mutable std::mutex m_mutex;
  std::map<std::shared_ptr<const Design>, std::string> m_known;
};

/// What is kept of a workspace at one moment. Cheap to make: designs are shared.
struct WorkspaceSnapshot {
  Session session;  ///< all but the designs
  std::vector<PinnedDesign> pins;
  std::vector<SessionDesign> pending;  ///< designs of an opened session that are not solved yet
};

/// The snapshot as a session. `wait`: strategies that are not packed yet are packed now, otherwise they are left out
/// and will be solved again.
Session sessionOf(const WorkspaceSnapshot& snapshot, PackedStrategies& packed, bool wait);

/// Writes the workspace of a running window to a place of its own, again and again, so that it survives a crash. Each
/// window has its own place, held by a lock; a place that nobody holds any more is taken over by the next window.
class SessionKeeper : public QObject {
  Q_OBJECT

 public:
  explicit SessionKeeper(QObject* parent = nullptr);

  /// What a start found.
  struct Found {
    std::optional<Session> session;  ///< of a window that is gone
    bool crashed = false;            ///< it did not close by itself
    QString problem;                 ///< why a kept session was put aside instead
  };
  /// Takes a place in `folder` (made when it is not there). `takeOver`: one with a session that a window left behind
  /// comes first, the newest of several; otherwise an empty one. Nothing is kept when no place can be had.
  Found begin(const QString& folder, bool takeOver);
  bool isActive() const { return m_lock.isHeld(); }
  /// The file that is written; empty when nothing is kept.
  QString file() const;

  /// Writes the snapshot soon, in the background; the newest wins.
  void keep(const WorkspaceSnapshot& snapshot);
  /// The last words of a window that closes by itself: `snapshot` to come back to, or nothing. Waits for the disk.
  void end(const std::optional<WorkspaceSnapshot>& snapshot);
  std::shared_ptr<PackedStrategies> packed() const { return m_packed; }

  /// Where sessions are kept: NOISELOOM_DATA_FOLDER, or the platform's place for data of programs.
  static QString defaultFolder();

 signals:
  void kept();
  void failed(const QString& problem);

 private:
  void mark(int starts);
  void holdPlace();

  QString m_base;    ///< of all places
  QString m_folder;  ///< the place of this window
  FolderLock m_lock;
  std::shared_ptr<PackedStrategies> m_packed;
  std::unique_ptr<NewestJob> m_job;
};

}  // namespace noiseloom
