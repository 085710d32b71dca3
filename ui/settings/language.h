#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QCoreApplication;

namespace noiseloom {

enum class Language;

/// Names of the languages to try, best first, as in "de" or "de_DE"; English is the language of the sources and ends
/// the list. `wanted`: the languages of the person, as QLocale::uiLanguages() gives them.
QStringList translationsToTry(Language language, const QStringList& wanted);
/// Installs the first translation that there is (":/translations/noiseloom_de.qm"), and Qt's own for the same language;
/// returns its name, or "en". Takes the place of what was installed before. Before any window is made: texts that are
/// already shown stay as they are.
QString installLanguage(QCoreApplication& application, Language language);
/// Back to the texts of the sources, for tests.
void removeLanguage(QCoreApplication& application);
/// What installLanguage() returned last; "en" before.
QString windowLanguage();

/// While one is alive, the texts that this thread asks for are those of the sources, English: for files that programs
/// read, which must not depend on who wrote them.
class SourceTexts {
 public:
  SourceTexts();
  ~SourceTexts();
  SourceTexts(const SourceTexts&) = delete;
  SourceTexts& operator=(const SourceTexts&) = delete;
};

/// The languages that the window can speak: English, and those that a translation is built in for. System is not one.
QList<Language> builtInLanguages();
/// Its name in itself ("Deutsch"), so that it is found in a language that one cannot read; empty for System.
QString nameOf(Language language);
/// As command lines and file names have it: "de"; "system" for System.
QString codeOf(Language language);

/// A page of the resources (":/lessons", "bands.json") in the language of the window where it exists
/// (":/lessons/de/bands.json"), else the English one.
QString pageInLanguage(const QString& folder, const QString& file);

}  // namespace noiseloom
