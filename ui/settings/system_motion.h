#pragma once

#include <QObject>
#include <QString>

namespace noiseloom {

/// Whether the desktop asks for less motion, as far as it says so: asked of the settings portal of freedesktop.org,
/// which GNOME, KDE and others answer, without waiting for it, at the start and whenever the program comes to the
/// front. Nothing is wanted where there is no such portal, or nobody asks it.
class SystemMotion : public QObject {
  Q_OBJECT

 public:
  /// `address`: of somebody who answers as the portal does; empty: the session bus.
  explicit SystemMotion(const QString& address = {}, QObject* parent = nullptr);
  ~SystemMotion() override;

  static bool isLess();
  void ask();

 private:
  QString m_address;
};

}  // namespace noiseloom
