#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/answer/option.h"
#include "core/base/interface.h"
#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

using Json = nlohmann::ordered_json;

/// How a question ended.
enum class Ending {
  Answered,
  No,       ///< nothing meets what was asked for
  Refused,  ///< the options go ill together, or nothing can be solved
  Stopped   ///< with the best so far, or with nothing
};

/// The answer to a question (docs/formats.md).
struct Answer {
  Ending ending = Ending::Answered;
  Json json = nullptr;                                   ///< null where there is no answer
  std::string note = {};                                 ///< what is to be said beside the answer, or in place of it
  std::shared_ptr<const Design> design{};                ///< of a question that asks for one, where there is one
  std::vector<std::shared_ptr<const Design>> designs{};  ///< of one that asks for several
};

/// A question with its options: what a command of the command line and a function of Python ask alike.
class Question : public Interface {
 public:
  /// Hands over its options, whose places are in this object.
  virtual void declare(const AddOption& add) = 0;
  /// Once the options have their values. Throws what core does for those that cannot be used, by core's name for them.
  virtual Answer answer(const RunControl& control) const = 0;
};

/// The text that an answer is printed as. What is no UTF-8, as a file name may hold it, is replaced.
std::string printedJson(const Json& json);

}  // namespace noiseloom
