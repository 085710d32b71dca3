#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/io/json_reader.h"
#include "core/scenario/imported_strategy.h"

namespace noiseloom {

struct Scenario;

/// The numbers of the imported strategies that scenarios name, each once: what a session holds of them.
class PackedStrategies {
 public:
  /// Adds what the scenario's mechanism needs, where it is not there yet and the numbers of all have at most
  /// `mostBytes`.
  void add(const Scenario& scenario, std::uint64_t mostBytes);
  bool empty() const { return m_strategies.empty(); }
  std::uint64_t bytes() const { return m_bytes; }
  nlohmann::ordered_json json() const;

  /// Reads a list back. Throws FormatError for what is no strategy, or another than its hash says.
  static PackedStrategies read(const JsonObjects& list);
  /// Gives the scenario the numbers that it names, if they are here.
  void complete(Scenario& scenario) const;

 private:
  std::map<std::string, Strategy> m_strategies;  // by sha256OfStrategy()
  std::uint64_t m_bytes = 0;
};

}  // namespace noiseloom
