#pragma once

#include <QObject>

#include "core/design/error_unit.h"
#include "ui/settings/preference.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// The languages of the window. System means the first of the user's languages with a translation.
enum class Language { System, English, German };

/// The user's preferences, accessed through preferences() where needed; only in the window's thread.
class Preferences : public QObject {
  Q_OBJECT

 public:
  Preferences();

  Preference<Appearance> appearance;
  /// The unit of errors, chosen in the View menu.
  Preference<ErrorUnit> errorUnit;
  /// Start with large type and thick lines.
  Preference<bool> presenterOnStart;
  /// Avoids quick automatic motion even if the desktop does not request it: see wantsLessMotion().
  Preference<bool> lessMotion;
  /// Takes effect at the next start.
  Preference<Language> language;
  /// Numbers have a point although the system's have a comma. Takes effect at the next start.
  Preference<bool> decimalPoint;
  /// Saves changes to a recovery file, so that nothing is lost when the program or the machine stops.
  Preference<bool> autosave;
  /// Seconds from a change to its recovery save, 1 to 600.
  Preference<int> autosaveSeconds;
  /// The start page was shown: a later start does not show it by itself.
  Preference<bool> startPageSeen;
  /// The initial folder of export dialogs; empty: the home folder.
  Preference<QString> exportFolder;

  /// The folder for exports, or the home folder if none is set or it no longer exists.
  QString usableExportFolder() const;
  void resetAll();

 signals:
  void changed();
};

Preferences& preferences();

/// True if automatic motion should stop or slow down: by preference, or because the desktop requests it (SystemMotion).
bool wantsLessMotion();

}  // namespace noiseloom
