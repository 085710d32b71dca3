#pragma once

#include <QWidget>

class QPushButton;

namespace noiseloom {

class ElidedLabel;
class ScenarioDocument;
class StrategyDrawing;

/// The row below the coefficients during drawing: the cost of the changes, and the way back.
class DrawnRow : public QWidget {
  Q_OBJECT

 public:
  DrawnRow(ScenarioDocument& document, StrategyDrawing& drawing, QWidget* parent = nullptr);

  QString text() const;
  /// Shows the row before the first stroke too, so that the stroke moves nothing.
  void setDrawing(bool drawing);

 private:
  void refresh();

  ScenarioDocument& m_document;
  StrategyDrawing& m_drawing;
  ElidedLabel* m_text;
  QPushButton* m_back;
  bool m_isDrawing = false;
};

}  // namespace noiseloom
