#include "ui/panels/choice_field.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QListView>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>
#include <numeric>

#include "ui/panels/group_delegate.h"
#include "ui/panels/quiet_inputs.h"
#include "ui/style/fitting_font.h"
#include "ui/style/theme.h"

namespace noiseloom {

class ChoiceField::Combo : public PanelComboBox {
 public:
  explicit Combo(ChoiceField& field) : m_field(field) {}
  void showPopup() override {
    if (m_field.onOpen) m_field.onOpen();
    PanelComboBox::showPopup();
  }

 protected:
  // Qt would cut a text that is too long in the middle of a letter.
  void paintEvent(QPaintEvent*) override {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = m_field.textIn(currentIndex(), room.width());
    painter.setFont(fittingFont(font(), option.currentText, room.width()));
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }

 private:
  ChoiceField& m_field;
};

ChoiceField::ChoiceField(const QString& name, const QString& help, const QStringList& options, const QStringList& helps,
                         QWidget* parent)
    : FieldRow(name, QString(), help, parent), m_combo(new Combo(*this)), m_helps(helps), m_order(options.size()) {
  std::iota(m_order.begin(), m_order.end(), 0);
  for (int i = 0; i < options.size(); ++i) {
    m_combo->addItem(options.at(i));
    m_combo->setItemData(i, helps.value(i), Qt::ToolTipRole);
  }
  m_combo->setAccessibleName(name);
  m_combo->setAccessibleDescription(help);
  m_combo->setToolTip(help);
  m_combo->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  // The longest alternative must not widen the panel; the opened list is as wide as it needs.
  m_combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_combo->setMinimumContentsLength(8);
  m_combo->view()->setMinimumWidth(m_combo->view()->sizeHintForColumn(0) + 2 * kGrid);
  setEditors(m_combo, nullptr, m_combo);
  connect(m_combo, &QComboBox::activated, this, [this](int row) { emit chosen(indexAt(row)); });
}

void ChoiceField::setGroups(const std::vector<Group>& groups) {
  const QSignalBlocker blocker(m_combo);
  auto& list = static_cast<QListView&>(*m_combo->view());
  QStringList names(static_cast<qsizetype>(m_order.size()));
  for (std::size_t row = 0; row < m_order.size(); ++row) names[m_order[row]] = m_combo->itemText(static_cast<int>(row));
  m_combo->clear();
  m_order.clear();
  for (const Group& group : groups) {
    for (const int index : group.indices) {
      const int row = m_combo->count();
      m_combo->addItem(names.at(index));
      m_combo->setItemData(row, m_helps.value(index), Qt::ToolTipRole);
      m_combo->setItemData(row, group.name, GroupDelegate::kGroupRole);
      m_order.push_back(index);
    }
  }
  list.setItemDelegate(new GroupDelegate(list));
  list.setMinimumWidth(list.sizeHintForColumn(0) + 2 * kGrid);
}

int ChoiceField::rowOf(int index) const {
  return static_cast<int>(std::ranges::find(m_order, index) - m_order.begin());
}

void ChoiceField::setName(int index, const QString& name) {
  m_combo->setItemText(rowOf(index), name);
}

void ChoiceField::setOffered(int index, bool offered) {
  const int row = rowOf(index);
  if (auto* model = qobject_cast<QStandardItemModel*>(m_combo->model())) model->item(row)->setEnabled(offered);
  static_cast<QListView*>(m_combo->view())->setRowHidden(row, !offered);
}

void ChoiceField::setReason(int index, const QString& reason) {
  const QString help = m_helps.value(index);
  const int row = rowOf(index);
  m_combo->setItemData(row, reason.isEmpty() ? help : reason + QLatin1Char('\n') + help, Qt::ToolTipRole);
  m_combo->setItemData(row, reason, Qt::AccessibleDescriptionRole);
  m_combo->setItemData(row,
                       reason.isEmpty() ? QVariant() : QVariant(palette().brush(QPalette::Disabled, QPalette::Text)),
                       Qt::ForegroundRole);
}

void ChoiceField::setShorter(const QStringList& shorter) {
  m_shorter = shorter;
  m_combo->update();
}

QString ChoiceField::textIn(int row, int pixels) const {
  const QString name = m_combo->itemText(row);
  const QString shorter = row < 0 ? QString() : m_shorter.value(indexAt(row));
  const bool whole = shorter.isEmpty() || m_combo->fontMetrics().horizontalAdvance(name) <= pixels;
  const QString& said = whole ? name : shorter;
  return QFontMetrics(fittingFont(m_combo->font(), said, pixels)).elidedText(said, Qt::ElideRight, pixels);
}

void ChoiceField::showChoice(int index) {
  const QSignalBlocker blocker(m_combo);
  m_combo->setCurrentIndex(rowOf(index));
}

}  // namespace noiseloom
