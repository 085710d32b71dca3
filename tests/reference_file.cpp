#include "tests/reference_file.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace noiseloom {

nlohmann::json referenceFile(const std::string& name) {
  return nlohmann::json::parse(std::ifstream(std::string(NOISELOOM_REFERENCE_DIR "/") + name));
}

}  // namespace noiseloom
