#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace noiseloom {

/// A dialog to choose a file or a folder, which goes when it is closed. Where the desktop has none of its own, files
/// are told apart by their names: that of Qt would open each of them in the window's thread to see what it is.
QFileDialog* newFileChooser(QWidget* parent, const QString& title, const QString& folder, const QString& filter = {});

}  // namespace noiseloom
