#pragma once

#include <QDialog>
#include <memory>
#include <optional>
#include <vector>

#include "ui/document/explained_figure.h"
#include "ui/jobs/newest_job.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace noiseloom {

class ScenarioDocument;

/// What makes each figure of the current or a pinned design: its factors, what decides them, and the page of the help.
/// Follows the design; stays open beside the window.
class ExplainDialog : public QDialog {
  Q_OBJECT

 public:
  /// The current design, among the numbers of pinned ones.
  static constexpr int kCurrent = 0;

  explicit ExplainDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  /// Explains the design of that number; the current one if none is pinned under it.
  void explain(int id);
  /// The designs to choose from; hidden while none is pinned.
  QComboBox& designs() { return *m_designs; }
  /// Shows the figure with that id; the first one if there is none.
  void choose(const QString& id);
  QListWidget& list() { return *m_list; }
  const std::vector<ExplainedFigure>& figures() const { return m_figures; }
  QString text() const;

 private:
  void relist();
  void showStale();
  void follow();
  void refill();
  void showFonts();
  void showChosen();
  const ExplainedFigure* chosen() const;

  ScenarioDocument& m_document;
  QComboBox* m_designs;
  QListWidget* m_list;
  QLabel* m_stale;
  QLabel* m_name;
  QLabel* m_value;
  QLabel* m_formula;
  QLabel* m_text;
  QPushButton* m_help;
  std::shared_ptr<const Design> m_shown;
  std::optional<Index> m_worstStep;
  std::vector<ExplainedFigure> m_figures;
  NewestJob m_job{QStringLiteral("worst step")};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
