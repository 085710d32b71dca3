#include <gtest/gtest.h>

#include <QSettings>
#include <QTemporaryDir>

#include "tests/ui/timed_application.h"
#include "ui/style/theme.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  noiseloom::TimedApplication application(argc, argv);
  noiseloom::applyAppearance(application, noiseloom::Appearance::Light, false);
  return RUN_ALL_TESTS();
}
