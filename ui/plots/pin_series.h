#pragma once

#include "ui/document/shelf.h"

namespace noiseloom {

/// Which colour of the palette (ChartSeries::color) a pinned design has in every plot; never 0, that of the design
/// itself.
inline int pinColor(const PinnedDesign& pin) {
  return pin.id;
}

}  // namespace noiseloom
