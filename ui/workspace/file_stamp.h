#pragma once

#include <QDateTime>
#include <QFileInfo>
#include <QString>

namespace noiseloom {

/// What tells one state of a file from another; a file that is not there has size -1.
struct FileStamp {
  qint64 size = -1;
  QDateTime modified;

  bool operator==(const FileStamp&) const = default;
};

/// Reads no content; to be called in the background.
inline FileStamp stampOf(const QString& path) {
  const QFileInfo file(path);
  return file.exists() ? FileStamp{file.size(), file.lastModified()} : FileStamp();
}

}  // namespace noiseloom
