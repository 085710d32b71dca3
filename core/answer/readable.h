#pragma once

#include <string>

namespace noiseloom {

/// A number for people: `digits` significant digits ("0.48152", "1.25e-07", "2000").
std::string readable(double value, int digits = 6);

/// The same of what is to be safe for those who carry it on: never below the value (noise, a delta or an epsilon that
/// is promised), or never above it.
std::string readableUp(double value, int digits = 6);
std::string readableDown(double value, int digits = 6);

/// A duration for people: "12 ms", "3.4 s", "2 min 5 s".
std::string readableSeconds(double seconds);

/// A size for people, in the units of the window: "1.5 GB".
std::string readableBytes(double bytes);

}  // namespace noiseloom
