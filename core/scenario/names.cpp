#include <algorithm>
#include <array>
#include <utility>

#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

template <class Enum, std::size_t Count>
using Names = std::array<std::pair<Enum, std::string_view>, Count>;

constexpr Names<TreeDecoder, 2> kTreeDecoders{{{TreeDecoder::Online, "online"}, {TreeDecoder::Full, "full"}}};
constexpr Names<Batching, 5> kBatchings{{{Batching::CyclicPoisson, "cyclic-poisson"},
                                         {Batching::BallsInBins, "balls-in-bins"},
                                         {Batching::FixedEpoch, "fixed-epoch"},
                                         {Batching::MinSeparation, "min-sep"},
                                         {Batching::Single, "single"}}};
// Those that sample, then those that keep an order.
constexpr Names<JobBatching, 10> kJobBatchings{{{JobBatching::AsAccounted, "as-accounted"},
                                                {JobBatching::CyclicPoisson, "cyclic-poisson"},
                                                {JobBatching::Poisson, "poisson"},
                                                {JobBatching::TruncatedPoisson, "truncated-poisson"},
                                                {JobBatching::BallsInBins, "balls-in-bins"},
                                                {JobBatching::FixedOrder, "fixed-order"},
                                                {JobBatching::ShuffledOnce, "shuffled-once"},
                                                {JobBatching::ShuffledEachEpoch, "shuffled-each-epoch"},
                                                {JobBatching::FixedSizeSamples, "fixed-size-samples"},
                                                {JobBatching::MinSeparation, "min-sep"}}};
constexpr Names<PrivacyUnit, 3> kUnits{
    {{PrivacyUnit::Example, "example"}, {PrivacyUnit::User, "user"}, {PrivacyUnit::Device, "device"}}};
constexpr Names<Adjacency, 3> kAdjacencies{
    {{Adjacency::AddRemove, "add-remove"}, {Adjacency::ZeroOut, "zero-out"}, {Adjacency::ReplaceOne, "replace-one"}}};
constexpr Names<NumberType, 2> kNumberTypes{
    {{NumberType::Float32, toString(NumberType::Float32)}, {NumberType::Float64, toString(NumberType::Float64)}}};

template <class Enum, std::size_t Count>
std::string_view nameOf(const Names<Enum, Count>& names, Enum value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  return "unknown";
}

template <class Enum, std::size_t Count>
std::optional<Enum> valueOf(const Names<Enum, Count>& names, std::string_view text) {
  for (const auto& [value, name] : names) {
    if (name == text) return value;
  }
  return std::nullopt;
}

template <class Enum, std::size_t Count>
std::span<const Enum> valuesOf(const Names<Enum, Count>& names) {
  static const auto values = [&names] {
    std::array<Enum, Count> list;
    std::ranges::transform(names, list.begin(), &std::pair<Enum, std::string_view>::first);
    return list;
  }();
  return values;
}

constexpr std::array kObjectives{ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last};

}  // namespace

std::span<const Batching> allBatchings() {
  return valuesOf(kBatchings);
}
std::span<const JobBatching> allJobBatchings() {
  return valuesOf(kJobBatchings);
}
std::span<const PrivacyUnit> allPrivacyUnits() {
  return valuesOf(kUnits);
}
std::span<const Adjacency> allAdjacencies() {
  return valuesOf(kAdjacencies);
}
std::span<const TreeDecoder> allTreeDecoders() {
  return valuesOf(kTreeDecoders);
}
std::span<const ErrorObjective> allObjectives() {
  return kObjectives;
}
std::span<const NumberType> allNumberTypes() {
  return valuesOf(kNumberTypes);
}

std::string_view toString(Batching batching) {
  return nameOf(kBatchings, batching);
}
std::string_view displayName(Batching batching) {
  switch (batching) {
    case Batching::CyclicPoisson: return "cyclic Poisson";
    case Batching::BallsInBins: return "balls-in-bins";
    case Batching::FixedEpoch: return "fixed epoch order";
    case Batching::MinSeparation: return "min-separation";
    case Batching::Single: return "single participation";
  }
  return "unknown";
}
std::string_view toString(JobBatching batching) {
  return nameOf(kJobBatchings, batching);
}
std::string_view displayName(JobBatching batching) {
  switch (batching) {
    case JobBatching::AsAccounted: return "as accounted";
    case JobBatching::Poisson: return "Poisson sampling";
    case JobBatching::CyclicPoisson: return "cyclic Poisson sampling";
    case JobBatching::BallsInBins: return "balls-in-bins";
    case JobBatching::FixedOrder: return "fixed order";
    case JobBatching::ShuffledOnce: return "shuffled once";
    case JobBatching::ShuffledEachEpoch: return "shuffled every epoch";
    case JobBatching::FixedSizeSamples: return "samples of a fixed size";
    case JobBatching::TruncatedPoisson: return "truncated Poisson sampling";
    case JobBatching::MinSeparation: return "min-separation";
  }
  return "unknown";
}
std::string_view toString(PrivacyUnit unit) {
  return nameOf(kUnits, unit);
}
std::string_view toString(Adjacency adjacency) {
  return nameOf(kAdjacencies, adjacency);
}
std::string_view toString(TreeDecoder decoder) {
  return nameOf(kTreeDecoders, decoder);
}
std::optional<Batching> batchingFromName(std::string_view name) {
  return valueOf(kBatchings, name);
}
std::optional<JobBatching> jobBatchingFromName(std::string_view name) {
  return valueOf(kJobBatchings, name);
}
std::optional<PrivacyUnit> privacyUnitFromName(std::string_view name) {
  return valueOf(kUnits, name);
}
std::optional<Adjacency> adjacencyFromName(std::string_view name) {
  return valueOf(kAdjacencies, name);
}
std::optional<TreeDecoder> treeDecoderFromName(std::string_view name) {
  return valueOf(kTreeDecoders, name);
}
std::optional<NumberType> numberTypeFromName(std::string_view name) {
  return valueOf(kNumberTypes, name);
}

}  // namespace noiseloom
