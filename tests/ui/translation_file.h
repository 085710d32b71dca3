#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace noiseloom {

/// An entry of a translation as Qt's tools write it.
struct TranslatedMessage {
  QString context;
  QString source;
  QString type;              ///< "unfinished", "vanished", "obsolete"; empty when it is finished
  QStringList translations;  ///< one, or one for each plural form
};

/// The entries of resources/translations/noiseloom_<language>.ts. Fails the test when it cannot be read.
QList<TranslatedMessage> translationFile(const QString& language);
/// Its path in the sources.
QString translationPath(const QString& language);
/// Where the sources stand.
QString sourceFolder();

}  // namespace noiseloom
