#pragma once

#include <QRegularExpression>
#include <QString>
#include <QTextDocument>

namespace noiseloom {

/// Escapes a text for a tool tip or label that would interpret it as HTML: users may name designs as they like.
inline QString asWritten(const QString& text) {
  return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text;
}

/// The text for a label that breaks lines: "b − 1" and "1 / N" stay on one.
inline QString withWholeFormulas(QString text) {
  static const QRegularExpression operation(QStringLiteral(" ([−×+/]) "));
  return text.replace(operation, QStringLiteral("\u00a0\\1\u00a0"));
}

}  // namespace noiseloom
