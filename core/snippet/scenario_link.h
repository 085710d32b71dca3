#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// The scheme of links, which desktops hand to the window.
inline constexpr std::string_view kLinkScheme = "noiseloom:";
/// No link is longer: mail programs and chats break or cut what is.
inline constexpr std::size_t kMostLinkBytes = 2000;

/// True for a text that wants to be a link, sound or not.
bool isScenarioLink(std::string_view text);

/// A link that opens the same scenario (docs/formats.md): "noiseloom://scenario/1?iterations=2000&epochs=20&...", in
/// ASCII, with what differs from the defaults and means something beside the other choices. The same scenario gives the
/// same link. Throws InvalidArgument for a scenario with problems(), and for one that no link holds: an imported
/// strategy, learning rates of a file, one that would be longer than kMostLinkBytes.
std::string scenarioLink(const Scenario& scenario);

/// Reads it back, strictly. Throws InvalidArgument: "link" for what is none or of another version, else named after the
/// input that is unknown, repeated, idle or has no value that is allowed, with problems() of the whole. Allocates no
/// more than a scenario of that many iterations needs.
Scenario scenarioOfLink(std::string_view link);

}  // namespace noiseloom
