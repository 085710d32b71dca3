#pragma once

#include <vector>

#include "ui/plots/canvas/figure.h"

namespace noiseloom {

/// The figure with a warning that cannot be overlooked: in words in a strip below it and faintly across it. The figure
/// keeps its size; its plot gets that much lower. An empty mark changes nothing.
Figure watermarked(Figure figure, const QString& mark);
std::vector<Figure> watermarked(std::vector<Figure> figures, const QString& mark);

}  // namespace noiseloom
