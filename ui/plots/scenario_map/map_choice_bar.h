#pragma once

#include <QWidget>
#include <array>
#include <vector>

#include "core/search/sweep.h"
#include "ui/style/fitting_combo.h"

class QFrame;
class QLabel;
class QLineEdit;
class QToolButton;

namespace noiseloom {

class ScenarioDocument;
class ScenarioMapView;

/// What a map shows, over which two inputs and between which limits: a row of lists above it, and the limits to be
/// typed as expressions below a button. An emptied pair of limits is as the scenario has it.
class MapChoiceBar : public QWidget {
  Q_OBJECT

 public:
  MapChoiceBar(ScenarioDocument& document, ScenarioMapView& map, QWidget* parent = nullptr);

  QComboBox& value() { return *m_value; }
  QComboBox& across() { return *m_across; }
  QComboBox& up() { return *m_up; }
  /// From and to of the axis across, then of the one upwards.
  QLineEdit& limit(bool ofAcross, bool to) { return *m_limits[(ofAcross ? 0U : 2U) + (to ? 1U : 0U)]; }
  void openLimits();
  QString message() const;

 private:
  void buildLimits();
  void showChoice();
  void take();
  void takeLimits(bool ofAcross);

  ScenarioDocument& m_document;
  ScenarioMapView& m_map;
  FittingCombo* m_value;
  FittingCombo* m_up;
  FittingCombo* m_across;
  QToolButton* m_open;
  QFrame* m_popup;
  std::array<QLineEdit*, 4> m_limits{};
  std::array<QLabel*, 2> m_names{};
  QLabel* m_message;
  std::vector<Field> m_axes;  ///< of the lists
};

}  // namespace noiseloom
