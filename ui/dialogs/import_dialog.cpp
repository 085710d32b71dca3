#include "ui/dialogs/import_dialog.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/plain_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr Index kShownRows = 6;
constexpr Index kShownColumns = 6;

// The upper left corner of the array, aligned in columns.
QString firstEntries(const NpyArray& array) {
  const Index columns = array.shape.size() == 2 ? array.shape[1] : array.shape[0];
  const Index rows = array.shape.size() == 2 ? array.shape[0] : 1;
  QString text;
  for (Index i = 0; i < std::min(rows, kShownRows); ++i) {
    for (Index j = 0; j < std::min(columns, kShownColumns); ++j)
      text += resultText(array.values[i * columns + j]).rightJustified(12);
    text += columns > kShownColumns ? QStringLiteral("  …\n") : QStringLiteral("\n");
  }
  return rows > kShownRows ? text + QStringLiteral("…").rightJustified(12) : text.chopped(1);
}

QString shapeText(const NpyArray& array) {
  if (array.shape.size() == 1) return ImportDialog::tr("A list of %1 numbers").arg(array.shape[0]);
  return ImportDialog::tr("A matrix of %1 rows and %2 columns").arg(array.shape[0]).arg(array.shape[1]);
}

}  // namespace

ImportDialog::ImportDialog(const ForeignStrategy& file, QWidget* parent)
    : QDialog(parent), m_choices(new QButtonGroup(this)) {
  setObjectName(QStringLiteral("importStrategy"));
  setWindowTitle(tr("Import a strategy"));
  auto* layout = new QVBoxLayout(this);
  const QString name = QString::fromStdString(file.path.filename().string());
  auto* heading = new QLabel(tr("%1 does not say what it holds.").arg(name));
  heading->setTextFormat(Qt::PlainText);
  heading->setWordWrap(true);
  layout->addWidget(heading);
  layout->addWidget(new QLabel(shapeText(file.array)));
  auto* entries = named<QLabel>("firstEntries", firstEntries(file.array));
  entries->setTextFormat(Qt::PlainText);
  entries->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  entries->setAccessibleName(tr("First entries"));
  layout->addWidget(entries);
  layout->addWidget(new QLabel(tr("It is:")));
  for (const StrategyContent content : file.possible()) {
    auto* choice = new QRadioButton(coreText(displayName(content)));
    choice->setObjectName(QString::fromUtf8(toString(content).data(), std::ssize(toString(content))));
    m_choices->addButton(choice, static_cast<int>(content));
    layout->addWidget(choice);
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  QPushButton* import = buttons->button(QDialogButtonBox::Ok);
  import->setText(tr("Import"));
  // Nothing is preselected: C and its inverse have the same shape.
  import->setEnabled(false);
  connect(m_choices, &QButtonGroup::idClicked, import, [import] { import->setEnabled(true); });
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
}

std::optional<StrategyContent> ImportDialog::content() const {
  const int id = m_choices->checkedId();
  return id < 0 ? std::nullopt : std::optional(static_cast<StrategyContent>(id));
}

}  // namespace noiseloom
