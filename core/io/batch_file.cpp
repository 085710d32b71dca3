#include "core/io/batch_file.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/errors.h"
#include "core/io/npz.h"

namespace noiseloom {
namespace {

constexpr std::size_t kMostExamples = (std::size_t{1} << 29U) - 1;  // an archive's member is below 4 GiB

}  // namespace

BatchFileSummary writeBatchFile(const std::filesystem::path& path, const BatchSampler& sampler, Index from, Index to,
                                const RunControl& control) {
  if (from < 0 || to > sampler.iterations() || from >= to || static_cast<std::size_t>(to - from) >= kMostExamples) {
    throw InvalidArgument("steps", {Core::tr("%1:%2"), from, to},
                          {Core::tr("FROM:TO with 0 <= FROM < TO <= %1, the steps of the design, 2^29 of them at most"),
                           sampler.iterations()});
  }
  if (sampler.expectedBatch() > static_cast<double>(kMostExamples)) {
    throw InvalidArgument("dataset_size", sampler.datasetSize(),
                          {Core::tr("fewer examples: one batch has some %1 of them, and a file holds 2^29"),
                           rounded(sampler.expectedBatch(), 3)});
  }
  BatchFileSummary summary;
  summary.smallestBatch = std::numeric_limits<Index>::max();
  std::vector<Index> indices;
  std::vector<Index> offsets{0};
  offsets.reserve(static_cast<std::size_t>(to - from) + 1);
  for (Index step = from; step < to; ++step) {
    const std::vector<Index> batch = sampler.batch(step, control);
    if (control.stopRequested()) return {};
    if (batch.size() > kMostExamples - indices.size()) {
      throw InvalidArgument("steps", {Core::tr("%1:%2"), from, to},
                            {Core::tr("fewer steps: a file holds 2^29 examples, which those up to %1 exceed"), step});
    }
    indices.insert(indices.end(), batch.begin(), batch.end());
    offsets.push_back(std::ssize(indices));
    const auto size = std::ssize(batch);
    summary.smallestBatch = std::min(summary.smallestBatch, size);
    summary.largestBatch = std::max(summary.largestBatch, size);
    control.report(static_cast<double>(step + 1 - from) / static_cast<double>(to - from), Core::tr("forming batches"));
  }
  summary.participations = std::ssize(indices);
  NpzWriter writer(path, FileReaders::Owner);
  writer.addIntegers("indices", indices);
  writer.addIntegers("offsets", offsets);
  writer.addIntegers("steps", std::vector<Index>{from, to});
  writer.finish();
  return summary;
}

}  // namespace noiseloom
