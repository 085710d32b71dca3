#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace noiseloom {

/// Makes the files of the program (":/icons", ":/help", …) known; called by whatever reads them first.
void ensureResources();
/// A symbolic icon of resources/icons by name ("reset-view"): its SVG is drawn in the palette's text colour at paint
/// time, so it follows light and dark, enabled and disabled.
QIcon symbolicIcon(const QString& name);
/// The same in a colour of its own, for a meaning that text beside it also says.
QIcon symbolicIcon(const QString& name, const QColor& color);
/// The program's own icon.
QIcon applicationIcon();

}  // namespace noiseloom
