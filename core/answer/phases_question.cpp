#include "core/answer/phases_question.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/answer/arguments.h"
#include "core/answer/claim_note.h"
#include "core/answer/design_answer.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/scenario/batch_size.h"
#include "core/snippet/copied_command.h"

namespace noiseloom {
namespace {

constexpr std::string_view kNoise = "noise";

// The promise, the data and who is hidden are those of all phases.
bool isOfAPhase(Field field) {
  constexpr Field kOfAll[]{Field::Epsilon,           Field::Delta,        Field::DatasetSize,
                           Field::DatasetSizeAtMost, Field::Adjacency,    Field::Unit,
                           Field::ExamplesPerUser,   Field::LargestBatch, Field::JobBatching};
  const FieldInfo& info = infoOf(field);
  return !info.option.name.empty() && std::ranges::find(kOfAll, field) == std::end(kOfAll);
}

std::string optionsOfAPhase() {
  std::string list(kNoise);
  for (const Field field : allFields()) {
    if (isOfAPhase(field)) list += ", " + optionName(field);
  }
  return list;
}

// Whether the options of a phase have one of that name; otherwise it is one of all phases.
bool states(const std::string& phase, const std::string& name) {
  return (" " + phase).find(" " + name + "=") != std::string::npos;
}

}  // namespace

void PhasesQuestion::declare(const AddOption& add) {
  add({.name = "phase",
       .type = "OPTIONS",
       .place = &m_phases,
       .help = "options of one phase, without dashes, such as \"batch-size=128 epochs=2\", beside those of all; also "
               "noise=R, its noise multiplier over that of other phases [1]; repeated in their order",
       .group = "Phases",
       .required = true});
  m_scenario.declare(add, false);
}

PhaseRequest PhasesQuestion::phaseOf(const std::string& text) const {
  PhaseRequest phase;
  ScenarioOptions options = m_scenario;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto field = fieldOfOption(name, allFields());
    if (equals == std::string::npos || (name != kNoise && !(field && isOfAPhase(*field))))
      throw InvalidArgument("phase", word, "NAME=VALUE with one of " + optionsOfAPhase());
    const std::string value = word.substr(equals + 1);
    if (name == kNoise) {
      phase.relativeNoise = parseReal(kNoise, value);
      checkPositive(kNoise, phase.relativeNoise);
    } else {
      options = options.with(infoOf(*field).name, value);
    }
  }
  phase.scenario = options.scenario();
  return phase;
}

PhasesRequest PhasesQuestion::request() const {
  PhasesRequest request;
  for (const std::string& text : m_phases) {
    try {
      request.phases.push_back(phaseOf(text));
    } catch (const InvalidArgument& problem) {
      if (problem.argument() == "phase") throw;
      const std::string name = dashed(problem.argument());
      if (!states(text, name)) {
        throw InvalidArgument(problem.argument(), problem.value(),
                              problem.allowed().english() + ", of the phase " + (text.empty() ? "\"\"" : text));
      }
      throw InvalidArgument("phase", text,
                            "another one: its " + name + " = " + problem.value().english() + " is not allowed: use " +
                                problem.allowed().english());
    }
  }
  if (request.phases.empty())
    throw InvalidArgument("phase", std::string("(missing)"), std::string("one for each phase"));
  request.epsilon = request.phases.front().scenario.epsilon;
  request.delta = request.phases.front().scenario.delta;
  return request;
}

std::string phasesNote(const PhasedDesigns& made) {
  std::string notes;
  for (std::size_t i = 0; i < made.designs.size(); ++i) {
    const std::string note = criticalNote(claimOf(*made.designs[i]));
    if (!note.empty()) notes += (notes.empty() ? "phase " : "\nphase ") + std::to_string(i + 1) + ": " + note;
  }
  return notes;
}

std::string phasesStatement(const PhasesRequest& request, const PhasedDesigns& made) {
  const Scenario& first = request.phases.front().scenario;
  const std::string unit(toString(first.unit));
  const std::string claimed = phasesNote(made).empty() ? "" : "NOT CLAIMED for the training job as described. ";
  const std::size_t count = request.phases.size();
  const std::string all = count == 1 ? "the one phase is" : "all " + std::to_string(count) + " phases together are";
  return claimed + "Under the assumptions of each phase's claim, " + all + " (" + shortest(request.epsilon) + ", " +
         shortest(request.delta) + ")-DP for one " + unit + " (" + displayName(first.adjacency).english().data() +
         "), where each phase makes its noise with a key of its own, and which phases there are is settled beforehand.";
}

Json phasesJson(const PhasesRequest& request, const PhasedDesigns& made) {
  Json phases = Json::array();
  Index first = 0;
  for (std::size_t i = 0; i < made.designs.size(); ++i) {
    const Design& design = *made.designs[i];
    const auto batch = batchSizeOf(design.scenario);
    DesignAnswer answer{.design = made.designs[i], .claim = claimOf(design)};
    Json phase{{"first_step", first},
               {"relative_noise", request.phases[i].relativeNoise},
               {"batch_size", batch ? Json(*batch) : Json(nullptr)}};
    phase.update(designJson(answer));
    phase["command"] = commandLine(design.scenario);
    phases.push_back(std::move(phase));
    first += design.scenario.iterations;
  }
  return {{"epsilon", request.epsilon},
          {"delta", request.delta},
          {"certified_delta", made.delta.value},
          {"noise_scale", made.noiseScale},
          {"error_bound", made.errorBound},
          {"iterations", first},
          {"statement", phasesStatement(request, made)},
          {"phases", phases}};
}

Answer PhasesQuestion::answer(const RunControl& control) const {
  const PhasesRequest asked = request();
  const PhasedDesigns made = designPhases(asked, control);
  if (made.stopped) return {Ending::Stopped, nullptr, "cancelled before all phases were ready"};
  Answer answer{.json = phasesJson(asked, made), .note = phasesNote(made)};
  answer.designs = made.designs;
  return answer;
}

}  // namespace noiseloom
