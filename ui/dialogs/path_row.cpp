#include "ui/dialogs/path_row.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "ui/style/file_chooser.h"
#include "ui/style/theme.h"

namespace noiseloom {

PathRow::PathRow(Kind kind, const QString& name, const QString& filter, QWidget* parent)
    : QWidget(parent), m_kind(kind), m_name(name), m_filter(filter), m_edit(new QLineEdit) {
  auto* browseButton = new QPushButton(tr("Browse …"));
  browseButton->setAccessibleName(tr("Browse for %1").arg(name));
  browseButton->setAutoDefault(false);
  m_edit->setAccessibleName(name);
  m_edit->setMinimumWidth(320);
  auto* layout = newLayout<QHBoxLayout>({0, 0, 0, 0}, kGrid, this);
  layout->addWidget(m_edit, 1);
  layout->addWidget(browseButton);
  connect(m_edit, &QLineEdit::textChanged, this, &PathRow::changed);
  // Paths are often longer than the row.
  connect(m_edit, &QLineEdit::textChanged, m_edit, [this](const QString& text) { m_edit->setToolTip(text); });
  connect(browseButton, &QPushButton::clicked, this, &PathRow::browse);
}

QString PathRow::path() const {
  const QString text = m_edit->text().trimmed();
  return text.startsWith(QStringLiteral("~/")) ? QDir::home().filePath(text.mid(2)) : text;
}

void PathRow::setPath(const QString& path) {
  m_edit->setText(path);
}

void PathRow::follow(QComboBox& formats, const QStringList& suffixes) {
  m_suffixes = suffixes;
  connect(&formats, &QComboBox::currentIndexChanged, this, [this](int format) { setPath(pathAs(format)); });
  connect(this, &PathRow::changed, &formats, [this, &formats] {
    // Two formats may share a suffix: then the path does not change the format.
    if (path().endsWith(m_suffixes.value(formats.currentIndex()), Qt::CaseInsensitive)) return;
    for (int i = 0; i < m_suffixes.size(); ++i) {
      if (path().endsWith(m_suffixes[i], Qt::CaseInsensitive)) return formats.setCurrentIndex(i);
    }
  });
}

QString PathRow::pathAs(int format) const {
  const QString suffix = m_suffixes.at(format);
  if (path().isEmpty() || path().endsWith(suffix, Qt::CaseInsensitive)) return path();
  for (const QString& other : m_suffixes) {
    if (path().endsWith(other, Qt::CaseInsensitive)) return path().chopped(other.size()) + suffix;
  }
  return path() + suffix;
}

void PathRow::browse() {
  // open(), not exec(): the parent of this row may be closed meanwhile, and destroys the dialog with it.
  auto* dialog = newFileChooser(this, m_name, path(), m_filter);
  if (m_kind == Kind::Folder) {
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
  } else {
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    // The export dialog asks before overwriting, once the suffix is known.
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    dialog->selectFile(path());
  }
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& chosen) {
    if (!chosen.isEmpty()) setPath(chosen);
  });
  dialog->open();
}

}  // namespace noiseloom
