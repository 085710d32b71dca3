#include "app/reproduce/list.h"

namespace noiseloom {

std::span<const Reproduction* const> allReproductions() {
  return reproductions::kAll;
}

std::span<const ReproducedPaper> allReproducedPapers() {
  return reproductions::kPapers;
}

}  // namespace noiseloom
