#include <gtest/gtest.h>

#include <QFile>
#include <QSettings>
#include <QTemporaryDir>

#include "tests/ui/timed_application.h"
#include "ui/style/theme.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  // What the program keeps for its person is this process's own, which CTest starts for each test.
  const QTemporaryDir own;
  for (const char* variable : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
    qputenv(variable, QFile::encodeName(own.path()));
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, own.path());
  noiseloom::TimedApplication application(argc, argv);
  noiseloom::applyAppearance(application, noiseloom::Appearance::Light, false);
  return RUN_ALL_TESTS();
}
