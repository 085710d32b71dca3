#pragma once

#include <QString>

namespace noiseloom {

/// A unit that suits numbers up to some size: `size` of the basic unit, and its symbol.
struct QuantityUnit {
  double size = 1;
  QString symbol;
};

/// B, kB, MB, ... (powers of 1000, as memory is sold) for as many bytes; the largest unit of which there is at least 1.
QuantityUnit memoryUnit(double bytes);
/// s, ms or µs for a duration; minutes and more stay seconds.
QuantityUnit timeUnit(double seconds);
/// "12.4 GB", "0 B".
QString memoryText(double bytes);
/// "0.21 s", "4.1 ms".
QString secondsText(double seconds);

}  // namespace noiseloom
