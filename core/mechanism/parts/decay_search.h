#pragma once

#include <functional>

#include "core/optimize/line_minimum.h"

namespace noiseloom {

/// The best of a family of strategies with one parameter, 0 <= p < 1, over x = -log(1 - p): the series of C decays the
/// more slowly the nearer p is to 1. `error` may throw InvalidArgument where C decays too slowly to be held. From p =
/// 1/2 downhill; `fixed` leaves it there. LineMinimum::x is p. variable: its name for people.
LineMinimum searchDecay(const std::function<double(double p)>& error, double step, bool fixed, Phrase variable,
                        const RunControl& control);

}  // namespace noiseloom
