#pragma once

#include <QDialog>
#include <optional>

#include "core/io/foreign_strategy.h"

class QButtonGroup;

namespace noiseloom {

/// Asks what the array in a file means: shows its shape and first entries, and offers the contents possible
/// for that shape.
class ImportDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ImportDialog(const ForeignStrategy& file, QWidget* parent = nullptr);

  /// The chosen content; nullopt until something is chosen.
  std::optional<StrategyContent> content() const;

 private:
  QButtonGroup* m_choices;
};

}  // namespace noiseloom
