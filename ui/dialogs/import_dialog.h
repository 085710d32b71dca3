#pragma once

#include <QDialog>
#include <optional>

#include "core/io/foreign_strategy.h"

class QButtonGroup;

namespace noiseloom {

/// Asks what the array of a file is: shows its shape and its first entries, and offers what an array of that shape can
/// be.
class ImportDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ImportDialog(const ForeignStrategy& file, QWidget* parent = nullptr);

  /// What is chosen; nothing until then.
  std::optional<StrategyContent> content() const;

 private:
  QButtonGroup* m_choices;
};

}  // namespace noiseloom
