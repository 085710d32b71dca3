#include <algorithm>
#include <array>
#include <utility>

#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

template <class Enum, std::size_t Count>
using Names = std::array<std::pair<Enum, std::string_view>, Count>;

constexpr Names<TreeDecoder, 3> kTreeDecoders{
    {{TreeDecoder::Online, "online"}, {TreeDecoder::Full, "full"}, {TreeDecoder::OwnNode, "own-node"}}};
constexpr Names<LastBatch, 3> kLastBatches{
    {{LastBatch::Smaller, "smaller"}, {LastBatch::Dropped, "dropped"}, {LastBatch::CarriedOver, "carried-over"}}};
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

}  // namespace

std::span<const PrivacyUnit> allPrivacyUnits() {
  return valuesOf(kUnits);
}
std::span<const Adjacency> allAdjacencies() {
  return valuesOf(kAdjacencies);
}
std::span<const TreeDecoder> allTreeDecoders() {
  return valuesOf(kTreeDecoders);
}
std::span<const LastBatch> allLastBatches() {
  return valuesOf(kLastBatches);
}
std::span<const NumberType> allNumberTypes() {
  return valuesOf(kNumberTypes);
}

std::string_view toString(PrivacyUnit unit) {
  return nameOf(kUnits, unit);
}
std::string_view toString(Adjacency adjacency) {
  return nameOf(kAdjacencies, adjacency);
}
Phrase displayName(PrivacyUnit unit) {
  return forUnit(unit, Core::tr("example"), Core::tr("user"), Core::tr("device"));
}
Phrase displayName(Adjacency adjacency) {
  switch (adjacency) {
    case Adjacency::AddRemove: return Core::tr("add/remove");
    case Adjacency::ZeroOut: return Core::tr("zero-out");
    case Adjacency::ReplaceOne: return Core::tr("replace-one");
  }
  return Core::tr("unknown");
}
std::string_view toString(TreeDecoder decoder) {
  return nameOf(kTreeDecoders, decoder);
}
std::string_view toString(LastBatch last) {
  return nameOf(kLastBatches, last);
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
std::optional<LastBatch> lastBatchFromName(std::string_view name) {
  return valueOf(kLastBatches, name);
}
std::optional<NumberType> numberTypeFromName(std::string_view name) {
  return valueOf(kNumberTypes, name);
}

}  // namespace noiseloom
