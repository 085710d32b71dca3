#include "ui/export/markdown.h"

namespace noiseloom {

QString escapedMarkdown(QString text) {
  for (const char c : {'\\', '`', '*', '_', '<', '#', '[', ']'})
    text.replace(QLatin1Char(c), QStringLiteral("\\%1").arg(QLatin1Char(c)));
  return text.replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString markdownCell(const QString& text) {
  return escapedMarkdown(text).replace(QLatin1Char('|'), QStringLiteral("\\|"));
}

QString markdownRow(const QStringList& cells) {
  return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

}  // namespace noiseloom
