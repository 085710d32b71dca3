#pragma once

#include <QStringList>

class QCoreApplication;

namespace noiseloom {

enum class Language;

/// Names of the languages to try, best first, as in "de" or "de_DE"; English is the language of the sources and ends
/// the list. `wanted`: the languages of the person, as QLocale::uiLanguages() gives them.
QStringList translationsToTry(Language language, const QStringList& wanted);
/// Installs the first translation that there is (":/translations/noiseloom_de.qm"), and Qt's own for the same language;
/// returns its name, or "en" when nothing had to be installed. Before any window is made.
QString installLanguage(QCoreApplication& application, Language language);

}  // namespace noiseloom
