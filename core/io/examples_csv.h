#pragma once

#include "core/io/byte_source.h"
#include "core/io/examples_file.h"

namespace noiseloom {

/// The part of readExamples() that is about CSV.
std::optional<ExampleTable> readCsvExamples(ByteSource& source, const std::optional<std::string>& labelColumn,
                                            const RunControl& control);

}  // namespace noiseloom
