#include "ui/dialogs/export_frame.h"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/dialogs/message_line.h"
#include "ui/dialogs/path_row.h"
#include "ui/style/theme.h"

namespace noiseloom {

ExportFrame::ExportFrame(const QString& title, QWidget* parent)
    : QDialog(parent), m_middle(new QHBoxLayout), m_form(new QFormLayout), m_message(new MessageLine) {
  setWindowTitle(title);
  m_form->setHorizontalSpacing(2 * kGrid);
  m_form->setVerticalSpacing(kGrid);
  m_form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_export = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  m_openFolder = buttons->addButton(tr("Open the folder"), QDialogButtonBox::ResetRole);
  m_openFolder->setIcon({});
  m_openFolder->setAutoDefault(false);
  m_openFolder->hide();
  connect(m_openFolder, &QPushButton::clicked, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder)); });
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  buttons->button(QDialogButtonBox::Close)->setIcon({});
  m_export->setMinimumWidth(fontMetrics().horizontalAdvance(tr("Overwrite")) + 5 * kGrid);
  auto* layout = newLayout<QVBoxLayout>({2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, 2 * kGrid, this);
  m_middle->setSpacing(2 * kGrid);
  m_middle->addLayout(m_form, 1);
  layout->addLayout(m_middle);
  layout->addWidget(m_message);
  layout->addStretch(1);
  layout->addWidget(buttons);
  // Once it belongs to the dialog: another button would become the default one.
  m_export->setDefault(true);
  connect(m_export, &QPushButton::clicked, this, [this] { exportClicked(); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ExportFrame::addSide(QWidget* side) {
  m_middle->insertWidget(0, side, 1);
  m_middle->setStretch(1, 0);
  // The side grows with the dialog, not the empty space above the buttons.
  auto* box = static_cast<QVBoxLayout*>(layout());
  box->setStretch(0, 1);
  box->setStretch(2, 0);
}

QString ExportFrame::message() const {
  return m_message->text();
}

void ExportFrame::say(const QString& text) {
  m_message->show(MessageLine::Tone::Quiet, text);
}

void ExportFrame::warn(const QString& problem) {
  m_message->show(MessageLine::Tone::Error, problem);
}

void ExportFrame::setAsks(bool asks) {
  m_asks = asks;
  m_export->setText(asks ? tr("Overwrite") : tr("Export"));
}

void ExportFrame::choose() {
  setAsks(false);
  refresh();
}

bool ExportFrame::mayWrite(const QString& question) {
  if (question.isEmpty() || m_asks) return true;
  setAsks(true);
  refresh();
  m_message->show(MessageLine::Tone::Question, question);
  // Whoever wants to keep what exists types another name; overwriting takes its own button.
  toPath();
  return false;
}

void ExportFrame::toPath() {
  auto* path = findChild<PathRow*>();
  path->edit().setFocus();
  path->edit().selectAll();
}

void ExportFrame::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  toPath();
}

void ExportFrame::keyPressEvent(QKeyEvent* event) {
  const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (!m_asks || !enters) QDialog::keyPressEvent(event);
}

void ExportFrame::succeed(const QString& text, const QStringList& paths) {
  choose();
  say(text);
  if (!paths.isEmpty()) m_folder = QFileInfo(paths.front()).absolutePath();
  m_openFolder->setVisible(!paths.isEmpty());
  emit exported(paths);
}

void ExportFrame::fail(const QString& problem) {
  choose();
  warn(problem);
}

}  // namespace noiseloom
