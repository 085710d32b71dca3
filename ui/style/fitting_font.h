#pragma once

#include <QFont>
#include <QString>

class QPainter;
class QRect;

namespace noiseloom {

/// The factor by which type may shrink if space is short: in presenter mode to slightly above the usual size, which a
/// projector still shows; otherwise hardly at all.
double leastType();
/// The font, shrunk by at most leastType() so that the text is no wider than `width`, if that is possible.
QFont fittingFont(const QFont& font, const QString& text, int width);
/// Paints the text in one line at the left of the place, cut by "…" where it is too long.
void paintLine(QPainter& painter, const QRect& place, const QString& text);

}  // namespace noiseloom
