#pragma once

#include <QString>
#include <exception>
#include <span>

#include "core/base/text.h"

namespace noiseloom {

/// What core says, in the language of the window. Core speaks English and knows nothing of languages; its texts are
/// found again by their wording, whole or by a pattern ("an integer from %1 to %2"), and what a pattern leaves open is
/// translated in turn. A text that is not known stays as it is. Any thread.
QString coreText(const Text& text);
/// The message of an exception in the same way; names of files and arguments stay.
QString errorText(const std::exception& problem);

/// All texts and patterns that are known, in the context "Core" of the translation.
std::span<const char* const> coreTexts();
/// How many at its beginning join other texts. They are tried before all others, which would match with one of the
/// others inside.
std::size_t joiningCoreTexts();

}  // namespace noiseloom
