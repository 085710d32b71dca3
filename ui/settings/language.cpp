#include "ui/settings/language.h"

#include <QCoreApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <memory>

#include "ui/settings/preferences.h"
#include "ui/style/icons.h"

namespace noiseloom {
namespace {

constexpr auto kOurs = "noiseloomTranslator";
constexpr Language kLanguages[] = {Language::English, Language::German};

QString& installed() {
  static QString name = QStringLiteral("en");
  return name;
}

thread_local int sourceTexts = 0;

class OurTranslator : public QTranslator {
 public:
  using QTranslator::QTranslator;
  QString translate(const char* context, const char* source, const char* comment, int n) const override {
    return sourceTexts > 0 ? QString() : QTranslator::translate(context, source, comment, n);
  }
};

bool isEnglish(const QString& name) {
  return name == QLatin1String("en") || name.startsWith(QLatin1String("en_"));
}

QString translationOf(const QString& name) {
  return QStringLiteral(":/translations/noiseloom_%1.qm").arg(name);
}

bool install(QCoreApplication& application, const QString& file, const QString& folder = {}) {
  auto translator = std::make_unique<OurTranslator>(&application);
  translator->setObjectName(QLatin1String(kOurs));
  if (!translator->load(file, folder)) return false;
  QCoreApplication::installTranslator(translator.release());
  return true;
}

}  // namespace

QStringList translationsToTry(Language language, const QStringList& wanted) {
  if (language != Language::System) {
    QStringList names{codeOf(language), QStringLiteral("en")};
    names.removeDuplicates();
    return names;
  }
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
  ensureResources();
  removeLanguage(application);
  for (const QString& name : translationsToTry(language, QLocale::system().uiLanguages())) {
    // Qt would shorten a name without a file to that of its language: that one is tried next anyway.
    if (!QFile::exists(translationOf(name))) continue;
    // Qt's own first: of two translators that know a text, the one installed last is used.
    if (!isEnglish(name))
      install(application, QStringLiteral("qtbase_%1").arg(name), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    if (!install(application, translationOf(name))) continue;
    return installed() = name;
  }
  return installed();
}

void removeLanguage(QCoreApplication& application) {
  // Deleting a translator removes it from the application.
  qDeleteAll(application.findChildren<QTranslator*>(QLatin1String(kOurs)));
  installed() = QStringLiteral("en");
}

SourceTexts::SourceTexts() {
  ++sourceTexts;
}
SourceTexts::~SourceTexts() {
  --sourceTexts;
}

QString windowLanguage() {
  return installed();
}

QList<Language> builtInLanguages() {
  ensureResources();
  QList<Language> languages;
  for (const Language language : kLanguages) {
    if (language == Language::English || QFile::exists(translationOf(codeOf(language)))) languages += language;
  }
  return languages;
}

QString nameOf(Language language) {
  switch (language) {
    case Language::System: break;
    case Language::English: return QStringLiteral("English");
    case Language::German: return QStringLiteral("Deutsch");
  }
  return {};
}

QString codeOf(Language language) {
  switch (language) {
    case Language::System: break;
    case Language::English: return QStringLiteral("en");
    case Language::German: return QStringLiteral("de");
  }
  return QStringLiteral("system");
}

QString pageInLanguage(const QString& folder, const QString& file) {
  ensureResources();
  const QString translated = QStringLiteral("%1/%2/%3").arg(folder, windowLanguage(), file);
  return QFile::exists(translated) ? translated : QStringLiteral("%1/%2").arg(folder, file);
}

}  // namespace noiseloom
