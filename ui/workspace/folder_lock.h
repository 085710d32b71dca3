#pragma once

#include <QString>

namespace noiseloom {

/// Locks a folder for this process. The system releases the lock when the process ends, however it ends: the holder of
/// the lock knows that no other process works there.
class FolderLock {
 public:
  FolderLock() = default;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

  /// Creates the folder if missing and tries to lock it; false if another process or lock holds it, or it is
  /// not writable.
  bool tryLock(const QString& folder);
  void release();
  bool isHeld() const { return m_descriptor >= 0; }

 private:
  int m_descriptor = -1;
};

}  // namespace noiseloom
