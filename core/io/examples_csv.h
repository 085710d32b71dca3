#pragma once

#include "core/io/byte_source.h"
#include "core/io/examples_file.h"

namespace noiseloom {

/// surveyCsv() of what comes from the source.
std::optional<CsvSurvey> surveyCsvExamples(ByteSource& source, const RunControl& control);
/// The part of readExamples() that is about CSV.
std::optional<ExampleTable> readCsvExamples(ByteSource& source, const std::optional<std::string>& labelColumn,
                                            const CsvChoices& choices, const RunControl& control);

}  // namespace noiseloom
