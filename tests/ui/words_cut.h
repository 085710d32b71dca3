#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace noiseloom {

/// The words on show in a window, or a part of it, that a person cannot read whole: of labels, buttons, tabs, boxes to
/// tick and to choose from, fields, lines of read-out and legends of charts. Each with the name of what holds it; empty
/// when all can be read.
QStringList wordsCut(const QWidget& window);

}  // namespace noiseloom
