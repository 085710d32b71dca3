#pragma once

#include <QFrame>
#include <array>
#include <utility>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace noiseloom {

/// A popup below a button with fields for the limits of two axes, typed as expressions ("2^10", "1e-3"), and a line
/// for what is wrong with them.
class LimitsPopup : public QFrame {
  Q_OBJECT

 public:
  using Limits = std::pair<double, double>;

  /// The fields' object names are `field` with the axis and the end, such as "limit" + "X" + "From". The accessible
  /// names are of from and to of the horizontal axis, then of the vertical one.
  LimitsPopup(const QString& field, const std::array<QString, 2>& axes, const std::array<QString, 4>& accessibleNames,
              QWidget* parent);

  /// The limits of the horizontal axis, from and to, then of the vertical one.
  QLineEdit& limit(bool ofX, bool to) { return *m_limits[(ofX ? 0U : 2U) + (to ? 1U : 0U)]; }
  /// The error in the typed limits; empty if there is none.
  QString message() const;
  /// Opens with the first field selected, inside the screen.
  void openBelow(const QWidget& button);
  /// Shows an axis, unless its fields are being edited.
  void showLimits(bool ofX, const QString& title, const QString& from, const QString& to);
  /// True if both fields of an axis are empty.
  bool isEmpty(bool ofX);
  /// The limits as typed, those that were not edited as they are now; sets `problem` for what cannot be read.
  Limits typed(bool ofX, const Limits& now, QString& problem);
  /// Shows what is wrong with an axis; if nothing is, its fields count as read.
  void settle(bool ofX, const QString& problem);

 signals:
  /// Limits of an axis were typed.
  void edited(bool ofX);
  void opening();

 protected:
  QVBoxLayout& column() { return *m_column; }

 private:
  std::array<QLineEdit*, 4> m_limits{};
  std::array<QLabel*, 2> m_names{};
  QVBoxLayout* m_column;
  QLabel* m_message;
};

}  // namespace noiseloom
