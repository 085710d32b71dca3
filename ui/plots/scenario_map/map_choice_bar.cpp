#include "ui/plots/scenario_map/map_choice_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "ui/document/scenario_document.h"
#include "ui/plots/panel/limits_popup.h"
#include "ui/plots/scenario_map/scenario_map_text.h"
#include "ui/plots/scenario_map/scenario_map_view.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/place_of.h"
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
      m_open(named<QToolButton>("mapLimits")),
      m_popup(new LimitsPopup(
          QStringLiteral("mapLimit"), {QStringLiteral("Across"), QStringLiteral("Up")},
          {tr("Map across from"), tr("Map across to"), tr("Map upwards from"), tr("Map upwards to")}, this)) {
  auto* row = newLayout<QHBoxLayout>({kHalfGrid, kHalfGrid, kHalfGrid, 0}, kHalfGrid, this);
  row->addWidget(m_value);
  auto* over = new QLabel(tr("over"));
  row->addWidget(over);
  row->addWidget(m_up);
  row->addWidget(new QLabel(QStringLiteral("×")));
  row->addWidget(m_across);
  m_open->setIcon(symbolicIcon(QStringLiteral("axes")));
  m_open->setAutoRaise(true);
  m_open->setToolTip(tr("Limits of the map"));
  m_open->setAccessibleName(m_open->toolTip());
  row->addWidget(m_open);
  row->addStretch(1);
  m_popup->setAccessibleName(tr("Limits of the map"));
  connect(m_popup, &LimitsPopup::opening, this, &MapChoiceBar::showChoice);
  connect(m_popup, &LimitsPopup::edited, this, &MapChoiceBar::takeLimits);
  connect(m_open, &QToolButton::clicked, this, &MapChoiceBar::openLimits);
  for (QComboBox* combo : {m_value, m_up, m_across}) connect(combo, &QComboBox::activated, this, &MapChoiceBar::take);
  connect(&m_map, &ScenarioMapView::choiceChanged, this, &MapChoiceBar::showChoice);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) showChoice();
  });
  showChoice();
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
    const auto [from, to] = m_map.limits(axis);
    m_popup->showLimits(ofAcross, mapAxisTitle(axis), entryText(from), entryText(to));
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
  m_popup->openBelow(*m_open);
}

QLineEdit& MapChoiceBar::limit(bool ofAcross, bool to) {
  return m_popup->limit(ofAcross, to);
}

QString MapChoiceBar::message() const {
  return m_popup->message();
}

void MapChoiceBar::takeLimits(bool ofAcross) {
  MapChoice choice = m_map.choice();
  const Field axis = ofAcross ? choice.across : choice.up;
  QString problem;
  if (m_popup->isEmpty(ofAcross)) {
    choice.limits.erase(axis);
  } else if (const auto typed = m_popup->typed(ofAcross, m_map.limits(axis), problem); problem.isEmpty()) {
    try {
      (void)mapValues(axis, typed.first, typed.second, 2);
      choice.limits[axis] = typed;
    } catch (const InvalidArgument& error) {
      problem = errorText(error);
    }
  }
  m_popup->settle(ofAcross, problem);
  if (problem.isEmpty()) m_map.choose(std::move(choice));
}

}  // namespace noiseloom
