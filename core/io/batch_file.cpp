#include "core/io/batch_file.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/npz.h"

namespace noiseloom {
namespace {

constexpr std::size_t kMostExamples = (std::size_t{1} << 29U) - 1;  // an archive's member is below 4 GiB

// What stands at these numbers, where something does.
void replaceNumbers(std::vector<Index>& batch, std::span<const Index> examples) {
  if (examples.empty()) return;
  for (Index& each : batch) each = examples[static_cast<std::size_t>(each)];
  std::erase_if(batch, [](Index example) { return example < 0; });
}

}  // namespace

BatchFileSummary writeBatchFile(const std::filesystem::path& path, const BatchSampler& sampler, Index from, Index to,
                                const RunControl& control, std::span<const Index> examples) {
  if (!examples.empty()) checkSize("examples", std::ssize(examples), sampler.datasetSize());
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
    std::vector<Index> batch = sampler.batch(step, control);
    if (control.stopRequested()) return {};
    replaceNumbers(batch, examples);
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
  writeBatches(path, {from, to, std::move(offsets), std::move(indices)});
  return summary;
}

void writeBatches(const std::filesystem::path& path, const FormedBatches& batches) {
  NpzWriter writer(path, FileReaders::Owner);
  writer.addIntegers("indices", batches.indices);
  writer.addIntegers("offsets", batches.offsets);
  writer.addIntegers("steps", std::vector<Index>{batches.from, batches.to});
  writer.finish();
}

FormedBatches readBatches(const std::filesystem::path& path) {
  const ZipReader archive(path, ZipDialect::NumPy);
  const auto refuse = [&](const char* array, Phrase why) { throw FormatError(path, std::string(array), why); };
  const auto read = [&](const char* name) {
    const ZipMember* const member = archive.find(std::string(name) + ".npy");
    if (member == nullptr) refuse(name, Core::tr("is missing: not a file of batches"));
    return readNpyIntegers(archive, *member);
  };
  FormedBatches batches{.offsets = read("offsets"), .indices = read("indices")};
  const std::vector<Index> steps = read("steps");
  if (steps.size() != 2 || steps[0] < 0 || steps[1] <= steps[0])
    refuse("steps", Core::tr("is not the first step and the one after the last"));
  batches.from = steps[0];
  batches.to = steps[1];
  const std::vector<Index>& offsets = batches.offsets;
  if (std::ssize(offsets) - 1 != batches.to - batches.from || offsets.front() != 0 ||
      offsets.back() != std::ssize(batches.indices) || !std::ranges::is_sorted(offsets))
    refuse("offsets", Core::tr("does not rise from 0 to the number of indices, a step at a time"));
  for (std::size_t step = 1; step < offsets.size(); ++step) {
    const auto begin = batches.indices.begin() + offsets[step - 1];
    const auto end = batches.indices.begin() + offsets[step];
    if (begin != end && (*begin < 0 || std::adjacent_find(begin, end, std::greater_equal<>()) != end))
      refuse("indices", Core::tr("has a step whose examples do not rise from 0 on"));
  }
  return batches;
}

}  // namespace noiseloom
