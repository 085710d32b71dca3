#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace noiseloom {

/// A dialog to choose a file or a folder, in the home folder unless there is a better one, deleted when closed. If the
/// desktop has no dialog of its own, file types are taken from names: Qt's would open each file in the window's thread
/// to find its type.
QFileDialog* newFileChooser(QWidget* parent, const QString& title, const QString& folder, const QString& filter = {});

}  // namespace noiseloom
