#pragma once

#include <QWidget>
#include <vector>

#include "core/search/sweep.h"
#include "ui/style/fitting_combo.h"

class QLineEdit;
class QToolButton;

namespace noiseloom {

class LimitsPopup;
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
  QLineEdit& limit(bool ofAcross, bool to);
  void openLimits();
  QString message() const;

 private:
  void showChoice();
  void take();
  void takeLimits(bool ofAcross);

  ScenarioDocument& m_document;
  ScenarioMapView& m_map;
  FittingCombo* m_value;
  FittingCombo* m_up;
  FittingCombo* m_across;
  QToolButton* m_open;
  LimitsPopup* m_popup;
  std::vector<Field> m_axes;  ///< entries of the lists
};

}  // namespace noiseloom
