#pragma once

#include <QString>
#include <cstdint>
#include <memory>

#include "core/base/run_control.h"
#include "core/io/examples_file.h"
#include "core/train/data_set.h"

namespace noiseloom {

/// The location of the user's own examples. Their content is never copied elsewhere.
struct TrainingFile {
  QString path;
  QString labels;       ///< file of labels, for IDX and .npy files; empty: where readExamples() finds them
  QString labelColumn;  ///< for a CSV file; empty: the last column
  CsvChoices csv = {};  ///< for a CSV file
  /// SHA-256 hashes in a session, which the file and its labels must have; empty: any content.
  QString sha256, labelsSha256;

  /// True for the same location, whatever the required hashes.
  bool samePlace(const TrainingFile& other) const {
    return path == other.path && labels == other.labels && labelColumn == other.labelColumn && csv == other.csv;
  }
  bool operator==(const TrainingFile&) const = default;
};

/// The handwritten digits that come with the program (resources/data/README.md), in place of a file.
TrainingFile bundledDigits();
bool isBundled(const TrainingFile& file);

struct OwnExamples {
  TrainingFile file;        ///< with the hashes of the content read
  bool regression = false;  ///< labels are numbers to predict
  FeatureScaling scaling = FeatureScaling::Standardise;
  std::shared_ptr<const DataSet> data;
  TableNotes notes = {};  ///< what of a CSV file was left out
};

/// The largest file that the panel reads, in bytes on disk, compressed or not.
inline constexpr std::uint64_t kMostOwnBytes = std::uint64_t{1} << 30;

/// Reads a file with the command line's defaults: one in five examples for testing, features standardised except for
/// pixels. For worker threads. nullptr if stopped. Throws an Error with a sentence for a file that is missing,
/// unreadable or invalid. The pixels of the bundled digits are divided by the largest.
std::shared_ptr<const OwnExamples> readOwnExamples(const TrainingFile& file, bool regression,
                                                   const RunControl& control);

/// "960 examples to train with, 240 to test on; 4 features, 3 classes; standardised; left out for a gap: 12 rows"
QString describe(const OwnExamples& examples);

}  // namespace noiseloom
