#pragma once

#include <QString>
#include <QTextDocument>

namespace noiseloom {

/// A text for a tool tip or a label that takes what looks like HTML for HTML: shown as it is written, since people may
/// name designs as they like.
inline QString asWritten(const QString& text) {
  return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text;
}

}  // namespace noiseloom
