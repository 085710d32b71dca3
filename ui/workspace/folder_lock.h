#pragma once

#include <QString>

namespace noiseloom {

/// Holds a folder for this process alone. The system lets go of it when the process ends, however it ends: whoever gets
/// the lock knows that nobody else works there.
class FolderLock {
 public:
  FolderLock() = default;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

  /// Makes the folder when it is not there and tries to get it; false when another process or lock has it, or it cannot
  /// be written.
  bool tryLock(const QString& folder);
  void release();
  bool isHeld() const { return m_descriptor >= 0; }

 private:
  int m_descriptor = -1;
};

}  // namespace noiseloom
