#pragma once

#include <QFont>
#include <QString>

namespace noiseloom {

/// How much smaller type may get where there is little room: in presenter mode to a little above the usual size, which
/// a projector still shows; elsewhere hardly at all.
double leastType();
/// The font, or as much of leastType() smaller as it takes for the text to be no wider than this, if that is enough.
QFont fittingFont(const QFont& font, const QString& text, int width);

}  // namespace noiseloom
