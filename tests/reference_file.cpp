#include "tests/reference_file.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace noiseloom {

nlohmann::json referenceFile(const std::string& name) {
  return nlohmann::json::parse(std::ifstream(std::string(NOISELOOM_REFERENCE_DIR "/") + name));
}

std::string projectText(const std::string& name) {
  std::ifstream file(std::string(NOISELOOM_REFERENCE_DIR "/../../") + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace noiseloom
