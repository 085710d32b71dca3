#include "tests/ui/words_cut.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTableView>
#include <QTextDocument>
#include <QToolButton>
#include <algorithm>

#include "ui/panels/choice_field.h"
#include "ui/panels/shrinking_button.h"
#include "ui/plots/line/chart_legend.h"
#include "ui/plots/line/line_chart.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/quiet_tabs.h"
#include "ui/plots/panel/read_out.h"
#include "ui/plots/training/training_pictures.h"
#include "ui/style/elided_label.h"
#include "ui/style/fitting_combo.h"
#include "ui/style/fitting_font.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// What a label shows without its mark-up.
QString plain(const QString& text) {
  if (!Qt::mightBeRichText(text)) return text;
  QTextDocument document;
  document.setHtml(text);
  return document.toPlainText();
}

bool isCut(const QLabel& label) {
  if (const auto* said = qobject_cast<const ReadOut*>(&label)) return !said->fits(said->text());
  if (const auto* one = dynamic_cast<const ElidedLabel*>(&label)) return !one->fits();
  const QString text = plain(label.text());
  if (text.isEmpty()) return false;
  if (text.contains(QChar(0x2026)) && text.endsWith(QChar(0x2026)) && !text.endsWith(QStringLiteral(" …"))) return true;
  if (label.wordWrap()) return label.heightForWidth(label.width()) > label.height() + 1;
  return label.sizeHint().width() > label.width() + 1 || label.sizeHint().height() > label.height() + 1;
}

bool isCut(const QAbstractButton& button) {
  const auto* tool = qobject_cast<const QToolButton*>(&button);
  // Those that shrink show their icons then.
  if (button.text().isEmpty() || dynamic_cast<const ShrinkingButton*>(&button) ||
      (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly))
    return false;
  // Styles ask for more around the words than they need.
  const QString text = QString(button.text()).remove(QLatin1Char('&'));
  return button.fontMetrics().size(0, text).width() > button.width();
}

bool isCut(const QComboBox& combo) {
  const ChoiceField* field = nullptr;
  for (const QWidget* above = combo.parentWidget(); above && !field; above = above->parentWidget())
    field = qobject_cast<const ChoiceField*>(above);
  QStyleOptionComboBox option;
  option.initFrom(&combo);
  option.editable = combo.isEditable();
  const QRect room = combo.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo);
  // Fields of the scenario have shorter words for narrow places.
  const QString said = field ? field->textIn(combo.currentIndex(), room.width()) : combo.currentText();
  const QFont font = field ? fittingFont(combo.font(), said, room.width()) : combo.font();
  return said.endsWith(QChar(0x2026)) || QFontMetrics(font).horizontalAdvance(said) > room.width();
}

/// Headers and cells that are narrower than what stands in them; those that wrap, that are lower.
QStringList cutCells(const QTableView& table) {
  QStringList cut;
  const QHeaderView& head = *table.horizontalHeader();
  for (int column = 0; column < table.model()->columnCount(); ++column) {
    if (table.isColumnHidden(column)) continue;
    const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
    if (head.isVisible() && !title.isEmpty() && head.sectionSizeHint(column) > head.sectionSize(column) + 1)
      cut += title;
    for (int row = 0; row < table.model()->rowCount(); ++row) {
      const QModelIndex cell = table.model()->index(row, column);
      if (cell.data().toString().isEmpty() || !table.visualRect(cell).intersects(table.viewport()->rect())) continue;
      const QSize needed = table.sizeHintForIndex(cell);
      const bool wraps = table.wordWrap() && table.textElideMode() == Qt::ElideNone;
      if (wraps ? static_cast<const QAbstractItemView&>(table).sizeHintForRow(row) > table.rowHeight(row) + 1
                : needed.width() > table.columnWidth(column) + 1)
        cut += cell.data().toString();
    }
  }
  return cut;
}

bool isCut(const QLineEdit& edit) {
  const int margins = kGrid;  // of the frame and of the text
  return !edit.hasFocus() && edit.fontMetrics().horizontalAdvance(edit.displayText()) > edit.width() - margins;
}

}  // namespace

QStringList wordsCut(const QWidget& window, bool smallest) {
  QStringList cut;
  const auto add = [&](const QWidget& widget, const QString& text) {
    cut += QStringLiteral("%1 “%2”, %3 wide")
               .arg(widget.objectName().isEmpty() ? QString::fromLatin1(widget.metaObject()->className())
                                                  : widget.objectName(),
                    text)
               .arg(widget.width());
  };
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    // What was scrolled away can be scrolled back.
    auto* plot = qobject_cast<LinePlot*>(widget);  // which its viewport covers
    if (!widget->isVisible() || (plot ? plot->viewport() : widget)->visibleRegion().isEmpty()) continue;
    if (const auto* label = qobject_cast<QLabel*>(widget)) {
      if (isCut(*label)) add(*label, label->text());
    } else if (const auto* button = qobject_cast<QAbstractButton*>(widget)) {
      if (isCut(*button)) add(*button, button->text());
    } else if (const auto* fitting = dynamic_cast<FittingCombo*>(widget)) {
      if (!fitting->fits()) add(*fitting, fitting->said());
    } else if (const auto* combo = qobject_cast<QComboBox*>(widget)) {
      if (isCut(*combo))
        add(*combo, QStringLiteral("%1 needs %2").arg(combo->currentText()).arg(combo->minimumSizeHint().width()));
    } else if (const auto* edit = qobject_cast<QLineEdit*>(widget)) {
      if (isCut(*edit)) add(*edit, edit->displayText());
    } else if (const auto* tabs = qobject_cast<QuietTabs*>(widget)) {
      if (!tabs->fits()) add(*tabs, QStringLiteral("tabs"));
    } else if (const auto* table = qobject_cast<QTableView*>(widget)) {
      if (const QStringList cells = cutCells(*table); !cells.isEmpty()) add(*table, cells.join(QStringLiteral(" | ")));
    } else if (const auto* pictures = qobject_cast<TrainingPicturesView*>(widget)) {
      if (!smallest && !pictures->namesFit()) add(*pictures, QStringLiteral("names above pictures"));
    } else if (plot) {
      const ChartLegend& legend = plot->lineChart().legend();
      // There a name may be longer than its plot is wide; abbreviated in its middle it still tells designs apart.
      const bool abbreviated =
          std::ranges::any_of(legend.written(), [](const QString& name) { return name.endsWith(QChar(0x2026)); });
      if (smallest ? abbreviated : !legend.isWhole())
        add(*plot,
            QStringLiteral("%1 and %2 more").arg(legend.written().join(QStringLiteral(", "))).arg(legend.leftOut()));
    }
  }
  return cut;
}

}  // namespace noiseloom
