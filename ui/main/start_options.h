#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "ui/settings/preferences.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// What the command line of the window asks for.
struct StartOptions {
  QString file;                ///< opened at the start, of any kind; empty for what was there last
  QString dataFolder;          ///< where the workspace is kept; empty for the platform's place
  bool printScenario = false;  ///< print the scenario as JSON once the window is there, and exit
  QString renderFolder;        ///< write every plot as a PNG there, without a window, and exit
  QString screenshotFile;      ///< show the window, wait until it is solved, save a picture of it, exit
  std::optional<Appearance> appearance;
  std::optional<Language> language;
  QSize size;        ///< of the window, when given
  QString error;     ///< what is wrong with the command line
  QString exitText;  ///< help or version: print and exit
};

/// Must run before QApplication exists: --scale becomes Qt's scale factor, and what needs no display uses Qt's
/// offscreen platform.
void prepareEnvironment(int argc, const char* const* argv);

/// The arguments as QApplication may see them: it takes the pair "--session FILE" for its own (of a session manager)
/// and removes it, but leaves "--session=FILE" alone.
std::vector<std::string> argumentsForQt(int argc, const char* const* argv);

StartOptions parseStartOptions(const QStringList& arguments);

}  // namespace noiseloom
