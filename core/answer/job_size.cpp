#include "core/answer/job_size.h"

#include <utility>

#include "core/answer/arguments.h"
#include "core/base/errors.h"
#include "core/scenario/batch_size.h"

namespace noiseloom {

void readEpochs(const TypedJob& typed, Scenario& scenario) {
  const bool once = scenario.batching->once;
  if (!typed.epochs) scenario.epochs = 1;
  if (!typed.batchSize) {
    if (!typed.epochs && !once)
      throw InvalidArgument("epochs", std::string("(missing)"),
                            std::string("a number above 0, --batch-size beside --dataset-size, or --batching single"));
    return;
  }
  // Below, the epochs that follow take their place.
  if (typed.epochs && !(scenario.epochs > 0))
    throw InvalidArgument("epochs", scenario.epochs, std::string("a number above 0"));
  const double batchSize = parseReal("batch_size", *typed.batchSize);
  if (typed.iterations && typed.epochs)
    throw InvalidArgument("batch_size", *typed.batchSize,
                          std::string("two of --batch-size, --iterations and --epochs: the third follows"));
  const Index n = iterationsForBatchSize(scenario, batchSize);  // refuses a batch size that cannot be
  if (!typed.iterations) {
    if (!typed.epochs && !once)
      throw InvalidArgument("batch_size", *typed.batchSize, std::string("it beside --iterations or --epochs"));
    scenario.iterations = n;
  }
  scenario = withBatchSize(std::move(scenario), batchSize);
  if (scenario.effectiveEpochs() != scenario.epochs)
    throw InvalidArgument("batch_size", *typed.batchSize,
                          "one whose " + std::to_string(scenario.iterations) + " batches take nobody twice under " +
                              std::string(scenario.batching->id));
}

}  // namespace noiseloom
