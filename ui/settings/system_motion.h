#pragma once

#include <QObject>
#include <QString>

namespace noiseloom {

/// Tracks if the desktop requests less motion: queries the settings portal of freedesktop.org, which GNOME, KDE and
/// others provide, without blocking, at the start and whenever the program comes to the front. Without a portal,
/// nothing is requested.
class SystemMotion : public QObject {
  Q_OBJECT

 public:
  /// `address` is that of a substitute for the portal; empty: the session bus.
  explicit SystemMotion(const QString& address = {}, QObject* parent = nullptr);
  ~SystemMotion() override;

  static bool isLess();
  void ask();

 private:
  QString m_address;
};

}  // namespace noiseloom
