#pragma once

#include <QObject>

#include "core/design/error_unit.h"
#include "ui/settings/preference.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// The languages of the window. System takes the first language of the person that there is a translation for.
enum class Language { System, English, German };

/// What a person chose once and for all. Read where it is needed, through preferences(); the window's thread only.
class Preferences : public QObject {
  Q_OBJECT

 public:
  Preferences();

  Preference<Appearance> appearance;
  /// What errors are stated in; chosen in the View menu.
  Preference<ErrorUnit> errorUnit;
  /// Start with large type and thick lines.
  Preference<bool> presenterOnStart;
  /// Nothing moves by itself quickly, also where the system does not ask for that: wantsLessMotion().
  Preference<bool> lessMotion;
  /// Takes effect at the next start.
  Preference<Language> language;
  /// What has changed is written aside, so that nothing is lost when the program or the machine stops.
  Preference<bool> autosave;
  /// Seconds from a change until it is written aside, 1 to 600.
  Preference<int> autosaveSeconds;
  /// Where export dialogs start; empty: the home folder.
  Preference<QString> exportFolder;

  /// The folder for exports, or the home folder where none is set or it is gone.
  QString usableExportFolder() const;
  void resetAll();

 signals:
  void changed();
};

/// The one set of preferences of this program.
Preferences& preferences();

/// Whether what moves by itself is to stand still or go slowly: by preference, or because the desktop asks for it
/// (SystemMotion).
bool wantsLessMotion();

}  // namespace noiseloom
