#include "ui/settings/system_motion.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QMap>
#include <QVariantMap>

namespace noiseloom {
namespace {

// The settings that request less motion: freedesktop.org's own, GNOME's, and KDE's factor.
constexpr QLatin1String kCommonRoom("org.freedesktop.appearance");
constexpr QLatin1String kCommonKey("reduced-motion");
constexpr QLatin1String kGnomeRoom("org.gnome.desktop.interface");
constexpr QLatin1String kGnomeKey("enable-animations");
constexpr QLatin1String kKdeRoom("org.kde.kdeglobals.KDE");
constexpr QLatin1String kKdeKey("AnimationDurationFactor");

using Rooms = QMap<QString, QVariantMap>;

bool& wanted() {
  static bool less = false;
  return less;
}

bool meansLess(const Rooms& rooms) {
  const QVariant common = rooms[kCommonRoom][kCommonKey];
  const QVariant gnome = rooms[kGnomeRoom][kGnomeKey];
  const QVariant kde = rooms[kKdeRoom][kKdeKey];
  return (common.isValid() && common.toUInt() == 1) || (gnome.isValid() && !gnome.toBool()) ||
         (kde.isValid() && kde.toString().toDouble() == 0);
}

}  // namespace

SystemMotion::SystemMotion(const QString& address, QObject* parent) : QObject(parent), m_address(address) {
  qDBusRegisterMetaType<Rooms>();
  if (auto* application = qobject_cast<QGuiApplication*>(QCoreApplication::instance())) {
    connect(application, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
      if (state == Qt::ApplicationActive) ask();
    });
  }
  ask();
}

SystemMotion::~SystemMotion() {
  wanted() = false;
}

bool SystemMotion::isLess() {
  return wanted();
}

void SystemMotion::ask() {
  const bool own = !m_address.isEmpty();
  const QDBusConnection bus =
      own ? QDBusConnection::connectToPeer(m_address, m_address) : QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  // On a peer-to-peer connection no one has a bus name.
  QDBusMessage question =
      QDBusMessage::createMethodCall(own ? QString() : QStringLiteral("org.freedesktop.portal.Desktop"),
                                     QStringLiteral("/org/freedesktop/portal/desktop"),
                                     QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("ReadAll"));
  question << QStringList{QString(kCommonRoom), QString(kGnomeRoom), QString(kKdeRoom)};
  auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [answer] {
    answer->deleteLater();
    const QDBusPendingReply<Rooms> reply = *answer;
    if (!reply.isError()) wanted() = meansLess(reply.value());
  });
}

}  // namespace noiseloom
