#include <gtest/gtest.h>

#include <QApplication>
#include <QHashSeed>
#include <string_view>

#include "tests/faults/killed_window.h"

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QHashSeed::setDeterministicGlobalSeed();  // the order of what a PDF has
  const bool killed = argc == 5 && std::string_view(argv[1]) == noiseloom::kKilledAt;
  if (!killed) testing::InitGoogleTest(&argc, argv);
  const QApplication application(argc, argv);
  if (killed) return noiseloom::writeKilledAt(std::stoi(argv[2]), argv[3], argv[4]);
  return RUN_ALL_TESTS();
}
