#pragma once

#include <QString>

namespace noiseloom {

/// A result for reading: `digits` significant digits, no padding, powers of ten beyond 1e6 and below 1e-4 ("3.213",
/// "1.2e-7"); "not finite" is never printed as a number.
QString resultText(double value, int digits = 4);
/// The same of an upper bound (an epsilon, a delta, a noise multiplier that was certified): the smallest decimal of
/// that many digits that is not below the value, so that what is read is still true.
QString resultTextUp(double value, int digits = 4);
/// A value for an entry field: reads back as exactly the same number, as short as it gets ("50000", "100M", "1e-5").
QString entryText(double value);
/// A duration for a status bar: "under 1 s", "12 s", "3 min 20 s", "2 h 5 min".
QString durationText(double seconds);
/// "1 band", "25 bands".
QString bandsText(qint64 bands);
/// An integer as superscript characters: -3 becomes "⁻³".
QString superscript(int value);
/// 29.4 as "29.4" and 99.96 as "99.96": so many digits, but what is below 100 never reads 100, which would be all of
/// it.
QString percentText(double percent, int digits = 3);

}  // namespace noiseloom
