#include "ui/plots/training/own_examples.h"

#include <QStringList>
#include <QTemporaryFile>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/errors.h"
#include "core/io/sha256.h"
#include "ui/jobs/free_elsewhere.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

/// The largest pixel of the bundled digits.
constexpr float kDigitsDarkest = 16;

std::filesystem::path pathOf(const QString& path) {
  return path.toStdString();
}

/// The hash of a file no larger than allowed; empty if stopped.
QString hashOf(const QString& name, const RunControl& control) {
  const std::filesystem::path path = pathOf(name);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw IoError(path, Core::tr("is gone, or is no file"));
  if (std::filesystem::file_size(path, error) > kMostOwnBytes)
    throw IoError(path, Core::tr("has more than the 1 GiB that the window reads; the command line reads more"));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw IoError(path, Core::tr("cannot be opened"));
  Sha256 hash;
  std::array<char, std::size_t{1} << 16> piece{};
  while (file) {
    if (control.stopRequested()) return {};
    file.read(piece.data(), std::ssize(piece));
    hash.update(std::as_bytes(std::span(piece).first(file.gcount())));
  }
  if (file.bad()) throw IoError(path, Core::tr("cannot be read"));
  return QString::fromStdString(hash.hex());
}

void checkHash(const QString& path, const QString& found, const QString& stated) {
  if (stated.isEmpty() || found == stated) return;
  throw IoError(pathOf(path),
                Core::tr("has changed since the session was saved: choose it again to train with what it holds now"));
}

}  // namespace

TrainingFile bundledDigits() {
  TrainingFile file;
  file.path = QStringLiteral(":/data/digits.csv.gz");
  return file;
}

bool isBundled(const TrainingFile& file) {
  return file.path == bundledDigits().path;
}

std::shared_ptr<const OwnExamples> readOwnExamples(const TrainingFile& file, bool regression,
                                                   const RunControl& control) {
  auto found = std::make_shared<OwnExamples>();
  found->file = file;
  found->regression = regression;
  // Readers take files.
  std::unique_ptr<QTemporaryFile> bundled;
  if (isBundled(file)) {
    bundled.reset(QTemporaryFile::createNativeFile(file.path));
    if (!bundled) throw IoError(std::filesystem::temp_directory_path(), Core::tr("cannot be written"));
  }
  const QString path = bundled ? bundled->fileName() : file.path;
  if (!bundled) found->file.sha256 = hashOf(file.path, control);
  if (!file.labels.isEmpty() && !control.stopRequested()) found->file.labelsSha256 = hashOf(file.labels, control);
  if (control.stopRequested()) return nullptr;
  if (!bundled) checkHash(file.path, found->file.sha256, file.sha256);
  checkHash(file.labels, found->file.labelsSha256, file.labelsSha256);
  ExamplesSource source{pathOf(path)};
  if (!file.labels.isEmpty()) source.labels = pathOf(file.labels);
  if (!file.labelColumn.isEmpty()) source.labelColumn = file.labelColumn.toStdString();
  source.csv = file.csv;
  DataOptions options;
  options.regression = regression;
  options.scaling = FeatureScaling::Standardise;
  if (bundled || holdsPixels(source.data)) options.scaling = FeatureScaling::None;
  std::optional<ExampleTable> table = readExamples(source, control);
  if (!table || control.stopRequested()) return nullptr;
  found->scaling = options.scaling;
  found->notes = table->notes;
  if (bundled) {
    for (float& pixel : table->values) pixel /= kDigitsDarkest;
  }
  auto data = dataSet(std::move(*table), options, control);
  if (!data) return nullptr;
  found->data = freedElsewhere(std::move(data));
  return found;
}

QString describe(const OwnExamples& examples) {
  const DataSet& data = *examples.data;
  const QString counts = tr("%1 examples to train with, %2 to test on; features: %3")
                             .arg(data.train.size())
                             .arg(data.test.size())
                             .arg(data.features);
  const QString labels = examples.regression ? tr("labels are numbers") : tr("classes: %1").arg(data.classes);
  const QString scaled = examples.scaling == FeatureScaling::Standardise ? tr("features standardised")
                         : isBundled(examples.file)                      ? tr("pixels from 0 to 1")
                                                                         : tr("pixels divided by 255");
  QStringList parts{counts, labels, scaled};
  const TableNotes& notes = examples.notes;
  if (notes.rows > 0) parts += tr("left out for a gap: %n row(s)", nullptr, static_cast<int>(notes.rows));
  if (!notes.columns.empty()) parts += tr("left out: %n column(s)", nullptr, static_cast<int>(notes.columns.size()));
  if (!notes.indicators.empty())
    parts += tr("%n column(s) of words as 0 and 1", nullptr, static_cast<int>(notes.indicators.size()));
  if (notes.decimalCommas) parts += tr("decimal commas");
  return parts.join(QStringLiteral("; "));
}

}  // namespace noiseloom
