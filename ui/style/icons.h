#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace noiseloom {

/// Registers the built-in resources (":/icons", ":/help", …); called before they are first read.
void ensureResources();
/// A symbolic icon of resources/icons by name ("reset-view"): the SVG is drawn in the palette's text colour at paint
/// time, so it follows light and dark, enabled and disabled.
QIcon symbolicIcon(const QString& name);
/// A symbolic icon in a colour of its own, whose meaning adjacent text states too.
QIcon symbolicIcon(const QString& name, const QColor& color);
QIcon applicationIcon();

}  // namespace noiseloom
