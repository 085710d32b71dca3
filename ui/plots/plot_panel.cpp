#include "ui/plots/plot_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/help/help_window.h"
#include "ui/plots/elided_label.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {

PlotPanel::PlotPanel(const QString& title, const QString& hint, QWidget* parent) : QFrame(parent), m_hint(hint) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setFrameShape(QFrame::NoFrame);

  m_title = new ElidedLabel(title);
  m_title->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_stale = new QLabel(tr("Stale"));
  m_stale->setAccessibleName(tr("The plot belongs to an earlier scenario"));
  m_stale->setToolTip(m_stale->accessibleName());
  m_stale->hide();
  m_maximize = new QToolButton;
  m_maximize->setAutoRaise(true);
  m_maximize->setIcon(symbolicIcon(QStringLiteral("maximize")));
  m_maximize->setToolTip(tr("Fill the window with this plot, or show all plots"));
  m_maximize->setAccessibleName(tr("Maximise %1").arg(title));
  connect(m_maximize, &QToolButton::clicked, this, &PlotPanel::maximizeToggled);
  auto* help = new QToolButton;
  help->setObjectName(QStringLiteral("panelHelp"));
  help->setAutoRaise(true);
  help->setIcon(symbolicIcon(QStringLiteral("help")));
  help->setToolTip(tr("What is this?"));
  help->setAccessibleName(tr("Help about %1").arg(title));
  connect(help, &QToolButton::clicked, this, [this] { explain(this); });

  m_header = new QHBoxLayout;
  m_header->setSpacing(kHalfGrid);
  m_header->addWidget(m_title, 1);
  m_header->addWidget(m_stale);
  m_header->addSpacing(kHalfGrid);
  m_header->addWidget(help);
  m_header->addWidget(m_maximize);

  m_readOut = new ElidedLabel(hint);
  m_readOut->setFont(tabularFigures(scaledFont(font(), 0.92)));
  m_readOut->setAccessibleName(tr("Read-out of %1").arg(title));
  m_readOut->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

  m_layout = new QVBoxLayout(this);
  m_layout->setContentsMargins(kGrid + kHalfGrid, kGrid, kGrid, kHalfGrid);
  m_layout->setSpacing(kHalfGrid);
  m_layout->addLayout(m_header);
  m_layout->addWidget(m_readOut);
  applyTheme();
}

void PlotPanel::setTitle(const QString& title) {
  m_title->setText(title);
}
QString PlotPanel::title() const {
  return m_title->text();
}
QString PlotPanel::readOutText() const {
  return m_readOut->text();
}

void PlotPanel::setStale(bool stale) {
  m_isStale = stale;
  m_stale->setVisible(stale);
}

void PlotPanel::addTool(QWidget* tool) {
  m_header->insertWidget(m_header->count() - 2, tool);
}

void PlotPanel::setBody(QWidget* body) {
  m_layout->insertWidget(1, body, 1);
}

void PlotPanel::setHint(const QString& hint) {
  if (hint == m_hint) return;
  const bool shown = m_readOut->text() == m_hint;
  m_hint = hint;
  if (shown) m_readOut->setText(hint);
}

void PlotPanel::showReadOut(const QString& text) {
  m_readOut->setText(text.isEmpty() ? m_hint : text);
}

void PlotPanel::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->position().y() <= m_title->geometry().bottom() + kHalfGrid) emit maximizeToggled();
}

void PlotPanel::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyTheme();
}

void PlotPanel::applyTheme() {
  const Theme& theme = themeOf(palette());
  const auto color = [](QLabel* label, const QColor& text) {
    // On a Base background labels take the Text role otherwise.
    label->setForegroundRole(QPalette::WindowText);
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, text);
    label->setPalette(palette);
  };
  if (m_readOut) color(m_readOut, theme.mutedText);
  if (m_stale) color(m_stale, theme.stale);
}

}  // namespace noiseloom
