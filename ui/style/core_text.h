#pragma once

#include <QString>
#include <exception>

#include "core/base/text.h"

namespace noiseloom {

/// A translated text for functions outside any class: tr("..."), which lupdate collects under the context "noiseloom".
/// The other arguments are those of QObject::tr().
QString tr(const char* text, const char* meaning = nullptr, int count = -1);
/// A text of core in the window's language: phrases are translated, including those filled into others. Any thread.
QString coreText(const Text& text);
/// Words of core as the window writes them: "≤" for "<=".
QString typeset(QString words);
/// An argument or value by the name used in the window's lists: "Banded Toeplitz" for banded-toeplitz of files and the
/// command line, also within lists. Everything else is unchanged.
QString valueText(const Text& text);
/// The text with a capital letter in front, as the name of an input or the begin of a sentence.
QString capitalised(QString text);
/// An exception's message, translated likewise; names of files and arguments stay.
QString errorText(const std::exception& problem);

}  // namespace noiseloom
