#include "core/answer/answer.h"

namespace noiseloom {

std::string printedJson(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace noiseloom
