#pragma once

#include <QObject>
#include <QStringList>

namespace noiseloom {

/// The files opened or saved last, newest first, stored in the settings of the program.
class RecentFiles : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMost = 10;
  using QObject::QObject;

  QStringList paths() const;
  void add(const QString& path);
  void clear();
  /// The reason why the path cannot be opened now: gone, a folder, or not for this person to read. Empty: none.
  static QString problemOf(const QString& path);

 signals:
  void changed();
};

}  // namespace noiseloom
