#pragma once

#include "ui/document/shelf.h"

namespace noiseloom {

/// Which colour of the palette (ChartSeries::color) a pinned design has in every plot.
inline int pinColor(const PinnedDesign& pin) {
  return pin.id - 1;
}

}  // namespace noiseloom
