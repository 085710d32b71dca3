#include "core/answer/memory_note.h"

#include "core/answer/readable.h"
#include "core/design/cost.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

std::string memoryNote(const Design& design) {
  const Deployment& deployment = design.scenario.deployment;
  const std::optional<Index> memory = memoryOfMachine(deployment);
  const Index rows = design.strategy.noiseRows();
  if (!memory || rows <= mostRowsIn(*memory, deployment)) return "";
  const double taken = noiseMemoryOf(rows, deployment).perMachine;
  std::string note = "making the noise keeps " + std::to_string(rows) + " rows, " + readableBytes(taken) +
                     " a machine, which has " + readableBytes(static_cast<double>(*memory)) + ": ";
  // Machines share the coordinates; one of them holds at least one.
  const Index each = *memory / bytesOf(deployment.numberType) / rows;
  if (each > 0) {
    const Index machines = (deployment.parameters + each - 1) / each;
    note += std::to_string(machines) + " machines have room for it, or ";
  }
  Scenario scenario = design.scenario;
  scenario.mechanism = design.mechanism;
  scenario.bands.reset();
  const std::optional<Index> size = mostSizeIn(*memory, scenario);
  const bool buffers = scenario.mechanism->uses(Field::Buffers);
  if (size && *size > 0) {
    note += (buffers ? "--buffers " : "--bands ") + std::to_string(*size) + " would fit";
  } else {
    note += "--mechanism best takes the best one that fits";
  }
  return note;
}

}  // namespace noiseloom
