#pragma once

#include <functional>

#include "core/optimize/line_minimum.h"

namespace noiseloom {

/// The best of a family of strategies with one parameter, 0 <= p < 1, over x = -log(1 - p): the nearer p is to 1, the
/// more slowly the series of C decays. `error` may throw InvalidArgument if C decays too slowly to be stored. Descends
/// from p = 1/2; `fixed` leaves it there. LineMinimum::x is p. variable: its name in messages.
LineMinimum searchDecay(const std::function<double(double p)>& error, double step, bool fixed, Phrase variable,
                        const RunControl& control);

}  // namespace noiseloom
