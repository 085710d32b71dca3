#include "ui/plots/strategy/go_to_row.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <cmath>

#include "ui/style/core_text.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_text.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {

GoToRow::GoToRow(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("goToRow"));
  auto* name = new QLabel(tr("Go to row"));
  m_edit = new QLineEdit;
  nameWidget(m_edit, QStringLiteral("goToRowEdit"), tr("Row to go to"));
  m_edit->setFixedWidth(12 * kGrid);
  m_edit->installEventFilter(this);
  name->setBuddy(m_edit);
  m_hint = named<ElidedLabel>("goToRowMessage");
  m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* layout = newLayout<QHBoxLayout>({}, kGrid, this);
  layout->addWidget(name);
  layout->addWidget(m_edit);
  layout->addWidget(m_hint, 1);
  connect(m_edit, &QLineEdit::textChanged, this, &GoToRow::check);
  connect(m_edit, &QLineEdit::returnPressed, this, &GoToRow::go);
  hide();
}

void GoToRow::open(Index rows) {
  m_rows = rows;
  show();
  check();
  m_edit->setFocus(Qt::ShortcutFocusReason);
  m_edit->selectAll();
}

QString GoToRow::message() const {
  return m_wrong ? m_hint->text() : QString();
}

std::optional<Index> GoToRow::read(QString& problem) const {
  const ExpressionResult typed = readNumber(m_edit->text(), true);
  if (!typed) {
    problem = tr("The row cannot be read: %1. Use a whole number.").arg(coreText(typed.error));
    return std::nullopt;
  }
  const double value = *typed.value;
  if (value != std::floor(value)) {
    problem = tr("Row %1 is not allowed: use a whole number.").arg(resultText(value, 8));
    return std::nullopt;
  }
  if (value < 0 || value > static_cast<double>(m_rows - 1)) {
    problem = tr("Row %1 is not allowed: use 0 to %2.").arg(resultText(value, 8), countText(m_rows - 1));
    return std::nullopt;
  }
  return static_cast<Index>(value);
}

void GoToRow::check() {
  QString problem;
  const bool empty = m_edit->text().trimmed().isEmpty();
  if (!empty) read(problem);
  m_wrong = !problem.isEmpty();
  m_hint->setText(m_wrong ? problem : tr("0 to %1, Enter goes there").arg(countText(m_rows - 1)));
  m_hint->setBrief(m_wrong ? QString() : tr("0 to %1", "rows").arg(countText(m_rows - 1)));
  const Theme& theme = themeOf(palette());
  const auto color = [](QWidget* widget, QPalette::ColorRole role, const QColor& value) {
    QPalette changed = widget->palette();
    changed.setColor(role, value);
    widget->setPalette(changed);
  };
  m_hint->setForegroundRole(QPalette::WindowText);
  color(m_hint, QPalette::WindowText, m_wrong ? theme.error : theme.mutedText);
  color(m_edit, QPalette::Base, m_wrong ? theme.errorFill : palette().color(QPalette::Base));
  m_edit->setAccessibleDescription(m_hint->text());
}

void GoToRow::go() {
  QString problem;
  const std::optional<Index> row = read(problem);
  if (!row) return check();
  emit chosen(*row);
  close();
}

void GoToRow::close() {
  hide();
  emit closed();
}

bool GoToRow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_edit && (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    if (event->type() == QEvent::KeyPress) close();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace noiseloom
