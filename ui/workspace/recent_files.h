#pragma once

#include <QObject>
#include <QStringList>

namespace noiseloom {

/// The files that were opened or saved last, newest first, remembered in the settings of the program.
class RecentFiles : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMost = 10;
  using QObject::QObject;

  QStringList paths() const;
  void add(const QString& path);
  void clear();

 signals:
  void changed();
};

}  // namespace noiseloom
