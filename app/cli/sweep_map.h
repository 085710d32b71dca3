#pragma once

#include <string>

#include "core/answer/map_answer.h"

namespace noiseloom::cli {

/// A map over two inputs: a table for a person; comma-separated text with units in its header.
std::string mapText(const MapAnswer& map);
std::string mapCsv(const MapAnswer& map);

}  // namespace noiseloom::cli
