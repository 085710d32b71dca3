#include "ui/dialogs/message_line.h"

#include "ui/style/theme.h"

namespace noiseloom {

MessageLine::MessageLine(QWidget* parent) : QLabel(parent) {
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setMinimumHeight(2 * fontMetrics().lineSpacing() + kHalfGrid);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
}

void MessageLine::show(Tone tone, const QString& text) {
  const Theme& theme = themeOf(palette());
  setTextColor(*this, tone == Tone::Error ? theme.error : tone == Tone::Question ? theme.stale : theme.mutedText);
  setText(text);
  setAccessibleName(text);
}

}  // namespace noiseloom
