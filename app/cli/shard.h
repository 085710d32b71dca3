#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace noiseloom::cli {

/// The part of a work that one process does, of `count` that share it.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;

  /// Every count-th, so that what is slow at one end of a list is shared.
  bool has(std::size_t at) const { return at % count == index; }
  bool operator==(const Shard&) const = default;
};

constexpr std::size_t kMostShards = 1'000'000;

/// "0/4" is the first of four. "auto" is the task of a Slurm array: SLURM_ARRAY_TASK_ID, counted from
/// SLURM_ARRAY_TASK_MIN in steps of SLURM_ARRAY_TASK_STEP, of SLURM_ARRAY_TASK_COUNT. Throws InvalidArgument naming
/// shard.
Shard parseShard(const std::string& text);
/// The rank among the processes that mpirun (Open MPI, or one that sets PMI_RANK and PMI_SIZE) or srun has started
/// together; nothing where none of them has. Needs no library of theirs: only the rank and the number of processes are
/// read.
std::optional<Shard> launchedShard();

}  // namespace noiseloom::cli
