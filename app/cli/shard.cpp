#include "app/cli/shard.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "core/base/errors.h"

namespace noiseloom::cli {
namespace {

std::optional<std::size_t> whole(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::size_t> variable(const char* name) {
  const char* text = std::getenv(name);
  return text ? whole(text) : std::nullopt;
}

std::optional<Shard> shardOf(std::optional<std::size_t> index, std::optional<std::size_t> count) {
  if (!index || !count || *count > kMostShards || *index >= *count) return std::nullopt;
  return Shard{*index, *count};
}

std::optional<Shard> arrayShard() {
  const auto id = variable("SLURM_ARRAY_TASK_ID");
  const std::size_t least = variable("SLURM_ARRAY_TASK_MIN").value_or(0);
  const std::size_t step = variable("SLURM_ARRAY_TASK_STEP").value_or(1);
  if (!id || *id < least || step == 0 || (*id - least) % step != 0) return std::nullopt;
  return shardOf((*id - least) / step, variable("SLURM_ARRAY_TASK_COUNT"));
}

}  // namespace

Shard parseShard(const std::string& text) {
  if (text == "auto") {
    if (const auto shard = arrayShard()) return *shard;
    throw InvalidArgument("shard", text, Core::tr("I/N: this is no task of a Slurm array that numbers all its tasks"));
  }
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const std::string_view all(text);
    if (const auto shard = shardOf(whole(all.substr(0, slash)), whole(all.substr(slash + 1)))) return *shard;
  }
  throw InvalidArgument("shard", text, Core::tr("I/N with I from 0 to N-1, or auto in a Slurm array"));
}

std::optional<Shard> launchedShard() {
  struct Launcher {
    const char* rank;
    const char* size;
  };
  // srun sets the number of the step's tasks; SLURM_NTASKS is set in a batch script, too, which runs alone.
  constexpr std::array kLaunchers{Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                  Launcher{"PMI_RANK", "PMI_SIZE"}, Launcher{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
  for (const Launcher& each : kLaunchers) {
    if (const auto shard = shardOf(variable(each.rank), variable(each.size))) return shard;
  }
  return std::nullopt;
}

}  // namespace noiseloom::cli
