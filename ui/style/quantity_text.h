#pragma once

#include <QString>

namespace noiseloom {

/// A unit for a range of numbers: `size` in basic units, and its symbol.
struct QuantityUnit {
  double size = 1;
  QString symbol;
};

/// The largest of B, kB, MB, ... (powers of 1000, as memory is sold) that is at most this number of bytes.
QuantityUnit memoryUnit(double bytes);
/// s, ms or µs for a duration; minutes and more stay seconds.
QuantityUnit timeUnit(double seconds);
/// "12.4 GB", "0 B".
QString memoryText(double bytes);
/// "0.21 s", "4.1 ms".
QString secondsText(double seconds);

}  // namespace noiseloom
