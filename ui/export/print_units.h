#pragma once

namespace noiseloom {

inline constexpr double kMillimetresPerInch = 25.4;
inline constexpr double kPointsPerInch = 72;
/// Resolution of PDF output, in dots per inch.
inline constexpr int kPdfResolution = 600;

}  // namespace noiseloom
