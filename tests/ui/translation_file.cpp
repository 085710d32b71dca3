#include "tests/ui/translation_file.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QXmlStreamReader>

namespace noiseloom {

QString sourceFolder() {
  return QStringLiteral(NOISELOOM_SOURCE_DIR);
}

QString translationPath(const QString& language) {
  return QStringLiteral("%1/resources/translations/noiseloom_%2.ts").arg(sourceFolder(), language);
}

QList<TranslatedMessage> translationFile(const QString& language) {
  QFile file(translationPath(language));
  EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << file.fileName().toStdString();
  QXmlStreamReader xml(&file);
  QList<TranslatedMessage> messages;
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == u"name") context = xml.readElementText();
    if (xml.name() == u"message") messages.append({context, {}, {}, {}});
    if (xml.name() == u"source") messages.back().source = xml.readElementText();
    if (xml.name() == u"numerusform") messages.back().translations += xml.readElementText();
    if (xml.name() != u"translation") continue;
    messages.back().type = xml.attributes().value(QLatin1String("type")).toString();
    // Plural forms are elements of their own inside, and are read as such.
    if (xml.readNext() == QXmlStreamReader::Characters && !xml.isWhitespace()) {
      messages.back().translations += xml.text().toString();
    }
  }
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  return messages;
}

}  // namespace noiseloom
