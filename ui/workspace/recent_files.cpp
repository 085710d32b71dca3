#include "ui/workspace/recent_files.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace noiseloom {
namespace {

const QString kKey = QStringLiteral("recentFiles");

}  // namespace

QStringList RecentFiles::paths() const {
  return QSettings().value(kKey).toStringList().mid(0, kMost);
}

void RecentFiles::add(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList paths = this->paths();
  paths.removeAll(absolute);
  paths.prepend(absolute);
  QSettings().setValue(kKey, paths.mid(0, kMost));
  emit changed();
}

void RecentFiles::clear() {
  QSettings().remove(kKey);
  emit changed();
}

QString RecentFiles::problemOf(const QString& path) {
  const QFileInfo info(path);
  const QString shown = QDir::toNativeSeparators(path);
  if (!info.exists()) return tr("%1 is not there any more").arg(shown);
  if (!info.isFile()) return tr("%1 is a folder").arg(shown);
  return info.isReadable() ? QString() : tr("%1 cannot be read by you").arg(shown);
}

}  // namespace noiseloom
