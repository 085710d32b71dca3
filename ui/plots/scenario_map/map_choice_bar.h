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

/// Chooses the value of a map, its two inputs and their limits: a row of lists above the map, and fields below a button
/// for the limits, typed as expressions. Emptied limits return to the scenario's.
class MapChoiceBar : public QWidget {
  Q_OBJECT

 public:
  MapChoiceBar(ScenarioDocument& document, ScenarioMapView& map, QWidget* parent = nullptr);

  QComboBox& value() { return *m_value; }
  QComboBox& across() { return *m_across; }
  QComboBox& up() { return *m_up; }
  /// The limits of the horizontal axis, from and to, then of the vertical one.
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
  std::vector<Field> m_axes;  ///< entries of the lists
};

}  // namespace noiseloom
