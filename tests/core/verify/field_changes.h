#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/io/strategy_file.h"

namespace noiseloom {

/// Whether the field of a flat JSON object ("/shards/0/machine") is the one that verify names, or in it ("shards",
/// "shards: machine").
inline bool isPartOf(const std::string& pointer, const std::string& field) {
  std::istringstream parts(pointer.substr(1));
  std::string name;
  for (std::string part; std::getline(parts, part, '/');) {
    if (part.find_first_not_of("0123456789") == std::string::npos) continue;
    name += (name.empty() ? "" : ": ") + part;
    if (name == field) return true;
  }
  return false;
}

/// Whether verify says that it has not looked at the field.
inline bool isNamed(const Verification& verification, const std::string& pointer) {
  return std::ranges::any_of(verification.notChecked,
                             [&](const std::string& field) { return isPartOf(pointer, field); });
}

/// Other values that a field could have. Short names become every name that some field may have, so that the reader
/// knows what it reads.
inline std::vector<nlohmann::ordered_json> changesOf(const nlohmann::ordered_json& value) {
  static constexpr char kNames[] =
      "banded banded-toeplitz best bisr blt dense dp-sgd stamped tree identity toeplitz columns none C "
      "C^-1 exact upper-bound full online own-node from-below mean max last cyclic-poisson balls-in-bins "
      "fixed-epoch min-sep single as-accounted fixed-order shuffled-once poisson add-remove zero-out "
      "replace-one example user device prefix sgd float32 float64 converged not-run stopped L-BFGS "
      "monte-carlo deterministic unamplified linear cosine file satisfied to-be-ensured violated ok "
      "critical pld analytic-gaussian";
  if (value.is_boolean()) return {!value.get<bool>()};
  if (value.is_null()) return {1, 2, 0.5, "best"};
  if (value.is_string()) {
    const auto text = value.get<std::string>();
    std::vector<nlohmann::ordered_json> changes{text + "x"};
    if (text.size() >= 20 || text.find(' ') != std::string::npos) return changes;
    std::istringstream names(kNames);
    changes.insert(changes.end(), std::istream_iterator<std::string>(names), {});
    return changes;
  }
  if (value.is_number_integer()) {
    const auto number = value.get<Index>();
    return {number + 1, number - 1, -number, nullptr};
  }
  if (!value.is_number()) return {nullptr};  // an empty list
  const double number = value.get<double>();
  return {number * 1.01, number * 0.99, -number, nullptr};
}

}  // namespace noiseloom
