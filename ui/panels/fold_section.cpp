#include "ui/panels/fold_section.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include "ui/panels/field_row.h"
#include "ui/style/elided_label.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {

FoldSection::FoldSection(const QString& name, const QString& title, bool folded, QWidget* parent)
    : QWidget(parent), m_name(name), m_folded(folded) {
  setObjectName(name + QStringLiteral("Section"));
  auto* layout = newLayout<QVBoxLayout>({0, 0, 0, 0}, 0, this);
  auto* line = new QGridLayout;
  line->setContentsMargins(0, 2, 0, 0);
  line->setHorizontalSpacing(kHalfGrid);
  // Summaries are aligned with the editors of the rows.
  line->setColumnMinimumWidth(0, kNameWidth + kSymbolWidth + kHalfGrid);
  line->setColumnStretch(1, 1);
  m_header = new QToolButton;
  m_header->setObjectName(name + QStringLiteral("Header"));
  m_header->setText(title);
  m_header->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_header->setAutoRaise(true);
  m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_header->setFocusPolicy(Qt::TabFocus);
  m_summary = new ElidedLabel;
  m_summary->setObjectName(name + QStringLiteral("Summary"));
  m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_summary->installEventFilter(this);
  line->addWidget(m_header, 0, 0, Qt::AlignLeft);
  line->addWidget(m_summary, 0, 1);
  layout->addLayout(line);
  m_body = new QWidget;
  m_rows = newLayout<QVBoxLayout>({0, 0, 0, kHalfGrid}, 0, m_body);
  layout->addWidget(m_body);
  connect(m_header, &QToolButton::clicked, this, [this] { toggle(); });
  applyTheme();
  apply();
  onChange(*this, {QEvent::PaletteChange}, [this] { applyTheme(); });
}

void FoldSection::setSummary(const QString& summary) {
  m_summary->setText(summary);
  m_header->setAccessibleDescription(summary);
}

void FoldSection::setFolded(bool folded) {
  m_folded = folded;
  apply();
}

void FoldSection::toggle() {
  setFolded(isOpen());
  if (isOpen()) emit opened();
}

void FoldSection::setForcedOpen(bool forced) {
  if (forced == m_forced) return;
  m_forced = forced;
  apply();
}

void FoldSection::apply() {
  const bool open = isOpen();
  m_header->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  m_header->setAccessibleName(title());
  m_header->setToolTip(open ? tr("Folds this section") : tr("Shows this section"));
  m_summary->setVisible(!open);
  m_body->setVisible(open);
  // A message beside a field is laid out at once.
  if (open) m_rows->activate();
}

bool FoldSection::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_summary && event->type() == QEvent::MouseButtonRelease) toggle();
  return QWidget::eventFilter(watched, event);
}

void FoldSection::applyTheme() {
  if (m_summary) setTextColor(*m_summary, themeOf(palette()).mutedText);
}

}  // namespace noiseloom
