#pragma once

#include <random>
#include <span>
#include <string>

namespace noiseloom::fuzz {

/// One of the inputs with one to eight changes: bits, bytes and numbers of text or of machines, parts taken out,
/// doubled or put in from another input. The same for the same state of `random`.
std::string changed(std::span<const std::string> inputs, std::mt19937_64& random);

}  // namespace noiseloom::fuzz
