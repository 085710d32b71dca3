#include <gtest/gtest.h>
#include <unistd.h>

#include <QApplication>

int main(int argc, char** argv) {
  // A child that is forked while another thread holds the lock of GLib's own allocator would wait for it for ever. GLib
  // reads this when it is loaded.
  if (!qEnvironmentVariableIsSet("G_SLICE") && qputenv("G_SLICE", "always-malloc")) execv("/proc/self/exe", argv);
  testing::InitGoogleTest(&argc, argv);
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  return RUN_ALL_TESTS();
}
