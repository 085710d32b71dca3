#pragma once

namespace noiseloom {

inline constexpr double kMillimetresPerInch = 25.4;
/// Dots an inch of what is written as PDF.
inline constexpr int kPdfResolution = 600;

}  // namespace noiseloom
