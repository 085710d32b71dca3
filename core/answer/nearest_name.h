#pragma once

#include <string_view>
#include <vector>

namespace noiseloom {

/// Which of the names may have been meant by one that is none of them: one that differs by a mistake in three letters
/// at most, or that begins with what was typed, or it with that. Empty if none is near. Refers to what `names` does.
std::string_view nearestName(std::string_view typed, const std::vector<std::string_view>& names);

}  // namespace noiseloom
