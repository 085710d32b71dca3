#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace noiseloom {

/// null where there is no value.
template <class Value>
nlohmann::ordered_json orNull(const std::optional<Value>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace noiseloom
