#pragma once

#include <vector>

#include "ui/plots/canvas/picture.h"

namespace noiseloom {

/// The picture with a warning that cannot be overlooked: in words in a strip below it and faintly across it. The
/// picture keeps its size; its plot gets that much lower. An empty mark changes nothing.
Picture watermarked(Picture picture, const QString& mark);
std::vector<Picture> watermarked(std::vector<Picture> pictures, const QString& mark);

}  // namespace noiseloom
