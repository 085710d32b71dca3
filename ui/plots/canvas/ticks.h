#pragma once

#include <QString>
#include <vector>

namespace noiseloom {

struct Tick {
  double position = 0;  ///< in the axis' own coordinate: the value, or its log10 on a logarithmic axis
  QString label;

  bool operator==(const Tick&) const = default;
};

/// Round values in [least, most] for a linear axis: steps of 1, 2 or 5 times a power of ten, at most `mostTicks` (2 to
/// 7 read well). All labels have the same number of decimals. Empty unless least < most, both finite.
std::vector<Tick> linearTicks(double least, double most, int mostTicks = 7);

/// linearTicks() with a whole step of at least 1, for axes that count.
std::vector<Tick> integerTicks(double least, double most, int mostTicks = 7);

/// Ticks of a logarithmic axis between log10 values `least` and `most`: powers of ten when there are at least two in
/// view, thinned to mostTicks; otherwise 1-2-5 or finer round values. Labels: plain numbers from 0.001 to 99 999 and
/// "10⁻⁷" beyond.
std::vector<Tick> logTicks(double least, double most, int mostTicks = 7);

/// Ticks of values on a logarithmic axis: at their log10, without values that have none.
std::vector<Tick> atLogarithms(std::vector<Tick> ticks);

/// The label of a value on an axis whose ticks are `step` apart and whose largest value is about `largest`: neighbours
/// always read differently, and all labels of an axis have one format.
QString tickLabel(double value, double step, double largest = 0);

}  // namespace noiseloom
