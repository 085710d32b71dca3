#pragma once

#include <vector>

#include "ui/document/claim_state.h"
#include "ui/plots/canvas/picture.h"

namespace noiseloom {

/// The picture with its caption in a strip below it; a warning that cannot be overlooked stands faintly across it as
/// well. The picture keeps its size; its plot gets that much lower. Nothing changes where both are empty.
Picture captioned(Picture picture, const Caption& caption);
std::vector<Picture> captioned(std::vector<Picture> pictures, const Caption& caption);

}  // namespace noiseloom
