#pragma once

#include <vector>

#include "ui/document/claim_state.h"
#include "ui/plots/canvas/picture.h"

namespace noiseloom {

/// The picture with its caption in a strip below it; a warning also runs faintly across the picture. The size of the
/// picture stays, so its plot becomes lower. Nothing changes if all texts are empty.
Picture captioned(Picture picture, const Caption& caption);
std::vector<Picture> captioned(std::vector<Picture> pictures, const Caption& caption);

}  // namespace noiseloom
