#include "ui/plots/panel/limits_popup.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <algorithm>

#include "ui/style/core_text.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {

LimitsPopup::LimitsPopup(const QString& field, const std::array<QString, 2>& axes,
                         const std::array<QString, 4>& accessibleNames, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      m_column(newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this)),
      m_message(new QLabel) {
  setFrameShape(QFrame::StyledPanel);
  auto* grid = newLayout<QGridLayout>({}, kHalfGrid);
  for (const bool ofX : {true, false}) {
    const int row = ofX ? 0 : 1;
    grid->addWidget(m_names[row] = new QLabel, row, 0);
    for (const bool to : {false, true}) {
      const std::size_t place = (ofX ? 0U : 2U) + (to ? 1U : 0U);
      auto* edit = m_limits[place] = new QLineEdit;
      edit->setObjectName(field + axes[row] + (to ? QStringLiteral("To") : QStringLiteral("From")));
      edit->setFixedWidth(widthIn(font(), 96));
      edit->setAccessibleName(accessibleNames[place]);
      connect(edit, &QLineEdit::editingFinished, this, [this, ofX, edit] {
        if (edit->isModified()) emit edited(ofX);
      });
      grid->addWidget(edit, row, to ? 3 : 1);
    }
    grid->addWidget(new QLabel(tr("to")), row, 2);
  }
  m_column->addLayout(grid);
  m_message->setWordWrap(true);
  m_message->hide();
  m_column->addWidget(m_message);
}

QString LimitsPopup::message() const {
  return m_message->isHidden() ? QString() : m_message->text();
}

void LimitsPopup::openBelow(const QWidget& button) {
  m_message->hide();
  emit opening();
  adjustSize();
  const QRect screen = button.screen()->availableGeometry();
  QPoint corner = button.mapToGlobal(QPoint(button.width() - width(), button.height() + 2));
  corner.setX(std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
  if (corner.y() + height() > screen.bottom()) corner.setY(button.mapToGlobal(QPoint(0, -2 - height())).y());
  move(corner);
  show();
  m_limits.front()->setFocus(Qt::PopupFocusReason);
  m_limits.front()->selectAll();
}

void LimitsPopup::showLimits(bool ofX, const QString& title, const QString& from, const QString& to) {
  QLabel& name = *m_names[ofX ? 0 : 1];
  name.setText(QFontMetrics(font()).elidedText(title, Qt::ElideRight, widthIn(font(), 150)));
  name.setToolTip(title);
  for (const bool isTo : {false, true}) {
    QLineEdit& edit = limit(ofX, isTo);
    if (edit.isModified() && edit.hasFocus()) continue;
    edit.setText(isTo ? to : from);
    edit.setModified(false);
  }
}

bool LimitsPopup::isEmpty(bool ofX) {
  return limit(ofX, false).text().trimmed().isEmpty() && limit(ofX, true).text().trimmed().isEmpty();
}

LimitsPopup::Limits LimitsPopup::typed(bool ofX, const Limits& now, QString& problem) {
  const auto read = [&](QLineEdit& edit, double value) {
    if (!edit.isModified()) return value;
    const ExpressionResult typed = readNumber(edit.text());
    if (typed) return *typed.value;
    problem = tr("Cannot read this: %1").arg(coreText(typed.error));
    return value;
  };
  return {read(limit(ofX, false), now.first), read(limit(ofX, true), now.second)};
}

void LimitsPopup::settle(bool ofX, const QString& problem) {
  m_message->setText(problem);
  m_message->setVisible(!problem.isEmpty());
  setTextColor(*m_message, themeOf(palette()).error);
  adjustSize();
  for (const bool isTo : {false, true}) {
    if (problem.isEmpty()) limit(ofX, isTo).setModified(false);
  }
}

}  // namespace noiseloom
