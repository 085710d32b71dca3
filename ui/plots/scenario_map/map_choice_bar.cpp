#include "ui/plots/scenario_map/map_choice_bar.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "ui/document/scenario_document.h"
#include "ui/plots/scenario_map/scenario_map_text.h"
#include "ui/plots/scenario_map/scenario_map_view.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/place_of.h"
#include "ui/style/read_number.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr std::array kValues{MapValue::Bands, MapValue::Error, MapValue::NoiseMultiplier, MapValue::Promise};

FittingCombo* list(const QString& objectName, const QString& what) {
  auto* combo = new FittingCombo;
  nameWidget(combo, objectName, what);
  combo->setToolTip(what);
  // Three side by side must not widen the smallest window.
  combo->setSizeAdjustPolicy(QComboBox::AdjustToContentsOnFirstShow);
  combo->setMinimumContentsLength(4);
  combo->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  combo->setMinimumWidth(48);
  return combo;
}

}  // namespace

MapChoiceBar::MapChoiceBar(ScenarioDocument& document, ScenarioMapView& map, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_map(map),
      m_value(list(QStringLiteral("mapValue"), tr("What the map shows"))),
      m_up(list(QStringLiteral("mapUp"), tr("Input upwards"))),
      m_across(list(QStringLiteral("mapAcross"), tr("Input across"))),
      m_open(new QToolButton),
      m_popup(new QFrame(this, Qt::Popup)),
      m_message(new QLabel) {
  auto* row = newLayout<QHBoxLayout>({kHalfGrid, kHalfGrid, kHalfGrid, 0}, kHalfGrid, this);
  row->addWidget(m_value);
  auto* over = new QLabel(tr("over"));
  row->addWidget(over);
  row->addWidget(m_up);
  row->addWidget(new QLabel(QStringLiteral("×")));
  row->addWidget(m_across);
  m_open->setObjectName(QStringLiteral("mapLimits"));
  m_open->setIcon(symbolicIcon(QStringLiteral("axes")));
  m_open->setAutoRaise(true);
  m_open->setToolTip(tr("Limits of the map"));
  m_open->setAccessibleName(m_open->toolTip());
  row->addWidget(m_open);
  row->addStretch(1);
  buildLimits();
  connect(m_open, &QToolButton::clicked, this, &MapChoiceBar::openLimits);
  for (QComboBox* combo : {m_value, m_up, m_across}) connect(combo, &QComboBox::activated, this, &MapChoiceBar::take);
  connect(&m_map, &ScenarioMapView::choiceChanged, this, &MapChoiceBar::showChoice);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) showChoice();
  });
  showChoice();
}

void MapChoiceBar::buildLimits() {
  m_popup->setFrameShape(QFrame::StyledPanel);
  m_popup->setAccessibleName(tr("Limits of the map"));
  auto* column = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, m_popup);
  auto* grid = new QGridLayout;
  grid->setSpacing(kHalfGrid);
  for (const bool ofAcross : {true, false}) {
    const int row = ofAcross ? 0 : 1;
    grid->addWidget(m_names[row] = new QLabel, row, 0);
    for (const bool to : {false, true}) {
      auto* edit = m_limits[(ofAcross ? 0U : 2U) + (to ? 1U : 0U)] = new QLineEdit;
      edit->setObjectName(QStringLiteral("mapLimit%1%2")
                              .arg(ofAcross ? QStringLiteral("Across") : QStringLiteral("Up"),
                                   to ? QStringLiteral("To") : QStringLiteral("From")));
      edit->setFixedWidth(widthIn(font(), 96));
      edit->setAccessibleName(ofAcross ? to ? tr("Map across to") : tr("Map across from")
                              : to ? tr("Map upwards to")
                                       : tr("Map upwards from"));
      connect(edit, &QLineEdit::editingFinished, this, [this, ofAcross, edit] {
        if (edit->isModified()) takeLimits(ofAcross);
      });
      grid->addWidget(edit, row, to ? 3 : 1);
    }
    grid->addWidget(new QLabel(tr("to")), row, 2);
  }
  column->addLayout(grid);
  m_message->setObjectName(QStringLiteral("mapLimitsMessage"));
  m_message->setWordWrap(true);
  m_message->hide();
  column->addWidget(m_message);
}

void MapChoiceBar::showChoice() {
  const MapChoice& choice = m_map.choice();
  const Scenario& scenario = m_document.scenario();
  m_axes = mapAxes(scenario);
  // The mapped axes stay in the lists, even if the scenario no longer has such an input.
  for (const Field axis : {choice.across, choice.up}) {
    if (std::ranges::find(m_axes, axis) == m_axes.end()) m_axes.push_back(axis);
  }
  const QSignalBlocker value(m_value);
  m_value->clear();
  for (const MapValue each : kValues) {
    m_value->addItem(mapValueName(each, scenario.objective));
    m_value->setItemData(m_value->count() - 1, mapValueSymbol(each), FittingCombo::kBriefRole);
  }
  m_value->setCurrentIndex(static_cast<int>(choice.value));
  for (const bool ofAcross : {true, false}) {
    FittingCombo& combo = ofAcross ? *m_across : *m_up;
    const QSignalBlocker blocker(&combo);
    combo.clear();
    for (const Field axis : m_axes) {
      combo.addItem(mapAxisTitle(axis));
      combo.setItemData(combo.count() - 1, mapAxisSymbol(axis), FittingCombo::kBriefRole);
    }
    const Field chosen = ofAcross ? choice.across : choice.up;
    combo.setCurrentIndex(placeOf(m_axes, chosen));
  }
  for (const bool ofAcross : {true, false}) {
    const Field axis = ofAcross ? choice.across : choice.up;
    m_names[ofAcross ? 0 : 1]->setText(mapAxisTitle(axis));
    const auto [from, to] = m_map.limits(axis);
    for (const bool isTo : {false, true}) {
      QLineEdit& edit = limit(ofAcross, isTo);
      if (edit.isModified() && edit.hasFocus()) continue;
      edit.setText(entryText(isTo ? to : from));
      edit.setModified(false);
    }
  }
}

void MapChoiceBar::take() {
  MapChoice choice = m_map.choice();
  choice.value = kValues[std::max(0, m_value->currentIndex())];
  choice.across = m_axes[std::max(0, m_across->currentIndex())];
  choice.up = m_axes[std::max(0, m_up->currentIndex())];
  m_map.choose(std::move(choice));
}

void MapChoiceBar::openLimits() {
  m_message->hide();
  showChoice();
  m_popup->adjustSize();
  const QRect screen = m_open->screen()->availableGeometry();
  QPoint corner = m_open->mapToGlobal(QPoint(m_open->width() - m_popup->width(), m_open->height() + 2));
  corner.setX(std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - m_popup->width())));
  if (corner.y() + m_popup->height() > screen.bottom())
    corner.setY(m_open->mapToGlobal(QPoint(0, -2 - m_popup->height())).y());
  m_popup->move(corner);
  m_popup->show();
  m_limits.front()->setFocus(Qt::PopupFocusReason);
  m_limits.front()->selectAll();
}

QString MapChoiceBar::message() const {
  return m_message->isHidden() ? QString() : m_message->text();
}

void MapChoiceBar::takeLimits(bool ofAcross) {
  MapChoice choice = m_map.choice();
  const Field axis = ofAcross ? choice.across : choice.up;
  QLineEdit& from = limit(ofAcross, false);
  QLineEdit& to = limit(ofAcross, true);
  QString problem;
  if (from.text().trimmed().isEmpty() && to.text().trimmed().isEmpty()) {
    choice.limits.erase(axis);
  } else {
    std::pair<double, double> typed = m_map.limits(axis);
    const auto read = [&](QLineEdit& edit, double& value) {
      if (!edit.isModified()) return;
      const ExpressionResult result = readNumber(edit.text());
      if (result) {
        value = *result.value;
      } else {
        problem = tr("Cannot read this: %1").arg(coreText(result.error));
      }
    };
    read(from, typed.first);
    read(to, typed.second);
    if (problem.isEmpty()) {
      try {
        (void)mapValues(axis, typed.first, typed.second, 2);
        choice.limits[axis] = typed;
      } catch (const InvalidArgument& error) {
        problem = errorText(error);
      }
    }
  }
  m_message->setText(problem);
  m_message->setVisible(!problem.isEmpty());
  setTextColor(*m_message, themeOf(palette()).error);
  m_popup->adjustSize();
  if (!problem.isEmpty()) return;
  for (QLineEdit* edit : {&from, &to}) edit->setModified(false);
  m_map.choose(std::move(choice));
}

}  // namespace noiseloom
