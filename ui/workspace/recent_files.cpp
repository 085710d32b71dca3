#include "ui/workspace/recent_files.h"

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

}  // namespace noiseloom
