#pragma once

#include <QCheckBox>

#include "ui/style/batching_drawing.h"

namespace noiseloom {

/// A box to tick as a card: what a data loader does, in a few words and a sentence, beside a drawing of such batches.
class LoaderCard : public QCheckBox {
  Q_OBJECT

 public:
  LoaderCard(const QString& title, const QString& detail, DrawnBatches drawn, QWidget* parent = nullptr);

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  bool hitButton(const QPoint& at) const override { return rect().contains(at); }
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Where its parts stand on a card of that width.
  struct Parts {
    QRect picture;
    QRect box;
    QRect title;
    QRect detail;
    int height = 0;
  };
  Parts parts(int width) const;

  QString m_detail;
  DrawnBatches m_drawn;
};

}  // namespace noiseloom
