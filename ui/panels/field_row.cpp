#include "ui/panels/field_row.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <utility>

#include "ui/help/help_window.h"
#include "ui/style/icons.h"
#include "ui/style/plain_text.h"
#include "ui/style/theme.h"

namespace noiseloom {

FieldRow::FieldRow(const QString& name, const QString& symbol, const QString& help, QWidget* parent) : QWidget(parent) {
  m_layout = new QGridLayout(this);
  m_layout->setContentsMargins(0, 1, 0, 1);
  m_layout->setHorizontalSpacing(kHalfGrid);
  m_layout->setVerticalSpacing(2);
  m_layout->setColumnStretch(3, 1);
  m_name = new QLabel;
  m_symbol = new QLabel(symbol);
  QFont italic = m_symbol->font();
  italic.setItalic(true);
  m_symbol->setFont(italic);
  setName(name, help);
  m_message = new QLabel;
  m_message->setWordWrap(true);
  m_message->setFont(scaledFont(font(), 0.92));
  m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_message->hide();
  m_layout->addWidget(m_name, 0, 0);
  m_layout->addWidget(m_symbol, 0, 1);
  m_layout->addWidget(m_message, 1, 0, 1, 5);
  applyTheme();
  applyFont();
}

void FieldRow::setEditors(QWidget* first, QWidget* second, QWidget* buddy) {
  if (second) {
    m_layout->addWidget(first, 0, 2);
    m_layout->addWidget(second, 0, 3);
  } else {
    m_layout->addWidget(first, 0, 2, 1, 3);
  }
  m_name->setBuddy(buddy);
}

void FieldRow::setControl(QWidget* control) {
  m_control = control;
  m_control->setParent(this);
  m_control->hide();
  m_layout->addWidget(m_control, 0, 1, Qt::AlignCenter);
}

void FieldRow::showControl(bool shown) {
  if (!m_control || shown != m_control->isHidden()) return;
  // If both were hidden even for a moment, the row would be laid out without either.
  m_symbol->setVisible(!shown);
  m_control->setVisible(shown);
}

void FieldRow::reserveMarks() {
  auto* room = new QWidget;
  room->setFixedWidth(kMarksWidth);
  m_marks = newLayout<QHBoxLayout>({}, 0, room);
  m_marks->addStretch(1);
  m_layout->addWidget(room, 0, 4);
}

void FieldRow::addMark(QWidget* mark) {
  m_marks->addWidget(mark);
}

void FieldRow::setProblem(const QString& message) {
  if (message == m_problem) return;
  m_problem = message;
  showMessage();
  showProblemMark(!message.isEmpty());
}

void FieldRow::setCaution(const QString& message) {
  if (message == m_caution) return;
  m_caution = message;
  showMessage();
}

void FieldRow::setRemedy(const QString& text, std::function<void()> run) {
  m_mend = std::move(run);
  if (text.isEmpty()) {
    if (m_remedy) m_remedy->hide();
    return;
  }
  if (!m_remedy) {
    m_remedy = new QPushButton;
    m_remedy->setObjectName(objectName() + QStringLiteral("Remedy"));
    // In some languages the text is longer than the panel is wide.
    m_remedy->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_layout->addWidget(m_remedy, 2, 0, 1, 5);
    connect(m_remedy, &QPushButton::clicked, this, [this] {
      if (const auto mend = m_mend) mend();
    });
  }
  m_remedy->setText(text);
  m_remedy->setToolTip(text);
  m_remedy->setAccessibleName(text);
  m_remedy->show();
}

void FieldRow::showMessage() {
  const QString& message = m_problem.isEmpty() ? m_caution : m_problem;
  m_message->setText(withWholeFormulas(message));
  m_message->setAccessibleName(message.isEmpty()     ? QString()
                               : m_problem.isEmpty() ? tr("Caution: %1").arg(message)
                                                     : tr("Problem: %1").arg(message));
  m_message->setVisible(!message.isEmpty());
  applyTheme();
}

void FieldRow::setName(const QString& name, const QString& help) {
  m_nameText = name;
  m_name->setText(name);
  m_name->setToolTip(help);
  m_symbol->setToolTip(help);
}

void FieldRow::setSymbol(const QString& symbol) {
  m_symbol->setText(symbol);
}

void FieldRow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    applyTheme();
    showProblemMark(!m_problem.isEmpty());
  }
  if (event->type() == QEvent::FontChange) applyFont();
}

void FieldRow::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(symbolicIcon(QStringLiteral("help")), tr("What is this?"), this, [this] { explain(this); });
  menu->popup(event->globalPos());
}

void FieldRow::applyFont() {
  if (!m_layout) return;
  m_layout->setColumnMinimumWidth(0, widthIn(font(), kNameWidth));
  m_layout->setColumnMinimumWidth(1, widthIn(font(), kSymbolWidth));
}

void FieldRow::applyTheme() {
  if (!m_message) return;
  const Theme& theme = themeOf(palette());
  setTextColor(*m_symbol, theme.mutedText);
  setTextColor(*m_message, m_problem.isEmpty() ? theme.mutedText : theme.error);
}

}  // namespace noiseloom
