#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/plots/training/training_race.h"

namespace noiseloom {

struct Theme;

struct TrainingPictures {
  struct Item {
    QString name;
    QString value;  ///< shown beside the name: "84 %"
    TrainingEntrant::Kind kind = TrainingEntrant::Kind::Current;
    int color = 0;
    QImage regions;
  };
  std::vector<Item> items;
  TrainingPoints points;
  bool stale = false;
};

/// Colour and dash of an entrant, here and in the curves.
QPen entrantPen(TrainingEntrant::Kind kind, int color, const Theme& theme);
/// A point of the second class, a square, or of the first, a disc.
void paintTrainingPoint(QPainter& painter, QPointF at, double radius, bool second, const Theme& theme);
/// Fills `body` with the pictures, as large as possible.
void paintTraining(QPainter& painter, const QRectF& body, const TrainingPictures& pictures, const Theme& theme,
                   const QFont& font);

/// Pictures of the plane, one per entrant: the class that its model predicts everywhere, and the training points.
/// Colours are those of signs in all plots; the classes also differ in shape.
class TrainingPicturesView : public QWidget {
  Q_OBJECT

 public:
  explicit TrainingPicturesView(QWidget* parent = nullptr);

  void show(TrainingPictures pictures);
  const TrainingPictures& pictures() const { return m_pictures; }
  /// True if every name above a picture can be read in full.
  bool namesFit() const;
  QSize sizeHint() const override { return {240, 160}; }
  QSize minimumSizeHint() const override { return {80, 60}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  TrainingPictures m_pictures;
};

}  // namespace noiseloom
