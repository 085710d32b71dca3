#include "ui/settings/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <memory>

#include "ui/settings/preferences.h"

namespace noiseloom {
namespace {

bool isEnglish(const QString& name) {
  return name == QLatin1String("en") || name.startsWith(QLatin1String("en_"));
}

}  // namespace

QStringList translationsToTry(Language language, const QStringList& wanted) {
  if (language == Language::English) return {QStringLiteral("en")};
  if (language == Language::German) return {QStringLiteral("de"), QStringLiteral("en")};
  QStringList names;
  for (QString name : wanted) {
    name.replace(QLatin1Char('-'), QLatin1Char('_'));
    if (isEnglish(name)) break;
    names += name;
    const QString bare = name.section(QLatin1Char('_'), 0, 0);
    if (bare != name && !names.contains(bare)) names += bare;
  }
  names.removeDuplicates();
  names += QStringLiteral("en");
  return names;
}

QString installLanguage(QCoreApplication& application, Language language) {
  for (const QString& name : translationsToTry(language, QLocale::system().uiLanguages())) {
    if (isEnglish(name)) break;
    auto own = std::make_unique<QTranslator>(&application);
    if (!own->load(QStringLiteral(":/translations/noiseloom_%1.qm").arg(name))) continue;
    auto qt = std::make_unique<QTranslator>(&application);
    if (qt->load(QStringLiteral("qtbase_%1").arg(name), QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
      QCoreApplication::installTranslator(qt.release());
    }
    QCoreApplication::installTranslator(own.release());
    return name;
  }
  return QStringLiteral("en");
}

}  // namespace noiseloom
