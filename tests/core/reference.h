#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/workload/workload.h"
#include "tests/reference_file.h"

namespace noiseloom {

/// The parsed tests/reference/mechanisms.json.
inline const nlohmann::json& mechanismReference() {
  static const nlohmann::json values = referenceFile("mechanisms.json");
  return values;
}

inline Workload workloadOf(const nlohmann::json& workload) {
  const std::string type = workload.at("type");
  if (type == "prefix") return Workload::prefix();
  if (type == "momentum_wd") return Workload::sgd(workload.at("alpha"), workload.at("beta"));
  return Workload::learningRates(workload.at("eta").get<std::vector<double>>(), workload.at("beta"));
}

/// Coefficients as {position, value}: all of them, or the first and last where the file holds no more.
inline std::vector<std::pair<std::size_t, double>> coefficientsOf(const nlohmann::json& list) {
  std::vector<std::pair<std::size_t, double>> known;
  const auto add = [&](std::size_t at, const nlohmann::json& values) {
    for (const auto& value : values) known.emplace_back(at++, value.get<double>());
  };
  if (list.contains("values")) {
    add(0, list.at("values"));
  } else {
    add(0, list.at("first"));
    add(list.at("length").get<std::size_t>() - list.at("last").size(), list.at("last"));
  }
  return known;
}

}  // namespace noiseloom
