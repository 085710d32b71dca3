#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {

struct StartOptions {
  QString file;                ///< any kind of file, or a link, opened at the start; empty: the last session
  int otherFiles = 0;          ///< named beside it, as a file manager does for a selection: they are not opened
  QString dataFolder;          ///< where the workspace is kept; empty: the platform's default
  bool printScenario = false;  ///< print the scenario as JSON once the window is there, and exit
  QString renderFolder;        ///< write every plot there as PNG, without a window, and exit
  QString screenshotFile;      ///< show the window, wait until solved, save a picture of it, exit
  std::optional<Appearance> appearance;
  std::optional<Language> language;
  QSize size;        ///< of the window, if given
  QString error;     ///< what is wrong with the command line; empty: nothing
  QString exitText;  ///< help or version: print and exit

  /// True if the program ends by itself.
  bool isBatch() const { return !renderFolder.isEmpty() || !screenshotFile.isEmpty() || printScenario; }
};

/// Must run before QApplication exists: --scale becomes Qt's scale factor, and runs without a window use Qt's
/// offscreen platform.
void prepareEnvironment(int argc, const char* const* argv);

/// The arguments for QApplication, which takes the pair "--session FILE" for its own option (of a session manager) and
/// removes it, but leaves "--session=FILE" alone.
std::vector<std::string> argumentsForQt(int argc, const char* const* argv);

StartOptions parseStartOptions(const QStringList& arguments);

}  // namespace noiseloom
