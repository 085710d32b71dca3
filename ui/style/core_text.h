#pragma once

#include <QString>
#include <exception>

#include "core/base/text.h"

namespace noiseloom {

/// What core says, in the language of the window: phrases are translated, and what is filled into them in turn. Any
/// thread.
QString coreText(const Text& text);
/// The message of an exception in the same way; names of files and arguments stay.
QString errorText(const std::exception& problem);

}  // namespace noiseloom
