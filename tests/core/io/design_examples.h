#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/designer.h"

namespace noiseloom {

/// One design of each kind that a strategy file can hold, small enough for thousands of readings.
struct DesignExample {
  std::string name;
  std::shared_ptr<const Design> design;
};
std::vector<DesignExample> designExamples();
const DesignExample& example(const std::vector<DesignExample>& examples, std::string_view name);
/// The column-normalised Toeplitz one: n = 9, b = 3.
std::shared_ptr<const Design> toeplitzExample();
/// The same design with the generator of strategy files before version 9.
Design olderDesign(const Design& design);

/// Same in every field, floating-point values by their bits.
void expectSame(const Scenario& actual, const Scenario& expected);
void expectSame(const Strategy& actual, const Strategy& expected);

}  // namespace noiseloom
