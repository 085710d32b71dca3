#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QLineEdit;

namespace noiseloom {

/// A sentence with blanks to be filled in, which wraps at its words. The text has %1, %2, ... where a language puts the
/// blanks; what touches one, such as a comma, stays with it, and a line end begins a new line. A blank is as wide as
/// what stands in it.
class BlankSentence : public QWidget {
  Q_OBJECT

 public:
  /// blanks[i] is %(i+1), and belongs to the sentence from now on.
  BlankSentence(const QString& text, const QList<QLineEdit*>& blanks, QWidget* parent = nullptr);

  /// The blanks as they follow each other in this language.
  const QList<QLineEdit*>& order() const { return m_order; }
  /// The sentence as it stands, with what is filled in.
  QString said() const;

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// A word, or a blank in place of one.
  struct Piece {
    QString word;
    QLineEdit* blank = nullptr;
  };
  /// Pieces between which no line may end.
  struct Unit {
    QList<Piece> pieces;
    bool newLine = false;
  };
  /// Calls place(piece, rectangle) for each piece on lines of that width, and returns their height.
  template <class Place>
  int arrange(int width, Place place) const;
  int widthOf(const Piece& piece) const;
  int lineHeight() const;
  void placeBlanks();

  QString m_text;
  QList<QLineEdit*> m_blanks;
  QList<QLineEdit*> m_order;
  QList<Unit> m_units;
};

}  // namespace noiseloom
