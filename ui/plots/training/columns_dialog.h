#pragma once

#include <QDialog>
#include <optional>

#include "core/io/examples_file.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/training/own_examples.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace noiseloom {

/// What is read of a CSV file of the user's own: which column has the labels, which ones are features, what becomes of
/// words and of rows with gaps. It shows what each column holds, which a worker finds out.
class ColumnsDialog : public QDialog {
  Q_OBJECT

 public:
  ColumnsDialog(TrainingFile file, QWidget* parent);

  /// The file with the choices; label and left-out columns are numbers.
  TrainingFile file() const;
  /// True once the file was looked through.
  bool isReady() const { return m_survey.has_value(); }

 private:
  void show(const CsvSurvey& survey);
  /// What the present choices lead to.
  void showOutcome();
  int columns() const;
  bool isFeature(int column) const;

  TrainingFile m_file;
  std::optional<CsvSurvey> m_survey;
  QLabel* m_said;
  QComboBox* m_label;
  QTableWidget* m_columns;
  QComboBox* m_words;
  QCheckBox* m_gaps;
  QPushButton* m_use;
  NewestJob m_job{QStringLiteral("columns of a file")};
};

}  // namespace noiseloom
