#include "ui/workspace/notice_bar.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <utility>

#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent), m_text(new QLabel), m_action(new QPushButton), m_dismiss(new QToolButton) {
  setObjectName(QStringLiteral("noticeBar"));
  setAccessibleName(tr("Notice"));
  setAutoFillBackground(true);
  m_text->setObjectName(QStringLiteral("noticeText"));
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_action->setObjectName(QStringLiteral("noticeAction"));
  m_dismiss->setObjectName(QStringLiteral("dismissNotice"));
  m_dismiss->setAutoRaise(true);
  m_dismiss->setIcon(symbolicIcon(QStringLiteral("cancel")));
  m_dismiss->setToolTip(tr("Dismiss this notice"));
  m_dismiss->setAccessibleName(tr("Dismiss this notice"));
  auto* layout = newLayout<QHBoxLayout>({2 * kGrid, kHalfGrid, kGrid, kHalfGrid}, kGrid, this);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_action);
  layout->addWidget(m_dismiss);
  connect(m_dismiss, &QToolButton::clicked, this, &NoticeBar::dismiss);
  connect(m_action, &QPushButton::clicked, this, [this] {
    // The action may tell something itself.
    const auto run = std::exchange(m_run, {});
    dismiss();
    if (run) run();
  });
  hide();
}

void NoticeBar::tell(Tone tone, const QString& text, const QString& action, std::function<void()> run) {
  m_tone = tone;
  m_run = std::move(run);
  m_text->setText(text);
  m_text->setAccessibleName(text);
  setAccessibleDescription(text);
  m_action->setText(action);
  m_action->setAccessibleName(action);
  m_action->setVisible(!action.isEmpty());
  restyle();
  show();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void NoticeBar::dismiss() {
  m_run = {};
  hide();
}

void NoticeBar::restyle() {
  m_restyling = true;
  const Theme& theme = themeOf(palette());
  QPalette own = palette();
  own.setColor(QPalette::Window, m_tone == Tone::Problem ? theme.errorFill : theme.plot);
  setPalette(own);
  setTextColor(*m_text, m_tone == Tone::Problem ? theme.error : theme.text);
  m_restyling = false;
}

void NoticeBar::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !m_restyling && m_text) restyle();
}

}  // namespace noiseloom
