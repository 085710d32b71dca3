#pragma once

#include <QString>
#include <QTextDocument>

namespace noiseloom {

/// Escapes a text for a tool tip or label that would interpret it as HTML: users may name designs as they like.
inline QString asWritten(const QString& text) {
  return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text;
}

}  // namespace noiseloom
