#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace noiseloom {

/// The words on show in a window, or a part of it, that a person cannot read whole: of labels, buttons, tabs, boxes to
/// tick and to choose from, fields, lines of read-out, legends of charts, cells of tables and names above pictures.
/// Each with the name of what holds it; empty when all can be read. In the smallest window legends may leave names out,
/// as long as they say how many, and pictures their names.
QStringList wordsCut(const QWidget& window, bool smallest = false);

}  // namespace noiseloom
