#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QCoreApplication;

namespace noiseloom {

enum class Language;

/// Names of the translations to try, best first, as in "de" or "de_DE"; English, the language of the sources, ends the
/// list. `wanted` holds the user's languages as given by QLocale::uiLanguages().
QStringList translationsToTry(Language language, const QStringList& wanted);
/// Installs the first available translation (":/translations/noiseloom_de.qm"), and Qt's own for the same language,
/// in place of any earlier ones; returns its name, or "en". Call it before any window is made: texts already on
/// screen do not change.
QString installLanguage(QCoreApplication& application, Language language);
/// Returns to the texts of the sources, for tests.
void removeLanguage(QCoreApplication& application);
/// The last result of installLanguage(); "en" before.
QString windowLanguage();

/// During its lifetime, this thread's texts are in English, the language of the sources: for files that programs read,
/// which must not depend on the user's language.
class SourceTexts {
 public:
  SourceTexts();
  ~SourceTexts();
  SourceTexts(const SourceTexts&) = delete;
  SourceTexts& operator=(const SourceTexts&) = delete;
};

/// The languages of the window: English, and those with a built-in translation. System is not one.
QList<Language> builtInLanguages();
/// The language's own name ("Deutsch"), recognisable to its readers whatever the present language; empty for System.
QString nameOf(Language language);
/// The code used by command lines and file names: "de"; "system" for System.
QString codeOf(Language language);

/// A page of the resources (":/lessons", "bands.json") in the window's language if available
/// (":/lessons/de/bands.json"), otherwise in English.
QString pageInLanguage(const QString& folder, const QString& file);

}  // namespace noiseloom
