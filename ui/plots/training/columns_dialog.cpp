#include "ui/plots/training/columns_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "ui/style/plain_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Words of a column that are listed.
constexpr int kListedWords = 3;

QString contentOf(const CsvColumn& column) {
  QStringList parts;
  if (column.numbers > 0) parts += ColumnsDialog::tr("numbers: %1").arg(column.numbers);
  if (column.words > 0) {
    QStringList words;
    for (const std::string& word : column.values) {
      if (words.size() < kListedWords) words += QString::fromStdString(word).left(24);
    }
    const bool more = static_cast<int>(column.values.size()) > kListedWords;
    parts += ColumnsDialog::tr("words: %1 (%2)")
                 .arg(column.words)
                 .arg(words.join(QStringLiteral(", ")) + (more ? QStringLiteral(", …") : QString()));
  }
  if (column.gaps > 0) parts += ColumnsDialog::tr("gaps: %1").arg(column.gaps);
  return parts.join(QStringLiteral("; "));
}

}  // namespace

ColumnsDialog::ColumnsDialog(TrainingFile file, QWidget* parent)
    : QDialog(parent),
      m_file(std::move(file)),
      m_said(named<QLabel>("columnsSaid", tr("The file is being looked through…"))),
      m_label(new QComboBox),
      m_columns(new QTableWidget(0, 2)),
      m_words(new QComboBox),
      m_gaps(named<QCheckBox>("columnsGaps", tr("Leave out rows with a gap"))) {
  setObjectName(QStringLiteral("columnsDialog"));
  setWindowTitle(tr("Columns and rows of %1").arg(QFileInfo(m_file.path).fileName()));
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid, this);
  auto* form = new QFormLayout;
  nameWidget(m_label, QStringLiteral("columnsLabel"), tr("Labels"));
  form->addRow(tr("Labels"), m_label);
  layout->addLayout(form);
  nameWidget(m_columns, QStringLiteral("columnsTable"), tr("Features"));
  m_columns->setHorizontalHeaderLabels({tr("Feature"), tr("Holds")});
  m_columns->horizontalHeader()->setStretchLastSection(true);
  m_columns->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_columns->verticalHeader()->hide();
  m_columns->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_columns->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_columns->setShowGrid(false);
  m_columns->setTabKeyNavigation(false);
  layout->addWidget(m_columns, 1);
  nameWidget(m_words, QStringLiteral("columnsWords"), tr("Columns of words"));
  m_words->addItems({tr("Leave out"), tr("A feature of 0 and 1 for each word")});
  auto* rest = new QFormLayout;
  rest->addRow(tr("Columns of words"), m_words);
  layout->addLayout(rest);
  m_gaps->setToolTip(tr("Gaps are empty cells, NA, N/A, NaN, null and ?"));
  layout->addWidget(m_gaps);
  m_said->setWordWrap(true);
  m_said->setTextFormat(Qt::PlainText);
  layout->addWidget(m_said);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_use = buttons->addButton(tr("Use these"), QDialogButtonBox::AcceptRole);
  m_use->setObjectName(QStringLiteral("columnsUse"));
  m_use->setEnabled(false);
  buttons->button(QDialogButtonBox::Cancel)->setIcon({});
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_columns, &QTableWidget::itemChanged, this, &ColumnsDialog::showOutcome);
  connect(m_label, &QComboBox::currentIndexChanged, this, &ColumnsDialog::showOutcome);
  connect(m_words, &QComboBox::currentIndexChanged, this, &ColumnsDialog::showOutcome);
  connect(m_gaps, &QCheckBox::toggled, this, &ColumnsDialog::showOutcome);
  QSize size(widthIn(font(), 520), 460);
  if (parent) size = size.boundedTo(parent->window()->size() - QSize(4 * kGrid, 4 * kGrid));
  resize(size);
  connect(&m_job, &NewestJob::failed, m_said, &QLabel::setText);
  m_job.start([this, path = std::filesystem::path(m_file.path.toStdString())](
                  const std::stop_token& stop) -> NewestJob::Delivery {
    auto survey = surveyCsv(path, {stop});
    if (!survey) return {};
    return [this, survey = std::move(*survey)] { show(survey); };
  });
}

int ColumnsDialog::columns() const {
  return m_survey ? static_cast<int>(m_survey->columns.size()) : 0;
}

bool ColumnsDialog::isFeature(int column) const {
  return column != m_label->currentIndex() && m_columns->item(column, 0)->checkState() == Qt::Checked;
}

void ColumnsDialog::show(const CsvSurvey& survey) {
  m_survey = survey;
  const QSignalBlocker quietTable(m_columns), quietLabel(m_label), quietWords(m_words), quietGaps(m_gaps);
  const CsvChoices& before = m_file.csv;
  const bool chosen = before != CsvChoices{};
  bool gaps = false, few = true;
  m_columns->setRowCount(columns());
  m_label->setCurrentIndex(-1);
  for (int c = 0; c < columns(); ++c) {
    const CsvColumn& column = survey.columns[c];
    const QString name = QString::fromStdString(column.name);
    m_label->addItem(name);
    auto* item = new QTableWidgetItem(name);
    const bool out = std::ranges::find(before.leftOut, std::to_string(c + 1)) != before.leftOut.end();
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(out ? Qt::Unchecked : Qt::Checked);
    m_columns->setItem(c, 0, item);
    m_columns->setItem(c, 1, new QTableWidgetItem(contentOf(column)));
    gaps = gaps || column.gaps > 0;
    few = few && column.values.size() <= kMostIndicators;
  }
  int label = columns() - 1;
  for (int c = 0; c < columns(); ++c) {
    if (m_label->itemText(c) == m_file.labelColumn || QString::number(c + 1) == m_file.labelColumn) label = c;
  }
  m_label->setCurrentIndex(label);
  m_words->setCurrentIndex(chosen ? before.words == CsvWords::Indicators : few);
  m_gaps->setChecked(chosen ? before.gaps == CsvGaps::LeaveOutRows : gaps);
  m_columns->resizeColumnToContents(0);
  showOutcome();
}

void ColumnsDialog::showOutcome() {
  if (!m_survey) return;
  const QSignalBlocker quiet(m_columns);
  Index features = 0, most = 0;
  bool few = true;
  for (int c = 0; c < columns(); ++c) {
    const CsvColumn& column = m_survey->columns[c];
    // The labels are no feature, whatever is ticked.
    QTableWidgetItem* item = m_columns->item(c, 0);
    const bool isLabel = c == m_label->currentIndex();
    item->setFlags(isLabel ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    m_columns->item(c, 1)->setText(isLabel ? tr("the labels: %1").arg(contentOf(column)) : contentOf(column));
    if (isLabel) most = std::max(most, column.gaps);
    if (!isFeature(c)) continue;
    const bool words = column.words > 0;
    if (words && m_words->currentIndex() == 0) continue;
    few = few && (!words || column.values.size() <= kMostIndicators);
    features += words ? static_cast<Index>(column.values.size()) : 1;
    most = std::max(most, column.gaps);
  }
  QStringList said{tr("rows: %1; features: %2").arg(m_survey->rows).arg(features)};
  if (m_survey->decimalCommas) said += tr("decimal commas");
  if (most > 0 && m_gaps->isChecked()) said += tr("left out for a gap, at least: %1").arg(most);
  QString problem;
  if (features == 0) problem = tr("Tick a column to learn from.");
  if (!few)
    problem = tr("Up to %1 words of a column become features: leave out the one that has more.").arg(kMostIndicators);
  if (most > 0 && !m_gaps->isChecked())
    problem = tr("Columns to learn from, or the labels, have gaps: leave out their rows, or the columns.");
  m_said->setText(problem.isEmpty() ? said.join(QStringLiteral("; ")) : problem);
  setTextColor(*m_said, problem.isEmpty() ? themeOf(palette()).mutedText : themeOf(palette()).error);
  m_use->setEnabled(problem.isEmpty());
}

TrainingFile ColumnsDialog::file() const {
  TrainingFile file = m_file;
  if (!m_survey) return file;
  file.labels.clear();
  file.labelsSha256.clear();
  file.labelColumn =
      m_label->currentIndex() == columns() - 1 ? QString() : QString::number(m_label->currentIndex() + 1);
  file.csv = {};
  for (int c = 0; c < columns(); ++c) {
    if (c != m_label->currentIndex() && !isFeature(c)) file.csv.leftOut.push_back(std::to_string(c + 1));
  }
  file.csv.words = m_words->currentIndex() == 1 ? CsvWords::Indicators : CsvWords::LeaveOut;
  file.csv.gaps = m_gaps->isChecked() ? CsvGaps::LeaveOutRows : CsvGaps::Refuse;
  return file;
}

}  // namespace noiseloom
