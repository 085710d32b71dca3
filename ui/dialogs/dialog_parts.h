#pragma once

#include <QString>
#include <functional>
#include <initializer_list>

class QDialog;
class QLabel;
class QPushButton;

namespace noiseloom {

class NumberField;

/// Lets labels wrap their text, and the mouse select it; the keyboard as well where they are stops of Tab.
void makeReadable(std::initializer_list<QLabel*> labels, bool byKeyboard = false);

/// Closes the dialog, and is not pressed by Return elsewhere.
QPushButton* newCloseButton(QDialog& dialog, const QString& text);

/// Takes a number that fits, and says at the field why another one does not. refusal: with a place for it.
void takeWhatFits(NumberField& field, const QString& refusal, const std::function<bool(double)>& fits,
                  const std::function<void(double)>& take);

}  // namespace noiseloom
