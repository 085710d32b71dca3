#include "ui/workspace/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <QDir>
#include <QFile>
#include <utility>

namespace noiseloom {

FolderLock::FolderLock(FolderLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  release();
  m_descriptor = std::exchange(other.m_descriptor, -1);
  return *this;
}

FolderLock::~FolderLock() {
  release();
}

bool FolderLock::tryLock(const QString& folder) {
  release();
  if (!QDir().mkpath(folder)) return false;
  // Sessions reveal how someone works, so only their owner may read them.
  QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  const QByteArray path = QFile::encodeName(folder + QStringLiteral("/lock"));
  m_descriptor = ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (m_descriptor >= 0 && ::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) release();
  return isHeld();
}

void FolderLock::release() {
  if (m_descriptor >= 0) ::close(m_descriptor);
  m_descriptor = -1;
}

}  // namespace noiseloom
