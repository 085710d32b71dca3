// The desktop's wish for less motion, as its portal says it.

#include "ui/settings/system_motion.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusServer>
#include <QDBusVirtualObject>
#include <QDir>
#include <QMap>
#include <QVariantMap>

#include "tests/ui/window_fixture.h"
#include "ui/settings/preferences.h"

namespace noiseloom {
namespace {

/// A desktop's portal, at the other end of a connection of its own.
class FakePortal : public QDBusVirtualObject {
 public:
  using Rooms = QMap<QString, QVariantMap>;
  Rooms settings;

  QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
    if (message.member() != QStringLiteral("ReadAll")) return false;
    Rooms asked;
    for (const QString& room : message.arguments().value(0).toStringList()) {
      if (settings.contains(room)) asked[room] = settings[room];
    }
    return connection.send(message.createReply(QVariant::fromValue(asked)));
  }
};

TEST(Motion, FollowsWhatTheDesktopAsksFor) {
  const QString common = QStringLiteral("org.freedesktop.appearance");
  const QString gnome = QStringLiteral("org.gnome.desktop.interface");
  const QString kde = QStringLiteral("org.kde.kdeglobals.KDE");
  qDBusRegisterMetaType<FakePortal::Rooms>();
  QDBusServer server(QStringLiteral("unix:tmpdir=") + QDir::tempPath());
  FakePortal portal;
  portal.settings[gnome][QStringLiteral("enable-animations")] = false;
  QObject::connect(&server, &QDBusServer::newConnection, &portal, [&portal](QDBusConnection connection) {
    connection.registerVirtualObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal);
  });
  SystemMotion motion(server.address());
  EXPECT_FALSE(motion.isLess()) << "nothing is waited for";
  EXPECT_TRUE(waitFor([&] { return motion.isLess(); }));
  const auto says = [&](const QString& room, const char* key, const QVariant& value, bool less) {
    portal.settings[room][QString::fromLatin1(key)] = value;
    emit qApp->applicationStateChanged(Qt::ApplicationActive);
    EXPECT_TRUE(waitFor([&] { return SystemMotion::isLess() == less; })) << key;
    EXPECT_EQ(wantsLessMotion(), less);
  };
  says(gnome, "enable-animations", true, false);
  says(common, "reduced-motion", 1U, true);
  says(common, "reduced-motion", 0U, false);
  says(kde, "AnimationDurationFactor", QStringLiteral("0"), true);
  says(kde, "AnimationDurationFactor", QStringLiteral("0.5"), false);
}

}  // namespace
}  // namespace noiseloom
