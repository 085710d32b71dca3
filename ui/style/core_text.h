#pragma once

#include <QString>
#include <exception>

#include "core/base/text.h"

namespace noiseloom {

/// A text of the window in its language, for functions outside of any class: tr("..."), which lupdate collects under
/// the context "noiseloom".
QString tr(const char* text);
/// What core says, in the language of the window: phrases are translated, and what is filled into them in turn. Any
/// thread.
QString coreText(const Text& text);
/// An argument or a value, which the window calls by the names that its lists have: "Banded Toeplitz" for what files
/// and the command line call banded-toeplitz, also in a list of them. Everything else as it is.
QString valueText(const Text& text);
/// The message of an exception in the same way; names of files and arguments stay.
QString errorText(const std::exception& problem);

}  // namespace noiseloom
