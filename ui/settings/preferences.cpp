#include "ui/settings/preferences.h"

#include <QDir>
#include <QFileInfo>

#include "ui/settings/system_motion.h"

namespace noiseloom {
namespace {

template <class Enum>
auto upTo(Enum last) {
  return [last](const Enum& value) { return static_cast<int>(value) >= 0 && value <= last; };
}

}  // namespace

Preferences::Preferences()
    : appearance(
          QStringLiteral("appearance"), Appearance::System, [this] { emit changed(); },
          upTo(Appearance::HighContrastDark)),
      errorUnit(
          QStringLiteral("errorUnit"), ErrorUnit::Summed, [this] { emit changed(); }, upTo(ErrorUnit::DpSgdEpsilon)),
      presenterOnStart(QStringLiteral("presenterOnStart"), false, [this] { emit changed(); }),
      lessMotion(QStringLiteral("lessMotion"), false, [this] { emit changed(); }),
      language(
          QStringLiteral("language"), Language::System, [this] { emit changed(); }, upTo(Language::German)),
      decimalPoint(QStringLiteral("decimalPoint"), false, [this] { emit changed(); }),
      autosave(QStringLiteral("autosave"), true, [this] { emit changed(); }),
      autosaveSeconds(
          QStringLiteral("autosaveSeconds"), 1, [this] { emit changed(); },
          [](const int& seconds) { return seconds >= 1 && seconds <= 600; }),
      startPageSeen(QStringLiteral("startPageSeen"), false, [this] { emit changed(); }),
      exportFolder(QStringLiteral("exportFolder"), QString(), [this] { emit changed(); }) {}

QString Preferences::usableExportFolder() const {
  const QString chosen = exportFolder.get();
  return !chosen.isEmpty() && QFileInfo(chosen).isDir() ? chosen : QDir::homePath();
}

void Preferences::resetAll() {
  appearance.reset();
  errorUnit.reset();
  presenterOnStart.reset();
  lessMotion.reset();
  language.reset();
  decimalPoint.reset();
  autosave.reset();
  autosaveSeconds.reset();
  startPageSeen.reset();
  exportFolder.reset();
}

Preferences& preferences() {
  static Preferences one;
  return one;
}

bool wantsLessMotion() {
  return preferences().lessMotion.get() || SystemMotion::isLess();
}

}  // namespace noiseloom
