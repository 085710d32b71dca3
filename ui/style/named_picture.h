#pragma once

#include <QImage>
#include <QSizeF>
#include <QString>

namespace noiseloom {

struct Theme;

/// Pictures that texts name: "batching/ID", twelve examples over thirty steps, and "mechanism/ID", the matrix C of a
/// small job.
bool hasNamedPicture(const QString& name);
/// In pixels at scale 1, for type of that height; empty if there is no such picture.
QSizeF namedPictureSize(const QString& name, double type);
/// Drawn in milliseconds, on the background of plots; `ratio`: device pixels per pixel.
QImage namedPicture(const QString& name, double type, const Theme& theme, double ratio);

}  // namespace noiseloom
