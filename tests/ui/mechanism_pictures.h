#pragma once

#include <QSize>
#include <vector>

#include "ui/plots/canvas/picture.h"

namespace noiseloom {

/// The pictures of docs/mechanisms: one a mechanism, named as in files ("banded-toeplitz"), of one small scenario (n =
/// 128, 4 epochs of fixed order, eps 8, delta 1e-5, 8 bands where a mechanism has bands). Side by side: C, the
/// coefficients or a column of C (of C^-1 for the tree), and the error. Solves every mechanism: well under a minute.
std::vector<Picture> mechanismPictures();

constexpr QSize kMechanismPictureSize{1200, 420};
constexpr QSize kWindowPictureSize{1366, 768};  ///< of the window, in the README
constexpr QSize kPlotPictureSize{720, 440};     ///< of each plot, in docs/plots.md

}  // namespace noiseloom
